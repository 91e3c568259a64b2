//! What holds for every text as a module's file: the body of a property test and of the fuzz target
//! `fuzz/fuzz_targets/terraform.rs`.

use cfn_warden::terraform::{FileSet, Host, Settings, evaluate, show, syntax_errors};

/// Evaluates a module of one file, twice.
///
/// # Panics
/// Where the second evaluation comes to something else, or the file cannot be read and no error says so.
pub fn check_module(text: &str) {
    let files = FileSet::from_iter([("main.tf", text)]);
    let shown = || {
        let host = Host::of_files(&files);
        show(&evaluate(&Settings::new(&host)))
    };
    let once = shown();
    assert_eq!(once, shown(), "{text:?}");
    let has_errors = once["errors"].as_array().is_some_and(|errors| !errors.is_empty());
    assert!(has_errors || syntax_errors("main.tf", text).is_empty(), "{text:?}: {once}");
}
