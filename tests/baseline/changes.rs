//! Made-up mistakes in templates.

use serde_json::{Value, json};

use crate::secrets::generate::Random;

/// A template with a mistake, and what was done.
pub struct Changed {
    pub value: Value,
    pub what: String,
}

/// Adds a mistake to a template; `None` if it has no place for one of this kind.
pub fn changed(template: &Value, number: usize, random: &mut Random) -> Option<Changed> {
    let mut value = template.clone();
    let resources = value["Resources"].as_object()?;
    let ids: Vec<String> = resources.keys().cloned().collect();
    let id = ids.get(random.below(ids.len().max(1)))?.clone();
    if random.below(8) == 0 {
        let copy = value["Resources"][&id].clone();
        value["Resources"][format!("MadeUp{number}")] = copy;
        return Some(Changed {
            value,
            what: format!("copied {id}"),
        });
    }
    let properties = format!("/Resources/{}/Properties", escaped(&id));
    let mut all = Vec::new();
    pointers(value.pointer(&properties)?, &properties, &mut all);
    let at = all[random.below(all.len())].clone();
    let place = value.pointer_mut(&at)?;
    let what = match (random.below(5), place) {
        (0, Value::Object(members)) if members.keys().all(|key| !is_function(key)) => {
            members.insert(format!("MadeUp{number}"), json!("x"));
            "added a key to"
        }
        (1, Value::Object(members)) if !members.is_empty() => {
            let key = members.keys().nth(random.below(members.len()))?.clone();
            members.remove(&key);
            "removed a key of"
        }
        (_, Value::Array(items)) if !items.is_empty() => {
            let item = items[random.below(items.len())].clone();
            items.push(item);
            "repeated an item of"
        }
        (2 | 3, place) if !place.is_object() => {
            *place = json!(format!("made-up-{number}"));
            "changed"
        }
        (4, place) if !place.is_object() => {
            *place = json!({ format!("MadeUp{number}"): [number] });
            "changed the type of"
        }
        _ => return None,
    };
    Some(Changed {
        value,
        what: format!("{what} {at}"),
    })
}

/// Collects the pointers to a value and the values in it.
fn pointers(value: &Value, at: &str, all: &mut Vec<String>) {
    all.push(at.to_owned());
    match value {
        Value::Object(members) => {
            members
                .iter()
                .for_each(|(key, value)| pointers(value, &format!("{at}/{}", escaped(key)), all));
        }
        Value::Array(items) => {
            items
                .iter()
                .enumerate()
                .for_each(|(index, item)| pointers(item, &format!("{at}/{index}"), all));
        }
        _ => {}
    }
}

fn escaped(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

fn is_function(key: &str) -> bool {
    key.starts_with("Fn::") || ["Ref", "Condition"].contains(&key)
}
