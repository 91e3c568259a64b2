//! The rule table equals cfn-lint's except for titles and descriptions (recorded by `scripts/record_rules.py`).

use std::collections::{BTreeMap, BTreeSet};

use cfn_warden_lint::{self as lint, Page, options};
use cfn_warden_syntax::finding::Severity;
use serde_json::{Value, json};

const RECORDED: &str = include_str!("knowledge/rules.jsonl");

/// Returns cfn-warden's rules by ID.
fn ours() -> BTreeMap<&'static str, Value> {
    let row = |rule: &lint::Rule| {
        let options = options::of_rule(rule.id.as_str()).map(|option| {
            let default: Value = serde_json::from_str(option.default).expect(option.name);
            (
                option.name.to_owned(),
                json!({"type": option.kind.name(), "default": default}),
            )
        });
        let severity = match rule.id.severity() {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Informational => "informational",
        };
        json!({
            "id": rule.id.as_str(), "severity": severity, "tags": rule.tags, "source": Page::of_rule(rule.id).source,
            "experimental": lint::select::is_experimental(rule.id.as_str()), "options": options.collect::<serde_json::Map<_, _>>(),
        })
    };
    cfn_warden_rules::bundled()
        .registry()
        .rules()
        .map(|rule| (rule.id.as_str(), row(rule)))
        .collect()
}

#[test]
fn rules_have_the_references_severity_tags_source_and_options() {
    let recorded: Vec<Value> = RECORDED
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(recorded.len(), 329);
    let mut ours = ours();
    // cfn-lint never reports the rule. CloudFormation ignores values of read-only properties.
    let read_only = ours.get_mut("E3040").unwrap();
    assert_eq!(read_only["severity"].take(), "warning");
    read_only["severity"] = "error".into();
    ours.retain(|id, _| !lint::select::is_own(id));
    let wrong: Vec<_> = recorded
        .iter()
        .filter(|row| ours.get(row["id"].as_str().unwrap()) != Some(row))
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    let ids: BTreeSet<_> = recorded
        .iter()
        .map(|row| row["id"].as_str().unwrap())
        .collect();
    assert_eq!(ours.keys().copied().collect::<BTreeSet<_>>(), ids);
}

#[test]
fn every_option_is_of_a_rule_and_says_what_it_does() {
    for option in lint::options::ALL {
        assert!(
            cfn_warden_rules::bundled()
                .registry()
                .rules()
                .any(|rule| rule.id == option.rule),
            "{option:?}"
        );
        assert!(!option.description.is_empty(), "{option:?}");
    }
}
