//! `lianzhu match` as a program.

use super::Test;

pub const TESTS: [Test; 0] = [];
