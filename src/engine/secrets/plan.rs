//! Sensitive values of a Terraform plan.

use super::collect::Collector;
use cfn_warden_syntax::{Entry, Node, Value};

/// Values and their sensitivity marks.
const PAIRS: [(&str, &str); 3] =
    [("values", "sensitive_values"), ("after", "after_sensitive"), ("before", "before_sensitive")];

/// Adds the members of an object that its other members mark as sensitive.
pub(super) fn members(collector: &mut Collector<'_>, object: Node<'_>) {
    for (values, marks) in PAIRS {
        if let (Some(values), Some(marks)) = (object.get(values), object.get(marks)) {
            marked(collector, values, marks);
        }
    }
    if let (Some(value), Some(mark)) = (object.get("value"), object.get("sensitive")) {
        marked(collector, value, mark);
    }
}

/// Adds the values of variables that the plan's configuration declares sensitive.
pub(super) fn variables(collector: &mut Collector<'_>, root: Node<'_>) {
    let module = root.get("configuration").and_then(|node| node.get("root_module"));
    let declared = module.and_then(|module| module.get("variables")).and_then(|node| node.as_map());
    for Entry { key, value } in declared.unwrap_or_default() {
        let is_sensitive = matches!(value.get("sensitive").map(|node| node.value), Some(Value::Bool(true)));
        let Some(name) = key.as_str().filter(|_| is_sensitive) else { continue };
        let value_in_plan = root.get("variables").and_then(|variables| variables.get(name)?.get("value"));
        [value_in_plan, value.get("default")].into_iter().flatten().for_each(|value| collector.all(value));
    }
}

fn marked(collector: &mut Collector<'_>, value: Node<'_>, mark: Node<'_>) {
    match (mark.value, value.value) {
        (Value::Bool(true), _) => collector.all(value),
        (Value::List(marks), Value::List(values)) => {
            marks.iter().zip(values).for_each(|(mark, value)| marked(collector, *value, *mark));
        }
        (Value::Map(marks), Value::Map(_)) => {
            for entry in marks {
                let value = entry.key.as_str().and_then(|key| value.get(key));
                value.into_iter().for_each(|value| marked(collector, value, entry.value));
            }
        }
        _ => {}
    }
}
