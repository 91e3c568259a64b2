//! Merging of schema keywords that must all hold.

use super::json::{Json, Object};
use crate::number::Number;

/// Merges keywords. The tighter of two bounds stays, subschemas are merged, and other conflicts go to `allOf`.
pub fn merge(into: &mut Object, more: Object) {
    for (name, value) in more {
        let Some(before) = into.get_mut(&name) else {
            into.insert(name, value);
            continue;
        };
        if *before == value {
            continue;
        }
        match (name.as_str(), before, value) {
            (
                "minimum" | "exclusiveMinimum" | "minLength" | "minItems" | "minProperties",
                before,
                value,
            ) => {
                if is_less(before, &value) {
                    *before = value;
                }
            }
            (
                "maximum" | "exclusiveMaximum" | "maxLength" | "maxItems" | "maxProperties",
                before,
                value,
            ) => {
                if is_less(&value, before) {
                    *before = value;
                }
            }
            ("items" | "additionalProperties", Json::Object(before), Json::Object(value)) => {
                merge(before, value)
            }
            ("properties", Json::Object(before), Json::Object(value)) => {
                for (name, value) in value {
                    match (before.get_mut(&name), value) {
                        (Some(Json::Object(before)), Json::Object(value)) => merge(before, value),
                        (_, value) => drop(before.insert(name, value)),
                    }
                }
            }
            ("allOf", Json::List(before), Json::List(value)) => before.extend(value),
            (_, _, value) => add_to_all_of(into, Object::from([(name, value)])),
        }
    }
}

fn add_to_all_of(into: &mut Object, more: Object) {
    if let Json::List(all) = into
        .entry("allOf".to_owned())
        .or_insert_with(|| Json::List(Vec::new()))
    {
        all.push(more.into());
    }
}

/// Compares two JSON numbers.
fn is_less(one: &Json, two: &Json) -> bool {
    let number = |json: &Json| match json {
        Json::Number(digits) => digits.parse::<Number>().ok(),
        _ => None,
    };
    number(one)
        .zip(number(two))
        .is_some_and(|(one, two)| one < two)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keywords(members: &[(&str, Json)]) -> Object {
        members
            .iter()
            .map(|(name, value)| ((*name).to_owned(), value.clone()))
            .collect()
    }

    fn number(digits: &str) -> Json {
        Json::Number(digits.to_owned())
    }

    #[test]
    fn the_tighter_bound_stays() {
        let mut merged = keywords(&[("minimum", number("-10")), ("maximum", number("9.5"))]);
        merge(
            &mut merged,
            keywords(&[("minimum", number("-9")), ("maximum", number("10"))]),
        );
        merge(
            &mut merged,
            keywords(&[("minimum", number("-9.5")), ("maximum", number("9.25"))]),
        );
        assert_eq!(
            Json::from(merged).line(),
            r#"{"maximum":9.25,"minimum":-9}"#
        );
    }

    #[test]
    fn conflicting_keywords_go_to_all_of() {
        let mut merged = keywords(&[("pattern", "a".into())]);
        merge(&mut merged, keywords(&[("pattern", "b".into())]));
        merge(&mut merged, keywords(&[("pattern", "c".into())]));
        assert_eq!(
            Json::from(merged).line(),
            r#"{"allOf":[{"pattern":"b"},{"pattern":"c"}],"pattern":"a"}"#
        );
    }

    #[test]
    fn keywords_of_subschemas_are_merged() {
        let of = |name: &str, keyword: &str| {
            let part = keywords(&[(keyword, number("1"))]);
            keywords(&[("properties", keywords(&[(name, part.into())]).into())])
        };
        let mut merged = of("a", "minimum");
        merge(&mut merged, of("a", "maximum"));
        merge(&mut merged, of("b", "minimum"));
        assert_eq!(
            Json::from(merged).line(),
            r#"{"properties":{"a":{"maximum":1,"minimum":1},"b":{"minimum":1}}}"#
        );
    }
}
