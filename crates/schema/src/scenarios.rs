//! `anyOf` and `oneOf` in the scenarios of an instance.
//!
//! cfn-lint evaluates each schema on the instance in all scenarios, so that `TemplateURL` in one scenario and
//! `TemplateBody` in the other match neither of the two schemas. CloudFormation sees one scenario.

use crate::{Assertion, Context, Evaluation, Violations};
use cfn_warden_template::Quirk;
use cfn_warden_template::condition::scenario::{conditions_of, view};
use cfn_warden_template::condition::solver::LIMIT;

/// Returns whether at least one and at most `most` schemas match the instance in each of several scenarios.
pub(crate) fn each_matches<'a>(
    evaluation: &Evaluation<'a>,
    cx: &Context<'a>,
    assertion: &Assertion<'a, '_>,
    most: usize,
) -> bool {
    let conditions = &evaluation.template.conditions;
    if conditions.is_empty() || evaluation.options.compat.has(Quirk::ScenarioChoices) {
        return false;
    }
    let names = conditions_of(assertion.instance);
    let scenarios = conditions.scenarios(cx.conditions, &names, LIMIT);
    let matches = |assumptions| {
        let cx = Context {
            conditions: assumptions,
            ..*cx
        };
        let seen = view(
            evaluation.arena,
            conditions,
            assumptions,
            cx.functions,
            assertion.instance,
        );
        let Some(instance) = seen else { return true };
        let fitting = assertion.value.items().filter(|schema| {
            let mut branch = Violations::new();
            evaluation.check(&cx, *schema, instance, &mut branch);
            branch.is_empty()
        });
        (1..=most).contains(&fitting.count())
    };
    scenarios.complete
        && scenarios.assumptions.len() > 1
        && scenarios.assumptions.iter().copied().all(matches)
}
