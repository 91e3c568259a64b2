//! Objects with many conditions: lint checks them completely, however many combinations there are.
//!
//! Findings of made-up templates are compared with those of the resolved template of every deployment.

mod made_up;
mod oracle;

use std::collections::BTreeSet;

use bumpalo::Bump;
use cfn_warden_lint::{self as lint, Linted, Settings};
use cfn_warden_schema::Limits;
use cfn_warden_syntax as syntax;
use serde_json::{Value, json};

use made_up::{KINDS, Random, either, independent, made_up};
use oracle::{Found, in_all_deployments, repeated};

pub fn linted(template: &Value, limits: Limits) -> Linted {
    let (arena, text) = (Bump::new(), template.to_string());
    let tree = syntax::parse(&arena, &text, "made-up.json").tree.unwrap();
    let settings = Settings {
        limits,
        ..crate::support::settings()
    };
    let input = lint::Input {
        name: "made-up.json",
        text: &text,
        ..Default::default()
    };
    lint::lint(&arena, &tree, &input, &settings)
}

/// The findings of keywords and rules that consider several parts of an object.
pub fn found(linted: &Linted) -> BTreeSet<Found> {
    const RULES: &[&str] = &[
        "E3003", "E3014", "E3017", "E3018", "E3020", "E3021", "E3032", "E3037", "E3039", "E3058",
        "E3063", "E3639", "E3680", "W2533",
    ];
    let findings = linted
        .findings
        .iter()
        .filter(|finding| RULES.iter().any(|rule| finding.rule.id == *rule));
    findings
        .map(|finding| {
            let path = finding
                .path
                .as_ref()
                .map(ToString::to_string)
                .unwrap_or_default();
            (
                finding.rule.id.to_string(),
                path,
                finding.message.to_string(),
            )
        })
        .collect()
}

#[test]
fn findings_are_those_of_all_deployments() {
    for (seed, kind) in (1..).zip(KINDS) {
        let template = made_up(kind, 8, &mut Random::new(seed));
        let ours = linted(&template, Limits::default());
        assert_eq!(ours.not_checked, None, "{kind:?} {seed}");
        let (ours, all) = (found(&ours), in_all_deployments(&template));
        compare(
            &ours,
            &all,
            |rule| rule == "E3039",
            &format!("{kind:?} {seed}"),
        );
    }
}

/// With a low limit of scenarios, keywords on lists are only evaluated in one scenario for each result.
#[test]
fn each_result_has_a_scenario() {
    for (seed, kind) in (101..).zip(KINDS) {
        let template = made_up(kind, 8, &mut Random::new(seed));
        let ours = linted(
            &template,
            Limits {
                scenarios: 100,
                ..Limits::default()
            },
        );
        assert_eq!(ours.not_checked, None, "{kind:?} {seed}");
        let (ours, all) = (found(&ours), in_all_deployments(&template));
        compare(
            &ours,
            &all,
            |rule| matches!(rule, "E3039" | "E3037"),
            &format!("{kind:?} {seed}"),
        );
    }
}

/// Asserts that findings are equal, and that of rules whose messages list what a scenario contains, there is a finding
/// for each value that is wrong.
#[track_caller]
fn compare(
    ours: &BTreeSet<Found>,
    all: &BTreeSet<Found>,
    lists: impl Fn(&str) -> bool,
    name: &str,
) {
    let extra: Vec<_> = ours.difference(all).collect();
    assert!(
        extra.is_empty(),
        "{name}: not found in any deployment: {extra:#?}"
    );
    let missed: Vec<_> = all
        .difference(ours)
        .filter(|(rule, ..)| !lists(rule))
        .collect();
    assert!(missed.is_empty(), "{name}: missed: {missed:#?}");
    assert_eq!(repeated(ours, &lists), repeated(all, &lists), "{name}");
}

#[test]
fn many_conditions_are_checked_completely() {
    for kind in KINDS {
        for count in [8, 12, 20, 30, 40] {
            let linted = linted(
                &made_up(kind, count, &mut Random::new(count as u64)),
                Limits::default(),
            );
            assert_eq!(linted.not_checked, None, "{kind:?} {count}");
            assert!(
                linted.steps < 200_000,
                "{kind:?} {count}: {} steps",
                linted.steps
            );
        }
    }
}

#[test]
fn forty_conditions_on_the_items_of_lists() {
    let zones: Vec<_> = (0..40)
        .map(|n| {
            either(
                n,
                json!(if n < 38 {
                    format!("use1-az{n}")
                } else {
                    "same".into()
                }),
            )
        })
        .collect();
    let group = json!({"Type": "AWS::AutoScaling::AutoScalingGroup", "Properties": {
        "MinSize": "1", "MaxSize": "1", "LaunchConfigurationName": "x", "AvailabilityZoneIds": zones
    }});
    let rows = found(&linted(
        &independent(40, json!({"Only": group})),
        Limits::default(),
    ));
    let path = "Resources/Only/Properties/AvailabilityZoneIds";
    let rows: Vec<_> = rows
        .iter()
        .map(|(rule, path, message)| (rule.as_str(), path.as_str(), message.as_str()))
        .collect();
    assert_eq!(
        rows,
        [("E3037", path, "['same', 'same'] has non-unique elements")]
    );
}

#[test]
fn an_incomplete_check_names_the_keyword_and_the_object() {
    // Whether a task definition is for Fargate depends on all items together.
    let launch: Vec<_> = (0..14).map(|n| either(n, json!("EC2"))).collect();
    let task = json!({"Type": "AWS::ECS::TaskDefinition", "Properties": {"RequiresCompatibilities": launch}});
    let linted = linted(&independent(14, json!({"Only": task})), Limits::default());
    let why = linted.not_checked.unwrap_or_default();
    assert!(
        why.starts_with(
            "an object has more combinations of conditions than are checked: `if` of Resources/Only"
        ),
        "{why}"
    );
}
