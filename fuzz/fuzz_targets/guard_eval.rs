//! Arbitrary Guard rules on arbitrary data, two texts with a NUL between them: `cargo +nightly fuzz run guard_eval`.
#![no_main]

#[allow(dead_code, reason = "the other target has a use for the rest")]
#[path = "../../tests/guard/harness.rs"]
mod harness;

libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Some((rules, data)) = text.split_once('\0') {
        harness::check_pair(rules, data);
    }
});
