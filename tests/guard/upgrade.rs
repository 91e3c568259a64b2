//! The exact output of `rules upgrade-check`. The verdicts of both versions on these files were verified with cfn-guard
//! 3.2.0 and 3.2.1.

use std::collections::BTreeMap;

use cfn_warden::cli::Exit;
use cfn_warden_guard::{Language, Semantics, Version};

use super::verdicts_as;
use crate::cli::{self, Ended};
use crate::recorded;

const FOLDER: &str = "tests/guard/upgrade";

fn upgrade_check(arguments: &[&str]) -> (Exit, String, String) {
    let Ended { exit, out, err } = cli::run(&[&["rules", "upgrade-check"], arguments].concat(), "");
    (exit, out, err)
}

#[test]
fn differences_name_clause_data_and_change() {
    let storage = format!("{FOLDER}/storage.guard");
    let template = format!("{FOLDER}/template.yaml");
    let next = ["--from", "3.2.1", "--to", "next"];
    let all: [(&str, Vec<&str>); 4] = [
        ("text.txt", vec!["-r", FOLDER, "-d", FOLDER]),
        (
            "report.json",
            vec!["-r", FOLDER, "-d", &template, "--format", "json"],
        ),
        (
            "next.txt",
            [&["-r", &storage, "-d", &template][..], &next[..]].concat(),
        ),
        (
            "back.txt",
            vec![
                "-r", &storage, "-d", &template, "--from", "3.2.1", "--to", "3.2.0",
            ],
        ),
    ];
    for (name, arguments) in all {
        let (exit, out, err) = upgrade_check(&arguments);
        assert_eq!((exit, err.as_str()), (Exit::DIFFERENT, ""), "{name}");
        recorded::compare(
            &recorded::root()
                .join("tests/guard/recorded/upgrade")
                .join(name),
            &out,
        );
    }
}

#[test]
fn verdicts_match_both_versions() {
    let read =
        |name: &str| std::fs::read_to_string(recorded::root().join(FOLDER).join(name)).unwrap();
    let (rules, data) = (read("storage.guard"), read("template.yaml"));
    let verdicts = |version: Version| -> BTreeMap<String, String> {
        let found = verdicts_as(Language::from(Semantics::from(version)), &rules, &data).unwrap();
        found
            .into_iter()
            .map(|(rule, all)| (rule, all[0].as_str().to_owned()))
            .collect()
    };
    let rules = |verdicts: [&str; 7]| -> BTreeMap<String, String> {
        let names = [
            "no_public_reading",
            "names_are_allowed",
            "retention",
            "tagged",
            "large_volumes",
            "all_checked",
            "volumes_apply",
        ];
        names
            .iter()
            .zip(verdicts)
            .map(|(name, verdict)| ((*name).to_owned(), verdict.to_owned()))
            .collect()
    };
    assert_eq!(verdicts(Version::V3_2_0), rules(OLDER));
    assert_eq!(verdicts(Version::V3_2_1), rules(CURRENT));
}

const OLDER: [&str; 7] = ["PASS", "SKIP", "FAIL", "PASS", "SKIP", "FAIL", "SKIP"];
const CURRENT: [&str; 7] = ["FAIL", "FAIL", "PASS", "PASS", "FAIL", "FAIL", "SKIP"];

#[test]
fn exit_codes_distinguish_no_difference_and_errors() {
    let storage = format!("{FOLDER}/storage.guard");
    let nothing = format!("{FOLDER}/nothing.yaml");
    let same = upgrade_check(&[
        "-r", &storage, "-d", &nothing, "--from", "3.2.1", "--to", "3.2.1",
    ]);
    let expected = "7 rules compared: no verdict differs between 3.2.1 and 3.2.1\n".to_owned();
    assert_eq!(same, (Exit::OK, expected, String::new()));
    let (exit, _, err) = upgrade_check(&["-r", "tests/guard/outputs/broken.guard", "-d", &nothing]);
    assert_eq!(exit, Exit::ERROR);
    assert!(err.contains("broken.guard:"), "{err}");
    let (exit, _, err) = upgrade_check(&["-r", &storage, "-d", "tests/guard/nowhere.yaml"]);
    assert_eq!(exit, Exit::ERROR);
    assert!(err.contains("nowhere.yaml"), "{err}");
    let (exit, _, err) = upgrade_check(&["-r", &storage, "-d", &nothing, "--to", "4"]);
    assert_eq!(exit, Exit::ERROR);
    assert!(
        err.contains("[possible values: 3.2.0, 3.2.1, next]"),
        "{err}"
    );
}
