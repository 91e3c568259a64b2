//! The location of a violated keyword in a schema.

use crate::{Json, JsonKind, Step, Violation, keyword as k};

/// Returns a JSON pointer to the keyword. Equal subtrees of a schema share one ID, so the instance path distinguishes
/// them.
pub fn of(root: Json<'_>, violation: &Violation<'_>) -> String {
    let mut instance_path = violation.instance_path;
    // The last step names the disallowed key; the keyword is one level above.
    if violation.keyword == k::ADDITIONAL_PROPERTIES {
        instance_path = instance_path.up().unwrap_or_default();
    }
    let steps = instance_path.steps();
    let word = k::ALL
        .get(usize::try_from(violation.keyword).unwrap_or(usize::MAX))
        .copied();
    let target = violation.schema.map(|schema| schema.id());
    let mut pointer = Vec::new();
    match find(root, &steps, target, &mut pointer) {
        true => pointer
            .into_iter()
            .chain(word.map(str::to_owned))
            .map(|part| format!("/{part}"))
            .collect(),
        false => String::new(),
    }
}

/// Searches for the schema with an ID along the steps.
fn find(
    schema: Json<'_>,
    steps: &[Step<'_>],
    target: Option<u32>,
    pointer: &mut Vec<String>,
) -> bool {
    if steps.is_empty() && Some(schema.id()) == target {
        return true;
    }
    let mut descend = |inner: Json<'_>, segments: &[&str], steps: &[Step<'_>]| {
        let before = pointer.len();
        pointer.extend(
            segments
                .iter()
                .map(|part| part.replace('~', "~0").replace('/', "~1")),
        );
        let found =
            matches!(inner.kind(), JsonKind::Object(_)) && find(inner, steps, target, pointer);
        if !found {
            pointer.truncate(before);
        }
        found
    };
    for word in [k::ALL_OF, k::ANY_OF, k::ONE_OF] {
        let branches = schema
            .keyword(word)
            .into_iter()
            .flat_map(Json::items)
            .enumerate();
        let name = k::ALL
            .get(usize::try_from(word).unwrap_or(usize::MAX))
            .copied()
            .unwrap_or("");
        for (at, branch) in branches {
            if descend(branch, &[name, &at.to_string()], steps) {
                return true;
            }
        }
    }
    let Some((step, rest)) = steps.split_first() else {
        return false;
    };
    match (step, step.text()) {
        (Step::Index(at), _) => {
            let Some(items) = schema.keyword(k::ITEMS) else {
                return false;
            };
            let at = usize::try_from(*at).unwrap_or(usize::MAX);
            match items.as_list() {
                None => descend(items, &["items"], rest),
                Some(list) => match (list.get(at), schema.keyword(k::ADDITIONAL_ITEMS)) {
                    (Some(item), _) => descend(item, &["items", &at.to_string()], rest),
                    (None, Some(others)) => descend(others, &["additionalItems"], rest),
                    (None, None) => false,
                },
            }
        }
        (_, Some(name)) => match schema
            .keyword(k::PROPERTIES)
            .and_then(|properties| properties.get(name))
        {
            Some(property) => descend(property, &["properties", name], rest),
            None => {
                let others = schema.keyword(k::ADDITIONAL_PROPERTIES);
                others.is_some_and(|others| descend(others, &["additionalProperties"], rest))
            }
        },
        _ => false,
    }
}
