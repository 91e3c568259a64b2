//! What independent conditions cost, and what is reported where a limit ends the evaluation of deployments.

use std::time::{Duration, Instant};

use bumpalo::Bump;
use cfn_warden::engine::{
    self, Cache, DeploymentScope, Input, Linting, Request, Run, Status, View,
};
use cfn_warden_guard::deployments::{Points, Varying};
use cfn_warden_guard::{Doc, Options, Profile, Rules};
use cfn_warden_template::ParameterSet;
use cfn_warden_template::deployments::{Inputs, varying};
use cfn_warden_template::resolve::Defaults;
use serde_json::{Map, Value, json};

fn numbered(count: usize, name: &str, value: impl Fn(usize) -> Value) -> Value {
    (0..count)
        .map(|number| (format!("{name}{number}"), value(number)))
        .collect::<Map<_, _>>()
        .into()
}

/// Returns a template with `count` independent conditions `C0`, `C1`, ...
fn conditional(count: usize, resources: Value) -> Value {
    json!({
        "Parameters": numbered(count, "P", |_| json!({"Type": "String", "AllowedValues": ["a", "b", "c"], "Default": "a"})),
        "Conditions": numbered(count, "C", |n| json!({"Fn::Equals": [{"Ref": format!("P{n}")}, "a"]})),
        "Resources": resources,
    })
}

fn either(condition: usize, then: Value) -> Value {
    json!({"Fn::If": [format!("C{condition}"), then, {"Ref": "AWS::NoValue"}]})
}

/// Returns a template with 60 buckets, each with a condition of its own.
fn sixty() -> Value {
    let bucket = |number: usize| {
        let properties = json!({
            "BucketName": {"Fn::Sub": format!("data-${{P{number}}}")},
            "VersioningConfiguration": either(number, json!({"Status": "Enabled"})),
            "AccessControl": {"Fn::If": [format!("C{number}"), "Private", "PublicRead"]},
        });
        let mut bucket = json!({"Type": "AWS::S3::Bucket", "Properties": properties});
        if number % 2 == 1 {
            bucket["Condition"] = json!(format!("C{}", number - 1));
        }
        bucket
    };
    conditional(60, numbered(60, "Bucket", bucket))
}

const SIXTY: &str = r#"
let buckets = Resources.*[ Type == "AWS::S3::Bucket" ]

rule versioned when %buckets !empty {
    %buckets.Properties.VersioningConfiguration.Status == "Enabled"
}
rule private when %buckets !empty {
    %buckets.Properties {
        AccessControl == "Private" or BucketName == /^public-/
    }
}
rule some_private {
    some %buckets.Properties.AccessControl == "Private"
}
rule both when versioned {
    Resources.*.Properties.BucketName != "data-a"
}
"#;

fn check(template: &Value, rules: &[(&str, &str)]) -> (Status, Vec<String>, Vec<String>) {
    let text = template.to_string();
    let request = Request {
        documents: vec![Input {
            name: "template.json",
            content: text.as_bytes(),
        }],
        rules: rules
            .iter()
            .map(|(name, text)| Input {
                name,
                content: text.as_bytes(),
            })
            .collect(),
        lint: Linting::Off,
        view: View::Deployments(DeploymentScope::Any),
        ..crate::support::request()
    };
    let run: Run<'_> = engine::check(&request, &Cache::default());
    let when = |finding: &cfn_warden_syntax::finding::Finding| {
        let note = finding.deployments.as_ref().unwrap();
        format!("{} {}", finding.rule.id, note.when)
    };
    let findings = run.findings.iter().map(when).collect();
    let incomplete = run
        .incomplete
        .iter()
        .map(|one| format!("{}: {}", one.file, one.message))
        .collect();
    (run.status(), findings, incomplete)
}

#[test]
fn independent_conditions_cost_their_sum() {
    let (arena, text) = (Bump::new(), sixty().to_string());
    let tree = cfn_warden_syntax::parse(&arena, &text, "").tree.unwrap();
    let none = ParameterSet::default();
    let matches = |_: &str, _: &str| None;
    let inputs = Inputs {
        parameter_values: &none,
        defaults: Defaults::Unknown,
        limits: cfn_warden_template::DerivationLimits::default(),
        regions: &[],
        placeholder: None,
        matches: &matches,
    };
    let template = varying(&arena, &tree, &inputs);
    let doc = Doc::new(&arena, &[&template.tree], Profile::CloudFormation).unwrap();
    let (sets, valid) = (&template.space.deployments, template.space.valid);
    let varying = Varying {
        sets,
        valid,
        variations: &template.variations,
        tree: 0,
    };
    let points = Points::of(&doc, &varying);
    let rules = Rules::parse("sixty", SIXTY).unwrap();
    let outcome = cfn_warden_guard::evaluate_deployments(
        &rules,
        &doc,
        &varying,
        &points,
        &Options::default(),
    )
    .unwrap();
    assert_eq!((template.limited, outcome.limited), (false, None));
    let fails = |name: &str| {
        outcome
            .rules
            .iter()
            .find(|(own, _)| *own == name)
            .unwrap()
            .1
            .fail
    };
    // All buckets that exist are versioned: in the deployments in which all conditions hold.
    let versioned = sets.minus(valid, fails("versioned"));
    assert!((sets.share(versioned) * 3f64.powi(60) - 1.0).abs() < 1e-6);
    assert_eq!(fails("versioned"), fails("private"));
    assert!(sets.nodes() < 30_000, "{} nodes", sets.nodes());
    assert!(doc.steps_taken() < 100_000, "{} steps", doc.steps_taken());
}

#[test]
fn sixty_conditions_are_described_one_by_one() {
    let (template, start) = (sixty(), Instant::now());
    let (status, findings, incomplete) = check(&template, &[("sixty.guard", SIXTY)]);
    // 100 ms in an optimized build on an idle machine.
    assert!(
        start.elapsed() < Duration::from_secs(20),
        "{:?}",
        start.elapsed()
    );
    assert_eq!((status, incomplete), (Status::Fail, Vec::new()));
    let of = |rule: &str| {
        findings
            .iter()
            .filter(|finding| finding.starts_with(rule))
            .count()
    };
    assert_eq!((of("versioned "), of("private ")), (60, 60));
    assert!(
        findings.contains(&"versioned when not C0".to_owned()),
        "{findings:?}"
    );
    assert!(
        findings.contains(&"versioned when C0 and not C1".to_owned()),
        "{findings:?}"
    );
}

/// Clauses and conditions that say that `A0` is like `B0`, `A1` like `B1`, and so on. All parameters of the first come
/// before those of the second, so the number of nodes is exponential.
const PAIRS: usize = 20;

fn alike() -> String {
    let pair = |n: usize| {
        let properties = "Resources.Only.Properties";
        format!(
            "{properties}.A{n} exists or {properties}.B{n} !exists\n{properties}.A{n} !exists or {properties}.B{n} exists\n"
        )
    };
    format!(
        "rule first {{ Resources.Only.Properties.A0 exists }}\nrule alike {{\n{}}}",
        (0..PAIRS).map(pair).collect::<String>()
    )
}

fn pairs() -> Value {
    let property = |n: usize| {
        (
            format!("{}{}", if n < PAIRS { "A" } else { "B" }, n % PAIRS),
            either(n, json!("x")),
        )
    };
    let properties: Map<String, Value> = (0..2 * PAIRS).map(property).collect();
    conditional(
        2 * PAIRS,
        json!({"Only": {"Type": "AWS::S3::Bucket", "Properties": properties}}),
    )
}

#[test]
fn a_rule_with_too_many_sets_is_incomplete_and_others_are_evaluated() {
    let other = "rule second { Resources.Only.Properties.B3 exists }";
    let (status, findings, incomplete) = check(
        &pairs(),
        &[("alike.guard", &alike()), ("other.guard", other)],
    );
    assert_eq!(status, Status::Error);
    assert_eq!(findings, ["second when not C23"]);
    let [only] = incomplete.as_slice() else {
        panic!("{incomplete:?}")
    };
    assert_eq!(
        only,
        "alike.guard: evaluation ended early: limit of 200000 nodes for sets of deployments, or of the work on them, \
         exceeded in rule `alike`, which depends on too many parameters and conditions at once; supply values for some \
         parameters, or split the rule"
    );
}

#[test]
fn conditions_with_too_many_sets_are_incomplete() {
    let mut template = pairs();
    let holds = |n: usize| json!({"Condition": format!("C{n}")});
    let like = |n: usize| {
        let (one, other) = (holds(n), holds(n + PAIRS));
        json!({"Fn::Or": [{"Fn::And": [one, other]}, {"Fn::Not": [{"Fn::Or": [one, other]}]}]})
    };
    let all = (1..PAIRS).fold(like(0), |all, n| json!({"Fn::And": [all, like(n)]}));
    template["Conditions"]["Alike"] = all;
    template["Resources"]["Other"] = json!({"Type": "AWS::SNS::Topic", "Condition": "Alike"});
    let (status, findings, incomplete) = check(
        &template,
        &[("first.guard", "rule first { Resources.Other exists }")],
    );
    assert_eq!((status, findings), (Status::Error, Vec::new()));
    let [only] = incomplete.as_slice() else {
        panic!("{incomplete:?}")
    };
    assert!(
        only.starts_with(
            "template.json: the deployments were not checked: the limit of 200000 nodes"
        ),
        "{only}"
    );
    assert!(
        only.ends_with("supply values for some parameters, or split the template"),
        "{only}"
    );
}

#[test]
fn a_value_with_too_many_variants_is_incomplete() {
    let items: Vec<Value> = (0..10)
        .map(|n| either(n, json!(format!("item-{n}"))))
        .collect();
    let properties = json!({"Items": items, "Name": either(0, json!("x"))});
    let template = conditional(
        10,
        json!({"Only": {"Type": "AWS::S3::Bucket", "Properties": properties}}),
    );
    let rules = "rule named { Resources.Only.Properties.Name exists }\n\
                 rule listed { Resources.Only.Properties.Items == ['item-0', 'item-1'] }";
    let (status, findings, incomplete) = check(&template, &[("items.guard", rules)]);
    assert_eq!(status, Status::Error);
    assert!(
        findings.contains(&"named when not C0".to_owned()),
        "{findings:?}"
    );
    let [only] = incomplete.as_slice() else {
        panic!("{incomplete:?}")
    };
    assert!(
        only.starts_with(
            "items.guard: evaluation ended early: not all deployments were distinguished"
        ),
        "{only}"
    );
    assert!(
        only.contains("rule `listed`") && only.contains("more than 256 ways"),
        "{only}"
    );
}
