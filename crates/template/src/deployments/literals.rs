//! The values with which a template compares its parameters.

use std::borrow::Cow;
use std::collections::BTreeMap;

use bumpalo::Bump;

use crate::function::{Function, lone_function};
use crate::{Mappings, Parameter};
use cfn_warden_syntax::{Node, Tree, Value};

use super::varying::declared;
use crate::scalar_text::ScalarTexts;

/// The maximum nesting depth.
const DEPTH: usize = 256;

/// The values with which parameters and pseudo parameters are compared, in source order: operands of comparisons in
/// `Conditions` and `Rules`, and keys of mappings.
#[derive(Debug, Default)]
pub(super) struct Literals {
    by_name: BTreeMap<String, Vec<String>>,
}

impl Literals {
    pub fn of<'a>(arena: &'a Bump, tree: &Tree<'a>) -> Literals {
        let mut scan = Scan {
            parameters: declared(arena, tree)
                .map(|parameter| (parameter.name, parameter))
                .collect(),
            mappings: Mappings::of(tree.root.get("Mappings")),
            texts: ScalarTexts::of(tree),
            found: Literals::default(),
        };
        for section in ["Rules", "Conditions", "Resources", "Outputs"] {
            if let Some(section) = tree.root.get(section) {
                scan.node(section, 0);
            }
        }
        scan.found
    }

    /// Returns the values with which a parameter is compared.
    pub fn get(&self, name: &str) -> &[String] {
        self.by_name
            .get(name)
            .map(Vec::as_slice)
            .unwrap_or_default()
    }

    fn add(&mut self, name: &str, literal: &str) {
        let literals = self.by_name.entry(name.to_owned()).or_default();
        if !literals.iter().any(|known| known == literal) {
            literals.push(literal.to_owned());
        }
    }
}

struct Scan<'a> {
    parameters: BTreeMap<&'a str, Parameter<'a>>,
    mappings: Mappings<'a>,
    texts: ScalarTexts<'a>,
    found: Literals,
}

impl<'a> Scan<'a> {
    fn node(&mut self, node: Node<'a>, depth: usize) {
        if depth > DEPTH {
            return;
        }
        if let Some((function, argument)) =
            lone_function(node).map(|(function, entry)| (function, entry.value))
        {
            self.function(function, argument);
        }
        match node.value {
            Value::List(items) => items.iter().for_each(|item| self.node(*item, depth + 1)),
            Value::Map(entries) => entries
                .iter()
                .for_each(|entry| self.node(entry.value, depth + 1)),
            _ => {}
        }
    }

    fn function(&mut self, function: Function, argument: Node<'a>) {
        match (function, argument.value) {
            (
                Function::Equals | Function::Contains | Function::EachMemberEquals,
                Value::List([one, other]),
            ) => {
                self.compare(*one, *other);
            }
            (Function::EachMemberIn, Value::List([one, other])) => self.compare(*one, *other),
            (Function::FindInMap, Value::List([map, top, second, ..])) => {
                self.keys(*map, *top, *second)
            }
            _ => {}
        }
    }

    fn compare(&mut self, one: Node<'a>, other: Node<'a>) {
        for (one, other) in [(one, other), (other, one)] {
            let mut literals = Vec::new();
            self.literals(other, &mut literals, 0);
            if literals.is_empty() {
                continue;
            }
            let (mut direct, mut inside) = (Vec::new(), Vec::new());
            names(one, &mut direct, &mut inside, true, 0);
            for literal in &literals {
                direct.iter().for_each(|name| self.found.add(name, literal));
                // `Fn::Join` of a list is compared with "" to find out whether the list is empty.
                inside
                    .iter()
                    .filter(|_| literal.is_empty())
                    .for_each(|name| self.found.add(name, literal));
            }
        }
    }

    /// Collects the values that a node may have without evaluating functions.
    fn literals(&self, node: Node<'a>, found: &mut Vec<String>, depth: usize) {
        let function = lone_function(node).map(|(function, entry)| (function, entry.value.value));
        match (function, node.value) {
            (Some((Function::If, Value::List([_, then, other]))), _) if depth < DEPTH => {
                self.literals(*then, found, depth + 1);
                self.literals(*other, found, depth + 1);
            }
            (Some((Function::Ref, Value::Str(name))), _) => {
                let allowed = self
                    .parameters
                    .get(name)
                    .map(Parameter::allowed_values)
                    .unwrap_or_default();
                found.extend(
                    allowed
                        .iter()
                        .filter_map(|value| Some(self.texts.text(*value)?.into_owned())),
                );
            }
            (None, Value::List(items)) if depth < DEPTH => {
                items
                    .iter()
                    .for_each(|item| self.literals(*item, found, depth + 1));
            }
            _ => found.extend(self.texts.text(node).map(Cow::into_owned)),
        }
    }

    fn keys(&mut self, map: Node<'a>, top: Node<'a>, second: Node<'a>) {
        let maps: Vec<_> = match map.as_str() {
            Some(name) => self.mappings.get(name).into_iter().collect(),
            None => self.mappings.iter().collect(),
        };
        let keys = [
            (map, maps.iter().map(|map| map.name).collect::<Vec<_>>()),
            (
                top,
                maps.iter()
                    .flat_map(|map| map.iter())
                    .map(|keys| keys.name)
                    .collect(),
            ),
            (
                second,
                maps.iter()
                    .flat_map(|map| map.iter())
                    .flat_map(|keys| keys.scalars())
                    .map(|(key, _)| key)
                    .collect(),
            ),
        ];
        for (node, keys) in keys {
            let mut direct = Vec::new();
            names(node, &mut direct, &mut Vec::new(), true, 0);
            for name in direct {
                keys.iter().for_each(|key| self.found.add(name, key));
            }
        }
    }
}

/// Collects the parameters whose value a node may have, and the other parameters in it.
fn names<'a>(
    node: Node<'a>,
    direct: &mut Vec<&'a str>,
    inside: &mut Vec<&'a str>,
    is_direct: bool,
    depth: usize,
) {
    if depth > DEPTH {
        return;
    }
    let function = lone_function(node).map(|(function, entry)| (function, entry.value));
    let mut below = |node, is_direct| names(node, direct, inside, is_direct, depth + 1);
    match (function, node.value) {
        (Some((Function::Ref, name)), _) => {
            let list = if is_direct { direct } else { inside };
            list.extend(name.as_str());
        }
        (
            Some((
                Function::If,
                Node {
                    value: Value::List([_, then, other]),
                    ..
                },
            )),
            _,
        ) => {
            below(*then, is_direct);
            below(*other, is_direct);
        }
        (
            Some((
                Function::Select,
                Node {
                    value: Value::List([_, list]),
                    ..
                },
            )),
            _,
        ) => {
            let is_direct = is_direct && matches!(list.value, Value::List(_));
            below(*list, is_direct);
        }
        (
            Some((
                Function::Sub,
                Node {
                    value: Value::Str(text),
                    ..
                },
            )),
            _,
        ) => {
            let parts = text
                .split("${")
                .skip(1)
                .filter_map(|part| Some(part.split_once('}')?.0.trim()));
            inside.extend(parts);
        }
        (Some((_, argument)), _) => below(argument, false),
        (None, Value::List(items)) => items.iter().for_each(|item| below(*item, is_direct)),
        (None, Value::Map(entries)) => entries.iter().for_each(|entry| below(entry.value, false)),
        _ => {}
    }
}
