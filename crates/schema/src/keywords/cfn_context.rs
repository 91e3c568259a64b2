//! `cfnContext`: the functions, pseudo parameters and references allowed below, and the schema to evaluate.

use crate::allowed::Allowed;
use crate::mode::ResourceReferences;
use crate::{
    Assertion, Context, Evaluation, Json, JsonKind, Keyword, Violations, keyword,
    keywords::resolve_ref,
};
use cfn_warden_template::{Functions, PseudoParameters};

/// The `cfnContext` keyword.
pub static KEYWORD: Keyword = Keyword {
    symbol: keyword::CFN_CONTEXT,
    check,
};

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let mut cx = *assertion.cx;
    let allowed = evaluation.allowed(assertion.value, cx.base, || allowed(&cx, assertion.value));
    cx.functions = allowed.functions.unwrap_or(cx.functions);
    cx.pseudos = allowed.pseudos.unwrap_or(cx.pseudos);
    if allowed.no_resources {
        cx.resources = ResourceReferences::Forbidden;
    }
    if let Some(schema) = assertion.value.keyword(keyword::SCHEMA_OF_CONTEXT) {
        evaluation.check(&cx, schema, assertion.instance, out);
    }
}

#[cold]
fn allowed<'a>(cx: &Context<'a>, value: Json<'a>) -> Allowed {
    let pseudos_of =
        |list: Json<'a>| PseudoParameters::named(list.items().filter_map(Json::as_str));
    let has_resources = |references: Json<'a>| {
        references
            .items()
            .any(|section| section.is_text("Resources"))
            || references.get("Resources").is_some()
    };
    Allowed {
        functions: value
            .keyword(keyword::FUNCTIONS)
            .map(|functions| functions_of(cx, functions)),
        pseudos: value.keyword(keyword::PSEUDO_PARAMETERS).map(pseudos_of),
        no_resources: value
            .keyword(keyword::REFERENCES)
            .is_some_and(|references| !has_resources(references)),
    }
}

fn functions_of<'a>(cx: &Context<'a>, functions: Json<'a>) -> Functions {
    let listed = match functions.kind() {
        JsonKind::Object(_) => {
            let target = functions
                .keyword(keyword::REF)
                .and_then(|reference| resolve_ref(cx, reference));
            let Some((_, list)) = target else {
                return Functions::NONE;
            };
            list
        }
        _ => functions,
    };
    Functions::named(listed.items().filter_map(Json::as_str))
}
