//! Checks `Fn::If`: its arguments, and both branches under the condition that selects them.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::function::{self, EVERY_TYPE};
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::{
    Assertion, Context, Evaluation, Message, Step, Violation, Violations, keyword,
};
use cfn_warden_syntax::Value;
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_template::Quirk;
use cfn_warden_template::condition::AssumptionKind;

pub static RULE: Rule = Rule {
    id: RuleId::new("E1028"),
    tags: &["functions", "if"],
    checks: Cow::Borrowed(&[Check::Keyword(keyword::FN_IF, check)]),
};

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let Some(schema) = evaluation.knowledge.document("other/functions/if") else {
        return;
    };
    let mut form = out.alike();
    function::check_output(EVERY_TYPE, evaluation, assertion, &mut form);
    function::check_arguments(schema, evaluation, assertion, &mut form);
    if !form.is_empty() {
        return out.extend(form);
    }
    let Some([entry]) = assertion.instance.as_map() else {
        return;
    };
    let Value::List([condition, then, other]) = entry.value.value else {
        return;
    };
    let Some(name) = condition.as_str() else {
        return;
    };
    let inside = evaluation.below(assertion.cx, Step::Key(entry.key), None);
    for (index, branch, holds) in [(1, *then, true), (2, *other, false)] {
        let conditions = &evaluation.template.conditions;
        let assumptions =
            match conditions.pin(inside.conditions, &[(name, holds)], AssumptionKind::Fact) {
                Ok(assumptions) => assumptions,
                Err(conflict) => {
                    // An assumed scenario does not make a branch unreachable, because the branch has its own scenario.
                    if !conditions.reachable(inside.conditions, name, holds) {
                        let message = format!("['Fn::If', {index}] is not reachable. {conflict}");
                        let instance_path = inside
                            .instance_path
                            .step(evaluation.arena, Step::Index(index));
                        let message = Message::text(evaluation.arena.alloc_str(&message));
                        out.push(Violation {
                            rule: Some(RuleId::new("W1028")),
                            instance_path,
                            ..assertion.violation(message)
                        });
                        if !evaluation.options.compat.has(Quirk::UnreachableBranches) {
                            continue;
                        }
                    }
                    inside.conditions
                }
            };
        let cx = Context {
            conditions: assumptions,
            ..inside
        };
        evaluation.descend(
            &cx,
            (Step::Index(index), None),
            *assertion.schema,
            branch,
            out,
        );
    }
}
