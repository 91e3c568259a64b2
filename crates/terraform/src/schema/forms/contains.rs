//! `contains(["a", "b"], var.x)`.

use super::{Condition, Form, FormSet, OTHER, Translated, constant};
use crate::schema::json::{Json, Object};

/// Translates membership in a constant list to `enum`.
pub static FORM: Form = Form {
    name: "contains",
    set: FormSet::TerraSchema,
    translate,
};

fn translate(condition: &Condition<'_>) -> Translated {
    let values = listed(condition).map(Json::List);
    values.map_or(OTHER, |values| {
        Ok(Object::from([("enum".to_owned(), values)]))
    })
}

/// Returns the constant list that is searched for the subject.
pub fn listed(condition: &Condition<'_>) -> Option<Vec<Json>> {
    let [list, item] = condition.call("contains")?.arguments.as_slice() else {
        return None;
    };
    let values = constant(list).filter(|_| condition.subject.is(item))?;
    Some(values.items()?.iter().map(Json::from).collect())
}
