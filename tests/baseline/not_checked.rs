//! What was not checked, and is accepted.

use cfn_warden::cli::Exit;

use crate::cli::{folder, run};

const BROKEN: &str = "Resources:\n  A: [\n";
const GOOD: &str = "Resources:\n  Topic: {Type: AWS::SNS::Topic}\n";

#[test]
fn what_was_not_checked_is_accepted_with_a_reason_until_a_day() {
    let here = folder("accepted");
    here.file("broken.yaml", BROKEN);
    here.file("good.yaml", GOOD);
    let root = here.path().to_str().unwrap();
    let baseline = here.path().join("baseline.json");
    let baseline = baseline.to_str().unwrap();
    let check = |more: &[&str]| {
        run(
            &[&["check", root, "--baseline", baseline], more].concat(),
            "",
        )
    };

    let refused = check(&["--update-baseline"]);
    assert_eq!(refused.exit, Exit::NOT_COMPLIANT);
    assert!(
        refused.err.contains("--reason TEXT --until DATE"),
        "{}",
        refused.err
    );
    let accept = |until: &str| {
        let reason = [
            "--update-baseline",
            "--reason",
            "a build writes it",
            "--owner",
            "jobs",
        ];
        check(&[&reason[..], &["--until", until]].concat())
    };
    let ended = accept("2999-12-31");
    let verdict = "compliant, except 1 accepted part that was not checked (";
    assert!(
        ended.exit == Exit::OK && ended.out.starts_with(verdict),
        "{}{}",
        ended.out,
        ended.err
    );
    assert_eq!(check(&[]).exit, Exit::OK);
    let answer = check(&["--format", "json"]).out;
    let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
    let accepted = &answer["baseline"]["not_checked"][0];
    assert_eq!(
        (&accepted["reason"], &accepted["owner"], &accepted["until"]),
        (
            &"a build writes it".into(),
            &"jobs".into(),
            &"2999-12-31".into()
        ),
        "{answer}"
    );

    // Another mistake is not the one that was accepted.
    here.file("broken.yaml", "Resources:\n  - {A: 1\n  B\n");
    assert_eq!(check(&[]).exit, Exit::NOT_COMPLIANT);
    here.file("broken.yaml", BROKEN);
    assert_eq!(check(&[]).exit, Exit::OK);
    // A file that was repaired needs no entry.
    here.file("broken.yaml", GOOD);
    assert_eq!(check(&["--update-baseline"]).exit, Exit::OK);
    assert!(
        !std::fs::read_to_string(baseline)
            .unwrap()
            .contains("not_checked")
    );

    here.file("broken.yaml", BROKEN);
    let ended = accept("2020-01-31");
    assert_eq!(ended.exit, Exit::NOT_COMPLIANT);
    assert!(
        ended.out.contains("(accepted until 2020-01-31)"),
        "{}",
        ended.out
    );
    assert_eq!(accept("soon").exit, Exit::ERROR);
}

#[test]
fn mistakes_in_rules_cannot_be_accepted() {
    let here = folder("accepted-rules");
    let template = here.file("good.yaml", GOOD);
    let rules = here.file("r.guard", "rule a {\n");
    let baseline = here.path().join("baseline.json");
    let ended = run(
        &[
            "check",
            &template,
            "--rules",
            &rules,
            "--baseline",
            baseline.to_str().unwrap(),
            "--update-baseline",
            "--reason",
            "no time",
            "--until",
            "2999-12-31",
        ],
        "",
    );
    assert_ne!(ended.exit, Exit::OK, "{}", ended.out);
}
