#![no_main]
#![allow(missing_docs)]

#[path = "../bodies.rs"]
mod bodies;

libfuzzer_sys::fuzz_target!(|data: &[u8]| bodies::psq(data));
