//! Tests of waivers. Each file in `tests/waivers/` has documents, rules and waivers, and what `check` answers.

use std::collections::BTreeMap;
use std::fmt::Write;

use cfn_warden::engine::waivers::{
    Field, Patterns, Scope, Source, SourceKind, Waiver, WaiverState, waiver,
};
use cfn_warden::engine::{self, Cache, Input, Request, Run, bundled_knowledge};
use cfn_warden_lint::Settings;
use cfn_warden_syntax::Position;
use cfn_warden_syntax::finding::Finding;
use proptest::prelude::*;
use serde_json::Value;

use crate::cli::{folder, run};
use crate::recorded;
use crate::result_schema::assert_valid;

/// Returns the sections of a fixture.
fn sections(text: &str) -> BTreeMap<&str, &str> {
    let sections = text.split("--- ").skip(1);
    sections
        .map(|section| section.split_once('\n').unwrap())
        .collect()
}

#[test]
fn fixtures_are_answered_as_recorded() {
    let mut differences = String::new();
    let files = recorded::files("tests/waivers", "txt");
    assert!(files.len() > 15, "{files:?}");
    for path in files {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let text = std::fs::read_to_string(&path).unwrap();
        let sections = sections(&text);
        let answer = answer(&name, &sections);
        if answer != sections["expected"] {
            writeln!(
                differences,
                "{name}:\n{answer}\nexpected:\n{}",
                sections["expected"]
            )
            .unwrap();
        }
    }
    assert!(differences.is_empty(), "{differences}");
}

/// Runs `check` on the files of a fixture and describes the result.
fn answer(name: &str, sections: &BTreeMap<&str, &str>) -> String {
    let here = folder(&format!("waivers-{name}"));
    let mut line = vec!["check".to_owned()];
    let mut options = vec!["--format".to_owned(), "json".to_owned()];
    for (name, text) in sections
        .iter()
        .filter(|(name, _)| !["options", "expected"].contains(name))
    {
        let path = here.file(name, text);
        match name.rsplit('.').next() {
            Some("guard") => options.extend(["--rules".to_owned(), path]),
            _ if name.starts_with("waivers.") => options.extend(["--waivers".to_owned(), path]),
            _ => line.push(path),
        }
    }
    options.extend(
        sections
            .get("options")
            .iter()
            .flat_map(|options| options.split_whitespace())
            .map(str::to_owned),
    );
    line.extend(options);
    let ended = run(&line.iter().map(String::as_str).collect::<Vec<_>>(), "");
    let prefix = format!("{}/", here.path().display());
    let mut text = String::new();
    if !ended.out.is_empty() {
        let result = serde_json::from_str(&ended.out).unwrap();
        assert_valid(&result);
        describe(&result, &ended.err, &mut text);
    }
    for line in ended.err.lines() {
        let line = line
            .trim_start_matches("cfn-warden: ")
            .trim_start_matches("warning: ");
        writeln!(text, "stderr {line}").unwrap();
    }
    text.replace(&prefix, "")
}

/// Writes a line for each finding, use of a waiver, denied waiver and error; not for one that ends the run, which is also on
/// standard error.
fn describe(result: &Value, stderr: &str, text: &mut String) {
    let array = |name: &str| result[name].as_array().cloned().unwrap_or_default();
    let at = |record: &Value| {
        let place = format!(
            "{}:{}",
            record["file"].as_str().unwrap(),
            record["location"]["start"]["line"]
        );
        format!("{} {place}", record["rule"].as_str().unwrap())
    };
    for finding in array("findings") {
        let also = finding["also"].as_array().cloned().unwrap_or_default();
        for finding in std::iter::once(&finding).chain(&also) {
            let expiry = finding["message"]
                .as_str()
                .unwrap()
                .split_once("; the waiver of");
            let expiry = expiry
                .map(|(_, text)| format!("; the waiver of{text}"))
                .unwrap_or_default();
            writeln!(text, "finding {}{expiry}", at(finding)).unwrap();
        }
    }
    for one in array("waivers") {
        let status = one["status"].as_str().unwrap().replace("applied", "waived");
        let source = &one["source"];
        let place = format!(
            "{}:{}:{}",
            source["file"].as_str().unwrap(),
            source["line"],
            source["column"]
        );
        if one["file"].is_null() {
            writeln!(text, "{status} {} {place}", one["rule"].as_str().unwrap()).unwrap();
            continue;
        }
        let or_none = |name: &str| one[name].as_str().unwrap_or("-").to_owned();
        let about = ["reason", "owner", "until"].map(or_none).join(" / ");
        writeln!(
            text,
            "{status} {} by {} {place}: {about}",
            at(&one),
            source["kind"].as_str().unwrap()
        )
        .unwrap();
    }
    for one in array("suppressions") {
        let (name, line) = (
            one["names"][0].as_str().unwrap(),
            &one["location"]["start"]["line"],
        );
        writeln!(
            text,
            "{} {name} {}:{line}",
            one["status"].as_str().unwrap(),
            one["file"].as_str().unwrap()
        )
        .unwrap();
    }
    for error in array("errors") {
        let (kind, at) = (error["kind"].as_str().unwrap(), &error["where"]);
        if kind == "request" {
            let message = error["message"].as_str().unwrap();
            assert_eq!(stderr, format!("cfn-warden: --waivers: {message}\n"));
            continue;
        }
        assert_eq!(kind, "waiver", "{error}");
        let place = format!(
            "{}:{}:{}",
            at["file"].as_str().unwrap(),
            at["line"],
            at["column"]
        );
        writeln!(
            text,
            "error {place}: {}",
            error["message"].as_str().unwrap()
        )
        .unwrap();
    }
}

const TEMPLATE: &str = "Parameters:
  Unused: {Type: String}
Resources:
  Queue:
    Type: AWS::SQS::Queue
    Properties:
      DelaySeconds: never
      Nope: 1
  Other:
    Type: AWS::SQS::Queue
    Properties:
      Nope: 1
      MaximumMessageSize: 1
  Topic:
    Type: AWS::SNS::Topic
    Properties: {TopicNam: !Ref Missing, DisplayName: !GetAtt Queue.Nothing}
";
const RULES: &str = "rule NAMED { Resources.*[ Type == /Queue/ ].Properties.QueueName exists }
rule FIFO { Resources.*.Properties.FifoQueue == true }";

/// Checks a template with waivers on 2026-06-15.
fn checked<'r>(text: &'r str, waivers: &'r [Waiver]) -> Run<'r> {
    let request = Request {
        documents: vec![Input {
            name: "dir/t.yaml",
            content: text.as_bytes(),
        }],
        rules: vec![Input {
            name: "r.guard",
            content: RULES.as_bytes(),
        }],
        lint_settings: Settings {
            deployment_rules: true,
            ..Settings::new(cfn_warden_rules::bundled(), bundled_knowledge())
        },
        waivers,
        now: 1_781_481_600,
        ..Request::default()
    };
    engine::check(&request, &Cache::default())
}

fn simple(rule: &str, until: Option<&str>) -> Waiver {
    let source = Source {
        kind: SourceKind::File,
        file: "w.toml".to_owned(),
        at: Position { line: 1, column: 1 },
    };
    let field = |key: &str, value: &str| Field {
        key: key.to_owned(),
        value: Some(value.to_owned()),
        at: source.at,
        value_at: source.at,
    };
    let fields = [field("rule", rule), field("reason", "because")];
    let until = until.map(|until| field("until", until));
    waiver(
        &fields.into_iter().chain(until).collect::<Vec<_>>(),
        source.clone(),
        None,
    )
    .unwrap()
}

#[test]
fn a_waiver_applies_on_its_last_day() {
    for (until, state) in [
        ("2026-06-14", WaiverState::Expired),
        ("2026-06-15", WaiverState::Applied),
        ("2026-06-16", WaiverState::Applied),
    ] {
        assert_eq!(
            checked(TEMPLATE, &[simple("FIFO", Some(until))]).waivers[0].state,
            state,
            "{until}"
        );
    }
}

#[test]
fn a_run_whose_findings_are_all_waived_is_compliant() {
    let waivers = [simple("*", None)];
    let run = checked(TEMPLATE, &waivers);
    assert_eq!(
        (run.status(), run.findings.len()),
        (engine::Status::Pass, 0)
    );
    assert_eq!(run.waived().count(), checked(TEMPLATE, &[]).findings.len());
}

#[test]
fn sarif_lists_waived_results_with_their_suppressions() {
    let here = folder("waivers-sarif");
    let template = here.file("t.yaml", "Resources:\n  Q:\n    Type: AWS::SQS::Queue\n    Properties:\n      A: 1 # cfn-warden: waive E3002 reason=here owner=me\n      DelaySeconds: x\n      B: 1\n");
    let waivers = here.file(
        "w.toml",
        "[[waiver]]\nrule = 'E3012'\nreason = 'there'\nuntil = 2999-01-31\n",
    );
    let ended = run(
        &["check", &template, "--waivers", &waivers, "-f", "sarif"],
        "",
    );
    let log: Value = serde_json::from_str(&ended.out).unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    let of = |result: &Value| {
        let suppression = &result["suppressions"][0];
        let texts = [
            &result["ruleId"],
            &suppression["kind"],
            &suppression["justification"],
        ];
        texts
            .map(|text| text.as_str().unwrap_or("-").to_owned())
            .join(" ")
    };
    let found: Vec<String> = results.iter().map(of).collect();
    assert_eq!(
        found,
        [
            "E3002 - -",
            "E3012 external there (until 2999-01-31)",
            "E3002 inSource here (me)"
        ]
    );
    assert!(
        results
            .iter()
            .all(|result| result["suppressions"].is_array())
    );
    let pretty = run(&["check", &template, "--waivers", &waivers], "").out;
    assert!(
        pretty.ends_with("1 error, 0 warnings, 0 inputs not checked, 2 waived)\n"),
        "{pretty}"
    );
    let markdown = run(
        &["check", &template, "--waivers", &waivers, "-f", "markdown"],
        "",
    )
    .out;
    assert!(markdown.contains(", 2 findings waived.\n"), "{markdown}");
    let plain = run(&["check", &template, "-f", "cfn-lint-sarif"], "").out;
    assert!(!plain.contains("suppressions"), "{plain}");
}

#[test]
fn fixes_leave_waived_findings_alone() {
    let here = folder("waivers-fix");
    let text = "Resources:\n  Topic:\n    Type: AWS::SNS::Topic\n    Properties:\n      TopicNam: x # cfn-warden: waive E3002 reason=here\n";
    let template = here.file("t.yaml", text);
    assert_eq!(run(&["check", &template, "--diff"], "").out, "");
    let other = here.file("o.yaml", &text.replace("waive E3002", "accept E3002"));
    assert!(
        run(&["check", &other, "--diff"], "")
            .out
            .contains("TopicName")
    );
}

/// A finding without the text of an expired waiver.
fn key(finding: &Finding) -> String {
    let message = finding
        .message
        .split("; the waiver of")
        .next()
        .unwrap()
        .trim_end();
    format!(
        "{} {} {:?} {:?} {message}",
        finding.rule.id, finding.file, finding.path, finding.span
    )
}

fn sorted<'f>(findings: impl Iterator<Item = &'f Finding>) -> Vec<String> {
    let mut keys: Vec<String> = findings.map(key).collect();
    keys.sort();
    keys
}

fn pattern(texts: &'static [&'static str]) -> impl Strategy<Value = Option<String>> {
    prop::option::of(prop::sample::select(texts).prop_map(str::to_owned))
}

fn any_waiver() -> impl Strategy<Value = Waiver> {
    let rules = prop::sample::select(
        &[
            "*", "E3002", "E3*", "NAMED", "FIFO", "W2001", "*O*", "E1010", "NOTHING",
        ][..],
    );
    let until = pattern(&["2020-01-01", "2026-06-14", "2026-06-15", "2999-12-31"]);
    let paths = pattern(&[
        "Resources/Queue",
        "Resources/*/Properties",
        "Parameters",
        "*Nope",
    ]);
    let patterns = (
        pattern(&["dir/t.yaml", "./dir/*", "other.yaml"]),
        pattern(&["Queue", "*"]),
        paths,
    );
    (rules, until, patterns).prop_map(|(rule, until, (file, resource, path))| Waiver {
        scope: Scope::Patterns(Box::new(Patterns {
            file,
            resource,
            path,
            ..Patterns::default()
        })),
        ..simple(rule, until.as_deref())
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn findings_and_waived_findings_are_the_findings_without_waivers(
        waivers in prop::collection::vec(any_waiver(), 0..6),
        comments in prop::collection::vec((0_usize..16, prop::sample::select(&["E3*", "NAMED", "*", "W2001"][..]), any::<bool>()), 0..4),
    ) {
        let mut lines: Vec<String> = TEMPLATE.lines().map(str::to_owned).collect();
        for (line, rule, is_old) in comments {
            let until = if is_old { "2020-01-01" } else { "2999-01-01" };
            if !lines[line].contains('#') {
                write!(lines[line], " # cfn-warden: waive {rule} reason=x until={until}").unwrap();
            }
        }
        let text = lines.join("\n");
        let run = checked(&text, &waivers);
        let without = checked(TEMPLATE, &[]);
        assert!(without.findings.len() > 10);
        let both = run.findings.iter().chain(run.waived().map(|(finding, _)| finding));
        prop_assert_eq!(sorted(both), sorted(without.findings.iter()));
        // What is waived is in the scope of a waiver that is not expired.
        for (finding, waiver) in run.waived() {
            prop_assert!(waiver.until.as_deref().is_none_or(|until| until >= "2026-06-15"));
            let is_prefix = waiver.rule.split('*').next().unwrap();
            prop_assert!(finding.rule.id.starts_with(is_prefix));
        }
    }
}

/// The formats for people and build systems show what was accepted, and why.
#[test]
fn formats_list_waived_findings_with_their_reasons() {
    let here = folder("waivers-formats");
    let template = here.file("t.yaml", TEMPLATE);
    let waivers = "[[waiver]]\nrule = \"E3002\"\nreason = \"Grandfathered <stack>\"\nowner = \"shop\"\nuntil = 2999-01-31\n\
                   resource = \"Other\"\n";
    let waivers = here.file("w.toml", waivers);
    let why = "Grandfathered &lt;stack&gt; (until 2999-01-31, shop)";
    for (format, line) in [
        ("markdown", format!("t.yaml:12` E3002: {why}")),
        ("html", format!("<br>{why}</li>")),
        ("junit", format!("message=\"{why}\"")),
        (
            "github",
            "::notice title=waived::1 finding is waived%0AE3002: Grandfathered <stack> (until 2999-01-31, shop)"
                .to_owned(),
        ),
    ] {
        let shown = run(&["check", &template, "--waivers", &waivers, "-f", format], "").out;
        assert_eq!(shown.matches(&line).count(), 1, "{format}:\n{shown}");
        let without = run(&["check", &template, "-f", format], "").out;
        assert!(!without.contains("Grandfathered") && without.contains("E3002"), "{format}");
    }
}

#[test]
fn comments_in_terraform_files_waive_findings() {
    let here = folder("waivers-terraform");
    let rules = here.file(
        "r.guard",
        "rule NAMED { resource_changes[*].change.after.bucket == /^team-/ }\n",
    );
    let of = |comment: &str| {
        here.file(
            "main.tf",
            &format!("{comment}resource \"aws_s3_bucket\" \"logs\" {{\n  bucket = \"logs\"\n}}\n"),
        );
        let ended = run(
            &[
                "check",
                here.path().to_str().unwrap(),
                "--rules",
                &rules,
                "-f",
                "json",
            ],
            "",
        );
        let result: Value = serde_json::from_str(&ended.out).unwrap();
        (
            result["summary"]["errors"].as_u64().unwrap(),
            result["waivers"][0]["status"].as_str().map(str::to_owned),
        )
    };
    assert_eq!(of(""), (1, None));
    for mark in ["#", "//"] {
        let waiver = format!(
            "{mark} cfn-warden: waive NAMED reason=\"the old name\" until=2999-01-31 owner=logs\n"
        );
        assert_eq!(of(&waiver), (0, Some("applied".to_owned())), "{mark}");
        assert_eq!(
            of(&waiver.replace("2999", "2001")),
            (1, Some("expired".to_owned())),
            "{mark}"
        );
    }
}
