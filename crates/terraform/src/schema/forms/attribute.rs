//! A condition on a single attribute of an object: `var.x.name != ""`.

use super::{Condition, Form, FormSet, OTHER, Translated};
use crate::schema::json::{Json, Object};

/// Translates the condition within `properties`.
pub static FORM: Form = Form {
    name: "attribute",
    set: FormSet::Extended,
    translate,
};

fn translate(condition: &Condition<'_>) -> Translated {
    let Some(name) = condition.subject.attribute_in(condition.expr) else {
        return OTHER;
    };
    let Some(subject) = condition.subject.attribute(&name) else {
        return OTHER;
    };
    let keywords = Condition {
        subject: &subject,
        ..*condition
    }
    .translated()?;
    let properties = Object::from([(name.to_string(), Json::from(keywords))]);
    Ok(Object::from([("properties".to_owned(), properties.into())]))
}
