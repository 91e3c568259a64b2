//! Generated types and values: a value of the type passes, any other fails.

use cfn_warden::engine::Status;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::variables::{STRICT, checked};

/// A type without `any`.
#[derive(Debug, Clone)]
enum Type {
    Bool,
    Number,
    String,
    List(Box<Type>),
    Set(Box<Type>),
    Map(Box<Type>),
    Tuple(Vec<Type>),
    /// The attributes, each with whether it is optional.
    Object(Vec<(Type, bool)>),
}

const NAMES: [&str; 3] = ["a", "b-c", "type"];

impl Type {
    fn written(&self) -> String {
        match self {
            Type::Bool => "bool".to_owned(),
            Type::Number => "number".to_owned(),
            Type::String => "string".to_owned(),
            Type::List(item) => format!("list({})", item.written()),
            Type::Set(item) => format!("set({})", item.written()),
            Type::Map(item) => format!("map({})", item.written()),
            Type::Tuple(items) => {
                format!(
                    "tuple([{}])",
                    items
                        .iter()
                        .map(Type::written)
                        .collect::<Vec<_>>()
                        .join(", ")
                )
            }
            Type::Object(attributes) => {
                let one = |(name, (ty, optional)): (&str, &(Type, bool))| {
                    let ty = if *optional {
                        format!("optional({})", ty.written())
                    } else {
                        ty.written()
                    };
                    format!("{name} = {ty}")
                };
                let all: Vec<_> = NAMES.into_iter().zip(attributes).map(one).collect();
                format!("object({{{}}})", all.join(", "))
            }
        }
    }

    fn takes(&self, value: &Value) -> bool {
        match (self, value) {
            (Type::Bool, value) => value.is_boolean(),
            (Type::Number, value) => value.is_number(),
            (Type::String, value) => value.is_string(),
            (Type::List(item), Value::Array(items)) => items.iter().all(|value| item.takes(value)),
            (Type::Set(item), Value::Array(items)) => {
                let once = |(at, value): (usize, &Value)| !items[..at].contains(value);
                items.iter().all(|value| item.takes(value)) && items.iter().enumerate().all(once)
            }
            (Type::Map(item), Value::Object(members)) => {
                members.values().all(|value| item.takes(value))
            }
            (Type::Tuple(types), Value::Array(items)) => {
                types.len() == items.len()
                    && types.iter().zip(items).all(|(ty, value)| ty.takes(value))
            }
            (Type::Object(attributes), Value::Object(members)) => {
                NAMES.iter().zip(attributes).all(|(name, (ty, optional))| {
                    match members.get(*name) {
                        Some(value) => ty.takes(value),
                        None => *optional,
                    }
                })
            }
            _ => false,
        }
    }
}

fn types() -> impl Strategy<Value = Type> {
    let leaf = prop_oneof![Just(Type::Bool), Just(Type::Number), Just(Type::String)];
    leaf.prop_recursive(3, 12, 3, |inner| {
        let boxed = inner.clone().prop_map(Box::new);
        prop_oneof![
            boxed.clone().prop_map(Type::List),
            boxed.clone().prop_map(Type::Set),
            boxed.prop_map(Type::Map),
            prop::collection::vec(inner.clone(), 0..3).prop_map(Type::Tuple),
            prop::collection::vec((inner, any::<bool>()), 0..3).prop_map(Type::Object),
        ]
    })
}

/// Generates a value of a type. Optional attributes may be missing.
fn value_of(ty: &Type) -> BoxedStrategy<Value> {
    match ty {
        Type::Bool => any::<bool>().prop_map(Value::from).boxed(),
        Type::Number => prop_oneof![
            any::<i32>().prop_map(Value::from),
            Just(json!(0.5)),
            Just(json!(1e30))
        ]
        .boxed(),
        Type::String => prop_oneof![
            Just(json!("")),
            Just(json!("true")),
            Just(json!("AWS::Region")),
            "[a-z0-9${}\\\\\"]{0,4}".prop_map(Value::from)
        ]
        .boxed(),
        Type::List(item) => prop::collection::vec(value_of(item), 0..3)
            .prop_map(Value::from)
            .boxed(),
        Type::Set(item) => prop::collection::vec(value_of(item), 0..3)
            .prop_map(|items| {
                let mut made: Vec<Value> = Vec::new();
                items.into_iter().for_each(|item| {
                    if !made.contains(&item) {
                        made.push(item)
                    }
                });
                Value::from(made)
            })
            .boxed(),
        Type::Map(item) => prop::collection::vec(value_of(item), 0..3)
            .prop_map(|items| {
                Value::from(
                    NAMES
                        .into_iter()
                        .map(str::to_owned)
                        .zip(items)
                        .collect::<Map<_, _>>(),
                )
            })
            .boxed(),
        Type::Tuple(types) => types
            .iter()
            .map(value_of)
            .collect::<Vec<_>>()
            .prop_map(Value::from)
            .boxed(),
        Type::Object(attributes) => {
            let one = |(ty, optional): &(Type, bool)| {
                let optional = *optional;
                (value_of(ty), any::<bool>())
                    .prop_map(move |(value, there)| (there || !optional).then_some(value))
            };
            let all: Vec<_> = attributes.iter().map(one).collect();
            let named = |values: Vec<Option<Value>>| {
                let members = NAMES.into_iter().map(str::to_owned).zip(values);
                Value::from(
                    members
                        .filter_map(|(name, value)| Some((name, value?)))
                        .collect::<Map<_, _>>(),
                )
            };
            all.prop_map(named).boxed()
        }
    }
}

fn status(ty: &Type, value: &Value) -> Status {
    let module = format!("variable \"x\" {{\n  type = {}\n}}\n", ty.written());
    let values = json!({ "x": value }).to_string();
    checked(
        &[("main.tf", &module), ("terraform.tfvars.json", &values)],
        STRICT,
        |run| run.status(),
    )
}

fn typed() -> impl Strategy<Value = (Type, Value)> {
    types().prop_flat_map(|ty| (value_of(&ty), Just(ty)).prop_map(|(value, ty)| (ty, value)))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn a_value_of_the_type_passes_and_another_fails((ty, value) in typed(), (_, other) in typed()) {
        prop_assert_eq!(status(&ty, &value), Status::Pass, "{} takes {}", ty.written(), value);
        let expected = if ty.takes(&other) { Status::Pass } else { Status::Fail };
        prop_assert_eq!(status(&ty, &other), expected, "{} and {}", ty.written(), other);
    }
}
