//! Checks IAM policies, for the rules about the kinds of policies.

use cfn_warden_schema::{Assertion, Context, Evaluation, Json, Owner, Violations, inline};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_template::Functions;

/// A kind of policy: its rule ID and its schema, which can refer to the shared schema as `policy`.
#[derive(Debug, Clone, Copy)]
pub struct PolicyKind {
    /// Rule ID.
    pub rule: RuleId,
    /// Name of the schema.
    pub schema: &'static str,
}

/// Checks a policy. In a policy that is a JSON string, intrinsic functions are not evaluated.
pub fn check<'a>(
    kind: PolicyKind,
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    out: &mut Violations<'a>,
) {
    let (Some(schema), Some(shared)) = (
        evaluation.knowledge.document(kind.schema),
        evaluation.knowledge.document("other/iam/policy"),
    ) else {
        return;
    };
    let documents: &'a [(&'static str, Json<'a>)] =
        evaluation.arena.alloc_slice_copy(&[("policy", shared)]);
    let (functions, policy) = match assertion.instance.as_str() {
        Some(text) => match inline::node_of_text(evaluation.arena, assertion.instance.id, text) {
            Some(policy) => (Functions::NONE, policy),
            None => return,
        },
        None => (assertion.cx.functions, assertion.instance),
    };
    let cx = Context {
        base: schema,
        documents,
        functions,
        ..*assertion.cx
    };
    let mark = out.len();
    evaluation.check(&cx, schema, policy, out);
    out.attribute(
        mark,
        &Owner {
            rule: kind.rule,
            by_keyword: &[],
        },
    );
}
