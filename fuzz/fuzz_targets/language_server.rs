//! Arbitrary edits of arbitrary documents, with a NUL in front of each edit: `cargo +nightly fuzz run language_server`.
#![no_main]

#[path = "../../tests/harness/language_server.rs"]
mod harness;

libfuzzer_sys::fuzz_target!(|text: &str| harness::check_edits(text));
