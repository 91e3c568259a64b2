//! `startswith(var.x, "a")` and `endswith(var.x, "a")`.

use super::{Condition, Form, FormSet, OTHER, Translated, constant};
use crate::schema::ecma;
use crate::schema::json::{Json, Object};
use crate::value::Type;

/// Translates a required prefix or suffix to `pattern`.
pub static FORM: Form = Form {
    name: "begins or ends with",
    set: FormSet::Extended,
    translate,
};

fn translate(condition: &Condition<'_>) -> Translated {
    let pattern = match (affix(condition, "startswith"), affix(condition, "endswith")) {
        (Some(affix), _) => format!("^{affix}"),
        (None, Some(affix)) => format!("{affix}$"),
        (None, None) => return OTHER,
    };
    Ok(Object::from([("pattern".to_owned(), Json::Text(pattern))]))
}

fn affix(condition: &Condition<'_>, function: &str) -> Option<String> {
    let [text, affix] = condition.call(function)?.arguments.as_slice() else {
        return None;
    };
    let fits =
        condition.subject.is(text) && matches!(condition.subject.ty, Type::String | Type::Dynamic);
    let affix = constant(affix).filter(|_| fits)?;
    affix.str().map(ecma::literal)
}
