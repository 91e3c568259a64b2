//! The types of some arguments of the AWS provider, for configurations without a schema of it. Terraform converts `"true"` to
//! `true`, and so must what rules see.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::value::convert::convert;
use crate::value::{Type, Value};

/// Lines of a resource type, `bool` or `number`, and arguments.
const TYPES: &str = include_str!("arguments.txt");

/// Converts the arguments of a resource type whose types are known. Those that cannot be converted stay.
pub fn convert_arguments(kind: &str, arguments: &mut BTreeMap<Rc<str>, Value>) {
    let lines = TYPES
        .lines()
        .filter_map(|line| line.strip_prefix(kind)?.strip_prefix(' '));
    for (ty, paths) in lines.filter_map(|line| line.split_once(' ')) {
        let ty = if ty == "bool" {
            Type::Bool
        } else {
            Type::Number
        };
        paths
            .split(' ')
            .for_each(|path| convert_argument(arguments, path, &ty));
    }
}

fn convert_argument(arguments: &mut BTreeMap<Rc<str>, Value>, path: &str, ty: &Type) {
    let (name, rest) = path
        .split_once('.')
        .map_or((path, None), |(name, rest)| (name, Some(rest)));
    let Some(value) = arguments.get_mut(name) else {
        return;
    };
    let Some(rest) = rest else {
        if let Ok(converted) = convert(value, ty) {
            *value = converted;
        }
        return;
    };
    // Blocks are a tuple of objects.
    let Some(blocks) = value.items() else { return };
    let inner = |block: &Value| {
        let Some(elements) = block.elements() else {
            return block.clone();
        };
        let mut elements = elements.clone();
        convert_argument(&mut elements, rest, ty);
        Value::object(elements).marked(block.marks())
    };
    *value = Value::tuple(blocks.iter().map(inner).collect()).marked(value.marks());
}
