//! `alltrue([for v in var.x : ...])`.

use super::{Condition, Form, FormSet, OTHER, Translated, bare};
use crate::schema::json::{Json, Object};
use crate::schema::subject::Subject;
use crate::syntax::ast::ExprKind;
use crate::value::Type;

/// Translates a condition on every item to `items` or `additionalProperties`.
pub static FORM: Form = Form {
    name: "each item",
    set: FormSet::Extended,
    translate,
};

fn translate(condition: &Condition<'_>) -> Translated {
    let Some([list]) = condition
        .call("alltrue")
        .map(|call| call.arguments.as_slice())
    else {
        return OTHER;
    };
    let ExprKind::For(each) = &bare(list).kind else {
        return OTHER;
    };
    let (keyword, item) = match &condition.subject.ty {
        Type::List(item) | Type::Set(item) => ("items", item),
        Type::Map(item) => ("additionalProperties", item),
        _ => return OTHER,
    };
    if !condition.subject.is(&each.source) || each.key.is_some() || each.condition.is_some() {
        return OTHER;
    }
    let subject = Subject::item(&each.value_name.text, item);
    let of_item = Condition {
        expr: &each.value,
        subject: &subject,
        forms: condition.forms,
    };
    Ok(Object::from([(
        keyword.to_owned(),
        Json::from(of_item.translated()?),
    )]))
}
