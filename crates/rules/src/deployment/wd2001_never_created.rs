//! Reports resources whose condition is never true.

use std::borrow::Cow;

use super::ed1001_condition_circle;
use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::{Check, Lint, Sink};
use cfn_warden_schema::{InstancePath, Operand, Step, message};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_template::Assumptions;
use cfn_warden_template::condition::AssumptionKind;

pub static RULE: Rule = Rule {
    id: RuleId::new("WD2001"),
    tags: &["resources", "conditions"],
    checks: Cow::Borrowed(&[Check::Template(check)]),
};

/// The number of conditions up to which all comparisons are considered. With more conditions, their references can be too
/// deep to evaluate.
const MOST_CONDITIONS: usize = 200;

fn check<'a>(lint: &Lint<'a, '_>, sink: &mut Sink<'a>) {
    let conditions = &lint.template.conditions;
    let can_hold = |name: &str| {
        let pinned = conditions.pin(
            Assumptions::default(),
            &[(name, true)],
            AssumptionKind::Fact,
        );
        let is_possible = pinned.is_ok() || conditions.exhausted();
        is_possible && (conditions.names().len() > MOST_CONDITIONS || can_hold_in_logic(lint, name))
    };
    for entry in lint
        .template
        .root
        .get("Resources")
        .and_then(|section| section.as_map())
        .unwrap_or_default()
    {
        let Some(condition) = entry.value.entry("Condition") else {
            continue;
        };
        let Some(name) = condition
            .value
            .as_str()
            .filter(|name| conditions.has(name) && !can_hold(name))
        else {
            continue;
        };
        // Conditions that refer to themselves do not have a value.
        if !ed1001_condition_circle::circles_of(lint).is_empty() {
            return;
        }
        let path = InstancePath::ROOT
            .names(lint.arena, ["Resources"])
            .step(lint.arena, Step::Key(entry.key));
        let path = path.step(lint.arena, Step::Key(condition.key));
        const MESSAGE: &str =
            "The resource is never created: condition {} is false in every deployment";
        sink.report(
            path,
            condition.value,
            message!(MESSAGE, [Operand::Plain(name)]),
        );
    }
}

/// Returns whether a condition can be true; true if that is not known.
fn can_hold_in_logic(lint: &Lint<'_, '_>, name: &str) -> bool {
    let logic = lint.template.logic();
    !logic.knows(name) || logic.satisfiable(&[(name, true)]) || logic.exhausted()
}
