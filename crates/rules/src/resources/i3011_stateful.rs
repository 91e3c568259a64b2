//! Reports resources that hold data and have no deletion policies.

use std::borrow::Cow;
use std::sync::LazyLock;

use cfn_warden_lint::Rule;
use cfn_warden_lint::message::render;
use cfn_warden_lint::rule::Check;
use cfn_warden_lint::schema_rule::context;
use cfn_warden_schema::inline::{Inline, pack};
use cfn_warden_schema::{Assertion, Evaluation, Knowledge, Message, Owner, Violations};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("I3011"),
    tags: &["resources", "updatereplacepolicy", "deletionpolicy"],
    checks: Cow::Borrowed(&[Check::Value(&["Resources/*"], check)]),
};

static POLICIES: Inline =
    LazyLock::new(|| pack(r#"{"required": ["DeletionPolicy", "UpdateReplacePolicy"]}"#));

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let kind = assertion
        .instance
        .get("Type")
        .and_then(|kind| kind.as_str());
    if !kind.is_some_and(|kind| holds_data(evaluation.knowledge, kind)) {
        return;
    }
    let schema = POLICIES.root();
    let mark = out.len();
    evaluation.check(
        &context(evaluation, assertion.cx, schema),
        schema,
        assertion.instance,
        out,
    );
    for violation in out.since(mark) {
        let message = format!(
            "{} (The default action when replacing/removing a resource is to delete it. Set explicit values for stateful \
             resource)",
            render(&violation.kind)
        );
        violation.kind = Message::text(evaluation.arena.alloc_str(&message)).into();
    }
    out.attribute(
        mark,
        &Owner {
            rule: RuleId::new("I3011"),
            by_keyword: &[],
        },
    );
}

/// Returns whether resources of a type hold data and can be deleted before they are empty.
fn holds_data(knowledge: &Knowledge, kind: &str) -> bool {
    let known = || {
        knowledge
            .document("specs/StatefulResources")?
            .get("ResourceTypes")?
            .get(kind)
    };
    known().is_some_and(|kind| {
        kind.get("DeleteRequiresEmptyResource")
            .and_then(|is| is.as_bool())
            != Some(true)
    })
}
