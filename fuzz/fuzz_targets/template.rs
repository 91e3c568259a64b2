//! Lints an arbitrary template and evaluates arbitrary rules on it with the whole function; a NUL separates the two:
//! `cargo +nightly fuzz run template`.
#![no_main]

#[allow(dead_code, reason = "the other target has a use for the rest")]
#[path = "../../tests/lambda/harness.rs"]
mod harness;

use cfn_warden::lambda::Function;

libfuzzer_sys::fuzz_target!(|text: &str| {
    let (template, rules) = text.split_once('\0').unwrap_or((text, ""));
    harness::check_template(template, rules, &Function::new(cfn_warden_rules::bundled()));
});
