//! Types as JSON Schema, and in go-cty's JSON notation.

use std::rc::Rc;

use super::json::{Json, Object};
use super::options::{Additional, NestedValues, Options, Requires};
use crate::module::Defaults;
use crate::value::{Attributes, Type};

/// Returns the schema of a type's values. The default of an optional attribute is the `default` of its property.
pub fn node(ty: &Type, defaults: Option<&Defaults>, options: &Options) -> Object {
    let word = |name: &str| Object::from([("type".to_owned(), Json::from(name))]);
    let below = |item: &Type, inner: Option<&Defaults>| Json::from(part(item, inner, options));
    let each = |item: &Type| below(item, defaults.and_then(Defaults::items));
    match ty {
        Type::Dynamic => Object::new(),
        Type::Bool => word("boolean"),
        Type::Number => word("number"),
        Type::String => word("string"),
        Type::List(item) => with(word("array"), [("items", each(item))]),
        Type::Set(item) => with(
            word("array"),
            [("items", each(item)), ("uniqueItems", true.into())],
        ),
        Type::Map(item) => with(word("object"), [("additionalProperties", each(item))]),
        Type::Tuple(items) => {
            let at = |(at, item)| below(item, defaults.and_then(|defaults| defaults.at(at)));
            let (items, count) = (
                items.iter().enumerate().map(at).collect(),
                Json::count(items.len()),
            );
            with(
                word("array"),
                [
                    ("items", Json::List(items)),
                    ("minItems", count.clone()),
                    ("maxItems", count),
                ],
            )
        }
        Type::Object(attributes) => object(word("object"), attributes, defaults, options),
    }
}

/// Returns the schema of a nested value.
fn part(ty: &Type, defaults: Option<&Defaults>, options: &Options) -> Object {
    let mut schema = node(ty, defaults, options);
    if let (NestedValues::Nullable, Some(name)) = (options.nested_values, schema.get_mut("type")) {
        *name = Json::List(vec![name.clone(), "null".into()]);
    }
    schema
}

fn object(
    schema: Object,
    attributes: &Attributes,
    defaults: Option<&Defaults>,
    options: &Options,
) -> Object {
    let property = |(name, ty): (&Rc<str>, &Type)| {
        let mut property = part(
            ty,
            defaults.and_then(|defaults| defaults.attribute(name)),
            options,
        );
        if let Some(value) = defaults.and_then(|defaults| defaults.value(name)) {
            property.insert("default".to_owned(), value.into());
        }
        (name.to_string(), Json::from(property))
    };
    let is_required =
        |name: &&Rc<str>| options.requires == Requires::All || !attributes.optional.contains(*name);
    let required = attributes
        .types
        .keys()
        .filter(is_required)
        .map(|name| Json::from(&**name))
        .collect();
    with(
        schema,
        [
            (
                "additionalProperties",
                (options.additional == Additional::Allowed).into(),
            ),
            (
                "properties",
                Json::Object(attributes.types.iter().map(property).collect()),
            ),
            ("required", Json::List(required)),
        ],
    )
}

fn with<const N: usize>(mut schema: Object, members: [(&str, Json); N]) -> Object {
    schema.extend(
        members
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value)),
    );
    schema
}

/// Formats a type in go-cty's notation: `"string"`, `["list", "string"]`, `["object", {...}, ["optional"]]`.
pub fn notation(ty: &Type) -> Json {
    let of = |name: &str, inner: Json| Json::List(vec![name.into(), inner]);
    match ty {
        Type::Dynamic => "any".into(),
        Type::Bool => "bool".into(),
        Type::Number => "number".into(),
        Type::String => "string".into(),
        Type::List(item) => of("list", notation(item)),
        Type::Set(item) => of("set", notation(item)),
        Type::Map(item) => of("map", notation(item)),
        Type::Tuple(items) => of("tuple", Json::List(items.iter().map(notation).collect())),
        Type::Object(attributes) => {
            let types = attributes
                .types
                .iter()
                .map(|(name, ty)| (name.to_string(), notation(ty)))
                .collect();
            let mut parts = vec!["object".into(), Json::Object(types)];
            if !attributes.optional.is_empty() {
                parts.push(Json::List(
                    attributes
                        .optional
                        .iter()
                        .map(|name| Json::from(&**name))
                        .collect(),
                ));
            }
            Json::List(parts)
        }
    }
}
