//! The baseline in each report format.

use cfn_warden::report::formats;
use cfn_warden_schema::Pack;
use cfn_warden_schema::draft7::validate;
use serde_json::{Value, json};

use crate::cli::{Ended, folder, run};

const TEMPLATE: &str = "Resources:
  Queue:
    Type: AWS::SQS::Queue
    Properties:
      DelaySeconds: never
      Nope: 1
";

/// Runs `check` on a template that has a new finding, two known findings, and a stale entry.
fn report(name: &str, format: &str) -> (Ended, String) {
    let here = folder(&format!("baseline-format-{name}"));
    let (template, baseline) = (
        here.file("t.yaml", TEMPLATE),
        here.path().join("b.json").to_str().unwrap().to_owned(),
    );
    let rules = here.file(
        "r.guard",
        "rule NAMED { Resources.*.Properties.QueueName exists }\n",
    );
    let check = |options: &[&str]| {
        let line = [
            "check",
            &template,
            "--rules",
            &rules,
            "--baseline",
            &baseline,
            "--format",
            format,
        ];
        run(&[&line[..], options].concat(), "")
    };
    check(&["--update-baseline"]);
    here.file("t.yaml", &TEMPLATE.replace("Nope", "Other"));
    (check(&[]), baseline)
}

/// The words about two known findings.
fn words(format: &str, file: &str) -> Vec<String> {
    match format {
        "pretty" => vec![", 2 in the baseline)\n".to_owned()],
        "text" => vec![format!("\n2 findings are in the baseline {file}\n")],
        "markdown" => vec![format!("\n\n2 findings are in the baseline {}.\n", file.replace('_', "\\_"))],
        "html" => vec!["<li><b>2</b> in the baseline</li>".to_owned()],
        "github" => vec![format!("::notice title=baseline::2 findings are in the baseline {file}\n")],
        "junit" => vec![
            "<testsuite disabled=\"0\" errors=\"0\" failures=\"0\" name=\"Baseline\" skipped=\"2\" tests=\"2\" time=\"0\">".to_owned(),
            "<property name=\"known\" value=\"2\"/>".to_owned(),
            "<property name=\"new\" value=\"1\"/>".to_owned(),
            "<property name=\"stale\" value=\"1\"/>".to_owned(),
            "<skipped type=\"skipped\" message=\"1 finding is in the baseline\"/>".to_owned(),
        ],
        "json" => vec![format!("\"baseline\": {{\n    \"file\": \"{file}\",\n    \"known\": 2,\n    \"new\": 1,\n    \"stale\": 1\n  }}")],
        "sarif" => vec!["\"baseline\": {".to_owned(), "\"known\": 2,".to_owned()],
        // The formats of cfn-lint, which tools read.
        _ => Vec::new(),
    }
}

#[test]
fn every_format_states_the_number_of_known_findings() {
    for format in formats::ALL {
        let (ended, file) = report(format.name, format.name);
        let words = words(format.name, &file);
        assert!(
            ended.out.contains("Other") || format.name == "quiet",
            "{}: {}",
            format.name,
            ended.out
        );
        for words in &words {
            assert!(
                ended.out.contains(words),
                "{}: {words} is not in\n{}",
                format.name,
                ended.out
            );
        }
        let on_error = format!("cfn-warden: 2 findings are in the baseline {file}\n");
        assert_eq!(
            ended.err.contains(&on_error),
            words.is_empty(),
            "{}: {}",
            format.name,
            ended.err
        );
    }
}

fn results(log: &Value) -> &Vec<Value> {
    log["runs"][0]["results"].as_array().unwrap()
}

/// Fails unless a text is a SARIF log. The schema has the parts of the standard that our reports use.
fn assert_sarif(text: &str) -> Value {
    let schema = Pack::from_json(include_str!("../support/sarif.schema.json")).unwrap();
    let violations = validate(&schema, &Pack::from_json(text).unwrap(), |_| ()).violations;
    let places: Vec<&str> = violations
        .iter()
        .map(|violation| violation.location.as_str())
        .collect();
    assert!(places.is_empty(), "{places:?}\n{text}");
    serde_json::from_str(text).unwrap()
}

#[test]
fn sarif_has_the_state_of_each_result() {
    let (ended, file) = report("states", "sarif");
    let log = assert_sarif(&ended.out);
    let of = |result: &Value| {
        [&result["ruleId"], &result["baselineState"]].map(|text| text.as_str().unwrap().to_owned())
    };
    let found: Vec<[String; 2]> = results(&log).iter().map(of).collect();
    assert_eq!(
        found,
        [
            ["E3002", "new"],
            ["E3012", "unchanged"],
            ["NAMED", "unchanged"]
        ]
    );
    let counts = json!({"baseline": {"file": file, "known": 2, "new": 1, "stale": 1}});
    assert_eq!(log["runs"][0]["properties"], counts);
    let rules = log["runs"][0]["tool"]["driver"]["rules"]
        .as_array()
        .unwrap();
    assert_eq!(
        rules.iter().map(|rule| &rule["id"]).collect::<Vec<_>>(),
        ["E3002", "E3012", "NAMED"]
    );
}

#[test]
fn the_schema_of_sarif_refuses_other_states() {
    let (ended, _) = report("refused", "sarif");
    let schema = Pack::from_json(include_str!("../support/sarif.schema.json")).unwrap();
    for (from, to) in [
        ("unchanged", "known"),
        ("baselineState", "baseline"),
        ("\"version\": \"2.1.0\"", "\"version\": \"2\""),
    ] {
        assert!(ended.out.contains(from), "{from}");
        let other = ended.out.replace(from, to);
        let violations = validate(&schema, &Pack::from_json(&other).unwrap(), |_| ()).violations;
        assert!(!violations.is_empty(), "{from} {to}");
    }
}

#[test]
fn sarif_has_fingerprints_without_a_baseline() {
    let here = folder("baseline-fingerprints");
    let template = here.file("t.yaml", TEMPLATE);
    let plain = assert_sarif(&run(&["check", &template, "-f", "sarif"], "").out);
    let prints = |log: &Value| -> Vec<String> {
        let print = |result: &Value| {
            result["partialFingerprints"]["cfn-warden/v1"]
                .as_str()
                .unwrap()
                .to_owned()
        };
        results(log).iter().map(print).collect()
    };
    assert_eq!(prints(&plain).len(), 2);
    assert!(prints(&plain).iter().all(|print| print.len() == 32));
    assert!(
        results(&plain)
            .iter()
            .all(|result| result.get("baselineState").is_none())
    );
    // They are the same in another format of the template.
    let json = r#"{"Resources": {"Queue": {"Properties": {"DelaySeconds": "never", "Nope": 1}, "Type": "AWS::SQS::Queue"}}}"#;
    let other = here.file("t.json", json);
    let other = assert_sarif(&run(&["check", &other, "-f", "sarif"], "").out);
    assert_eq!(
        prints(&plain)
            .into_iter()
            .collect::<std::collections::BTreeSet<_>>(),
        prints(&other).into_iter().collect()
    );
    let cfn_lint = run(&["check", &template, "-f", "cfn-lint-sarif"], "").out;
    assert!(!cfn_lint.contains("partialFingerprints"), "{cfn_lint}");
}

#[test]
fn sarif_has_the_states_of_waived_results() {
    let here = folder("baseline-waived-sarif");
    let template = here.file("t.yaml", TEMPLATE);
    let baseline = here.path().join("b.json").to_str().unwrap().to_owned();
    let waivers = here.file("w.toml", "[[waiver]]\nrule = 'E3*'\nreason = 'here'\n");
    let without = [
        "check",
        &template,
        "--baseline",
        &baseline,
        "--ignore-checks",
        "E3002",
    ];
    run(&[&without[..], &["--update-baseline"]].concat(), "");
    let ended = run(
        &[
            "check",
            &template,
            "--baseline",
            &baseline,
            "--waivers",
            &waivers,
            "-f",
            "sarif",
        ],
        "",
    );
    let log = assert_sarif(&ended.out);
    let of = |result: &Value| [result["ruleId"].clone(), result["baselineState"].clone()];
    let found: Vec<[Value; 2]> = results(&log).iter().map(of).collect();
    assert_eq!(
        found,
        [
            ["E3012".into(), "unchanged".into()],
            ["E3002".into(), Value::from("new")]
        ]
    );
    assert!(
        results(&log)
            .iter()
            .all(|result| result["suppressions"].as_array().unwrap().len() == 1)
    );
}
