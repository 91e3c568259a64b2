//! Evaluation of keywords that count or compare the contents of an instance, once per scenario of its conditions.
//!
//! If there are few scenarios, all keywords of a schema are evaluated in each of them, as in cfn-lint. Otherwise each
//! keyword is evaluated in every scenario of the conditions that can change its result. If these are also too many, it
//! is evaluated in a scenario for each of its possible results ([`representative`]), or, if these cannot be determined,
//! in a sample, and the limit is recorded.

use super::budget::Limit;
use super::context::Context;
use super::evaluation::{Assertion, Evaluation, Part};
use super::keyword as k;
use super::keyword::is_grouping;
use super::mentioned::mentioned;
use super::pack::{Json, Key};
use super::related::related;
use super::schema::Schema;
use super::violation::Violations;
use super::{conditional, keyword, representative};
use cfn_warden_syntax::{Node, Value};
use cfn_warden_template::Assumptions;
use cfn_warden_template::condition::AssumptionKind;
use cfn_warden_template::condition::scenario::{self, counts};
use cfn_warden_template::condition::solver::LIMIT;
use cfn_warden_template::function::lone_function;

/// Maximum number of scenarios for all keywords of a schema together; equal to cfn-lint's limit.
const SHARED_SCENARIOS: usize = LIMIT;

/// Runs the grouping keywords of a schema once per scenario.
pub(super) fn run<'a>(
    evaluation: &Evaluation<'a>,
    cx: &Context<'a>,
    schema: &Schema<'a>,
    instance: Node<'a>,
    out: &mut Violations<'a>,
) {
    if !schema.has_grouping() {
        return;
    }
    if scenario::is_fixed(instance) {
        return evaluation.run(cx, schema, Part::Grouping, instance, out);
    }
    let conditions = &evaluation.template.conditions;
    let scenarios = conditions.scenarios(
        cx.conditions,
        &scenario::conditions_of(instance),
        SHARED_SCENARIOS,
    );
    if !scenarios.complete {
        return run_each(evaluation, cx, schema, instance, out);
    }
    for assumptions in scenarios.assumptions.iter() {
        let Some(view) = scenario::view(
            evaluation.arena,
            conditions,
            *assumptions,
            cx.functions,
            instance,
        ) else {
            continue;
        };
        evaluation.run(
            &Context {
                conditions: *assumptions,
                ..*cx
            },
            schema,
            Part::Grouping,
            view,
            out,
        );
    }
}

/// Runs each grouping keyword in the scenarios that can change its result.
fn run_each<'a>(
    evaluation: &Evaluation<'a>,
    cx: &Context<'a>,
    schema: &Schema<'a>,
    instance: Node<'a>,
    out: &mut Violations<'a>,
) {
    let conditions = &evaluation.template.conditions;
    for (symbol, value) in schema.keywords().filter(|(symbol, _)| is_grouping(*symbol)) {
        if matches!(symbol, k::THEN | k::ELSE) || always_fits(evaluation, symbol, value, instance) {
            continue;
        }
        let assertion = Assertion {
            cx,
            keyword: symbol,
            value,
            data: None,
            instance,
            schema,
            part: Part::Grouping,
        };
        let Some(scenarios) = scenarios(evaluation, &assertion, out) else {
            continue;
        };
        for assumptions in scenarios {
            let Some(view) = scenario::view(
                evaluation.arena,
                conditions,
                assumptions,
                cx.functions,
                instance,
            ) else {
                continue;
            };
            if !evaluation.spend(1) {
                return;
            }
            let cx = &Context {
                conditions: assumptions,
                ..*cx
            };
            evaluation.run_one(
                &Assertion {
                    cx,
                    instance: view,
                    ..assertion
                },
                out,
            );
        }
    }
}

/// The inputs that determine a keyword's result.
struct KeywordInputs<'a> {
    /// Values whose `Fn::If` branches matter.
    values: Vec<Node<'a>>,
    /// Whether the values are the complete input of the keyword, not parts of it.
    whole: bool,
    /// Whether the items of lists matter.
    has_items: bool,
    /// Additional conditions.
    conditions: Vec<&'a str>,
}

/// Returns the scenarios in which to evaluate a keyword; `None` if it was evaluated.
fn scenarios<'a>(
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    out: &mut Violations<'a>,
) -> Option<Vec<Assumptions>> {
    if let Some(scenarios) = representative::of_counts(evaluation, assertion) {
        return Some(scenarios);
    }
    let pairs = representative::of_pairs(evaluation, assertion);
    if pairs.as_ref().is_some_and(Vec::is_empty) {
        return None;
    }
    let inputs = inputs(
        evaluation,
        assertion.cx,
        (assertion.keyword, assertion.value),
        assertion.schema.json,
        assertion.instance,
    );
    if let Some(scenarios) = all_scenarios(evaluation, assertion.cx, &inputs).or(pairs) {
        return Some(scenarios);
    }
    if conditional::evaluate(evaluation, assertion, out) {
        return None;
    }
    let parts = [k::IF, k::THEN, k::ELSE]
        .into_iter()
        .filter_map(|part| assertion.schema.keyword(part));
    if assertion.keyword == k::IF
        && !inputs.whole
        && !parts.into_iter().any(conditional::tests_items)
    {
        let inputs = KeywordInputs {
            has_items: false,
            ..inputs
        };
        if let Some(scenarios) = all_scenarios(evaluation, assertion.cx, &inputs) {
            return Some(scenarios);
        }
    }
    let word = keyword::ALL
        .get(assertion.keyword as usize)
        .copied()
        .unwrap_or_default();
    evaluation.budget.reach_at(
        Limit::Scenarios,
        &format!("`{word}` of {}", assertion.cx.instance_path),
    );
    let names = scenario::conditions_of(assertion.instance);
    Some(
        evaluation
            .template
            .conditions
            .scenarios(assertion.cx.conditions, &names, SHARED_SCENARIOS)
            .assumptions
            .to_vec(),
    )
}

/// Returns one assignment per distinct form of the values; `None` if there are too many.
fn all_scenarios<'a>(
    evaluation: &Evaluation<'a>,
    cx: &Context<'a>,
    inputs: &KeywordInputs<'a>,
) -> Option<Vec<Assumptions>> {
    let conditions = &evaluation.template.conditions;
    let undecided = |assumptions: Assumptions| {
        let mut values = inputs.values.iter();
        let of_values = values.find_map(|value| match inputs.has_items {
            true => scenario::undecided(conditions, assumptions, *value, inputs.whole),
            false => scenario::undecided_choice(conditions, assumptions, *value),
        });
        let is_open =
            |name: &&&str| conditions.has(name) && conditions.value(assumptions, name).is_none();
        of_values.or_else(|| inputs.conditions.iter().find(is_open).copied())
    };
    let (mut open, mut found) = (vec![cx.conditions], Vec::new());
    while let Some(assumptions) = open.pop() {
        if found.len() >= evaluation.budget.limits().scenarios || !evaluation.spend(1) {
            return None;
        }
        match undecided(assumptions) {
            None => found.push(assumptions),
            Some(name) => {
                let held = |holds| {
                    conditions
                        .pin(assumptions, &[(name, holds)], AssumptionKind::Assumed)
                        .ok()
                };
                // Assigns true first.
                open.extend([false, true].into_iter().filter_map(held));
            }
        }
    }
    Some(found)
}

/// Returns the inputs that determine a keyword's result. Keywords that only require keys depend on those keys alone;
/// the object's other conditions cannot change their result.
fn inputs<'a>(
    evaluation: &Evaluation<'a>,
    cx: &Context<'a>,
    (symbol, value): (u32, Json<'a>),
    schema: Json<'a>,
    instance: Node<'a>,
) -> KeywordInputs<'a> {
    let all = KeywordInputs {
        values: vec![instance],
        whole: true,
        has_items: true,
        conditions: Vec::new(),
    };
    if instance.as_map().is_none() || lone_function(instance).is_some() {
        return all;
    }
    let keys: Vec<&str> = match symbol {
        k::REQUIRED | k::REQUIRED_OR | k::REQUIRED_XOR => {
            value.items().filter_map(Json::as_str).collect()
        }
        k::DEPENDENT_EXCLUDED | k::DEPENDENT_REQUIRED => {
            let named = |(name, others): (Key<'a>, Json<'a>)| {
                std::iter::once(name.text).chain(others.items().filter_map(Json::as_str))
            };
            value.entries().flat_map(named).collect()
        }
        // These keywords only apply to lists.
        k::MIN_ITEMS | k::MAX_ITEMS | k::UNIQUE_ITEMS => Vec::new(),
        k::IF => {
            let parts = [k::IF, k::THEN, k::ELSE]
                .into_iter()
                .filter_map(|part| schema.keyword(part));
            let Some(keys) = mentioned(evaluation, cx, parts) else {
                return all;
            };
            keys
        }
        _ => return all,
    };
    let entries = instance.as_map().unwrap_or_default().iter();
    let entries = entries.filter(|entry| entry.key.as_str().is_some_and(|key| keys.contains(&key)));
    let values: Vec<_> = entries.map(|entry| entry.value).collect();
    let conditions = if symbol == k::IF {
        related(evaluation, &values, instance)
    } else {
        Vec::new()
    };
    KeywordInputs {
        values,
        whole: false,
        has_items: true,
        conditions,
    }
}

/// Returns whether a counting or comparing keyword is satisfied in every scenario.
fn always_fits<'a>(
    evaluation: &Evaluation<'a>,
    symbol: u32,
    value: Json<'a>,
    instance: Node<'a>,
) -> bool {
    let bound = || value.as_i64().and_then(|bound| usize::try_from(bound).ok());
    match (symbol, instance.value) {
        (k::MAX_ITEMS, Value::List(_)) | (k::MAX_PROPERTIES, Value::Map(_)) => {
            bound().is_some_and(|bound| counts(instance).most <= bound)
        }
        (k::MIN_ITEMS, Value::List(_)) | (k::MIN_PROPERTIES, Value::Map(_)) => {
            bound().is_some_and(|bound| counts(instance).least >= bound)
        }
        (k::UNIQUE_ITEMS, Value::List(items)) => {
            let leaves = scenario::leaves(items);
            evaluation.budget.spend_on_pairs(leaves.len())
                && cfn_warden_syntax::python::unique(&leaves)
        }
        _ => false,
    }
}
