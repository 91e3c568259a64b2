//! `if`: selects `then` or `else`.

use crate::mode::{AbsentProperties, AttachedRules, Purpose};
use crate::{
    Assertion, Context, Evaluation, Json, Keyword, Verdict, Violations, keyword, shortcut,
};

/// The `if` keyword.
pub static KEYWORD: Keyword = Keyword {
    symbol: keyword::IF,
    check,
};

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let verdict = verdict(evaluation, assertion);
    if verdict.unknown {
        return assertion.unknown(out);
    }
    let branch = if verdict.is_clean() {
        keyword::THEN
    } else {
        keyword::ELSE
    };
    if let Some(schema) = assertion.sibling(branch) {
        let cx = Context {
            attached_rules: AttachedRules::Skip,
            ..*assertion.cx
        };
        evaluation.check(&cx, schema, assertion.instance, out);
    }
}

/// Evaluates the condition.
fn verdict<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>) -> Verdict {
    let cx = assertion.cx;
    if shortcut::fails(cx, assertion.value, assertion.instance)
        || (cx.absent == AbsentProperties::Fails && is_absent(assertion))
    {
        return Verdict {
            wrong: true,
            ..Verdict::default()
        };
    }
    let cx = Context {
        attached_rules: AttachedRules::Skip,
        purpose: Purpose::Condition,
        ..*cx
    };
    let mut probe = Violations::probe();
    evaluation.check(&cx, assertion.value, assertion.instance, &mut probe);
    probe.verdict()
}

/// Returns whether a property that the condition checks is absent.
fn is_absent(assertion: &Assertion<'_, '_>) -> bool {
    let properties = assertion
        .value
        .keyword(keyword::PROPERTIES)
        .into_iter()
        .flat_map(Json::entries);
    assertion.instance.as_map().is_some()
        && properties
            .map(|(key, _)| key.text)
            .any(|key| assertion.instance.entry(key).is_none())
}
