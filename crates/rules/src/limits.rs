//! Limits with a warning above 90%: number of properties and length of strings.

use cfn_warden_schema::{
    Assertion, Check, Context, Evaluation, Operand, Step, Violation, Violations, message,
};
use cfn_warden_syntax::finding::RuleId;

/// Fraction of a limit above which the warning is reported.
pub const WARNING_SHARE: f64 = 0.9;

/// Implements `maxProperties`. Reports the rule `warning` above 90% of the limit.
pub fn max_properties<'a>(
    warning: RuleId,
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    out: &mut Violations<'a>,
) {
    let (Some(entries), Some(limit)) = (assertion.instance.as_map(), assertion.value.as_f64())
    else {
        return;
    };
    let share = entries.len() as f64 / limit;
    let path = || {
        Operand::Text(
            evaluation
                .arena
                .alloc_str(&assertion.cx.instance_path.to_string()),
        )
    };
    if share > 1.0 {
        return assertion.fail(
            out,
            message!(
                "{} has more than {} properties",
                [path(), Operand::Json(assertion.value)]
            ),
        );
    }
    if limit > 1.0 && share > WARNING_SHARE {
        let message = message!(
            "{} is approaching the limit of {} properties",
            [path(), Operand::Json(assertion.value)]
        );
        out.push(Violation {
            rule: Some(warning),
            ..assertion.violation(message)
        });
    }
}

/// Implements `propertyNames` with the given implementations of some keywords.
pub fn property_names<'a>(
    checks: &'static [(u32, Check)],
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    out: &mut Violations<'a>,
) {
    let cx = Context {
        table: evaluation.table(assertion.cx.table, checks),
        ..*assertion.cx
    };
    for entry in assertion.instance.as_map().unwrap_or_default() {
        evaluation.descend(
            &cx,
            (Step::Key(entry.key), None),
            assertion.value,
            entry.key,
            out,
        );
    }
}

/// Implements `maxLength`. Reports the rule `warning`, if any, above 90% of the limit.
pub fn max_length<'a>(
    warning: Option<RuleId>,
    _: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    out: &mut Violations<'a>,
) {
    let (Some(text), Some(limit)) = (assertion.instance.as_str(), assertion.value.as_f64()) else {
        return;
    };
    let share = text.chars().count() as f64 / limit;
    let operands = [
        Operand::Value(assertion.instance),
        Operand::Json(assertion.value),
    ];
    if share > 1.0 {
        return assertion.fail(out, message!("{} is longer than {}", operands));
    }
    if let Some(rule) = warning.filter(|_| share > WARNING_SHARE) {
        let message = message!("{} is approaching the max length of {}", operands);
        out.push(Violation {
            rule: Some(rule),
            ..assertion.violation(message)
        });
    }
}
