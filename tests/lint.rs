//! Every fixture of `tests/rules`: what is found in it is what its annotations say, which were read off the reference
//! (`scripts/annotate.py`).

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Add;
use std::path::PathBuf;

use bumpalo::Bump;
use cfn_warden::finding::Finding;
use cfn_warden::lint::{self, Input, Settings};
use cfn_warden::syntax;

use crate::support::annotation::{self, Expected};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/rules")
}

/// Fixtures by file name: the template's text, and what is expected of it.
fn fixtures() -> BTreeMap<String, (String, Vec<Expected>)> {
    let mut found = BTreeMap::new();
    for entry in std::fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if name.ends_with(".expected") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let expected = match name.ends_with(".json") {
            true => annotation::read(&std::fs::read_to_string(path.with_extension("expected")).unwrap()),
            false => annotation::read(&text),
        };
        found.insert(name, (text, expected));
    }
    found
}

/// 2026-11-21, when the annotations that depend on the day were read off.
const TODAY: i64 = 1_795_219_200;

fn found(name: &str, text: &str) -> Vec<Expected> {
    let arena = Bump::new();
    let parsed = syntax::parse(&arena, text, name);
    let input = Input { name, text, now: TODAY };
    let settings = Settings { include_checks: Some(vec!["I".into()]), ..Settings::default() };
    let findings = match &parsed.tree {
        Some(tree) if parsed.errors.is_empty() => lint::lint(&arena, tree, &input, &settings),
        _ => lint::unreadable(&parsed.errors, &input, &settings),
    };
    let mut flat = Vec::new();
    findings.iter().for_each(|finding| flatten(finding, &mut flat));
    flat.sort();
    flat
}

fn flatten(finding: &Finding, flat: &mut Vec<Expected>) {
    flat.push(Expected {
        line: finding.span.start.line,
        column: finding.span.start.column,
        rule: finding.rule.id.to_string(),
        path: finding.path.as_ref().map(ToString::to_string).unwrap_or_default(),
        message: finding.message.replace('\n', "\\n"),
    });
    finding.children.iter().for_each(|child| flatten(child, flat));
}

/// Rules that this build has; a fixture speaks only of these, until all are there.
fn built() -> BTreeSet<&'static str> {
    lint::all_rules().map(|rule| rule.id).collect()
}

#[test]
fn every_fixture_gives_what_it_says() {
    let built = built();
    let mut wrong = Vec::new();
    for (name, (text, expected)) in fixtures() {
        let found: Vec<_> = found(&name, &text).into_iter().filter(|one| built.contains(one.rule.as_str())).collect();
        let expected: Vec<_> = expected.into_iter().filter(|one| built.contains(one.rule.as_str())).collect();
        let same = |one: &Expected, two: &Expected| {
            (one.line, one.column, &one.rule, &one.path) == (two.line, two.column, &two.rule, &two.path)
                && (one.message.is_empty() || two.message.is_empty() || one.message == two.message)
        };
        for missed in expected.iter().filter(|one| !found.iter().any(|two| same(one, two))) {
            wrong.push(format!("{name}: not found: {missed}"));
        }
        for extra in found.iter().filter(|one| !expected.iter().any(|two| same(one, two))) {
            wrong.push(format!("{name}: not expected: {extra}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Rules that no template makes fire, and why.
const WITHOUT_FIXTURE: &[(&str, &str)] = &[
    ("E0003", "says what is wrong with the command line, not with a template"),
    ("E0002", "says that work was given up; no template of a fixture's size takes that much"),
    ("I0002", "the reference skips scenarios silently; tested below"),
    ("E0100", "is said of deployment files: tests/parameters.rs"),
    ("E0200", "is said of parameter files: tests/parameters.rs"),
    ("E2900", "is said of values given for parameters: tests/parameters.rs"),
    ("E1002", "needs a large text; tested below"),
    ("E1052", "nothing runs it; so it is in the reference: E1051.yaml has a misplaced reference"),
    ("E1101", "runs other rules; they report"),
    (
        "E1103",
        "formats of JSON Schema are claimed by the owner above it, other formats have rules; so it is in the reference",
    ),
    ("E2003", "asks for a keyword that the section's schema has not; so it is in the reference: E2003.yaml"),
    ("E2010", "asks for a keyword that the section's schema has not; so it is in the reference: I2011.yaml"),
    ("E3008", "no value violates the keyword itself; what is wrong below it has rules of its own"),
    ("E3011", "what is too long is found by a keyword that E3001 owns; so it is in the reference"),
    ("E3040", "attached where no value is; so it is in the reference"),
    ("E4002", "the reference ends in a traceback on what it is for"),
    ("E6004", "asks for a keyword that the section's schema has not; so it is in the reference: E2003.yaml"),
    ("E8002", "asks for a keyword that no schema has; so it is in the reference: E3015.yaml"),
    ("I1002", "needs a large text; tested below"),
    ("I2010", "E2010 never speaks, nor does this; so it is in the reference: I2011.yaml"),
    ("I2011", "E2011 is handed lengths, not names; so it is in the reference: I2011.yaml"),
    ("I7002", "E7002 is handed lengths, not names; so it is in the reference: I2011.yaml"),
    ("W1019", "is never handed the variables; so it is in the reference"),
    ("W1040", "E1031 claims what a resolved value violates; so it is in the reference"),
    ("W2030", "W1030 claims what a resolved value violates; so it is in the reference: W2030.yaml"),
    ("W2031", "W1030 claims what a resolved value violates; so it is in the reference: W2031.yaml"),
    ("W3034", "W1030 claims what a resolved value violates; so it is in the reference: W3034.yaml"),
    ("E8007", "its keyword is claimed by the owner above it; so it is in the reference"),
];

#[test]
fn every_rule_has_a_fixture_in_which_it_fires() {
    let fixtures = fixtures();
    let fires = |id: &str| {
        let own = fixtures.iter().filter(|(name, _)| name.split('.').next() == Some(id));
        own.flat_map(|(_, (_, expected))| expected).any(|expected| expected.rule == id)
    };
    let missing: Vec<_> =
        built().into_iter().filter(|id| WITHOUT_FIXTURE.iter().all(|(other, _)| other != id) && !fires(id)).collect();
    assert!(missing.is_empty(), "rules without a fixture `tests/rules/<ID>.yaml` in which they fire: {missing:?}");
}

#[test]
fn rule_ids_are_unique_and_name_their_files() {
    let mut seen = BTreeSet::new();
    for rule in lint::all_rules() {
        assert!(seen.insert(rule.id), "{} is there twice", rule.id);
        assert!(!rule.title.is_empty() && !rule.description.is_empty(), "{} has no words", rule.id);
    }
}

#[test]
fn the_same_template_gives_the_same_findings() {
    for (name, (text, _)) in fixtures() {
        let first = found(&name, &text);
        assert_eq!(first, found(&name, &text), "{name}");
    }
}

#[test]
fn long_texts_are_measured() {
    let text = |lines: usize| {
        format!("Resources:\n  T:\n    Type: AWS::SNS::Topic\n{}", "#".repeat(99).add("\n").repeat(lines))
    };
    let said = |lines| {
        let all = found("long.yaml", &text(lines));
        all.into_iter().map(|one| (one.line, one.column, one.rule, one.path, one.message)).collect::<Vec<_>>()
    };
    // Read off the reference.
    let expected = |rule: &str, message: &str| vec![(1, 1, rule.to_owned(), "Template".to_owned(), message.to_owned())];
    let most = "The template file size (1000042 bytes) exceeds the limit (1000000 bytes)";
    assert_eq!(said(10_000), expected("E1002", most));
    let near = "The template file size (900042 bytes) is approaching the limit (1000000 bytes)";
    assert_eq!(said(9_000), expected("I1002", near));
    assert_eq!(said(8_900), []);
}

/// A template with one resource that has these properties.
fn resource(kind: &str, properties: serde_json::Value) -> serde_json::Value {
    let conditions: serde_json::Map<_, _> = (0..60)
        .map(|n| (format!("C{n}"), serde_json::json!({"Fn::Equals": [{"Ref": format!("P{n}")}, "a"]})))
        .collect();
    let parameters: serde_json::Map<_, _> =
        (0..60).map(|n| (format!("P{n}"), serde_json::json!({"Type": "String"}))).collect();
    serde_json::json!({
        "Parameters": parameters, "Conditions": conditions,
        "Resources": {"Only": {"Type": kind, "Properties": properties}}
    })
}

fn rules_found(template: &serde_json::Value) -> BTreeSet<String> {
    found("hostile.json", &template.to_string()).into_iter().map(|one| one.rule).collect()
}

#[test]
fn too_many_scenarios_are_said() {
    let keys =
        ["Runtime", "Handler", "Role", "Description", "FunctionName", "MemorySize", "Timeout", "KmsKeyArn", "Layers"];
    let value = |n: usize| serde_json::json!({"Fn::If": [format!("C{n}"), "a", {"Ref": "AWS::NoValue"}]});
    let properties: serde_json::Map<_, _> =
        keys.iter().enumerate().map(|(n, key)| ((*key).to_owned(), value(n))).collect();
    let rules = rules_found(&resource("AWS::Lambda::Function", properties.into()));
    assert!(rules.contains("I0002") && !rules.contains("E0002"), "{rules:?}");
}

#[test]
fn deep_and_long_functions_end() {
    let nested = |wrap: &dyn Fn(serde_json::Value) -> serde_json::Value| {
        (0..150).fold(serde_json::json!("v"), |inner, _| wrap(inner))
    };
    for deep in [
        nested(&|inner| serde_json::json!({"Fn::Join": ["", [inner]]})),
        nested(&|inner| serde_json::json!({"Fn::If": ["C0", inner, "x"]})),
        nested(&|inner| serde_json::json!({"Fn::Select": [0, [inner]]})),
        nested(&|inner| serde_json::json!([inner])),
    ] {
        let rules = rules_found(&resource("AWS::S3::Bucket", serde_json::json!({"BucketName": deep})));
        assert!(!rules.is_empty(), "something is said of {deep}");
    }
    let long: Vec<_> = (0..3000).map(|_| serde_json::json!({"Ref": "P1"})).collect();
    rules_found(&resource("AWS::S3::Bucket", serde_json::json!({"BucketName": {"Fn::Join": ["", long]}})));
}
