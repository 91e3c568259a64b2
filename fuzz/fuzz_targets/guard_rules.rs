//! Arbitrary texts as Guard rules: `cargo +nightly fuzz run guard_rules`.
#![no_main]

#[allow(dead_code, reason = "the other target has a use for the rest")]
#[path = "../../tests/guard/harness.rs"]
mod harness;

libfuzzer_sys::fuzz_target!(|text: &str| harness::check_rules(text));
