//! Arbitrary bytes as a file of each kind that is read: `cargo +nightly fuzz run files`.
#![no_main]

#[path = "../../tests/harness/files.rs"]
mod harness;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| harness::check_file(bytes));
