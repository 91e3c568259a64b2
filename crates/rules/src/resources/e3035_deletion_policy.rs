//! Checks `DeletionPolicy`.

use std::borrow::Cow;
use std::sync::LazyLock;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::inline::{Inline, pack};
use cfn_warden_schema::{Assertion, Context, Evaluation, Owner, Violations};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_template::condition::AssumptionKind;
use cfn_warden_template::{Function, Functions, Quirk};

pub static RULE: Rule = Rule {
    id: RuleId::new("E3035"),
    tags: &["resources", "deletionpolicy"],
    checks: Cow::Borrowed(&[Check::Value(&["Resources/*/DeletionPolicy"], check)]),
};

static PLAIN: Inline = LazyLock::new(|| {
    pack(r#"{"type": "string", "enum": ["Delete", "Retain", "RetainExceptOnCreate"]}"#)
});
static SNAPSHOTS: Inline = LazyLock::new(|| {
    pack(r#"{"type": "string", "enum": ["Delete", "Retain", "RetainExceptOnCreate", "Snapshot"]}"#)
});

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    check_policy(
        RuleId::new("E3035"),
        &PLAIN,
        &SNAPSHOTS,
        evaluation,
        assertion,
        out,
    );
}

/// Resource types that support a final snapshot.
const WITH_SNAPSHOTS: &[&str] = &[
    "AWS::DocDB::DBCluster",
    "AWS::EC2::Volume",
    "AWS::ElastiCache::CacheCluster",
    "AWS::ElastiCache::ReplicationGroup",
    "AWS::Neptune::DBCluster",
    "AWS::RDS::DBCluster",
    "AWS::RDS::DBInstance",
    "AWS::Redshift::Cluster",
];

/// Checks a policy; shared with `UpdateReplacePolicy`.
pub(super) fn check_policy<'a>(
    rule: RuleId,
    plain: &'static Inline,
    snapshots: &'static Inline,
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    out: &mut Violations<'a>,
) {
    let name = assertion
        .cx
        .instance_path
        .nth(1)
        .and_then(|step| step.text());
    let Some(resource) = name.and_then(|name| evaluation.template.resource(name)) else {
        return;
    };
    let schema = if WITH_SNAPSHOTS.contains(&resource.kind) {
        snapshots
    } else {
        plain
    }
    .root();
    const FUNCTIONS: Functions = Functions::of(&[
        Function::Sub,
        Function::Select,
        Function::FindInMap,
        Function::If,
        Function::Ref,
    ]);
    let mut conditions = assertion.cx.conditions;
    if !evaluation.options.compat.has(Quirk::UnreachableBranches)
        && let Some(condition) = resource
            .node
            .get("Condition")
            .and_then(|condition| condition.as_str())
    {
        let pinned = evaluation.template.conditions.pin(
            conditions,
            &[(condition, true)],
            AssumptionKind::Fact,
        );
        let Ok(pinned) = pinned else { return };
        conditions = pinned;
    }
    let cx = Context {
        functions: FUNCTIONS,
        conditions,
        ..*assertion.cx
    };
    let mark = out.len();
    evaluation.check(&cx, schema, assertion.instance, out);
    out.attribute(
        mark,
        &Owner {
            rule,
            by_keyword: &[],
        },
    );
}
