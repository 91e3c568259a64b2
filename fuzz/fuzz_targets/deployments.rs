//! Arbitrary Guard rules on all deployments of arbitrary templates, two texts with a NUL between them:
//! `cargo +nightly fuzz run deployments`.
#![no_main]

#[path = "../../tests/harness/deployments.rs"]
mod harness;

libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Some((rules, template)) = text.split_once('\0') {
        harness::check_deployments(rules, template);
    }
});
