//! Reports resource types of services that end.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::{Assertion, Evaluation, Operand, Violation, Violations, keyword, message};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("E3710"),
    tags: &["resources", "lifecycle"],
    checks: Cow::Borrowed(&[Check::Keyword(keyword::LIFECYCLE, check)]),
};

fn check<'a>(_: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let text = |key: &str| {
        assertion
            .value
            .get(key)
            .and_then(|value| value.as_str())
            .filter(|text| !text.is_empty())
    };
    let name = Operand::Text(
        assertion
            .sibling(keyword::TYPE_NAME)
            .and_then(|name| name.as_str())
            .unwrap_or_default(),
    );
    let date = text("date").map(Operand::Plain);
    let (rule, message) = match (text("status"), date) {
        (Some("shutdown"), Some(date)) => (
            RuleId::new("E3710"),
            message!(
                "Resource type {} is from a service that was shut down on {}",
                [name, date]
            ),
        ),
        (Some("shutdown"), None) => (
            RuleId::new("E3710"),
            message!(
                "Resource type {} is from a service that has been shut down",
                [name]
            ),
        ),
        (Some("sunset"), Some(date)) => {
            const MESSAGE: &str = "Resource type {} is from a service that will be shut down on {}. Plan to migrate to an alternative";
            (RuleId::new("W3696"), message!(MESSAGE, [name, date]))
        }
        (Some("sunset"), None) => (
            RuleId::new("W3696"),
            message!(
                "Resource type {} is from a service that is sunsetting",
                [name]
            ),
        ),
        (Some("maintenance"), Some(date)) => {
            const MESSAGE: &str = "Resource type {} is from a service in maintenance mode since {}. Consider migrating to an alternative";
            (RuleId::new("W3697"), message!(MESSAGE, [name, date]))
        }
        (Some("maintenance"), None) => (
            RuleId::new("W3697"),
            message!(
                "Resource type {} is from a service in maintenance mode",
                [name]
            ),
        ),
        _ => return,
    };
    out.push(Violation {
        rule: Some(rule),
        ..assertion.violation(message)
    });
}
