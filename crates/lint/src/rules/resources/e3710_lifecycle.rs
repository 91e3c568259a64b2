//! Reports resource types of services that end.

use std::borrow::Cow;

use crate::Rule;
use crate::rule::Check;
use cfn_warden_schema::{Fault, Operand, Site, Violation, Violations, Walk, keyword};

pub static RULE: Rule = Rule {
    id: "E3710",
    tags: &["resources", "lifecycle"],
    checks: Cow::Borrowed(&[Check::Keyword(keyword::LIFECYCLE, check)]),
};

fn check<'a>(_: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let text = |key: &str| site.value.get(key).and_then(|value| value.as_str()).filter(|text| !text.is_empty());
    let date = text("date");
    let (rule, message) = match (text("status"), date.is_some()) {
        (Some("shutdown"), true) => ("E3710", "Resource type {} is from a service that was shut down on {}"),
        (Some("shutdown"), false) => ("E3710", "Resource type {} is from a service that has been shut down"),
        (Some("sunset"), true) => (
            "W3696",
            "Resource type {} is from a service that will be shut down on {}. Plan to migrate to an alternative",
        ),
        (Some("sunset"), false) => ("W3696", "Resource type {} is from a service that is sunsetting"),
        (Some("maintenance"), true) => (
            "W3697",
            "Resource type {} is from a service in maintenance mode since {}. Consider migrating to an alternative",
        ),
        (Some("maintenance"), false) => ("W3697", "Resource type {} is from a service in maintenance mode"),
        _ => return,
    };
    let name = site.sibling(keyword::TYPE_NAME).and_then(|name| name.as_str()).unwrap_or_default();
    let fault = Fault::new(message, [Operand::Text(name), Operand::Plain(date.unwrap_or_default())]);
    out.push(Violation { rule: Some(rule), ..site.violation(fault) });
}
