//! Every format over one run that has a finding of every kind, against `tests/report/<format>.out`.

use cfn_warden::engine::{self, Cache, FaultKind, Input, Linting};
use cfn_warden::finding::Engine;
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

/// A run with a finding of each engine and an incomplete check of each kind.
fn run_of_everything<'r>() -> engine::Run<'r> {
    let request = engine::Request {
        documents: vec![
            Input {
                name: "stacks/shop.yaml",
                content: b"Resources:\n  Topic:\n    Type: AWS::SNS::Topic\n    Properties:\n      TopicNam: x\n",
            },
            Input { name: "stacks/broken.json", content: b"{\"Resources\": {" },
        ],
        rules: vec![
            Input {
                name: "policy/named.guard",
                content:
                    b"rule topics_have_names { Resources.*.Properties.TopicName exists <<give the topic a name>> }\n",
            },
            Input { name: "policy/broken.guard", content: b"rule unfinished when {\n" },
        ],
        ..engine::Request::default()
    };
    let mut run = engine::check(&request, &Cache::default());
    let mut of_terraform = run.findings[0].clone();
    of_terraform.engine = Engine::Terraform;
    of_terraform.rule.id = "variable_type".into();
    of_terraform.rule.title = "A value has the wrong type".into();
    of_terraform.message = "a number is required".to_owned();
    of_terraform.file = "envs/prod.tfvars".to_owned();
    run.findings.push(of_terraform);
    run
}

/// A format that drops what another engine found, or what was not checked, is green for what was not seen.
#[test]
fn every_format_carries_the_findings_of_all_engines_and_all_incomplete_checks() {
    let run = run_of_everything();
    let engines: Vec<_> = run.findings.iter().map(|finding| finding.engine).collect();
    assert_eq!(engines, [Engine::Guard, Engine::Lint, Engine::Terraform], "{:?}", run.findings);
    let kinds: Vec<_> = run.faults.iter().map(|fault| fault.kind).collect();
    assert_eq!(kinds, [FaultKind::Rules, FaultKind::Document], "{:?}", run.faults);
    for format in formats::ALL {
        let mut out = Vec::new();
        (format.render)(&run, Paint::Plain, &mut out).unwrap();
        let out = unescaped(&String::from_utf8(out).unwrap());
        for finding in &run.findings {
            // Its shape is a rule's ID and title.
            let is_title = format.name == "quiet" && finding.engine != Engine::Guard;
            let text = if is_title { &*finding.rule.title } else { &finding.message };
            assert!(out.contains(&unescaped(text)), "{}: {text} is not in:\n{out}", format.name);
            assert!(out.contains(&*finding.rule.id), "{}: {} is not in:\n{out}", format.name, finding.rule.id);
            assert!(out.contains(&finding.file), "{}: {} is not in:\n{out}", format.name, finding.file);
        }
        for fault in &run.faults {
            assert!(out.contains(&unescaped(&fault.message)), "{}: {} is not in:\n{out}", format.name, fault.message);
            assert!(out.contains(&fault.file), "{}: {} is not in:\n{out}", format.name, fault.file);
        }
    }
}

/// What a text is without the escapes of all formats.
fn unescaped(text: &str) -> String {
    let entities = [("&quot;", "\""), ("&lt;", "<"), ("&gt;", ">"), ("&#64;", "@"), ("&amp;", "&"), ("\\", "")];
    entities.iter().fold(text.to_owned(), |text, (escape, plain)| text.replace(escape, plain))
}

/// Consumers go by these.
#[test]
fn an_incomplete_check_fails_the_formats_that_other_tools_read() {
    let run = run_of_everything();
    let rendered = |name: &str| {
        let mut out = Vec::new();
        (report::by_name(name).unwrap().render)(&run, Paint::Plain, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    };
    let json = |name: &str| serde_json::from_str::<serde_json::Value>(&rendered(name)).unwrap();
    let incomplete: Vec<_> =
        json("cfn-lint").as_array().unwrap().iter().filter(|one| one["Rule"]["Id"] == "not-checked").cloned().collect();
    assert_eq!(incomplete.len(), 2);
    assert!(incomplete.iter().all(|one| one["Level"] == "Error"));
    let sarif = &json("sarif")["runs"][0];
    assert_eq!(sarif["invocations"][0]["executionSuccessful"], false);
    assert_eq!(sarif["invocations"][0]["toolExecutionNotifications"].as_array().unwrap().len(), 2);
    assert!(rendered("junit").contains("errors=\"2\" failures=\"3\""), "{}", rendered("junit"));
    assert_eq!(rendered("github").matches("::error ").count(), 5);
    assert!(rendered("cfn-lint-pretty").contains("found 5 errors"));
    assert_eq!(rendered("parseable").lines().count(), 5);
    assert_eq!(rendered("quiet").lines().count(), 5);
}
