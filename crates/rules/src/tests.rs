//! Linting against a knowledge base of two types.

use bumpalo::Bump;
use cfn_warden_lint::{Input, Linted, Page, RuleSet, Settings, Wording, lint};
use cfn_warden_schema::Knowledge;
use cfn_warden_syntax::finding::Finding;

use super::{all, bundled};

#[path = "../../../tests/knowledge/small/mod.rs"]
mod small;

fn linted(text: &str, rules: RuleSet, knowledge: Knowledge) -> Linted {
    let arena = Bump::new();
    let tree = cfn_warden_syntax::parse(&arena, text, "small.yaml")
        .tree
        .unwrap();
    let input = Input {
        name: "small.yaml",
        text,
        ..Input::default()
    };
    lint(
        &arena,
        &tree,
        &input,
        &Settings {
            wording: Wording::CfnLint,
            ..Settings::new(rules, knowledge)
        },
    )
}

/// Returns the rule and the path of each finding.
fn found(text: &str) -> Vec<(String, String)> {
    let linted = linted(text, bundled(), small::small_knowledge());
    assert_eq!(linted.not_checked, None);
    let path = |finding: &Finding| {
        finding
            .path
            .as_ref()
            .map(ToString::to_string)
            .unwrap_or_default()
    };
    linted
        .findings
        .iter()
        .map(|finding| (finding.rule.id.to_string(), path(finding)))
        .collect()
}

#[test]
fn a_template_is_linted_against_small_schemas() {
    let valid = "Resources:\n  Table: {Type: Small::Store::Table, Properties: {Name: orders, Keys: [hash]}}\n  \
                 View: {Type: Small::Store::View, Properties: {Table: !Ref Table}}\n";
    assert_eq!(found(valid), []);
    let invalid = "Resources:\n  Table: {Type: Small::Store::Table, Properties: {Nam: orders, Keys: [hash, list]}}\n  \
                   View: {Type: Small::Store::View, Properties: {Table: !Ref Tables}}\n  \
                   Topic: {Type: AWS::SNS::Topic}\n";
    let expected = [
        ("E3002", "Resources/Table/Properties/Nam"),
        ("E3003", "Resources/Table/Properties"),
        ("E3030", "Resources/Table/Properties/Keys/1"),
        ("E1020", "Resources/View/Properties/Table/Ref"),
        ("E3006", "Resources/Topic/Type"),
    ];
    assert_eq!(
        found(invalid),
        expected.map(|(rule, path)| (rule.to_owned(), path.to_owned()))
    );
}

#[test]
fn linting_without_schemas_is_incomplete() {
    let linted = linted(
        "Resources: {Topic: {Type: AWS::SNS::Topic}}",
        bundled(),
        Knowledge::default(),
    );
    assert!(
        linted
            .not_checked
            .is_some_and(|reason| reason.contains("no schemas"))
    );
}

#[test]
fn linting_without_rules_is_incomplete() {
    let linted = linted(
        "Resources: {}",
        RuleSet::default(),
        small::small_knowledge(),
    );
    assert!(
        linted
            .not_checked
            .is_some_and(|reason| reason.contains("no rules"))
    );
}

#[test]
fn every_rule_has_a_page() {
    let missing: Vec<_> = all()
        .map(|rule| rule.id.as_str())
        .filter(|id| Page::of(id).is_none())
        .collect();
    assert!(
        missing.is_empty(),
        "no page in docs/rules for {missing:?}, or `make index` was not run"
    );
    assert_eq!(
        Page::ids().count(),
        all().count(),
        "pages of rules that do not exist"
    );
    let length = |id| Page::of(id).map_or(0, |page| page.fix.chars().count());
    let unclear: Vec<_> = all()
        .map(|rule| rule.id.as_str())
        .filter(|id| !(20..=200).contains(&length(id)))
        .collect();
    assert!(
        unclear.is_empty(),
        "`## Fix` is missing, short, or longer than 200 characters for {unclear:?}"
    );
}
