//! Tests of `.gitignore` in the folders that `check` searches.

use serde_json::Value;

use crate::cli::{folder, run, tempdir::Folder};

const BAD: &str =
    "Resources:\n  Topic:\n    Type: AWS::SNS::Topic\n    Properties:\n      TopicNam: x\n";

/// Returns the files with findings, without the test's folder.
fn checked(here: &Folder, line: &[&str]) -> Vec<String> {
    let ended = run(&[&["check", "--format", "json"], line].concat(), "");
    let answer: Value =
        serde_json::from_str(&ended.out).unwrap_or_else(|_| panic!("{}", ended.err));
    let findings = answer["findings"].as_array().unwrap();
    let mut files: Vec<String> = findings
        .iter()
        .map(|one| one["file"].as_str().unwrap().to_owned())
        .collect();
    files.sort();
    files.dedup();
    let prefix = format!("{}/", here.path().display());
    files.iter().map(|file| file.replace(&prefix, "")).collect()
}

fn repository(name: &str) -> Folder {
    let here = folder(&format!("gitignore-{name}"));
    here.file(".git/HEAD", "");
    here.file(
        ".gitignore",
        "build/\n*.local.yaml\n!keep.local.yaml\n/top.yaml\n",
    );
    for name in [
        "a.yaml",
        "a.local.yaml",
        "keep.local.yaml",
        "top.yaml",
        "app/top.yaml",
        "build/out.yaml",
    ] {
        here.file(name, BAD);
    }
    here.file("app/.gitignore", "generated\n");
    here.file("app/generated/b.yaml", BAD);
    here.file("app/node_modules/c.yaml", BAD);
    here.file("app/.hidden/d.yaml", BAD);
    here
}

#[test]
fn folders_are_searched_without_ignored_files() {
    let here = repository("folders");
    let at = |name: &str| here.path().join(name).to_str().unwrap().to_owned();
    assert_eq!(
        checked(&here, &[here.path().to_str().unwrap()]),
        ["a.yaml", "app/top.yaml", "keep.local.yaml"]
    );
    // Rules of folders above apply.
    here.file("app/deep/e.local.yaml", BAD);
    assert_eq!(checked(&here, &[&at("app")]), ["app/top.yaml"]);
    assert_eq!(
        checked(&here, &[here.path().to_str().unwrap(), "--exclude", "app"]),
        ["a.yaml", "keep.local.yaml"]
    );
}

#[test]
fn what_is_named_is_checked() {
    let here = repository("named");
    let at = |name: &str| here.path().join(name).to_str().unwrap().to_owned();
    assert_eq!(checked(&here, &[&at("a.local.yaml")]), ["a.local.yaml"]);
    assert_eq!(
        checked(&here, &[&at("*.yaml")]),
        ["a.local.yaml", "a.yaml", "keep.local.yaml", "top.yaml"]
    );
    // Build results, such as those of `cdk synth`, are ignored by Git.
    assert_eq!(checked(&here, &[&at("build")]), ["build/out.yaml"]);
    assert_eq!(
        checked(&here, &[&at("app/generated")]),
        ["app/generated/b.yaml"]
    );
    here.file(".gitignore", "build/*\n");
    assert_eq!(checked(&here, &[&at("build")]), ["build/out.yaml"]);
}

#[test]
fn only_a_repository_has_ignored_files() {
    let here = repository("none");
    std::fs::remove_dir_all(here.path().join(".git")).unwrap();
    let files = checked(&here, &[here.path().to_str().unwrap()]);
    assert!(
        files.contains(&"build/out.yaml".to_owned())
            && files.contains(&"app/generated/b.yaml".to_owned()),
        "{files:?}"
    );
}

#[test]
fn configurations_in_ignored_folders_are_left_out() {
    let here = repository("terraform");
    let bucket = "resource \"aws_s3_bucket\" \"logs\" {\n  bucket = \"other\"\n}\n";
    here.file("infra/main.tf", bucket);
    here.file("build/infra/main.tf", bucket);
    let rules = here.file(
        "name.guard",
        "rule name when resource_changes exists { resource_changes[*].change.after.bucket == 'logs' }\n",
    );
    let line = |path: &str| {
        checked(
            &here,
            &[
                here.path().join(path).to_str().unwrap(),
                "--lint",
                "off",
                "--rules",
                &rules,
            ],
        )
    };
    assert_eq!(line(""), ["infra/main.tf"]);
    assert_eq!(line("build/infra"), ["build/infra/main.tf"]);
}
