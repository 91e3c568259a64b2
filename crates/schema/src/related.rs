//! Conditions of an object that are related to conditions nested in some of its values.

use super::evaluation::Evaluation;
use cfn_warden_syntax::{Node, Value};
use cfn_warden_template::condition::scenario;

/// Returns the object's conditions that are related to conditions nested in the given values.
pub(super) fn related<'a>(
    evaluation: &Evaluation<'a>,
    values: &[Node<'a>],
    instance: Node<'a>,
) -> Vec<&'a str> {
    let mut deeper = Vec::new();
    values
        .iter()
        .for_each(|value| scenario::conditions_below(*value, &mut deeper));
    // Nested objects are not searched, as in the evaluation of the enclosing object.
    let own = scenario::conditions_of(Node {
        value: Value::List(evaluation.arena.alloc_slice_copy(values)),
        ..instance
    });
    let conditions = &evaluation.template.conditions;
    let matters = |name: &&str| deeper.iter().any(|other| conditions.related(name, other));
    let all = scenario::conditions_of(instance).into_iter();
    all.filter(|name| !own.contains(name))
        .filter(matters)
        .collect()
}
