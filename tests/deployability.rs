//! Rules about deployment that cfn-lint does not have: `tests/deployability/<ID>.yaml` has the annotated findings, and
//! `<ID>.good.yaml` does not have any.

use std::path::PathBuf;

use cfn_warden_lint::{self as lint, Settings, select};
use cfn_warden_template::Compat;

use crate::lint::found_with;
use crate::recorded;
use crate::support::annotation::{self, Expected};

fn fixture(name: &str) -> String {
    let path: PathBuf = recorded::root().join("tests/deployability").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|_| panic!("{} is missing", path.display()))
}

fn ids() -> impl Iterator<Item = &'static str> {
    lint::all_rules().map(|rule| rule.id.as_str()).filter(|id| select::is_own(id))
}

fn settings() -> Settings {
    Settings { deployment_rules: true, ..crate::support::settings() }
}

/// The findings of own rules.
fn found(text: &str, settings: &Settings) -> Vec<Expected> {
    found_with("template.yaml", text, settings).into_iter().filter(|one| select::is_own(&one.rule)).collect()
}

/// The rules with fixtures here; those about SAM have theirs in `tests/serverless`.
fn ids_without_sam() -> impl Iterator<Item = &'static str> {
    ids().filter(|id| !id.starts_with("ED15"))
}

#[test]
fn every_rule_has_a_fixture_with_findings_and_one_without() {
    for id in ids_without_sam() {
        let bad = fixture(&format!("{id}.yaml"));
        let expected = annotation::read(&bad);
        assert!(expected.iter().any(|one| one.rule == id), "{id}.yaml has no finding of the rule");
        let mut reported = found(&bad, &settings());
        // A column in digits has no width.
        reported.iter_mut().zip(&expected).for_each(|(one, marked)| one.width = one.width.and(marked.width));
        assert_eq!(reported, expected, "{id}.yaml");
        let good = found(&fixture(&format!("{id}.good.yaml")), &settings());
        assert!(good.iter().all(|one| one.rule != id), "{id}.good.yaml");
    }
}

#[test]
fn rules_about_deployment_are_off_in_lint() {
    for id in ids_without_sam() {
        let bad = fixture(&format!("{id}.yaml"));
        assert_eq!(found(&bad, &crate::support::settings()), [], "{id}");
        assert_eq!(found(&bad, &Settings { compat: Compat::CFN_LINT, ..settings() }), [], "{id}");
        let ignored = Settings { ignore_checks: Some(vec![id.to_owned()]), ..settings() };
        assert!(found(&bad, &ignored).iter().all(|one| one.rule != id), "{id}");
    }
}

#[test]
fn ids_cannot_collide_with_those_of_cfn_lint() {
    assert!(ids().count() > 10);
    for id in ids() {
        let digits = id.get(2..).unwrap();
        assert!(digits.len() == 4 && digits.bytes().all(|byte| byte.is_ascii_digit()), "{id}");
    }
    for id in ["E3012", "W2001", "I3042", "E9001", "ED", "EDX", "D1001", "variable_type"] {
        assert!(!select::is_own(id) || id == "ED", "{id}");
    }
}

#[test]
fn a_circle_of_conditions_does_not_hide_other_findings() {
    let text = "Conditions:\n  A: {Condition: B}\n  B: !Not [Condition: A]\nResources:\n  Topic:\n    Type: \
                AWS::SNS::Topic\n    Properties: {DisplayNam: x}\n";
    let rules: Vec<_> = found_with("template.yaml", text, &settings()).into_iter().map(|one| one.rule).collect();
    assert!(rules.iter().any(|rule| rule == "ED1001") && rules.iter().any(|rule| rule == "E3002"), "{rules:?}");
}
