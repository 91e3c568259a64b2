//! Checks IAM policies, for the rules about the kinds of policies.

use cfn_warden_schema::{Context, Json, Owner, Site, Violations, Walk, inline};
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
pub fn check<'a>(kind: PolicyKind, walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let (Some(schema), Some(shared)) =
        (walk.knowledge.document(kind.schema), walk.knowledge.document("other/iam/policy"))
    else {
        return;
    };
    let documents: &'a [(&'static str, Json<'a>)] = walk.arena.alloc_slice_copy(&[("policy", shared)]);
    let (functions, policy) = match site.instance.as_str() {
        Some(text) => match inline::node_of_text(walk.arena, site.instance.id, text) {
            Some(policy) => (Functions::NONE, policy),
            None => return,
        },
        None => (site.cx.functions, site.instance),
    };
    let cx = Context { base: schema, documents, functions, ..*site.cx };
    let mark = out.len();
    walk.check(&cx, schema, policy, out);
    out.attribute(mark, &Owner { rule: kind.rule, by_keyword: &[] });
}
