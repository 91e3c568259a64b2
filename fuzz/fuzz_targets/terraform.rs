//! Arbitrary texts as a Terraform module: `cargo +nightly fuzz run terraform`.
#![no_main]

#[path = "../../tests/terraform/harness.rs"]
mod harness;

libfuzzer_sys::fuzz_target!(|text: &str| harness::check_module(text));
