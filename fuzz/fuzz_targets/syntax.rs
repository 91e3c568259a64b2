//! Arbitrary bytes through the readers of YAML and JSON: `cargo +nightly fuzz run syntax`.
#![no_main]

#[path = "../../tests/syntax/harness.rs"]
mod harness;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| harness::check_bytes(bytes));
