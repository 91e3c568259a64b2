//! `can(regex("^a", var.x))` and `length(regexall("^a", var.x)) > 0`.

use std::borrow::Cow;

use super::{Condition, Form, FormSet, OTHER, Translated, call, constant};
use crate::schema::ecma;
use crate::schema::json::{Json, Object};
use crate::syntax::ast::{Call, Operator};
use crate::value::Type;

/// Translates a regular expression match to `pattern`.
pub static FORM: Form = Form {
    name: "matches",
    set: FormSet::TerraSchema,
    translate,
};

fn translate(condition: &Condition<'_>) -> Translated {
    let Some(search) = search_call(condition) else {
        return OTHER;
    };
    let [pattern, text] = search.arguments.as_slice() else {
        return OTHER;
    };
    // Terraform converts other types to strings before matching; JSON Schema does not.
    let fits = match condition.subject.ty {
        Type::String => true,
        Type::Dynamic => condition.forms == FormSet::Extended,
        _ => false,
    };
    if !condition.subject.is(text) || !fits {
        return OTHER;
    }
    let Some(pattern) = constant(pattern) else {
        return OTHER;
    };
    let Some(pattern) = pattern.str() else {
        return OTHER;
    };
    let pattern = match condition.forms {
        FormSet::TerraSchema => pattern.to_owned(),
        FormSet::Extended => ecma::translate(pattern).map_err(Cow::Owned)?,
    };
    Ok(Object::from([("pattern".to_owned(), Json::Text(pattern))]))
}

/// Returns the `regex` or `regexall` call that must find a match.
fn search_call<'c>(condition: &Condition<'c>) -> Option<&'c Call> {
    if let Some(can) = condition.call("can") {
        let [search] = can.arguments.as_slice() else {
            return None;
        };
        return call(search, "regex");
    }
    if condition.forms == FormSet::TerraSchema {
        return None;
    }
    let search = |expr| match call(expr, "length")?.arguments.as_slice() {
        [search] => call(search, "regexall"),
        _ => None,
    };
    let (operator, left, right) = condition.comparison(|expr| call(expr, "length").is_some())?;
    let least = constant(right)?.number()?.int()?;
    let some = matches!(
        (operator, least),
        (Operator::Greater | Operator::NotEqual, 0) | (Operator::GreaterOrEqual, 1)
    );
    if some { search(left) } else { None }
}
