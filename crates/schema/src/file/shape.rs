//! Depth and size of the content of a file. Values are shared, so that a small file can stand for a huge document; code
//! that follows values recurses.

use super::error::FileError;
use crate::pack::{Json, JsonKind, Pack};
use cfn_warden_syntax::hash::HashMap;

/// Maximum depth of a value; schemas of cfn-lint have 34.
const MOST_DEPTH: u32 = 128;
/// Maximum number of values if shared ones are counted at each use; cfn-lint's knowledge has 2 million.
const MOST_VALUES: u64 = 1 << 25;

/// Depth, and number of values with shared ones counted at each use.
#[derive(Debug, Clone, Copy)]
struct Shape {
    depth: u32,
    values: u64,
}

const SCALAR: Shape = Shape {
    depth: 1,
    values: 1,
};

/// Verifies depth and size.
///
/// # Errors
/// Which limit the content exceeds.
pub fn verify(pack: &Pack) -> Result<(), FileError> {
    let mut known: HashMap<u32, Shape> = HashMap::default();
    let mut open = vec![(pack.root(), false)];
    // Values do not overlap, so each word is part of one value at most.
    let mut words_left = pack.parts().0.len() / 4;
    while let Some((at, parts_are_known)) = open.pop() {
        if known.contains_key(&at.id()) {
            continue;
        }
        if !parts_are_known {
            let count = parts(at).count();
            words_left = words_left
                .checked_sub(count)
                .ok_or(FileError::Shape("its values overlap"))?;
            open.push((at, true));
            open.extend(
                parts(at)
                    .filter(|part| is_compound(*part))
                    .map(|part| (part, false)),
            );
            continue;
        }
        let mut shape = SCALAR;
        for part in parts(at) {
            let inner = known.get(&part.id()).copied().unwrap_or(SCALAR);
            shape.depth = shape.depth.max(inner.depth.saturating_add(1));
            shape.values = shape.values.saturating_add(inner.values);
        }
        if shape.depth > MOST_DEPTH {
            return Err(FileError::Shape(
                "its content is nested more than 128 levels deep",
            ));
        }
        if shape.values > MOST_VALUES {
            return Err(FileError::Shape(
                "its content has more than 33,554,432 values",
            ));
        }
        known.insert(at.id(), shape);
    }
    Ok(())
}

fn is_compound(json: Json<'_>) -> bool {
    matches!(json.kind(), JsonKind::List(_) | JsonKind::Object(_))
}

fn parts(json: Json<'_>) -> impl Iterator<Item = Json<'_>> {
    json.items().chain(json.keywords().map(|(_, value)| value))
}
