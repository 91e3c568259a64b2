//! Rules on all deployments of a template: the examples of docs/deployments.md, and what findings say.

mod limits;

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use cfn_warden::cli::Exit;
use serde_json::Value;

use crate::cli::{folder, run};

/// An example of the documentation: a template, rules, and the finding.
struct Example {
    title: String,
    template: String,
    rules: String,
    finding: String,
}

fn examples() -> Vec<Example> {
    let page = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/deployments.md")).unwrap();
    let block = |section: &str, kind: &str| {
        let (_, after) = section.split_once(&format!("```{kind}\n"))?;
        Some(after.split_once("```\n")?.0.to_owned())
    };
    let example = |section: &str| {
        Some(Example {
            title: section.lines().next()?.to_owned(),
            template: block(section, "yaml")?,
            rules: block(section, "guard")?,
            finding: block(section, "text")?,
        })
    };
    page.split("\n## ").filter_map(example).collect()
}

/// Runs `check` without the linter on an example.
fn check(example: &Example, options: &[&str]) -> (Exit, String) {
    static CALLS: AtomicUsize = AtomicUsize::new(0);
    let here = folder(&format!("deployments-{}", CALLS.fetch_add(1, Ordering::Relaxed)));
    let (template, rules) = (here.file("template.yaml", &example.template), here.file("rules.guard", &example.rules));
    let ended = run(&[&["check", &template, "--rules", &rules, "--lint", "off"], options].concat(), "");
    assert_eq!(ended.err, "", "{}", example.title);
    (ended.exit, ended.out.replace(&format!("{}/", here.path().display()), ""))
}

fn json(example: &Example, options: &[&str]) -> Value {
    let (_, out) = check(example, &[options, &["--format", "json"]].concat());
    serde_json::from_str(&out).unwrap()
}

#[test]
fn documented_examples_have_these_findings() {
    let examples = examples();
    assert_eq!(examples.len(), 3);
    for example in &examples {
        let (exit, out) = check(example, &["--deployments", "any"]);
        let expected = if example.finding.contains(": warning ") { Exit::OK } else { Exit::NOT_COMPLIANT };
        assert!(out.starts_with(&example.finding), "{}\n{out}", example.title);
        assert_eq!(exit, expected, "{}\n{out}", example.title);
        assert_eq!(json(example, &["--deployments", "any"])["findings"].as_array().unwrap().len(), 1);
    }
}

#[test]
fn a_witness_reproduces_the_finding() {
    let mut reproduced = 0;
    for example in examples() {
        let answer = json(&example, &["--deployments", "any"]);
        let finding = &answer["findings"][0];
        let witness = finding["witness"].as_object().unwrap();
        let values: Vec<String> =
            witness.iter().map(|(name, value)| format!("{name}={}", value.as_str().unwrap())).collect();
        let mut options = vec!["--resolve", "--parameters"];
        options.extend(values.iter().map(String::as_str));
        let resolved = json(&example, &options);
        let is_error = finding["severity"] == "error";
        let same = |other: &Value| other["rule"] == finding["rule"] && other["path"] == finding["path"];
        assert_eq!(resolved["findings"].as_array().unwrap().iter().any(same), is_error, "{}", example.title);
        reproduced += usize::from(is_error);
    }
    assert_eq!(reproduced, 2);
}

#[test]
fn default_and_given_values_restrict_the_deployments() {
    let example = &examples()[0];
    let when = |options: &[&str]| json(example, options)["findings"][0]["when"].clone();
    assert_eq!(when(&["--deployments", "any"]), "when not IsProd");
    assert_eq!(when(&["--deployments", "default"]), "always");
    assert_eq!(when(&["--deployments", "given", "--parameters", "Env=test"]), "always");
    assert_eq!(when(&["--deployments", "given", "--parameters", "Env=prod"]), Value::Null);
}

#[test]
fn rules_can_say_that_they_are_about_deployments() {
    let first = &examples()[0];
    let of = |comment: &str| {
        let rules = format!("# A policy.\n# {comment}\n\n{}", first.rules);
        let example = Example { title: String::new(), template: first.template.clone(), rules, finding: String::new() };
        json(&example, &[])["findings"][0]["when"].clone()
    };
    assert_eq!(of("view: deployments"), "when not IsProd");
    assert_eq!(of("about deployments"), Value::Null);
}

#[test]
fn unknown_values_count_as_configured() {
    let example = &examples()[2];
    for (policy, severity, exit) in
        [("pass", "informational", Exit::OK), ("warn", "warning", Exit::OK), ("fail", "error", Exit::NOT_COMPLIANT)]
    {
        let options = ["--deployments", "any", "--unknown", policy];
        assert_eq!(check(example, &options).0, exit);
        let answer = json(example, &options);
        assert_eq!(answer["findings"][0]["severity"], severity);
        assert_eq!(answer["findings"][0]["unknowns"], serde_json::json!(["Ref Name"]));
    }
}

#[test]
fn all_formats_show_the_deployments() {
    let example = &examples()[0];
    for format in ["pretty", "text", "parseable", "sarif", "junit", "github", "markdown", "html"] {
        let (_, out) = check(example, &["--deployments", "any", "--format", format]);
        assert!(out.contains("when not IsProd") && out.contains("Env=dev"), "{format}:\n{out}");
    }
}
