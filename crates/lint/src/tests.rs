//! Linting against a knowledge base of two types.

use super::*;
use cfn_warden_schema::Knowledge;

#[path = "../../../tests/knowledge/small/mod.rs"]
mod small;

fn linted(text: &str, knowledge: Knowledge) -> Linted {
    let arena = Bump::new();
    let tree = cfn_warden_syntax::parse(&arena, text, "small.yaml").tree.unwrap();
    let input = Input { name: "small.yaml", text, ..Input::default() };
    lint(&arena, &tree, &input, &Settings { wording: Wording::CfnLint, ..Settings::with_knowledge(knowledge) })
}

/// Returns the rule and the path of each finding.
fn found(text: &str) -> Vec<(String, String)> {
    let linted = linted(text, small::small_knowledge());
    assert_eq!(linted.not_checked, None);
    let path = |finding: &Finding| finding.path.as_ref().map(ToString::to_string).unwrap_or_default();
    linted.findings.iter().map(|finding| (finding.rule.id.to_string(), path(finding))).collect()
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
    assert_eq!(found(invalid), expected.map(|(rule, path)| (rule.to_owned(), path.to_owned())));
}

#[test]
fn linting_without_schemas_is_incomplete() {
    let linted = linted("Resources: {Topic: {Type: AWS::SNS::Topic}}", Knowledge::default());
    assert!(linted.not_checked.is_some_and(|reason| reason.contains("no schemas")));
}
