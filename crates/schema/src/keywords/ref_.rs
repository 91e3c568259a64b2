//! `$ref`: another schema, in this document or in one known by its `$id`.

use crate::{Assertion, Context, Evaluation, Json, Keyword, Violations, keyword};

/// The `$ref` keyword.
pub static KEYWORD: Keyword = Keyword {
    symbol: keyword::REF,
    check,
};

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let Some((base, schema)) = resolve(assertion.cx, assertion.value) else {
        return;
    };
    evaluation.check(
        &Context {
            base,
            ..*assertion.cx
        },
        schema,
        assertion.instance,
        out,
    );
}

/// Returns the schema that a reference points to, and the document that contains it.
pub fn resolve<'a>(cx: &Context<'a>, reference: Json<'a>) -> Option<(Json<'a>, Json<'a>)> {
    if let Some(schema) = reference.resolve(cx.base) {
        return Some((cx.base, schema));
    }
    let (document, pointer) = reference.as_str()?.split_once('#')?;
    let (_, base) = cx.documents.iter().find(|(id, _)| *id == document)?;
    Some((*base, base.pointer(pointer)?))
}
