//! Arbitrary texts as a project file: `cargo +nightly fuzz run project`.
#![no_main]

#[path = "../../tests/harness/project.rs"]
mod harness;

libfuzzer_sys::fuzz_target!(|text: &str| {
    let folder = std::env::temp_dir().join(format!("cfn-warden-fuzz-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder of temporary files can be written");
    harness::check_project(text, &folder);
});
