//! Tests of `check --severity` and `[severity]` of the project file.

use serde_json::Value;

use crate::cli::{Ended, folder, run, tempdir::Folder};
use crate::result_schema::assert_valid;
use cfn_warden::cli::Exit;

/// E3002, and W2001 for a parameter that is not used.
const TEMPLATE: &str = "Parameters:\n  Unused: {Type: String}\nResources:\n  Topic:\n    Type: AWS::SNS::Topic\n    Properties:\n      TopicNam: x\n";
const RULES: &str = "rule TOPIC_NAMED when Resources.Topic exists { Resources.Topic.Properties.TopicName exists <<name it>> }\n\
                     rule TOPIC_TAGGED when Resources.Topic exists { Resources.Topic.Properties.Tags exists <<tag it>> }\n";

fn files(name: &str) -> (Folder, String, String) {
    let here = folder(&format!("severity-{name}"));
    let (template, rules) = (here.file("t.yaml", TEMPLATE), here.file("r.guard", RULES));
    (here, template, rules)
}

fn check(template: &str, rules: &str, options: &[&str]) -> Ended {
    run(
        &[&["check", template, "--rules", rules], options].concat(),
        "",
    )
}

/// Returns each finding as rule, severity and original severity.
fn severities(ended: &Ended) -> Vec<String> {
    let answer: Value =
        serde_json::from_str(&ended.out).unwrap_or_else(|_| panic!("{}", ended.err));
    assert_valid(&answer);
    let findings = answer["findings"].as_array().unwrap().iter();
    let mut found: Vec<String> = findings
        .map(|one| {
            let text = |name: &str| one[name].as_str().unwrap_or("-").to_owned();
            format!(
                "{} {} {}",
                text("rule"),
                text("severity"),
                text("original_severity")
            )
        })
        .collect();
    found.sort();
    found
}

#[test]
fn the_most_specific_name_counts_for_lint_and_guard() {
    let (_here, template, rules) = files("specific");
    let json = |options: &[&str]| {
        check(
            &template,
            &rules,
            &[&["--format", "json"], options].concat(),
        )
    };
    let unchanged = [
        "E3002 error -",
        "TOPIC_NAMED error -",
        "TOPIC_TAGGED error -",
        "W2001 warning -",
    ];
    assert_eq!(severities(&json(&[])), unchanged);
    let ended = json(&[
        "--severity",
        "E=informational",
        "--severity",
        "E3002=warning",
        "--severity",
        "E30=off",
    ]);
    assert_eq!(severities(&ended)[0], "E3002 warning error");
    let ended = json(&[
        "--severity",
        "TOPIC_*=warning",
        "--severity",
        "TOPIC_TAGGED=informational",
    ]);
    assert_eq!(
        severities(&ended)[1..3],
        [
            "TOPIC_NAMED warning error",
            "TOPIC_TAGGED informational error"
        ]
    );
    // A prefix is one of lint rules: `T` names no Guard rule. A rule may get the severity that it has.
    let ended = json(&["--severity", "W2=error", "--severity", "E3002=error"]);
    assert_eq!(severities(&ended)[0], "E3002 error -");
    assert_eq!(severities(&ended)[3], "W2001 error warning");
    // The last of equals counts.
    let ended = json(&["--severity", "W2001=error", "--severity", "W2001=off"]);
    assert_eq!(severities(&ended).len(), 3);
    let answer: Value = serde_json::from_str(&ended.out).unwrap();
    assert_eq!(
        answer["summary"]["turned_off"],
        serde_json::json!({"W2001": 1})
    );
    let pretty = check(&template, &rules, &["--severity", "T*=off"]).out;
    assert!(pretty.contains(", 2 turned off)"), "{pretty}");
}

#[test]
fn the_verdict_uses_the_new_severity() {
    let (_here, template, rules) = files("verdict");
    let all = ["--severity", "*=warning"];
    assert_eq!(check(&template, &rules, &[]).exit, Exit::NOT_COMPLIANT);
    assert_eq!(check(&template, &rules, &all).exit, Exit::OK);
    assert_eq!(
        check(
            &template,
            &rules,
            &[&all[..], &["--fail-on", "warning"]].concat()
        )
        .exit,
        Exit::NOT_COMPLIANT
    );
    assert_eq!(
        check(
            &template,
            &rules,
            &["--severity", "*=off", "--fail-on", "warning"]
        )
        .exit,
        Exit::OK
    );
    let ended = check(
        &template,
        &rules,
        &["--severity", "W2001=error", "--severity", "*=off"],
    );
    assert_eq!(ended.exit, Exit::NOT_COMPLIANT, "{}", ended.out);
    // What was not checked stays an error.
    let here = folder("severity-broken");
    let broken = here.file("broken.yaml", "Resources: [\n");
    assert_eq!(
        run(&["check", &broken, "--severity", "*=off"], "").exit,
        Exit::NOT_COMPLIANT
    );
}

#[test]
fn every_format_shows_the_new_severity() {
    let (here, template, rules) = files("formats");
    let options = [
        "--severity",
        "E3002=warning",
        "--severity",
        "TOPIC_NAMED=informational",
        "--severity",
        "TOPIC_TAGGED=off",
        "--severity",
        "W2001=error",
    ];
    let report = |format: &str| {
        let ended = check(
            &template,
            &rules,
            &[&options[..], &["--notes", "--format", format]].concat(),
        );
        assert!(
            !ended.out.contains("TOPIC_TAGGED") || format == "junit" || format == "json",
            "{format}: {}",
            ended.out
        );
        ended
            .out
            .replace(&format!("{}/", here.path().display()), "")
    };
    let has = |format: &str, texts: &[&str]| {
        let out = report(format);
        texts
            .iter()
            .for_each(|text| assert!(out.contains(text), "{format} {text}:\n{out}"));
    };
    has(
        "pretty",
        &[
            "t.yaml:7:7: warning E3002",
            "informational TOPIC_NAMED",
            "t.yaml:2:11: error W2001",
            "1 error, 1 warning",
        ],
    );
    has(
        "github",
        &[
            "::warning file=t.yaml,line=7",
            "::error file=t.yaml,line=2",
            "::notice file=t.yaml,line=6",
        ],
    );
    has(
        "html",
        &[
            "<span class=\"badge\">warning</span> <b>E3002</b>",
            "<span class=\"badge\">error</span> <b>W2001</b>",
            "<span class=\"badge\">informational</span> <b>TOPIC_NAMED</b>",
        ],
    );
    has(
        "markdown",
        &["| 🔴 | [W2001]", "| 🟡 | [E3002]", "| 🔵 | TOPIC\\_NAMED"],
    );
    for format in ["sarif", "cfn-lint-sarif"] {
        let sarif: Value = serde_json::from_str(&report(format)).unwrap();
        let results = sarif["runs"][0]["results"].as_array().unwrap();
        let level =
            |rule: &str| results.iter().find(|one| one["ruleId"] == rule).unwrap()["level"].clone();
        assert_eq!(
            (level("E3002"), level("W2001"), level("TOPIC_NAMED")),
            (Value::Null, "error".into(), "note".into()),
            "{format}"
        );
    }
    let levels: Value = serde_json::from_str(&report("cfn-lint")).unwrap();
    let level = |rule: &str| {
        levels
            .as_array()
            .unwrap()
            .iter()
            .find(|one| one["Rule"]["Id"] == rule)
            .unwrap()["Level"]
            .clone()
    };
    assert_eq!(
        (level("E3002"), level("W2001"), level("TOPIC_NAMED")),
        ("Warning".into(), "Error".into(), "Informational".into())
    );
    // What is off has not passed.
    has(
        "junit",
        &[
            "<testcase name=\"TOPIC_TAGGED\">\n\t\t\t<skipped",
            "<testcase name=\"TOPIC_NAMED\">\n\t\t\t<system-out>",
        ],
    );
    let off = check(
        &template,
        &rules,
        &["--severity", "E3002=off", "--format", "junit"],
    )
    .out;
    let (_, case) = off.split_once("<testcase name=\"E3002 ").unwrap();
    assert!(
        case.split("<testcase")
            .next()
            .unwrap()
            .contains("Ignored rule"),
        "{case}"
    );
    for format in ["text", "parseable", "quiet"] {
        has(format, &["W2001", "E3002", "TOPIC_NAMED"]);
    }
    let pretty = report("cfn-lint-pretty");
    assert!(
        pretty.contains("found 1 errors, 1 warnings, and 1 informational violations"),
        "{pretty}"
    );
}

#[test]
fn the_project_file_has_a_table() {
    let (here, template, rules) = files("project");
    let config = here.file(
        "cfn-warden.toml",
        "[severity]\nE3002 = \"warning\"\nW2 = \"off\"\n\"TOPIC_*\" = \"informational\"\n",
    );
    let ended = check(
        &template,
        &rules,
        &["--config", &config, "--format", "json"],
    );
    let expected = [
        "E3002 warning error",
        "TOPIC_NAMED informational error",
        "TOPIC_TAGGED informational error",
    ];
    assert_eq!(
        (ended.exit, severities(&ended)),
        (Exit::OK, expected.map(str::to_owned).to_vec())
    );
    // An option replaces the table.
    let ended = check(
        &template,
        &rules,
        &[
            "--config",
            &config,
            "--format",
            "json",
            "--severity",
            "W2001=error",
        ],
    );
    assert_eq!(severities(&ended)[0], "E3002 error -");
    let config = here.file(
        "cfn-warden.toml",
        "[severity]\nE3O12 = \"warning\"\nW2 = \"of\"\n",
    );
    let ended = check(&template, &rules, &["--config", &config]);
    assert_eq!(ended.exit, Exit::ERROR);
    assert!(
        ended
            .err
            .contains("cfn-warden.toml:2:9: unknown rule ID `E3O12`; did you mean E3012?"),
        "{}",
        ended.err
    );
    assert!(
        ended.err.contains(
            "cfn-warden.toml:3:6: invalid level `of`; expected error, warning, informational or off"
        ),
        "{}",
        ended.err
    );
}

#[test]
fn unknown_rules_are_errors_with_the_nearest_name() {
    let (_here, template, rules) = files("unknown");
    let wrong = |value: &str, expected: &str| {
        let ended = check(&template, &rules, &["--severity", value]);
        assert_eq!(ended.exit, Exit::ERROR, "{value}: {}", ended.out);
        assert!(ended.err.contains(expected), "{value}: {}", ended.err);
    };
    wrong(
        "TOPIC_NAME=warning",
        "--severity: unknown rule `TOPIC_NAME`; did you mean `TOPIC_NAMED`?",
    );
    wrong(
        "E3O02=warning",
        "--severity: unknown rule ID `E3O02`; did you mean E3002?",
    );
    wrong("QUEUE_*=off", "--severity: unknown rule `QUEUE_*`");
    wrong("E3002", "expected RULE=LEVEL, as in W3=error");
    wrong(
        "E3002=fatal",
        "invalid level `fatal`; expected error, warning, informational or off",
    );
    // Without Guard rules, the name may be that of one.
    assert_eq!(
        run(
            &["check", &template, "--severity", "TOPIC_NAME=warning"],
            ""
        )
        .exit,
        Exit::NOT_COMPLIANT
    );
}

#[test]
fn waivers_baselines_and_fixes_see_the_new_severity() {
    let (here, template, rules) = files("others");
    let waivers = here.file(
        "waivers.toml",
        "[[waiver]]\nrule = \"E3002\"\nreason = \"known\"\n",
    );
    let ended = check(
        &template,
        &rules,
        &[
            "--waivers",
            &waivers,
            "--severity",
            "E3002=warning",
            "--format",
            "json",
        ],
    );
    let answer: Value = serde_json::from_str(&ended.out).unwrap();
    assert_eq!(answer["waivers"][0]["severity"], "warning", "{answer}");
    // A baseline has no informational findings.
    let baseline = here
        .path()
        .join("baseline.json")
        .to_str()
        .unwrap()
        .to_owned();
    check(
        &template,
        &rules,
        &[
            "--baseline",
            &baseline,
            "--update-baseline",
            "--severity",
            "E3002=informational",
        ],
    );
    let text = std::fs::read_to_string(&baseline).unwrap();
    assert!(!text.contains("E3002") && text.contains("W2001"), "{text}");
    // A rule that is off fixes nothing.
    let before = std::fs::read_to_string(&template).unwrap();
    let diff = |options: &[&str]| {
        check(
            &template,
            &rules,
            &[&["--diff", "--unsafe-fixes"], options].concat(),
        )
        .out
    };
    assert!(diff(&[]).contains("-      TopicNam: x"), "{}", diff(&[]));
    assert!(!diff(&["--severity", "E3002=off"]).contains("TopicNam: x"));
    assert_eq!(std::fs::read_to_string(&template).unwrap(), before);
}
