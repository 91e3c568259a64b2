//! No report has characters of a document that are not visible, and none starts a command in the log of a CI system.

use serde_json::{Value, json};

use cfn_warden::engine::coverage::{Policies, Policy};
use cfn_warden::engine::{self, Cache, Input, Linting};
use cfn_warden::report::{Format, Paint, formats};
use cfn_warden_lint::{Fixes, Settings};
use proptest::prelude::*;

/// Texts that must not arrive as they are: line breaks and controls, marks of direction, zero width characters, tag characters,
/// variation selectors, and what starts workflow commands.
const HOSTILE: [&str; 13] = [
    "\n::stop-commands::x\n",
    "\r::error::x",
    "##[stop-commands]x",
    "##vso[task.complete]x",
    "\u{1b}[2J\u{7}\u{0}",
    "\u{85}\u{9b}\u{2028}\u{2029}",
    "\u{202e}\u{2066}\u{200e}\u{200f}\u{61c}",
    "\u{200b}\u{200c}\u{200d}\u{2060}\u{2064}\u{feff}",
    "\u{e0049}\u{e0047}\u{e0001}\u{e0fff}",
    "\u{ad}\u{34f}\u{180b}\u{180e}\u{fe00}\u{fe0f}\u{e0100}\u{e01ef}",
    "\u{fff9}\u{fffb}\u{206a}\u{3164}\u{115f}\u{17b4}",
    "\ncompliant (1 document, 0 errors, 0 warnings, 0 inputs not checked)\n",
    "\ta\t",
];

/// The characters of [`HOSTILE`] that no reader sees.
fn is_hidden(c: char) -> bool {
    c.is_control() || HOSTILE.iter().any(|text| text.contains(c)) && !c.is_ascii()
}

/// A template with a text at each position.
fn template(text: &str) -> String {
    let named = |name: &str| format!("{name}{text}");
    let template = json!({
        "Metadata": {"cfn-lint": {"config": {"regions": [text], "ignore_checks": [named("E30")]}}},
        "Transform": named("Macro"),
        "Parameters": {
            "Size": {"Type": "Number", "Default": text, "AllowedValues": [text]},
            named("Name"): {"Type": named("String")},
        },
        "Mappings": {named("Map"): {named("Top"): {named("Key"): text}}},
        "Conditions": {named("Is"): {"Fn::Equals": [text]}, "Has": {"Condition": text}},
        "Rules": {named("Rule"): {"Assertions": text}},
        "Resources": {
            "Queue": {
                "Type": "AWS::SQS::Queue",
                "DependsOn": text,
                "Condition": text,
                "Properties": {
                    "DelaySeconds": text,
                    "QueueName": {"Ref": text},
                    "KmsMasterKeyId": {"Fn::FindInMap": [text, text, text]},
                    "MessageRetentionPeriod": {"Fn::Sub": format!("${{{text}}}")},
                    "Tags": [{"Key": text, "Value": {"Fn::GetAtt": [text, text]}}, {"Key": text, "Value": "a"}],
                    named("DelaySecond"): 1,
                },
            },
            named("Topic"): {"Type": "AWS::SNS::Topic", "Properties": {"FifoTopic": text}},
            "Other": {"Type": named("AWS::SQS::Queues")},
            "Module": {"Type": format!("Acme{text}::Net::Vpc::MODULE")},
            "Stack": {"Type": "AWS::CloudFormation::Stack", "Properties": {"TemplateURL": named("./inner")}},
            named("Fn::ForEach::Loop"): [text, [text], {}],
        },
        "Outputs": {named("Out"): {"Value": {"Ref": named("Queue")}, "Export": {"Name": text}}},
        named("Section"): {},
    });
    // YAML and JSON have these characters as escapes only.
    let written = |c: char| match c {
        '\u{7f}'..='\u{9f}' | '\u{2028}' | '\u{2029}' => format!("\\u{:04x}", u32::from(c)),
        c => c.to_string(),
    };
    template.to_string().chars().map(written).collect()
}

const RULES: &str = "let queues = Resources.*[ Type == 'AWS::SQS::Queue' ]\n\
    rule delays when %queues !empty { %queues.Properties.DelaySeconds in [1, 2] }\n\
    rule tags when %queues !empty { %queues.Properties.Tags[*].Key == /^ok$/ <<tags\n  are named>> }\n\
    rule topics { Resources.*[ Type == 'AWS::SNS::Topic' ].Properties.TopicName exists }\n";

/// Returns the reports of all formats on documents with a text at each position.
fn reports(text: &str) -> Vec<(&'static Format, String)> {
    let content = template(text);
    let (name, broken) = (format!("a{text}.json"), format!("b{text}.yaml"));
    let knowledge = engine::bundled_knowledge();
    let mut coverage = Policies::default();
    coverage.set(engine::coverage::Kind::Module, Policy::Fail);
    let request = engine::Request {
        documents: vec![
            Input {
                name: &name,
                content: content.as_bytes(),
            },
            Input {
                name: &broken,
                content: b"Resources: {A: *b",
            },
        ],
        rules: vec![Input {
            name: "r.guard",
            content: RULES.as_bytes(),
        }],
        lint: Linting::All,
        lint_settings: Settings {
            knowledge,
            rules: cfn_warden_rules::bundled(),
            deployment_rules: true,
            fixes: Fixes::Compute,
            ..Settings::default()
        },
        coverage,
        ..engine::Request::default()
    };
    let run = engine::check(&request, &Cache::default());
    assert!(run.findings.len() > 10, "{:?}", run.findings);
    let report = |format: &&'static Format| {
        let mut out = Vec::new();
        format.write(&run, Paint::Plain, &mut out).unwrap();
        (*format, String::from_utf8(out).unwrap())
    };
    formats::ALL.iter().map(report).collect()
}

/// Visits all texts of a JSON value except those of edits, which are made and not shown, and the pages of rules, which are ours.
fn each_text(value: &Value, visit: &mut dyn FnMut(&str)) {
    match value {
        Value::String(text) => visit(text),
        Value::Array(items) => items.iter().for_each(|item| each_text(item, visit)),
        Value::Object(entries) => {
            for (key, value) in entries {
                visit(key);
                if !matches!(key.as_str(), "edits" | "insertedContent" | "guard" | "help") {
                    each_text(value, visit);
                }
            }
        }
        _ => {}
    }
}

fn check(text: &str) {
    for (format, report) in reports(text) {
        let name = format.name;
        let unexpected = report
            .chars()
            .find(|c| is_hidden(*c) && !matches!(*c, '\n' | '\t'));
        assert_eq!(unexpected, None, "{name} of {text:?}:\n{report}");
        assert!(!report.contains("##["), "{name} of {text:?}:\n{report}");
        let json = serde_json::from_str::<Value>(&report).ok();
        let data = report
            .split_once("id=\"data\">")
            .and_then(|(_, rest)| rest.split_once("</script>"))
            .map(|(data, _)| serde_json::from_str::<Value>(data).unwrap());
        for value in json.iter().chain(&data) {
            each_text(value, &mut |shown| {
                // A message of the rules has two lines.
                let shown = shown.replace("tags\n  are named", "");
                let unexpected = shown.chars().find(|c| is_hidden(*c));
                assert_eq!(unexpected, None, "{name} of {text:?}: {shown:?}");
            });
        }
        if json.is_some() {
            continue;
        }
        for line in report.lines() {
            let is_own = name == "github"
                && ["::error ", "::warning ", "::notice "]
                    .iter()
                    .any(|command| line.starts_with(command));
            assert!(
                is_own || !line.trim_start().starts_with("::"),
                "{name} of {text:?}: {line:?}"
            );
            assert!(
                !line.starts_with("compliant (1"),
                "{name} of {text:?}: {line:?}"
            );
        }
    }
}

#[test]
fn texts_that_are_hidden_or_commands_are_escaped_in_every_format() {
    HOSTILE.iter().for_each(|text| check(text));
}

#[test]
fn texts_of_all_languages_are_shown() {
    for text in ["مرحبا", "שלום", "日本語", "हिन्दी", "😀👩🚀"] {
        let shown = reports(text);
        for name in ["pretty", "json", "markdown", "github", "sarif"] {
            let (_, report) = shown
                .iter()
                .find(|(format, _)| format.name == name)
                .unwrap();
            let decoded = match serde_json::from_str::<Value>(report) {
                Ok(value) => {
                    let mut texts = String::new();
                    each_text(&value, &mut |shown| texts.push_str(shown));
                    texts
                }
                Err(_) => report.clone(),
            };
            assert!(decoded.contains(text), "{name}: {report}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, rng_seed: proptest::test_runner::RngSeed::Fixed(65), ..ProptestConfig::default() })]

    #[test]
    fn combinations_are_escaped(parts in proptest::collection::vec(0..HOSTILE.len(), 1..4)) {
        let text: String = parts.iter().map(|index| HOSTILE[*index]).collect();
        check(&text);
    }
}

#[test]
fn values_and_paths_do_not_start_a_line_of_standard_error() {
    let folder = crate::cli::folder("visible-errors");
    let at = folder.path().to_str().unwrap();
    let expression = r#"{ for item in ["a", "b"] : "a\n::error::x" => item }"#;
    let template = folder.file("a.yaml", "Resources: {T: {Type: AWS::SNS::Topic}}");
    let missing = format!("{at}/a\n::error::x.yaml");
    for line in [
        &["terraform", "eval", "--chdir", at, expression][..],
        &["check", &missing],
        &["rulegen", "--template", &missing],
        &["check", "--parameter-file", &missing, &template],
    ] {
        let ended = crate::cli::run(line, "");
        assert!(
            ended.err.contains("\\n::error::x"),
            "{line:?}: {}",
            ended.err
        );
        let starts_a_line = |line: &str| line.trim_start().starts_with("::");
        assert!(
            !ended.err.lines().any(starts_a_line),
            "{line:?}: {}",
            ended.err
        );
    }
}
