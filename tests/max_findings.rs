//! Tests of `check --max-findings`.

use std::time::{SystemTime, UNIX_EPOCH};

use cfn_warden::report::formats;
use serde_json::Value;

use crate::cli::{folder, run};

/// A template with two warnings, then three errors.
const TEMPLATE: &str = "\
Parameters:
  A: {Type: String}
  B: {Type: String}
Resources:
  One: {Type: 'AWS::SQS::Queue', Properties: {DelaySeconds: never}}
  Two: {Type: 'AWS::SQS::Queue', Properties: {DelaySeconds: later}}
  Three: {Type: 'AWS::SQS::Queue', Properties: {DelaySeconds: soon}}
";

#[test]
fn formats_for_people_show_errors_first_and_count_the_rest() {
    let here = folder("max-findings");
    let template = here.file("t.yaml", TEMPLATE);
    for format in formats::ALL.iter().map(|format| format.name) {
        let report = |most: &[&str]| {
            run(
                &[&["check", &template, "--format", format][..], most].concat(),
                "",
            )
        };
        let (all, some) = in_one_second(|| (report(&[]), report(&["--max-findings", "2"])));
        assert_eq!(
            all.exit, some.exit,
            "{format}: the verdict is that of all findings"
        );
        if !["pretty", "text", "github", "markdown"].contains(&format) {
            assert_eq!(
                without_origin(&all.out),
                without_origin(&some.out),
                "{format} has all findings"
            );
            continue;
        }
        for (word, is_shown) in [
            ("never", true),
            ("later", true),
            ("soon", false),
            ("W2001", false),
        ] {
            assert!(all.out.contains(word), "{format}: {word}");
            let rows = some
                .out
                .lines()
                .filter(|line| !line.starts_with("| W") && !line.contains("W2001 "));
            let shown = rows.filter(|line| line.contains(word)).count() > 0;
            assert_eq!(shown, is_shown, "{format}: {word}\n{}", some.out);
        }
        assert!(some.out.contains('3'), "{format}: {}", some.out);
        assert_ne!(report(&["--max-findings", "5"]).out, some.out);
        assert_eq!(
            report(&["--max-findings", "5"]).out,
            all.out,
            "{format}: nothing is left out"
        );
    }
}

/// A template with one warning that has three reasons, and one error. cfn-lint's formats list the reasons.
const REPEATED: &str = "\
Resources:
  V: {Type: 'AWS::SNS::Topic'}
  S:
    Type: AWS::SQS::Queue
    DependsOn: V
    Properties:
      QueueName: !Sub '${V.TopicName}-${V}'
      DelaySeconds: never
      Tags: [{Key: a, Value: !Ref V}]
";

#[test]
fn a_repeated_statement_is_one_finding_everywhere() {
    let here = folder("repeated");
    let template = here.file("t.yaml", REPEATED);
    for format in ["pretty", "text", "github"] {
        let report = run(
            &[
                "check",
                &template,
                "--format",
                format,
                "--max-findings",
                "1",
            ],
            "",
        )
        .out;
        assert!(report.contains("1 finding not shown"), "{format}: {report}");
    }
    let log: Value =
        serde_json::from_str(&run(&["check", &template, "--format", "sarif"], "").out).unwrap();
    assert_eq!(
        log.pointer("/runs/0/results")
            .unwrap()
            .as_array()
            .unwrap()
            .len(),
        2
    );
    let waivers = here.file("w.toml", "[[waiver]]\nrule = 'W3005'\nreason = 'known'\n");
    for (format, words) in [
        ("pretty", ", 1 waived)"),
        ("markdown", ", 1 finding waived."),
        ("json", "\"waived\": 1"),
    ] {
        let report = run(
            &[
                "check",
                &template,
                "--format",
                format,
                "--waivers",
                &waivers,
            ],
            "",
        )
        .out;
        assert!(report.contains(words), "{format}: {report}");
    }
    let fixed = run(&["check", &template, "--fix"], "").err;
    let lines: Vec<&str> = fixed.lines().collect();
    assert_eq!(lines.len(), 2, "{fixed}");
    assert!(
        lines[0].ends_with(":5:5: W3005: Remove `DependsOn`."),
        "{fixed}"
    );
    assert_eq!(
        lines[1],
        "cfn-warden: fixed 1 finding in 1 document; 1 left"
    );
}

/// Returns what a function returns that reads the clock in one second only: asff, ocsf and oscal show the time of the check.
fn in_one_second<T>(both: impl Fn() -> T) -> T {
    let second = || {
        SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap()
            .as_secs()
    };
    loop {
        let (before, made) = (second(), both());
        if before == second() {
            return made;
        }
    }
}

/// Removes the line of the HTML report that has the time of the check.
fn without_origin(report: &str) -> Vec<&str> {
    report
        .lines()
        .filter(|line| !line.starts_with("<dl class=\"origin\">"))
        .collect()
}

#[test]
fn pretty_ends_with_a_table_by_rule_if_there_are_many_findings() {
    let here = folder("max-findings-table");
    let shown = |copies: usize| {
        (0..copies).for_each(|copy| drop(here.file(&format!("{copy:02}.yaml"), TEMPLATE)));
        run(&["check", here.path().to_str().unwrap()], "").out
    };
    assert!(!shown(10).contains("findings by rule"), "50 findings");
    let out = shown(11);
    let table = out.split_once("\nfindings by rule:\n").unwrap().1;
    let rows: Vec<&str> = table.lines().take(3).collect();
    assert!(
        rows[0].starts_with("     33  error          E3012  ")
            && rows[1].starts_with("     22  warning        W2001  "),
        "{rows:?}"
    );
    assert_eq!(rows[2], "");
}

#[test]
fn the_count_is_that_of_all_findings() {
    let here = folder("max-findings-count");
    let template = here.file("t.yaml", TEMPLATE);
    let none = run(&["check", &template, "--max-findings", "0"], "");
    assert!(
        none.out
            .contains("not compliant (1 document, 3 errors, 2 warnings"),
        "{}",
        none.out
    );
    assert!(
        none.out
            .contains("5 findings not shown; raise --max-findings, or add --output html=FILE"),
        "{}",
        none.out
    );
    let json: Value = serde_json::from_str(
        &run(
            &["check", &template, "--max-findings", "0", "-f", "json"],
            "",
        )
        .out,
    )
    .unwrap();
    assert_eq!(json["findings"].as_array().unwrap().len(), 5);
}
