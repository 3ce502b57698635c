//! Rows of numbers that a search works through all the time. They begin where vectors of their length may: one that lies
//! across two cache lines takes two reads, and its place in the cache twice.

/// Numbers that fill cache lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Row<const N: usize>(pub [i16; N]);

/// Numbers that fill half a cache line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C, align(32))]
pub struct HalfRow<const N: usize>(pub [i16; N]);
