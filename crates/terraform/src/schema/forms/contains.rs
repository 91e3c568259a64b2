//! `contains(["a", "b"], var.x)`: one of these values.

use super::{Condition, Form, Known, OTHER, Translated, constant};
use crate::schema::json::{Json, Object};

/// One of a list's values.
pub static FORM: Form = Form { name: "contains", known: Known::TerraSchema, translate };

fn translate(condition: &Condition<'_>) -> Translated {
    let values = listed(condition).map(Json::List);
    values.map_or(OTHER, |values| Ok(Object::from([("enum".to_owned(), values)])))
}

/// The values that the subject is looked for among.
pub fn listed(condition: &Condition<'_>) -> Option<Vec<Json>> {
    let [list, item] = condition.call("contains")?.arguments.as_slice() else { return None };
    let values = constant(list).filter(|_| condition.subject.is(item))?;
    Some(values.items()?.iter().map(Json::from).collect())
}
