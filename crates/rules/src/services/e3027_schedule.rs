//! Checks the `ScheduleExpression` of an event rule.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::{Assertion, Evaluation, Operand, Violations, message};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("E3027"),
    tags: &["resources", "events"],
    checks: Cow::Borrowed(&[Check::Value(
        &["Resources/AWS::Events::Rule/Properties/ScheduleExpression"],
        check,
    )]),
};

fn check<'a>(_: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let Some(text) = assertion.instance.as_str() else {
        return;
    };
    let inside = |name: &str| {
        let rest = text.strip_prefix(name).filter(|_| text.ends_with(')'))?;
        rest.split_once(')').map(|(inside, _)| inside)
    };
    match (inside("rate("), inside("cron(")) {
        (Some(""), _) | (_, Some("")) => {
            assertion.fail(out, message!("'' is not of type 'string'"))
        }
        (Some(rate), _) => check_rate(assertion, rate, out),
        (_, Some(cron)) => check_cron(assertion, cron, out),
        (None, None) => {
            assertion.fail(
                out,
                message!(
                    "{} has to be either 'cron()' or 'rate()'",
                    [Operand::Value(assertion.instance)]
                ),
            );
        }
    }
}

fn check_rate<'a>(assertion: &Assertion<'a, '_>, rate: &'a str, out: &mut Violations<'a>) {
    let Some((value, unit)) = rate.split_once(' ').filter(|(_, unit)| !unit.contains(' ')) else {
        return assertion.fail(
            out,
            message!(
                "{} has to be of format rate(Value Unit)",
                [Operand::Text(rate)]
            ),
        );
    };
    if value.is_empty() || !value.bytes().all(|digit| digit.is_ascii_digit()) {
        return assertion.fail(
            out,
            message!("{} is not of type 'integer'", [Operand::Text(value)]),
        );
    }
    let is_zero = value.bytes().all(|digit| digit == b'0');
    if is_zero {
        assertion.fail(
            out,
            message!("{} is less than the minimum of 0", [Operand::Text(value)]),
        );
    }
    let units = match is_zero || value.trim_start_matches('0') == "1" {
        true => ["minute", "hour", "day"].as_slice(),
        false => &["minutes", "hours", "days"],
    };
    if !units.contains(&unit) {
        assertion.fail(
            out,
            message!(
                "{} is not one of {}",
                [Operand::Text(unit), Operand::Names(units)]
            ),
        );
    }
}

fn check_cron<'a>(assertion: &Assertion<'a, '_>, cron: &'a str, out: &mut Violations<'a>) {
    let parts: Vec<&str> = cron.split(' ').collect();
    let [_, _, day_of_month, _, day_of_week, _] = parts.as_slice() else {
        const MESSAGE: &str =
            "{} is not of length 6. (Minutes Hours Day-of-month Month Day-of-week Year)";
        return assertion.fail(
            out,
            message!(
                MESSAGE,
                [Operand::Text(parts.first().copied().unwrap_or_default())]
            ),
        );
    };
    if *day_of_month != "?" && *day_of_week != "?" {
        const MESSAGE: &str = "{} specifies both Day-of-month and Day-of-week. \
                     (Minutes Hours Day-of-month Month Day-of-week Year)";
        // cfn-lint shows the first character of the expression.
        let first = cron.chars().next().map_or(0, char::len_utf8);
        assertion.fail(
            out,
            message!(
                MESSAGE,
                [Operand::Text(cron.get(..first).unwrap_or_default())]
            ),
        );
    }
}
