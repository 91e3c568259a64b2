//! Recorded results. `UPDATE=1 cargo test` writes those that are our own output; review the diff before committing it.
//! Results of upstream tools are written by the scripts that run these tools, and never from our output.

use std::path::{Path, PathBuf};

/// Files with our own output: folder, extension, and why upstream tools cannot record them.
const OWN: &[(&str, &str, &str)] = &[
    (
        "docs/formats",
        "md",
        "pages with the output of our commands",
    ),
    (
        "tests/compat",
        "ours",
        "findings where cfn-lint is wrong; its own are in the templates",
    ),
    (
        "tests/deployability/cases",
        "ours",
        "errors of templates, also of rules that cfn-lint does not have",
    ),
    (
        "tests/language_extensions",
        "ours",
        "what AWS refuses; it does not publish its messages",
    ),
    (
        "tests/serverless/refused",
        "ours",
        "what SAM refuses, in our words; fixtures of rules that cfn-lint does not have",
    ),
    ("tests/fixes/fixed", "", "cfn-lint has no fixes"),
    (
        "tests/guard/outputs",
        "deviations.jsonl",
        "rows of docs/parity.md; cfn-guard's results are in recorded.jsonl",
    ),
    (
        "tests/guard/recorded/upgrade",
        "json",
        "cfn-guard has no command that compares versions",
    ),
    (
        "tests/guard/recorded/upgrade",
        "txt",
        "cfn-guard has no command that compares versions",
    ),
    (
        "tests/lambda",
        "json",
        "answers of the function; what upstream reports on the events is in upstream.jsonl",
    ),
    ("tests/lambda/hook", "json", "responses of the Hook"),
    (
        "tests/pages",
        "txt",
        "our own words; cfn-lint's are in the fixtures of tests/rules",
    ),
    (
        "tests/report",
        "json",
        "cfn-lint's format with our titles; its own is in tests/lint_outputs",
    ),
    (
        "tests/report",
        "out",
        "formats of runs that have findings of lint and Guard",
    ),
];

/// The root of the repository. The tests of `tests/areas` are compiled in a crate's folder.
pub fn root() -> PathBuf {
    let mut folders = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    folders
        .find(|folder| folder.join("Cargo.lock").is_file())
        .unwrap()
        .to_owned()
}

/// Whether tests write their output instead of comparing it.
pub fn is_update() -> bool {
    std::env::var("UPDATE").is_ok_and(|value| value == "1")
}

/// Compares a text with the recorded one.
#[track_caller]
pub fn compare(path: &Path, text: &str) {
    if is_update() {
        return write(path, text).unwrap();
    }
    let wanted = std::fs::read_to_string(path).unwrap_or_default();
    assert_eq!(
        text,
        wanted,
        "{} is not as recorded; UPDATE=1 records it",
        path.display()
    );
}

/// Records our own output; an error for files that record what an upstream tool prints.
pub fn write(path: &Path, text: &str) -> Result<(), String> {
    let name = path.strip_prefix(root()).unwrap_or(path);
    let is_own = |(folder, extension, _): &(&str, &str, &str)| {
        name.parent() == Some(Path::new(folder))
            && name.to_str().is_some_and(|name| name.ends_with(extension))
    };
    if !OWN.iter().any(is_own) {
        return Err(format!(
            "{} is not our own output: a script that runs the upstream tool records it (OWN in tests/recorded.rs)",
            name.display()
        ));
    }
    std::fs::create_dir_all(path.parent().unwrap()).map_err(|error| error.to_string())?;
    std::fs::write(path, text).map_err(|error| error.to_string())
}

/// Returns the files of a folder with an extension, sorted.
pub fn files(folder: &str, extension: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root().join(folder)).unwrap();
    let mut found: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    found.retain(|path| path.extension().is_some_and(|e| e == extension));
    found.sort();
    assert!(!found.is_empty(), "no .{extension} in {folder}");
    found
}

#[test]
fn recordings_of_upstream_tools_are_not_overwritten() {
    for name in [
        "tests/guard/recorded/verdicts.jsonl",
        "tests/guard/outputs/recorded.jsonl",
        "tests/guard/outputs/lambda.jsonl",
        "tests/lambda/upstream.jsonl",
        "tests/lint_outputs/results.json",
        "tests/lint_options/results.json",
        "tests/schema/keywords.jsonl",
        "tests/document/conditions/random.json",
        "tests/rules/E1001.empty.yaml",
    ] {
        let path = root().join(name);
        let before = std::fs::read(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
        let refusal = write(&path, "our answer").unwrap_err();
        assert!(
            refusal.starts_with(&format!("{name} is not our own output: ")),
            "{refusal}"
        );
        assert_eq!(std::fs::read(&path).unwrap(), before, "{name}");
    }
}

#[test]
fn every_kind_of_own_output_has_files() {
    for (folder, extension, _) in OWN {
        let found = std::fs::read_dir(root().join(folder)).unwrap();
        let mut names = found.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        assert!(
            names.any(|name| name.ends_with(extension)),
            "{folder}: no {extension}"
        );
    }
}
