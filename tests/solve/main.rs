//! The solve room: exact values, and the proofs of them.

mod brute;
mod plain;
