//! Reports an empty `Resources` section.

use std::borrow::Cow;

use crate::sections::is_plain;
use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::{Check, Lint, Sink};
use cfn_warden_schema::{InstancePath, Step, message};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("ED1002"),
    tags: &["resources"],
    checks: Cow::Borrowed(&[Check::Template(check)]),
};

fn check<'a>(lint: &Lint<'a, '_>, sink: &mut Sink<'a>) {
    let root = lint.template.root;
    // A macro can add resources.
    if !is_plain(lint.template) {
        return;
    }
    let Some(section) = root
        .entry("Resources")
        .filter(|section| section.value.as_map().is_some_and(<[_]>::is_empty))
    else {
        return;
    };
    let path = InstancePath::ROOT.step(lint.arena, Step::Key(section.key));
    sink.report(
        path,
        section.value,
        message!("the template declares no resource; at least one is needed"),
    );
}
