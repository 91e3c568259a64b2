//! `cfnContext`: the functions, pseudo parameters and references allowed below, and the schema to evaluate.

use crate::mode::ResourceReferences;
use crate::{Assertion, Context, Evaluation, Json, JsonKind, Keyword, Violations, keyword, keywords::resolve_ref};
use cfn_warden_template::{Functions, PseudoParameters};

/// The `cfnContext` keyword.
pub static KEYWORD: Keyword = Keyword { symbol: keyword::CFN_CONTEXT, check };

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let mut cx = *assertion.cx;
    if let Some(functions) = assertion.value.keyword(keyword::FUNCTIONS) {
        cx.functions = functions_of(&cx, functions);
    }
    if let Some(pseudos) = assertion.value.keyword(keyword::PSEUDO_PARAMETERS) {
        cx.pseudos = PseudoParameters::named(pseudos.items().filter_map(Json::as_str));
    }
    if let Some(references) = assertion.value.keyword(keyword::REFERENCES) {
        let named = references.items().any(|section| section.as_str() == Some("Resources"));
        if !named && references.get("Resources").is_none() {
            cx.resources = ResourceReferences::Forbidden;
        }
    }
    if let Some(schema) = assertion.value.keyword(keyword::SCHEMA_OF_CONTEXT) {
        evaluation.check(&cx, schema, assertion.instance, out);
    }
}

fn functions_of<'a>(cx: &Context<'a>, functions: Json<'a>) -> Functions {
    let listed = match functions.kind() {
        JsonKind::Object(_) => {
            let target = functions.keyword(keyword::REF).and_then(|reference| resolve_ref(cx, reference));
            let Some((_, list)) = target else { return Functions::NONE };
            list
        }
        _ => functions,
    };
    Functions::named(listed.items().filter_map(Json::as_str))
}
