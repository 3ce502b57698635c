//! The solve room: exact values, and the proofs of them.

mod book;
mod brute;
mod checker;
mod command;
mod plain;
mod proofs;
mod question;
mod shortest;
mod values;
mod wins;
