//! Arbitrary waivers of the findings in arbitrary templates, two texts with a NUL between them:
//! `cargo +nightly fuzz run waivers`.
#![no_main]

#[path = "../../tests/harness/waivers.rs"]
mod harness;

libfuzzer_sys::fuzz_target!(|text: &str| {
    let (template, waivers) = text.split_once('\0').unwrap_or((text, ""));
    harness::check_waivers(template, waivers);
});
