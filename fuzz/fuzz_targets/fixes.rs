//! Arbitrary texts as templates whose findings are fixed: `cargo +nightly fuzz run fixes`.
#![no_main]

#[path = "../../tests/harness/fixes.rs"]
mod harness;

libfuzzer_sys::fuzz_target!(|text: &str| harness::check_fixes(text));
