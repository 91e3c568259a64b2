//! Tests of every format on a run with all kinds of findings, against `tests/report/<format>.out`.

use cfn_warden::engine::coverage::{Coverage, Kind, NotSeen, Policies, Policy, RuleVerdict};
use cfn_warden::engine::{self, Cache, IncompleteKind, Input, Linting};
use cfn_warden::report::{self, Paint, formats};
use cfn_warden_syntax::finding::Engine;
use cfn_warden_syntax::{Path, Position, Span, Step, text};

use crate::recorded;

#[test]
fn formats_match_the_recorded_output() {
    let read = |path: &str| std::fs::read(recorded::root().join(path)).unwrap();
    let (template, buckets, keys) = (
        read("examples/reports.yaml"),
        read("examples/buckets.guard"),
        read("examples/keys.guard"),
    );
    let warned = b"Parameters:\n  Unused:\n    Type: String\nResources:\n  Topic:\n    Type: AWS::SNS::Topic\n";
    let request = engine::Request {
        documents: vec![
            Input {
                name: "examples/reports.yaml",
                content: &template,
            },
            Input {
                name: "broken.json",
                content: b"{\"Resources\": {",
            },
            Input {
                name: "latin-1.yaml",
                content: b"Description: caf\xe9",
            },
            Input {
                name: "warned.yaml",
                content: warned,
            },
            Input {
                name: "",
                content: "Resources: {\"Tõpic\": {Type: \"AWS::Nope::Nope\"}}".as_bytes(),
            },
        ],
        rules: vec![
            Input {
                name: "buckets.guard",
                content: &buckets,
            },
            Input {
                name: "keys.guard",
                content: &keys,
            },
            Input {
                name: "broken.guard",
                content: b"rule broken when {\n",
            },
        ],
        lint: Linting::All,
        guard_report: true,
        ..crate::support::request()
    };
    let run = engine::check(&request, &Cache::default());
    for format in formats::ALL {
        let mut out = Vec::new();
        format.write(&run, Paint::Plain, &mut out).unwrap();
        let recorded = recorded::root()
            .join("tests/report")
            .join(format!("{}.out", format.name));
        recorded::compare(
            &recorded,
            &without_number_of_rules(&String::from_utf8(out).unwrap()),
        );
    }
}

#[test]
fn a_report_on_a_template_of_one_line_does_not_repeat_the_line() {
    let resource = |at| {
        format!(r#""Topic{at}": {{"Type": "AWS::SNS::Topic", "Properties": {{"Nope": {at}}}}}"#)
    };
    let resources: Vec<_> = (0..400).map(resource).collect();
    let template = format!(r#"{{"Resources": {{{}}}}}"#, resources.join(", "));
    let document = Input {
        name: "one.json",
        content: template.as_bytes(),
    };
    let request = engine::Request {
        documents: vec![document],
        lint: Linting::All,
        ..crate::support::request()
    };
    let run = engine::check(&request, &Cache::default());
    assert_eq!(run.findings.len(), 400);
    for format in formats::ALL {
        let mut out = Vec::new();
        format.write(&run, Paint::Plain, &mut out).unwrap();
        assert!(
            out.len() < 400 * 4096,
            "{}: {} bytes",
            format.name,
            out.len()
        );
    }
}

/// Removes what changes when a rule is added: the number of rules and JUnit's cases without findings.
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
        let uncounted = words
            .iter()
            .enumerate()
            .map(|(i, word)| match word.split_once('=') {
                Some((name @ ("tests" | "skipped"), _)) => format!("{name}=\"N\""),
                _ if words.get(i + 1) == Some(&"rules") && words[i - 1] == "against" => {
                    "N".to_owned()
                }
                _ => (*word).to_owned(),
            });
        kept.push_str(&uncounted.collect::<Vec<_>>().join(" "));
        kept.push('\n');
    }
    kept
}

/// Our own formats show one finding per group; cfn-lint's list each finding.
#[test]
fn only_our_own_formats_group_findings() {
    let template = std::fs::read(recorded::root().join("tests/report/mistakes.yaml")).unwrap();
    let request = engine::Request {
        documents: vec![Input {
            name: "mistakes.yaml",
            content: &template,
        }],
        lint: Linting::All,
        ..crate::support::request()
    };
    let run = engine::check(&request, &Cache::default());
    for format in ["json", "pretty", "markdown", "parseable"] {
        let mut out = Vec::new();
        report::by_name(format)
            .unwrap()
            .write(&run, Paint::Plain, &mut out)
            .unwrap();
        let recorded = recorded::root()
            .join("tests/report")
            .join(format!("mistakes.{format}.out"));
        recorded::compare(&recorded, &String::from_utf8(out).unwrap());
    }
}

#[test]
fn a_hundred_runs_give_the_same_bytes() {
    let template = std::fs::read(recorded::root().join("tests/report/mistakes.yaml")).unwrap();
    let rendered = || {
        let request = engine::Request {
            documents: vec![Input {
                name: "mistakes.yaml",
                content: &template,
            }],
            lint: Linting::All,
            ..crate::support::request()
        };
        let run = engine::check(&request, &Cache::default());
        let mut out = Vec::new();
        formats::ALL
            .iter()
            .for_each(|format| format.write(&run, Paint::Plain, &mut out).unwrap());
        out
    };
    let first = rendered();
    assert!((1..100).all(|_| rendered() == first));
}

/// Returns a run with a finding of each engine and an incomplete check of each kind.
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
        ..crate::support::request()
    };
    let mut run = engine::check(&request, &Cache::default());
    let mut of_terraform = run.findings[0].clone();
    of_terraform.engine = Engine::Terraform;
    of_terraform.rule.id = "variable_type".into();
    of_terraform.rule.title = "A value has the wrong type".into();
    of_terraform.message = "a number is required".into();
    of_terraform.file = "envs/prod.tfvars".to_owned();
    run.findings.push(of_terraform);
    run.coverage = Coverage::default();
    let fail = {
        let mut policies = Policies::default();
        policies.set(Kind::Module, Policy::Fail);
        policies
    };
    let at = |line| Position { line, column: 3 };
    let unseen = |kind, reason: &'static str, line| {
        let path = Path(vec![
            Step::Key("Resources".into()),
            Step::Key("Topic".into()),
        ]);
        NotSeen::of(kind, "stacks/shop.yaml", reason).at(
            path,
            Span {
                start: at(line),
                end: at(line),
            },
        )
    };
    run.coverage.add(
        &fail,
        unseen(Kind::Macro, "macro Tagger is not executed", 2),
    );
    run.coverage.add(
        &fail,
        unseen(Kind::Module, "module Corp::Net is not expanded", 4),
    );
    run.coverage.record(
        "policy/named.guard",
        "topics_have_names",
        RuleVerdict::Failed,
    );
    run.coverage.record(
        "policy/named.guard",
        "queues_are_encrypted",
        RuleVerdict::Skipped,
    );
    run.coverage
        .record("policy/named.guard", "names_are_short", RuleVerdict::Passed);
    run
}

/// A format that drops findings of an engine, or incomplete checks, would look green.
#[test]
fn every_format_has_all_findings_and_incomplete_checks() {
    let run = run_of_everything();
    let engines: Vec<_> = run.findings.iter().map(|finding| finding.engine).collect();
    assert_eq!(
        engines,
        [Engine::Guard, Engine::Lint, Engine::Terraform],
        "{:?}",
        run.findings
    );
    let kinds: Vec<_> = run.incomplete.iter().map(|fault| fault.kind).collect();
    assert_eq!(
        kinds,
        [IncompleteKind::Rules, IncompleteKind::Document],
        "{:?}",
        run.incomplete
    );
    for format in formats::ALL {
        let mut out = Vec::new();
        format.write(&run, Paint::Plain, &mut out).unwrap();
        let out = unescaped(&String::from_utf8(out).unwrap());
        for finding in &run.findings {
            // The format has only a rule's ID and title.
            let is_title = format.name == "quiet" && finding.engine != Engine::Guard;
            let text = if is_title {
                &*finding.rule.title
            } else {
                &finding.message
            };
            assert!(
                out.contains(&unescaped(text)),
                "{}: {text} is not in:\n{out}",
                format.name
            );
            assert!(
                out.contains(&*finding.rule.id),
                "{}: {} is not in:\n{out}",
                format.name,
                finding.rule.id
            );
            assert!(
                out.contains(&finding.file),
                "{}: {} is not in:\n{out}",
                format.name,
                finding.file
            );
        }
        for fault in &run.incomplete {
            assert!(
                out.contains(&unescaped(&fault.message)),
                "{}: {} is not in:\n{out}",
                format.name,
                fault.message
            );
            assert!(
                out.contains(&fault.file),
                "{}: {} is not in:\n{out}",
                format.name,
                fault.file
            );
        }
        for part in &run.coverage.not_seen {
            let (kind, reason) = (part.kind.name(), &part.reason);
            assert!(
                out.contains(reason.as_str()) && out.contains(kind),
                "{}: {kind}: {reason} is not in:\n{out}",
                format.name
            );
        }
        // The formats of cfn-lint and of consoles list findings; a rule that did not apply is not one.
        let is_list = [
            "asff",
            "cfn-lint",
            "cfn-lint-pretty",
            "ocsf",
            "oscal",
            "parseable",
            "quiet",
            "text",
        ]
        .contains(&format.name);
        assert_eq!(
            out.contains("queues_are_encrypted"),
            !is_list,
            "{}:\n{out}",
            format.name
        );
    }
}

/// Removes the escapes of all formats.
fn unescaped(text: &str) -> String {
    let entities = [
        ("&quot;", "\""),
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&#64;", "@"),
        ("&amp;", "&"),
        ("\\", ""),
    ];
    entities
        .iter()
        .fold(text.to_owned(), |text, (escape, plain)| {
            text.replace(escape, plain)
        })
}

/// Other tools rely on these.
#[test]
fn incomplete_checks_are_errors_in_formats_for_other_tools() {
    let run = run_of_everything();
    let rendered = |name: &str| {
        let mut out = Vec::new();
        report::by_name(name)
            .unwrap()
            .write(&run, Paint::Plain, &mut out)
            .unwrap();
        String::from_utf8(out).unwrap()
    };
    let json = |name: &str| serde_json::from_str::<serde_json::Value>(&rendered(name)).unwrap();
    let list = json("cfn-lint");
    let levels = |id: &str| -> Vec<String> {
        let own = list
            .as_array()
            .unwrap()
            .iter()
            .filter(|one| one["Rule"]["Id"] == id);
        own.map(|one| one["Level"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(levels("not-checked"), ["Error", "Error"]);
    assert_eq!(levels("not-seen"), ["Warning", "Error"]);
    let invocation = &json("sarif")["runs"][0]["invocations"][0];
    assert_eq!(invocation["executionSuccessful"], false);
    let notifications = invocation["toolExecutionNotifications"].as_array().unwrap();
    let shown: Vec<_> = notifications
        .iter()
        .map(|one| {
            (
                one["descriptor"]["id"].as_str().unwrap(),
                one["level"].as_str().unwrap(),
            )
        })
        .collect();
    let wanted = [
        ("not-checked", "error"),
        ("not-checked", "error"),
        ("not-seen/module", "error"),
        ("not-seen/macro", "warning"),
        ("not-seen", "note"),
    ];
    assert_eq!(shown, wanted);
    let junit = rendered("junit");
    assert!(
        junit.contains("<testsuites disabled=\"0\" errors=\"3\" failures=\"3\""),
        "{junit}"
    );
    for said in [
        "<property name=\"macro\" value=\"1\"/>",
        "<system-out>stacks/shop.yaml:2:3: macro Tagger is not executed (macro)</system-out>",
        "<testcase name=\"names_are_short\"/>",
        "<skipped type=\"skipped\" message=\"Did not apply to any document\"/>",
    ] {
        assert!(junit.contains(said), "{said} is not in:\n{junit}");
    }
    let github = rendered("github");
    assert_eq!(
        (
            github.matches("::error ").count(),
            github.matches("::warning ").count()
        ),
        (6, 1)
    );
    assert!(rendered("cfn-lint-pretty").contains("found 6 errors, 1 warnings"));
    assert_eq!(rendered("parseable").lines().count(), 7);
    let pretty = rendered("pretty");
    assert!(
        pretty.ends_with("2 inputs not checked, 2 parts not seen, 1 rule not applied)\n"),
        "{pretty}"
    );
    assert_eq!(rendered("quiet").lines().count(), 7);
}

#[test]
fn lists_for_people_are_short_and_failing_parts_come_first() {
    let mut run = engine::Run::default();
    let policies = Policies::default();
    for number in 0..9 {
        let kind = if number == 8 {
            Kind::NothingChecked
        } else {
            Kind::Macro
        };
        run.coverage.add(
            &policies,
            NotSeen::of(kind, "stack.yaml", text!("part {}", number)),
        );
        run.coverage
            .record("r.guard", &format!("rule_{number}"), RuleVerdict::Skipped);
    }
    let mut out = Vec::new();
    report::by_name("pretty")
        .unwrap()
        .write(&run, Paint::Plain, &mut out)
        .unwrap();
    let parts = "stack.yaml: not seen: part 8 (nothing_checked)\nstack.yaml: not seen: part 0 (macro)\nstack.yaml: not seen: part 1 \
                 (macro)\nstack.yaml: not seen: part 2 (macro)\nstack.yaml: not seen: part 3 (macro)\nand 4 more not seen\n";
    let rules = "rules that did not apply to any document: rule_0, rule_1, rule_2, rule_3, rule_4 and 4 more\n\n";
    let text = String::from_utf8(out).unwrap();
    assert!(text.starts_with(&format!("{parts}{rules}")), "{text}");
    assert!(
        text.ends_with(", 9 parts not seen, 9 rules not applied)\n"),
        "{text}"
    );
}

/// A GitHub comment has at most 65,536 characters.
#[test]
fn a_markdown_report_fits_in_a_comment_and_shows_errors_first() {
    let warning =
        "Parameters:\n  Unused: {Type: String}\nResources:\n  Topic: {Type: AWS::SNS::Topic}\n";
    let error = "Resources:\n  Topic:\n    Type: AWS::SNS::Topic\n    Properties: {TopicNam: x}\n  Queue:\n    \
                 Type: AWS::SQS::Queue\n    Properties: {QueueNam: x, DelaySeconds: ten}\n";
    let names: Vec<String> = (0..900)
        .map(|number| format!("stacks/team-{number:03}/template.yaml"))
        .collect();
    let document = |(number, name): (usize, &'_ String)| {
        (name.clone(), if number < 400 { warning } else { error })
    };
    let texts: Vec<(String, &str)> = names.iter().enumerate().map(document).collect();
    let broken: Vec<String> = (0..300)
        .map(|number| format!("stacks/broken-{number}.json"))
        .collect();
    let inputs = texts.iter().map(|(name, text)| Input {
        name,
        content: text.as_bytes(),
    });
    let request = engine::Request {
        documents: inputs
            .chain(broken.iter().map(|name| Input {
                name,
                content: b"{\"Resources\": {",
            }))
            .collect(),
        lint: Linting::All,
        ..crate::support::request()
    };
    let run = engine::check(&request, &Cache::default());
    let mut out = Vec::new();
    report::by_name("markdown")
        .unwrap()
        .write(&run, Paint::Plain, &mut out)
        .unwrap();
    let text = String::from_utf8(out).unwrap();
    assert!(text.len() < 65_536 && text.len() > 40_000, "{}", text.len());
    assert!(
        !text.contains("team-000") && text.contains("team-400"),
        "{text}"
    );
    let rows = text.lines().filter(|line| line.starts_with("| 🔴")).count();
    let hidden = text
        .lines()
        .find_map(|line| line.strip_prefix("… and ")?.split_once(" more in "))
        .unwrap();
    let errors = text
        .split_once(" errors, 400 warnings")
        .unwrap()
        .0
        .rsplit(' ')
        .next()
        .unwrap()
        .parse::<usize>()
        .unwrap();
    let of_shown_files = text
        .lines()
        .filter_map(|line| line.strip_prefix("… and ")?.strip_suffix(" more."));
    let of_shown_files: usize = of_shown_files
        .map(|count| count.parse::<usize>().unwrap())
        .sum();
    assert_eq!(
        rows + hidden.0.parse::<usize>().unwrap() + of_shown_files,
        errors + 400,
        "{text}"
    );
    assert!(
        text.contains("\n| W2001 | 🟡 400 |\n") && text.contains("\n### Not checked\n"),
        "{text}"
    );
    assert!(
        text.contains(" and 289 more`\n")
            && text.contains("400 warnings, 0 notes, 300 inputs not checked"),
        "{text}"
    );
}

/// GitHub shows ten annotations of each kind for a step.
#[test]
fn annotations_of_errors_come_first_and_what_was_not_checked_is_among_those_shown() {
    let error = b"Resources:\n  Topic:\n    Type: AWS::SNS::Topic\n    Properties: {TopicNam: x}\n";
    let names: Vec<String> = (0..12)
        .map(|number| format!("team-{number}.yaml"))
        .collect();
    let inputs = names.iter().map(|name| Input {
        name,
        content: error,
    });
    let request = engine::Request {
        documents: inputs
            .chain([Input {
                name: "z.json",
                content: b"{",
            }])
            .collect(),
        lint: Linting::All,
        ..crate::support::request()
    };
    let run = engine::check(&request, &Cache::default());
    let mut out = Vec::new();
    report::by_name("github")
        .unwrap()
        .write(&run, Paint::Plain, &mut out)
        .unwrap();
    let text = String::from_utf8(out).unwrap();
    let mut lines = text.lines();
    let first = lines.next().unwrap();
    assert!(
        first.starts_with(
            "::notice title=cfn-warden::14 errors; GitHub shows 10 annotations of each kind"
        ),
        "{first}"
    );
    let lines: Vec<&str> = lines.collect();
    let is_finding = |line: &str| line.contains(",title=E3002::");
    assert_eq!(
        lines.iter().position(|line| !is_finding(line)),
        Some(7),
        "{text}"
    );
    assert!(lines[7].starts_with("::error file=z.json,"), "{text}");
    let findings = lines.iter().filter(|line| is_finding(line));
    assert_eq!(findings.count(), 12, "{text}");
}
