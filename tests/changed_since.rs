//! Tests of `check --changed-since`, in repositories that Git makes.

use std::collections::BTreeSet;
use std::process::Command;

use cfn_warden::cli::Exit;
use serde_json::Value;

use crate::cli::{Ended, folder, run, tempdir::Folder};

const BAD: &str =
    "Resources:\n  Topic:\n    Type: AWS::SNS::Topic\n    Properties:\n      TopicNam: x\n";
const PARENT: &str = "Resources:\n  S:\n    Type: AWS::CloudFormation::Stack\n    Properties: {TemplateURL: c.yaml}\n";

/// A repository with a branch `feature` at the same commit as `main`.
struct Repository(Folder);

impl Repository {
    fn new(name: &str) -> Repository {
        let here = folder(&format!("changed-since-{name}"));
        for file in ["app/a.yaml", "app/b.yaml", "app/c.yaml"] {
            here.file(file, BAD);
        }
        here.file("app/parent.yaml", PARENT);
        here.file("tf/main.tf", "module \"m\" {\n  source = \"./mod\"\n}\n");
        here.file("tf/mod/main.tf", "output \"x\" {\n  value = 1\n}\n");
        here.file("other/main.tf", "locals {\n  a = 1\n}\n");
        here.file("policy/a.guard", "rule a { Resources exists }\n");
        here.file(".gitignore", "generated/\n");
        let repository = Repository(here);
        repository.git(&["init", "-q", "-b", "main"]);
        repository.commit("one");
        repository.git(&["checkout", "-q", "-b", "feature"]);
        repository
    }

    fn git(&self, arguments: &[&str]) {
        let identity = ["-c", "user.name=a", "-c", "user.email=a@example.com"];
        let ended = Command::new("git")
            .args(identity)
            .args(["-c", "commit.gpgsign=false", "-C"])
            .arg(self.0.path())
            .args(arguments)
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env_remove("GIT_DIR")
            .env_remove("GIT_INDEX_FILE")
            .output()
            .unwrap();
        assert!(
            ended.status.success(),
            "{arguments:?}: {}",
            String::from_utf8_lossy(&ended.stderr)
        );
    }

    fn commit(&self, message: &str) {
        self.git(&["add", "--all"]);
        self.git(&["commit", "-q", "-m", message]);
    }

    fn at(&self, name: &str) -> String {
        self.0.path().join(name).to_str().unwrap().to_owned()
    }

    fn check(&self, line: &[&str]) -> Ended {
        let line: Vec<String> = line
            .iter()
            .map(|word| {
                word.strip_prefix("./")
                    .map_or_else(|| (*word).to_owned(), |name| self.at(name))
            })
            .collect();
        let line: Vec<&str> = line.iter().map(String::as_str).collect();
        run(&[&["check", "--format", "json"], &line[..]].concat(), "")
    }

    /// Returns the documents and configurations that a run left out, and those with findings.
    fn parts(&self, line: &[&str]) -> (Vec<String>, Vec<String>) {
        let ended = self.check(line);
        let result: Value =
            serde_json::from_str(&ended.out).unwrap_or_else(|_| panic!("{}", ended.err));
        crate::result_schema::assert_valid(&result);
        let prefix = format!("{}/", self.0.path().display());
        let names = |list: &Value, key: &str, is_wanted: &dyn Fn(&Value) -> bool| -> Vec<String> {
            let list = list
                .as_array()
                .into_iter()
                .flatten()
                .filter(|one| is_wanted(one));
            let names: BTreeSet<String> = list
                .map(|one| one[key].as_str().unwrap().replace(&prefix, ""))
                .collect();
            names.into_iter().collect()
        };
        let skipped = names(&result["coverage"]["skipped"], "file", &|one| {
            one["reason"] == "not changed"
        });
        (skipped, names(&result["findings"], "file", &|_| true))
    }
}

const ALL: [&str; 6] = [
    "app/a.yaml",
    "app/b.yaml",
    "app/c.yaml",
    "app/parent.yaml",
    "other",
    "tf",
];

fn without(names: &[&str]) -> Vec<String> {
    let left = ALL.iter().filter(|name| !names.contains(name));
    left.map(|name| (*name).to_owned()).collect()
}

#[test]
fn a_branch_without_changes_is_compliant() {
    let here = Repository::new("nothing");
    assert_eq!(
        here.parts(&["./", "--changed-since", "main"]),
        (without(&[]), Vec::new())
    );
    let root = here.at("");
    let ended = run(&["check", &root, "--changed-since", "main"], "");
    assert_eq!(
        (ended.exit, &*ended.out),
        (
            Exit::OK,
            "compliant (0 documents, 0 errors, 0 warnings, 0 inputs not checked)\n"
        )
    );
    assert!(
        ended.err.starts_with("cfn-warden: skipped, not changed: "),
        "{}",
        ended.err
    );
    assert_eq!(run(&["check", &root], "").exit, Exit::NOT_COMPLIANT);
}

#[test]
fn files_that_are_committed_staged_changed_or_new_are_checked() {
    let here = Repository::new("changes");
    let changed = format!("{BAD}\n");
    here.0.file("app/a.yaml", &changed);
    here.commit("two");
    here.0.file("app/b.yaml", &changed);
    here.git(&["add", "app/b.yaml"]);
    here.0.file("app/new.yaml", BAD);
    let (skipped, found) = here.parts(&["./", "--changed-since", "main"]);
    assert_eq!(skipped, without(&["app/a.yaml", "app/b.yaml"]));
    assert_eq!(found, ["app/a.yaml", "app/b.yaml", "app/new.yaml"]);
    // A revision of the branch itself: what is not committed.
    assert_eq!(
        here.parts(&["./", "--changed-since", "HEAD"]).1,
        ["app/b.yaml", "app/new.yaml"]
    );
    // A folder inside the repository, and a file that is named.
    assert_eq!(
        here.parts(&["./other", "--changed-since", "main"]).0,
        ["other"]
    );
    assert_eq!(
        here.parts(&["./other", "./app/c.yaml", "--changed-since", "main"])
            .1,
        ["app/c.yaml"]
    );
}

#[test]
fn what_changed_on_the_other_branch_does_not_count() {
    let here = Repository::new("merge-base");
    here.0.file("app/a.yaml", &format!("{BAD}\n"));
    here.commit("two");
    here.git(&["checkout", "-q", "main"]);
    here.0.file("app/b.yaml", &format!("{BAD}\n"));
    here.commit("three");
    here.git(&["checkout", "-q", "feature"]);
    assert_eq!(
        here.parts(&["./", "--changed-since", "main"]).1,
        ["app/a.yaml"]
    );
}

#[test]
fn renamed_and_deleted_files_are_no_errors() {
    let here = Repository::new("renames");
    here.git(&["mv", "app/b.yaml", "app/renamed.yaml"]);
    here.git(&["rm", "-q", "app/a.yaml"]);
    let (skipped, found) = here.parts(&["./", "--changed-since", "main"]);
    assert_eq!(skipped, without(&["app/a.yaml", "app/b.yaml"]));
    assert_eq!(found, ["app/renamed.yaml"]);
    // The template of a nested stack belongs to the template that names it.
    std::fs::remove_file(here.at("app/c.yaml")).unwrap();
    assert_eq!(
        here.parts(&["./", "--changed-since", "main"]).0,
        without(&["app/a.yaml", "app/b.yaml", "app/c.yaml", "app/parent.yaml"])
    );
}

#[test]
fn a_configuration_is_checked_if_a_file_of_it_or_of_its_modules_changed() {
    let here = Repository::new("terraform");
    let skipped = |here: &Repository| here.parts(&["./", "--changed-since", "main"]).0;
    here.0
        .file("tf/mod/main.tf", "output \"x\" {\n  value = 2\n}\n");
    assert_eq!(skipped(&here), without(&["tf"]));
    here.commit("two");
    assert_eq!(skipped(&here), without(&["tf"]));
    here.git(&["checkout", "-q", "main", "--", "tf"]);
    assert_eq!(skipped(&here), without(&[]));
    here.0.file("other/terraform.tfvars", "a = 1\n");
    assert_eq!(skipped(&here), without(&["other"]));
    here.git(&["add", "--all"]);
    here.git(&["rm", "-q", "-f", "other/terraform.tfvars"]);
    here.0.file("other/more.tf", "locals {\n  b = 1\n}\n");
    here.commit("three");
    here.git(&["rm", "-q", "other/more.tf"]);
    assert_eq!(
        here.parts(&["./", "--changed-since", "HEAD"]).0,
        without(&["other"])
    );
}

#[test]
fn everything_is_checked_if_a_file_for_all_documents_changed() {
    let here = Repository::new("settings");
    let rules = ["./", "--rules", "./policy", "--changed-since", "main"];
    assert_eq!(here.parts(&rules).0, without(&[]));
    let waivers = [
        "./",
        "--waivers",
        "./waivers.toml",
        "--changed-since",
        "main",
    ];
    here.0.file("waivers.toml", "");
    assert_eq!(here.parts(&waivers).0, Vec::<String>::new());
    assert_eq!(here.parts(&rules).0, without(&[]));
    here.git(&["rm", "-q", "policy/a.guard"]);
    here.0
        .file("policy/b.guard", "rule b { Resources exists }\n");
    let ended = here.check(&rules);
    assert!(
        ended.err.contains("--changed-since: ")
            && ended.err.contains(
                "policy/a.guard changed and applies to all documents, so all are checked\n"
            ),
        "{}",
        ended.err
    );
    assert_eq!(here.parts(&rules).0, Vec::<String>::new());
}

#[test]
fn a_project_file_that_changed_is_for_all_documents() {
    let here = Repository::new("project");
    let check = || {
        let program = env!("CARGO_BIN_EXE_cfn-warden");
        let line = ["check", ".", "--changed-since", "main", "-q"];
        let ended = Command::new(program)
            .args(line)
            .current_dir(here.at("app"))
            .output()
            .unwrap();
        String::from_utf8(ended.stdout).unwrap()
    };
    assert!(check().contains("(0 documents, "), "{}", check());
    here.0.file("cfn-warden.toml", "fail-on = \"warning\"\n");
    assert!(check().contains("(4 documents, "), "{}", check());
}

#[test]
fn what_git_does_not_know_is_checked() {
    let here = Repository::new("ignored");
    here.0.file("generated/g.yaml", BAD);
    assert_eq!(
        here.parts(&["./generated", "--changed-since", "main"]).1,
        ["generated/g.yaml"]
    );
    here.0.file("nested/n.yaml", BAD);
    here.0.file("nested/.git/HEAD", "ref: refs/heads/main\n");
    assert_eq!(
        here.parts(&["./", "--changed-since", "main"]).1,
        ["nested/n.yaml"]
    );
}

#[test]
fn rules_and_waivers_without_effect_are_expected_in_a_part_of_the_documents() {
    let here = Repository::new("partial");
    here.0.file(
        "policy/a.guard",
        "rule a when Mappings exists { Resources exists }\n",
    );
    here.0.file(
        "waivers.toml",
        "[[waiver]]\nrule = \"E3002\"\nreason = \"old\"\nfile = \"*a.yaml\"\n",
    );
    here.commit("two");
    let ended = here.check(&[
        "./",
        "--rules",
        "./policy",
        "--waivers",
        "./waivers.toml",
        "--fail-on-skip",
        "--changed-since",
        "HEAD",
    ]);
    assert_eq!(ended.exit, Exit::OK, "{}{}", ended.out, ended.err);
    assert!(!ended.err.contains("is not used"), "{}", ended.err);
}

#[test]
fn a_revision_or_repository_that_does_not_exist_is_an_error() {
    let here = Repository::new("errors");
    let said = |line: &[&str]| {
        let ended = here.check(line);
        assert_eq!(ended.exit, Exit::ERROR, "{}", ended.out);
        ended.err
    };
    for revision in ["nope", "-x", "main:app/a.yaml"] {
        let option = format!("--changed-since={revision}");
        let expected = format!(
            "cfn-warden: --changed-since: `{revision}` is not a revision of the repository "
        );
        let err = said(&["./", &option]);
        assert!(
            err.starts_with(&expected)
                && err.ends_with("; in a shallow clone, run `git fetch --unshallow` first\n"),
            "{err}"
        );
    }
    let named = said(&["./app/a.yaml", "--changed-since", "main"]);
    assert_eq!(
        named,
        "cfn-warden: --changed-since: expected a folder, such as `.`; files that are named are always checked\n"
    );
    here.git(&["checkout", "-q", "--orphan", "alone"]);
    here.commit("alone");
    let alone = said(&["./", "--changed-since", "main"]);
    assert!(
        alone.contains("`main` and HEAD have no commit in common; "),
        "{alone}"
    );
    let outside = folder("changed-since-outside");
    outside.file("t.yaml", BAD);
    let path = outside.path().to_str().unwrap();
    let ended = run(&["check", path, "--changed-since", "main"], "");
    assert_eq!(
        ended.err,
        format!("cfn-warden: --changed-since: {path} is in no Git repository\n")
    );
}
