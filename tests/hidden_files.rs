//! No file hides another one: whatever is put beside a template, `check` reads it, lists it as skipped, or is incomplete.

use std::path::Path;
use std::process::Command;

use cfn_warden::cli::Exit;
use serde_json::{Value, json};

use crate::cli::tempdir::Folder;
use crate::cli::{Ended, folder, run};
use crate::result_schema::assert_valid;

const BAD: &str =
    "Resources:\n  Topic:\n    Type: AWS::SNS::Topic\n    Properties:\n      TopicNam: x\n";
const GOOD: &str = "Resources:\n  Topic:\n    Type: AWS::SNS::Topic\n";

fn git(folder: &Path, line: &[&str]) {
    let settings = [
        "-c",
        "user.name=a",
        "-c",
        "user.email=a@example.com",
        "-c",
        "protocol.file.allow=always",
    ];
    let ended = Command::new("git")
        .args(settings)
        .args(line)
        .current_dir(folder)
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .output()
        .unwrap();
    assert!(
        ended.status.success(),
        "{line:?}: {}",
        String::from_utf8_lossy(&ended.stderr)
    );
}

fn check(path: &Path, more: &[&str]) -> Ended {
    run(&[&["check", path.to_str().unwrap()], more].concat(), "")
}

/// What became of a file.
#[derive(Debug, PartialEq, Eq)]
enum Fate {
    /// It has findings.
    Read,
    /// It is in `coverage.skipped` and on standard error, with this reason.
    Skipped(String),
    /// It is in the errors.
    NotChecked,
    /// There is no trace of it.
    Silent,
}

fn fate(searched: &Path, file: &str) -> Fate {
    let ended = check(searched, &["--format", "json"]);
    let answer: Value = serde_json::from_str(&ended.out)
        .unwrap_or_else(|error| panic!("{error}: {}{}", ended.out, ended.err));
    assert_valid(&answer);
    let is_file = |entry: &Value| {
        [&entry["file"], &entry["where"]["file"]]
            .into_iter()
            .filter_map(Value::as_str)
            .any(|name| Path::new(name).ends_with(file))
    };
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    if list(&answer["findings"]).iter().any(is_file) {
        assert_eq!(ended.exit, Exit::NOT_COMPLIANT);
        return Fate::Read;
    }
    if list(&answer["errors"]).iter().any(is_file) {
        assert_eq!(ended.exit, Exit::NOT_COMPLIANT);
        return Fate::NotChecked;
    }
    match list(&answer["coverage"]["skipped"])
        .iter()
        .find(|skipped| is_file(skipped))
    {
        Some(skipped) => {
            assert!(ended.err.contains(file), "{file}: {}", ended.err);
            Fate::Skipped(skipped["reason"].as_str().unwrap().to_owned())
        }
        None => Fate::Silent,
    }
}

fn skipped(reason: &str) -> Fate {
    Fate::Skipped(reason.to_owned())
}

/// Writes an assembly of the AWS CDK with one template, `named.template.json`.
fn assembly(here: &Folder, below: &str) {
    let path = |name: &str| format!("{below}{name}");
    here.file(&path("cdk.out"), r#"{"version": "36.0.0"}"#);
    let manifest = json!({"version": "36.0.0", "artifacts": {
        "Named": {"type": "aws:cloudformation:stack", "properties": {"templateFile": "named.template.json"}},
        "Named.assets": {"type": "cdk:asset-manifest", "properties": {"file": "named.assets.json"}},
    }});
    here.file(&path("manifest.json"), &manifest.to_string());
    let assets = json!({"files": {
        "1": {"source": {"path": "code", "packaging": "zip"}},
        "2": {"source": {"path": "asset.json", "packaging": "file"}},
    }});
    here.file(&path("named.assets.json"), &assets.to_string());
    here.file(
        &path("named.template.json"),
        r#"{"Resources": {"T": {"Type": "AWS::SNS::Topic"}}}"#,
    );
    let bad =
        r#"{"Resources": {"T": {"Type": "AWS::SNS::Topic", "Properties": {"TopicNam": "x"}}}}"#;
    for name in [
        "other.json",
        "asset.json",
        "deep/other.template",
        "code/inside.json",
    ] {
        here.file(&path(name), bad);
    }
    here.file(&path("broken.yaml"), "Resources: {T: [\n");
    here.file(&path("tree.json"), r#"{"tree": {"Resources": []}}"#);
}

#[test]
fn the_manifest_of_an_assembly_hides_no_template() {
    let here = folder("hide-assembly");
    assembly(&here, "templates/");
    let searched = here.path().join("templates");
    for file in [
        "other.json",
        "asset.json",
        "deep/other.template",
        "code/inside.json",
    ] {
        assert_eq!(fate(&searched, file), Fate::Read, "{file}");
        assert_eq!(fate(here.path(), file), Fate::Read, "{file}");
    }
    assert_eq!(fate(&searched, "broken.yaml"), Fate::NotChecked);
    // The whole repository as an assembly.
    let root = folder("hide-assembly-root");
    assembly(&root, "");
    assert_eq!(fate(root.path(), "other.json"), Fate::Read);
}

#[test]
fn the_output_of_the_cdk_lists_what_its_manifest_does_not_name() {
    let here = folder("hide-output");
    assembly(&here, "cdk.out/");
    let searched = here.path().join("cdk.out");
    let reason = "not a template of the manifest";
    for file in [
        "other.json",
        "asset.json",
        "deep/other.template",
        "broken.yaml",
    ] {
        assert_eq!(fate(&searched, file), skipped(reason), "{file}");
    }
    // Code of functions may have templates, which are not deployed. Code that Git tracks is not an output.
    assert_eq!(fate(&searched, "code/inside.json"), Fate::Silent);
    git(here.path(), &["init", "--quiet"]);
    git(here.path(), &["add", "."]);
    assert_eq!(fate(&searched, "code/inside.json"), skipped(reason));
    assert_eq!(fate(here.path(), "code/inside.json"), skipped(reason));
    // An ignored folder with another name.
    let ignored = folder("hide-output-ignored");
    assembly(&ignored, "build/");
    ignored.file(".gitignore", "build\n");
    git(ignored.path(), &["init", "--quiet"]);
    let build = ignored.path().join("build");
    assert_eq!(fate(&build, "other.json"), skipped(reason));
    assert_eq!(fate(&build, "code/inside.json"), Fate::Silent);
}

/// Creates a repository with a template in each place that a search may leave out.
fn repository(name: &str) -> Folder {
    let here = folder(name);
    here.file("good.yaml", GOOD);
    here.file(".gitignore", "evil.yaml\n/build/\nignored-*\n");
    here.file("sub/.gitignore", "*\n");
    for file in TRACKED.iter().map(|(file, _)| file) {
        here.file(file, BAD);
    }
    git(here.path(), &["init", "--quiet"]);
    here
}

/// The templates, with what becomes of each if Git tracks it: `None` if it is read.
const TRACKED: &[(&str, Option<&str>)] = &[
    ("evil.yaml", None),
    ("deep/er/evil.yaml", None),
    ("build/out.json", None),
    ("sub/x.template", None),
    ("ignored-folder/a.YML", None),
    (".cfn/hidden.yaml", Some("a hidden file")),
    (".hidden.yaml", Some("a hidden file")),
    ("app/node_modules/p.yaml", Some("a file in node_modules")),
];

#[test]
fn tracked_files_are_not_ignored() {
    let versions: [&[&str]; 4] = [
        &["config", "index.version", "2"],
        &["config", "index.version", "4"],
        &["config", "core.splitIndex", "true"],
        &["config", "core.untrackedCache", "true"],
    ];
    for (number, settings) in versions.iter().enumerate() {
        let here = repository(&format!("hide-tracked-{number}"));
        git(here.path(), settings);
        git(here.path(), &["add", "--force", "good.yaml", "evil.yaml"]);
        // The second one changes a split index.
        git(here.path(), &["add", "--force", "."]);
        git(here.path(), &["commit", "--quiet", "-m", "all"]);
        for (file, reason) in TRACKED {
            let expected = reason.map_or(Fate::Read, skipped);
            assert_eq!(fate(here.path(), file), expected, "{number} {file}");
        }
        // From a folder of the repository.
        assert_eq!(fate(&here.path().join("deep"), "er/evil.yaml"), Fate::Read);
        // In a linked worktree, `.git` is a file.
        let tree = here.path().join("linked-worktree");
        git(
            here.path(),
            &["worktree", "add", "--quiet", tree.to_str().unwrap()],
        );
        for (file, reason) in TRACKED {
            let expected = reason.map_or(Fate::Read, skipped);
            assert_eq!(fate(&tree, file), expected, "worktree {number} {file}");
        }
    }
}

#[test]
fn untracked_files_are_ignored() {
    let here = repository("hide-untracked");
    for added in [false, true] {
        if added {
            git(here.path(), &["add", "good.yaml"]);
        }
        for (file, _) in TRACKED {
            assert_eq!(fate(here.path(), file), Fate::Silent, "{added} {file}");
        }
    }
}

#[test]
fn submodules_have_tracked_files_of_their_own() {
    let inner = repository("hide-inner");
    git(inner.path(), &["add", "--force", "."]);
    git(inner.path(), &["commit", "--quiet", "-m", "all"]);
    for ignored in ["", "sub\n"] {
        let here = folder("hide-outer");
        here.file("good.yaml", GOOD);
        here.file(".gitignore", ignored);
        git(here.path(), &["init", "--quiet"]);
        let from = inner.path().to_str().unwrap();
        git(
            here.path(),
            &["submodule", "--quiet", "add", "--force", from, "sub"],
        );
        for (file, reason) in TRACKED {
            let expected = reason.map_or(Fate::Read, skipped);
            let file = format!("sub/{file}");
            assert_eq!(fate(here.path(), &file), expected, "{ignored:?} {file}");
        }
    }
}

#[test]
fn an_index_that_cannot_be_read_hides_nothing() {
    let here = repository("hide-index");
    here.file(".git/index", "DIRC\0\0\0\x09");
    let ended = check(here.path(), &[]);
    assert!(
        ended.err.contains("warning: ") && ended.err.contains(".git/index: not an index"),
        "{}",
        ended.err
    );
    for file in ["evil.yaml", "build/out.json", "sub/x.template"] {
        assert_eq!(fate(here.path(), file), Fate::Read, "{file}");
    }
}

#[test]
fn hidden_templates_are_listed_without_a_repository() {
    let here = folder("hide-archive");
    here.file("good.yaml", GOOD);
    here.file(".cfn/hidden.yaml", BAD);
    here.file(".github/workflows/ci.yml", "on: push\njobs: {}\n");
    here.file(".infra/main.tf", "");
    let hidden = || skipped("a hidden file");
    assert_eq!(fate(here.path(), ".cfn/hidden.yaml"), hidden());
    assert_eq!(fate(here.path(), ".infra/main.tf"), hidden());
    assert_eq!(fate(here.path(), ".github/workflows/ci.yml"), Fate::Silent);
    let ended = check(here.path(), &["--exclude", ".cfn", "--exclude", ".infra"]);
    assert_eq!((ended.exit, ended.err.as_str()), (Exit::OK, ""));
}

#[test]
fn configurations_that_git_tracks_are_not_ignored() {
    let here = folder("hide-terraform");
    let bucket = "resource \"aws_s3_bucket\" \"logs\" {\n  bucket = \"other\"\n}\n";
    here.file("good/main.tf", "");
    here.file("infra/main.tf", bucket);
    here.file(".gitignore", "infra\n");
    let rules = here.file(
        "name.guard",
        "rule name when resource_changes exists { resource_changes[*].change.after.bucket == 'logs' }\n",
    );
    git(here.path(), &["init", "--quiet"]);
    let line = ["--rules", rules.as_str(), "--lint", "off"];
    let has_finding = || check(here.path(), &line).out.contains("infra/main.tf");
    assert!(!has_finding());
    git(here.path(), &["add", "--force", "infra"]);
    assert!(has_finding());
}

#[cfg(unix)]
#[test]
fn what_cannot_be_read_does_not_end_a_run() {
    use std::os::unix::fs::symlink;

    let here = folder("unreadable");
    here.file("bad.yaml", BAD);
    symlink("nowhere", here.path().join("dangling.yaml")).unwrap();
    symlink("loop.yaml", here.path().join("loop.yaml")).unwrap();
    for file in ["dangling.yaml", "loop.yaml"] {
        assert_eq!(fate(here.path(), file), Fate::NotChecked, "{file}");
    }
    assert_eq!(fate(here.path(), "bad.yaml"), Fate::Read);
    for format in ["pretty", "sarif", "github", "junit"] {
        let ended = check(here.path(), &["--format", format]);
        assert_eq!(ended.exit, Exit::NOT_COMPLIANT, "{format}");
        for words in ["TopicNam", "dangling.yaml"] {
            assert!(
                ended.out.contains(words) || ended.err.contains(words),
                "{format}: {words}: {}",
                ended.out
            );
        }
    }
    // A named link that leads nowhere is not checked, either; what does not exist at all is a mistake.
    let at = |name: &str| here.path().join(name).to_str().unwrap().to_owned();
    let ended = run(&["check", &at("dangling.yaml"), &at("bad.yaml")], "");
    assert_eq!(ended.exit, Exit::NOT_COMPLIANT);
    assert!(ended.out.contains("TopicNam"), "{}", ended.out);
    assert_eq!(
        run(&["check", &at("missing.yaml"), &at("bad.yaml")], "").exit,
        Exit::ERROR
    );
}

#[cfg(unix)]
#[test]
fn configuration_files_that_cannot_be_read_are_named() {
    use std::os::unix::fs::symlink;

    let bucket = "resource \"aws_s3_bucket\" \"b\" {\n  bucket = \"other\"\n}\n";
    let rule = "rule name when resource_changes exists { resource_changes[*].change.after.bucket == 'logs' }\n";
    for name in [
        "link.tf",
        "link.tf.json",
        "link_override.tf",
        "override.tf.json",
        "terraform.tfvars",
        "x.auto.tfvars",
        "terraform.tfvars.json",
        "x.auto.tfvars.json",
    ] {
        for trick in ["outside", "dangling", "loop", "pipe", "folder"] {
            let (here, outside) = (folder("unread-tf"), folder("unread-tf-outside"));
            here.file("app/main.tf", bucket);
            let rules = here.file("name.guard", rule);
            let (at, app) = (here.path().join("app").join(name), here.path().join("app"));
            match trick {
                "outside" => symlink(outside.file(name, ""), &at).unwrap(),
                "dangling" => symlink("nowhere", &at).unwrap(),
                "loop" => symlink(name, &at).unwrap(),
                "folder" => symlink(outside.path(), &at).unwrap(),
                _ => {
                    let made = Command::new("mkfifo").arg(&at).status().unwrap();
                    assert!(made.success());
                }
            }
            let ended = check(&app, &["--rules", &rules, "--format", "json"]);
            let answer: Value = serde_json::from_str(&ended.out).unwrap();
            assert_valid(&answer);
            let errors = answer["errors"].as_array().unwrap();
            assert!(
                errors
                    .iter()
                    .any(|error| error["message"].as_str().unwrap().contains(name)),
                "{trick} {name}: {answer:#}"
            );
            assert_eq!(ended.exit, Exit::NOT_COMPLIANT);
            // The rest is checked.
            let findings = answer["findings"].as_array().unwrap();
            assert!(
                findings.iter().any(|finding| finding["rule"] == "name"),
                "{trick} {name}: {answer:#}"
            );
        }
    }
    // A folder named like a configuration file is none, as in Terraform.
    let here = folder("unread-tf-folder");
    here.file("main.tf", "");
    std::fs::create_dir(here.path().join("x.tf")).unwrap();
    assert_eq!(check(here.path(), &["--pack", "fsbp"]).exit, Exit::OK);
    // A folder with nothing that can be read is not an empty one.
    let here = folder("unread-tf-only");
    symlink("nowhere", here.path().join("main.tf")).unwrap();
    let ended = check(here.path(), &["--pack", "fsbp"]);
    assert!(
        ended.exit == Exit::NOT_COMPLIANT && ended.out.contains("main.tf"),
        "{}{}",
        ended.out,
        ended.err
    );
}

/// A template at a URL is not one of the documents, whatever the URL, the metadata and the names of files are.
#[test]
fn templates_elsewhere_are_not_documents() {
    let here = folder("elsewhere");
    let ok = here.file("ok.yaml", GOOD);
    here.file("https:/evil.example/x.yaml", GOOD);
    let asset = |url: &str| {
        format!(
            "Resources:\n  S:\n    Type: AWS::CloudFormation::Stack\n    Metadata: {{'aws:asset:path': ok.yaml, 'aws:asset:property': TemplateURL}}\n    Properties:\n      TemplateURL: {url}\n"
        )
    };
    let plain = |kind: &str, property: &str, url: &str| {
        format!("Resources:\n  S:\n    Type: {kind}\n    Properties:\n      {property}: {url}\n")
    };
    let stack = |url: &str| plain("AWS::CloudFormation::Stack", "TemplateURL", url);
    let elsewhere = [
        asset("https://evil.s3.amazonaws.com/x.yaml"),
        asset("!Sub 'https://evil.s3.${AWS::URLSuffix}/x.yaml'"),
        asset("!Join ['', ['https://evil/', ok.yaml]]"),
        stack("https://evil.s3.amazonaws.com/../../ok.yaml"),
        stack("https://evil.example/x.yaml"),
        stack("HTTPS://evil.example/../../ok.yaml"),
        stack("s3://../ok.yaml"),
        stack("'{{resolve:ssm:/x}}/../ok.yaml'"),
        plain(
            "AWS::Serverless::Application",
            "Location",
            "https://evil/../../ok.yaml",
        ),
        plain(
            "AWS::CloudFormation::StackSet",
            "TemplateURL",
            "https://evil/../../ok.yaml",
        ),
        plain(
            "AWS::ServiceCatalog::CloudFormationProvisionedProduct",
            "PathName",
            "ok.yaml",
        ),
    ];
    for text in elsewhere {
        let template = here.file("t.yaml", &text);
        for line in [
            &[template.as_str(), ok.as_str()] as &[&str],
            &[here.path().to_str().unwrap()],
        ] {
            let line = [
                &["check"],
                line,
                &[
                    "--coverage",
                    "nested_stack=fail",
                    "--lint",
                    "off",
                    "--pack",
                    "fsbp",
                ],
            ]
            .concat();
            let ended = run(&line, "");
            assert!(
                ended.exit == Exit::NOT_COMPLIANT
                    && ended.out.contains("is not among the documents checked"),
                "{text}: {}{}",
                ended.out,
                ended.err
            );
        }
    }
    let template = here.file("t.yaml", &stack("./ok.yaml"));
    let line = ["check", &template, &ok, "--coverage", "nested_stack=fail"];
    let ended = run(&line, "");
    assert!(!ended.out.contains("is not among"), "{}", ended.out);
}

#[test]
fn files_of_other_tools_are_no_templates() {
    let here = folder("other-tools");
    here.file("ok.yaml", GOOD);
    let chart = "  {{- with .Values.annotations }}\n  description: Resources of a node\n  # Resources: none\n";
    here.file("chart.yaml", chart);
    let package =
        r#"{"description": "x", "dependencies": {}, "Transform": "AWS::Serverless-2016-10-31"}"#;
    here.file("package.json", package);
    here.file("serverless.yml", "service: shop\nprovider: {name: aws}\n");
    here.file(".aws-sam/build/template.yaml", GOOD);
    let expected = [
        ("chart.yaml", "not a template"),
        ("package.json", "not a template"),
        (
            "serverless.yml",
            "a Serverless Framework service without a package; `serverless package` writes it",
        ),
        (".aws-sam/build/template.yaml", "an output of `sam build`"),
    ];
    for (file, reason) in expected {
        assert_eq!(fate(here.path(), file), skipped(reason), "{file}");
    }
    let output = ".serverless/cloudformation-template-update-stack.json";
    here.file(output, BAD);
    assert_eq!(fate(here.path(), output), Fate::Read);
    assert_eq!(
        fate(here.path(), "serverless.yml"),
        skipped("not a template")
    );
}

#[test]
fn a_file_with_a_key_of_templates_that_does_not_parse_is_not_skipped() {
    let texts = [
        "Resources: [\n",
        "a: 1\n  Resources : [\n",
        "{\"Resources\": [",
        "{a: 1, Resources: [",
        "'AWSTemplateFormatVersion': [\n",
        "\u{feff}Resources: [\n",
        "Re\\u0073ources: [\n\"\\u0052esources\": [\n",
    ];
    for (number, text) in texts.iter().enumerate() {
        let here = folder(&format!("broken-template-{number}"));
        here.file("ok.yaml", GOOD);
        here.file("broken.yaml", text);
        assert_eq!(fate(here.path(), "broken.yaml"), Fate::NotChecked, "{text}");
    }
}
