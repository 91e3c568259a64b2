//! What holds for all rules on all deployments of every template: the body of a property test and of the fuzz target
//! `fuzz/fuzz_targets/deployments.rs`.

#[path = "../../examples/deployments_fuzz/instances.rs"]
mod instances;

use bumpalo::Bump;
use cfn_warden_guard::deployments::{Points, Varying, VaryingOutcome};
use cfn_warden_guard::{Doc, Options, Profile, Rules, Status, evaluate, evaluate_deployments};
use cfn_warden_syntax::deployments::DeploymentSet;
use cfn_warden_syntax::parse;
use cfn_warden_template::ParameterSet;
use cfn_warden_template::deployments::{Inputs, VaryingTemplate, varying};
use cfn_warden_template::resolve::Defaults;

/// The number of deployments that are evaluated one by one.
const EACH: usize = 8;

/// Evaluates rules on all deployments of a template at once, and on each of some deployments. Returns the number of
/// verdicts that were compared.
///
/// # Panics
/// Panics if a verdict that does not depend on an unknown value is not that of a deployment.
pub fn check_deployments(rules: &str, template: &str) -> usize {
    // A query can follow a reference to a resource, which the document of a deployment replaces by a text.
    let mut words = rules
        .split(|char: char| !char.is_alphanumeric())
        .map(str::to_lowercase);
    if words.any(|word| ["ref", "fn", "getatt"].contains(&word.as_str())) {
        return 0;
    }
    let Ok(rules) = Rules::parse("r.guard", rules) else {
        return 0;
    };
    let arena = Bump::new();
    let Some(tree) = parse(&arena, template, "").tree else {
        return 0;
    };
    if tree
        .root
        .get("Resources")
        .is_none_or(|resources| resources.as_map().is_none())
    {
        return 0;
    }
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
    let Ok(doc) = Doc::new(&arena, &[&template.tree], Profile::CloudFormation) else {
        return 0;
    };
    let (sets, valid) = (&template.space.deployments, template.space.valid);
    let varying = Varying {
        sets,
        valid,
        variations: &template.variations,
        tree: 0,
    };
    let points = Points::of(&doc, &varying);
    let Ok(outcome) = evaluate_deployments(&rules, &doc, &varying, &points, &Options::default())
    else {
        return 0;
    };
    if outcome.limited.is_some() {
        return 0;
    }
    (0..EACH)
        .map(|number| compare(&rules, &template, &outcome, number))
        .sum()
}

/// Compares the verdicts on the deployment of a number with those on all deployments. Returns how many are compared.
fn compare(
    rules: &Rules,
    template: &VaryingTemplate<'_>,
    outcome: &VaryingOutcome<'_>,
    number: usize,
) -> usize {
    let mut state = number as u64;
    let deployment = instances::some(template, |count| {
        // A linear congruential generator: the same input has the same deployments.
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % count.max(1)
    });
    let Some(deployment) = deployment else {
        return 0;
    };
    let Some(text) = instances::filled_in(template, &deployment, number) else {
        return 0;
    };
    let arena = Bump::new();
    let Some(tree) = parse(&arena, &text, "").tree else {
        return 0;
    };
    let Ok(doc) = Doc::new(&arena, &[&tree], Profile::CloudFormation) else {
        return 0;
    };
    // An error of a clause ends the evaluation of one deployment earlier than that of all.
    let Ok(plain) = evaluate(rules, &doc, &Options::default()) else {
        return 0;
    };
    let within = |set: DeploymentSet| template.space.contains(set, &deployment);
    if outcome.error.as_ref().is_some_and(|(set, _)| within(*set)) {
        return 0;
    }
    let mut compared = 0;
    for ((name, status), (_, verdict)) in plain.rules().zip(&outcome.rules) {
        if within(verdict.unknown) {
            continue;
        }
        let expected = match status {
            Status::Pass => verdict.pass,
            Status::Fail => verdict.fail,
            Status::Skip => verdict.skip,
        };
        assert!(
            within(expected),
            "{name} is {} in {deployment:?}, but {verdict:?}:\n{text}",
            status.as_str()
        );
        compared += 1;
    }
    compared
}
