//! The keys of an object that a schema mentions.

use super::context::Context;
use super::evaluation::Evaluation;
use super::keyword as k;
use super::keywords::resolve_ref;
use super::pack::{Json, JsonKind};

/// Maximum depth of followed references and combinations.
const DEEPEST: u32 = 16;

/// Returns the keys whose values determine whether an object matches the given schemas; `None` if any key can.
pub(super) fn mentioned<'a>(
    evaluation: &Evaluation<'a>,
    cx: &Context<'a>,
    schemas: impl IntoIterator<Item = Json<'a>>,
) -> Option<Vec<&'a str>> {
    let mut keys = Vec::new();
    schemas
        .into_iter()
        .all(|schema| add(evaluation, cx, schema, DEEPEST, &mut keys))
        .then_some(keys)
}

/// Adds the keys that a schema mentions; returns false if it can mention any key.
fn add<'a>(
    evaluation: &Evaluation<'a>,
    cx: &Context<'a>,
    schema: Json<'a>,
    depth: u32,
    keys: &mut Vec<&'a str>,
) -> bool {
    let JsonKind::Object(object) = schema.kind() else {
        return true;
    };
    let Some(depth) = depth.checked_sub(1).filter(|_| evaluation.spend(1)) else {
        return false;
    };
    object.keywords().all(|(symbol, value)| match symbol {
        k::PROPERTIES => {
            keys.extend(value.entries().map(|(key, _)| key.text));
            true
        }
        k::REQUIRED | k::REQUIRED_OR | k::REQUIRED_XOR => {
            keys.extend(value.items().filter_map(Json::as_str));
            true
        }
        k::DEPENDENT_EXCLUDED | k::DEPENDENT_REQUIRED => {
            for (key, others) in value.entries() {
                keys.push(key.text);
                keys.extend(others.items().filter_map(Json::as_str));
            }
            true
        }
        k::ALL_OF | k::ANY_OF | k::ONE_OF => value
            .items()
            .all(|part| add(evaluation, cx, part, depth, keys)),
        k::NOT | k::IF | k::THEN | k::ELSE => add(evaluation, cx, value, depth, keys),
        k::REF => resolve_ref(cx, value).is_some_and(|(base, schema)| {
            add(evaluation, &Context { base, ..*cx }, schema, depth, keys)
        }),
        k::ADDITIONAL_PROPERTIES => value.as_bool() == Some(true),
        k::TYPE
        | k::TITLE
        | k::DESCRIPTION
        | k::COMMENT
        | k::SCHEMA
        | k::MESSAGE
        | k::DEFINITIONS => true,
        // These keywords only apply to strings, numbers and lists.
        k::PATTERN
        | k::MIN_LENGTH
        | k::MAX_LENGTH
        | k::MINIMUM
        | k::MAXIMUM
        | k::ITEMS
        | k::FORMAT => true,
        _ => false,
    })
}
