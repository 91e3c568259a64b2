//! IAM policies: shared by the rules about the kinds of them.

use cfn_warden_schema::{Context, Json, Owner, Site, Violations, Walk, inline, store};
use cfn_warden_template::Functions;

/// A kind of policy: the rule that speaks for it, and its schema, which may name another as `policy`.
#[derive(Debug, Clone, Copy)]
pub struct PolicyKind {
    /// The rule.
    pub rule: &'static str,
    /// The schema's name in the knowledge base.
    pub schema: &'static str,
}

/// Checks a policy, which may be written as a text of JSON: then no functions are looked for in it.
pub fn check<'a>(kind: PolicyKind, walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let (Some(schema), Some(shared)) = (store::document(kind.schema), store::document("other/iam/policy")) else {
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
    out.attribute(mark, &Owner { rule: kind.rule, names: &[] });
}
