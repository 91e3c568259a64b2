//! Terraform's built-in provider.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::schema::{AttributeSchema, AttributeShape, BlockSchema};
use crate::module::{Resource, ResourceMode};
use crate::value::{Type, Value};

/// The source address in plans.
pub const SOURCE: &str = "terraform.io/builtin/terraform";

/// Returns the resource types of the provider.
pub fn types(mode: ResourceMode) -> &'static [&'static str] {
    match mode {
        ResourceMode::Managed => &["terraform_data"],
        ResourceMode::Data => &["terraform_remote_state"],
        ResourceMode::Ephemeral => &[],
    }
}

/// Returns whether the provider has a resource type.
pub fn has(mode: ResourceMode, kind: &str) -> bool {
    types(mode).contains(&kind)
}

/// Returns the schema of a resource type.
pub fn schema(mode: ResourceMode, kind: &str) -> Option<Rc<BlockSchema>> {
    let attributes: &[(&str, Type, bool)] = match (mode, kind) {
        (ResourceMode::Managed, "terraform_data") => &[
            ("id", Type::String, true),
            ("input", Type::Dynamic, false),
            ("output", Type::Dynamic, true),
            ("triggers_replace", Type::Dynamic, false),
        ],
        (ResourceMode::Data, "terraform_remote_state") => &[
            ("backend", Type::String, false),
            ("config", Type::Dynamic, false),
            ("defaults", Type::Dynamic, false),
            ("outputs", Type::Dynamic, true),
            ("workspace", Type::String, false),
        ],
        _ => return None,
    };
    let attributes = attributes.iter().map(|(name, ty, computed)| {
        let shape = AttributeShape::Type(ty.clone());
        (
            Rc::from(*name),
            AttributeSchema {
                shape,
                required: *name == "backend",
                optional: true,
                computed: *computed,
                sensitive: false,
            },
        )
    });
    Some(Rc::new(BlockSchema {
        attributes: attributes.collect(),
        blocks: BTreeMap::new(),
    }))
}

/// Applies behavior beyond the schema: the output of `terraform_data` has the type of its input, and is null if the
/// input is null.
pub fn apply_builtin_behavior(resource: &Resource, value: Value) -> Value {
    if resource.mode != ResourceMode::Managed || &*resource.kind != "terraform_data" {
        return value;
    }
    let Some(attributes) = value.elements() else {
        return value;
    };
    let mut elements = attributes.clone();
    let input = elements
        .get("input")
        .cloned()
        .unwrap_or_else(|| Value::null(Type::Dynamic));
    let output = if input.is_null() {
        input.unmarked_deep().0
    } else {
        Value::unknown(input.ty())
    };
    elements.insert("output".into(), output);
    Value::object(elements)
}
