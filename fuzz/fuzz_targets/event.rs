//! Arbitrary bytes as an event of the function: `cargo +nightly fuzz run event`.
#![no_main]

#[allow(dead_code, reason = "the other target has a use for the rest")]
#[path = "../../tests/lambda/harness.rs"]
mod harness;

use cfn_warden::lambda::Function;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| harness::check_event(
    bytes,
    &Function::new(cfn_warden_rules::bundled())
));
