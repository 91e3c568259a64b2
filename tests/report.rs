//! Every format over one run that has a finding of every kind, against `tests/report/<format>.out`.

use cfn_warden::engine::{self, Cache, Input, Linting};
use cfn_warden::report::{self, Paint, formats};

use crate::recorded;

#[test]
fn every_format_renders_the_run_as_recorded() {
    let read = |path: &str| std::fs::read(recorded::root().join(path)).unwrap();
    let (template, buckets, keys) =
        (read("examples/reports.yaml"), read("examples/buckets.guard"), read("examples/keys.guard"));
    let warned = b"Parameters:\n  Unused:\n    Type: String\nResources:\n  Topic:\n    Type: AWS::SNS::Topic\n";
    let request = engine::Request {
        documents: vec![
            Input { name: "examples/reports.yaml", content: &template },
            Input { name: "broken.json", content: b"{\"Resources\": {" },
            Input { name: "latin-1.yaml", content: b"Description: caf\xe9" },
            Input { name: "warned.yaml", content: warned },
            Input { name: "", content: "Resources: {\"Tõpic\": {Type: \"AWS::Nope::Nope\"}}".as_bytes() },
        ],
        rules: vec![
            Input { name: "buckets.guard", content: &buckets },
            Input { name: "keys.guard", content: &keys },
            Input { name: "broken.guard", content: b"rule broken when {\n" },
        ],
        lint: Linting::All,
        guard_report: true,
        ..engine::Request::default()
    };
    let run = engine::check(&request, &Cache::default());
    for format in formats::ALL {
        let mut out = Vec::new();
        (format.render)(&run, Paint::Plain, &mut out).unwrap();
        let recorded = recorded::root().join("tests/report").join(format!("{}.out", format.name));
        recorded::compare(&recorded, &without_number_of_rules(&String::from_utf8(out).unwrap()));
    }
}

#[test]
fn a_report_on_a_template_of_one_line_does_not_repeat_the_line() {
    let resource = |at| format!(r#""Topic{at}": {{"Type": "AWS::SNS::Topic", "Properties": {{"Nope": {at}}}}}"#);
    let resources: Vec<_> = (0..400).map(resource).collect();
    let template = format!(r#"{{"Resources": {{{}}}}}"#, resources.join(", "));
    let document = Input { name: "one.json", content: template.as_bytes() };
    let request = engine::Request { documents: vec![document], lint: Linting::All, ..engine::Request::default() };
    let run = engine::check(&request, &Cache::default());
    assert_eq!(run.findings.len(), 400);
    for format in formats::ALL {
        let mut out = Vec::new();
        (format.render)(&run, Paint::Plain, &mut out).unwrap();
        assert!(out.len() < 400 * 4096, "{}: {} bytes", format.name, out.len());
    }
}

/// A report that does not change when a rule is added: without how many there are, and without those of JUnit's cases
/// that found nothing.
fn without_number_of_rules(report: &str) -> String {
    let mut kept = String::new();
    let mut lines = report.lines().peekable();
    while let Some(line) = lines.next() {
        if line.contains("<testcase") {
            if line.ends_with("/>") {
                continue;
            }
            if lines.peek().is_some_and(|next| next.contains("<skipped")) {
                lines.nth(1);
                continue;
            }
        }
        let words: Vec<&str> = line.split(' ').collect();
        let uncounted = words.iter().enumerate().map(|(i, word)| match word.split_once('=') {
            Some((name @ ("tests" | "skipped"), _)) => format!("{name}=\"N\""),
            _ if words.get(i + 1) == Some(&"rules") && words[i - 1] == "against" => "N".to_owned(),
            _ => (*word).to_owned(),
        });
        kept.push_str(&uncounted.collect::<Vec<_>>().join(" "));
        kept.push('\n');
    }
    kept
}

/// One finding for one mistake in our own formats; cfn-lint's list each finding.
#[test]
fn storms_are_folded_in_our_own_formats_only() {
    let template = std::fs::read(recorded::root().join("tests/report/mistakes.yaml")).unwrap();
    let request = engine::Request {
        documents: vec![Input { name: "mistakes.yaml", content: &template }],
        lint: Linting::All,
        ..engine::Request::default()
    };
    let run = engine::check(&request, &Cache::default());
    for format in ["json", "pretty", "markdown", "parseable"] {
        let mut out = Vec::new();
        (report::by_name(format).unwrap().render)(&run, Paint::Plain, &mut out).unwrap();
        let recorded = recorded::root().join("tests/report").join(format!("mistakes.{format}.out"));
        recorded::compare(&recorded, &String::from_utf8(out).unwrap());
    }
}

#[test]
fn a_hundred_runs_give_the_same_bytes() {
    let template = std::fs::read(recorded::root().join("tests/report/mistakes.yaml")).unwrap();
    let rendered = || {
        let request = engine::Request {
            documents: vec![Input { name: "mistakes.yaml", content: &template }],
            lint: Linting::All,
            ..engine::Request::default()
        };
        let run = engine::check(&request, &Cache::default());
        let mut out = Vec::new();
        formats::ALL.iter().for_each(|format| (format.render)(&run, Paint::Plain, &mut out).unwrap());
        out
    };
    let first = rendered();
    assert!((1..100).all(|_| rendered() == first));
}
