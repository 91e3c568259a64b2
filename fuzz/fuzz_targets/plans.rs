//! Arbitrary Guard rules on arbitrary Terraform plans with unknown values, two texts with a NUL between them:
//! `cargo +nightly fuzz run plans`.
#![no_main]

#[path = "../../tests/harness/plans.rs"]
mod harness;

libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Some((rules, plan)) = text.split_once('\0') {
        harness::check_plan(rules, plan);
    }
});
