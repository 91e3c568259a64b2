//! Properties that hold for every text as a module's file. Used by a property test and by the fuzz target
//! `fuzz/fuzz_targets/terraform.rs`.

use cfn_warden_terraform::schema::{Options, variables};
use cfn_warden_terraform::variables::{Check, CheckResult, Conversion, check};
use cfn_warden_terraform::{FileSet, Host, Settings, evaluate, show, syntax_errors};

/// Evaluates a single-file module twice.
///
/// # Panics
/// Panics if the results differ, or if the file cannot be parsed and no error is reported.
pub fn check_module(text: &str) {
    let files = FileSet::from_iter([("main.tf", text)]);
    let shown = || {
        let host = Host::from_files(&files);
        show(&evaluate(&Settings::new(&host)))
    };
    let once = shown();
    assert_eq!(once, shown(), "{text:?}");
    let has_errors = once["errors"]
        .as_array()
        .is_some_and(|errors| !errors.is_empty());
    assert!(
        has_errors || syntax_errors("main.tf", text).is_empty(),
        "{text:?}: {once}"
    );
    check_variables(&files);
}

/// Makes the schema of a module's variables twice, and checks the module's values against it.
///
/// # Panics
/// Panics if the schemas differ, or if values are accepted without any variables.
fn check_variables(files: &FileSet) {
    let host = Host::from_files(files);
    let schema = || {
        let schema = variables(&host).and_then(|variables| variables.schema(&Options::default()));
        schema.map(|schema| schema.json.line())
    };
    let once = schema();
    assert_eq!(once, schema());
    let settings = Settings::new(&host);
    let asked = Check {
        settings: &settings,
        conversion: Conversion::Strict,
        additional: Default::default(),
        name: &str::to_owned,
    };
    let CheckResult { incomplete, .. } = check(&asked);
    let declares_none = once
        .as_ref()
        .is_ok_and(|schema| schema.contains("\"properties\":{},"));
    assert!(
        !(incomplete.is_empty() && (declares_none || once.is_err())),
        "{once:?}"
    );
}
