//! Resolves CloudFormation's property paths (`/properties/Tags/*/Key`) in a resource schema.

use super::keyword;
use super::pack::Json;

/// Maximum number of steps in all branches, above the count for any real path; ends recursion in self-referential
/// schemas.
const STEPS: u32 = 512;

/// Returns the schema of the property at a path. References are followed and `*` steps into the items of a list. If a
/// step fails, the first branch of `anyOf`, `allOf` or `oneOf` in which the rest of the path resolves is used.
pub fn property<'p>(schema: Json<'p>, path: &str) -> Option<Json<'p>> {
    let path = path.trim_start_matches('/');
    // the first part is `properties`
    let parts: Vec<&str> = path.split('/').skip(1).collect();
    follow(schema, schema, &parts, &mut { STEPS })
}

fn follow<'p>(root: Json<'p>, at: Json<'p>, path: &[&str], steps: &mut u32) -> Option<Json<'p>> {
    *steps = steps.checked_sub(1)?;
    if let Some(reference) = at.keyword(keyword::REF) {
        return follow(root, reference.resolve(root)?, path, steps);
    }
    let Some((part, rest)) = path.split_first() else {
        return Some(at);
    };
    let items = if *part == "*" {
        at.keyword(keyword::ITEMS)
    } else {
        None
    };
    let next = items.or_else(|| at.keyword(keyword::PROPERTIES)?.get(part));
    next.and_then(|next| follow(root, next, rest, steps))
        .or_else(|| {
            let words = [keyword::ANY_OF, keyword::ALL_OF, keyword::ONE_OF].into_iter();
            let mut branches = words
                .filter_map(|word| at.keyword(word))
                .flat_map(Json::items);
            branches.find_map(|branch| follow(root, branch, path, steps))
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Pack;

    const SCHEMA: &str = r##"{
      "properties": {
        "Tags": {"type": "array", "items": {"$ref": "#/definitions/Tag"}},
        "Either": {"oneOf": [{"properties": {"A": {"const": 1}}}, {"properties": {"B": {"const": 2}}}]},
        "Loop": {"$ref": "#/definitions/Loop"},
        "Fork": {"$ref": "#/definitions/Fork"}
      },
      "definitions": {"Tag": {"properties": {"Key": {"type": "string"}}}, "Loop": {"$ref": "#/definitions/Loop"},
        "Fork": {"anyOf": [{"$ref": "#/definitions/Fork"}, {"$ref": "#/definitions/Fork"}]}}
    }"##;

    #[test]
    fn paths_resolve_through_references_items_and_branches() {
        let pack = Pack::from_json(SCHEMA).unwrap();
        let find = |path| property(pack.root(), path).map(|found| found.to_string());
        assert_eq!(
            find("/properties/Tags/*/Key").as_deref(),
            Some(r#"{"type":"string"}"#)
        );
        assert_eq!(
            find("/properties/Either/B").as_deref(),
            Some(r#"{"const":2}"#)
        );
        assert_eq!(find("/properties/Either/C"), None);
        assert_eq!(find("/properties/Tags/Key"), None);
        assert_eq!(find("/properties/Loop"), None);
        assert_eq!(find("/properties/Fork/A"), None);
        assert_eq!(property(pack.root(), "/properties"), Some(pack.root()));
    }
}
