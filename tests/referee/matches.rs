//! Whole matches of well-behaved engines.

use super::Test;

pub const TESTS: [Test; 0] = [];
