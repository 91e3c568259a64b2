//! `AWS::LanguageExtensions`: unrolls loops, replaces their variables in keys, `Ref` and `Fn::Sub`, and looks up maps.
//!
//! Source: cfn-lint 1.58.0, `_language_extensions.py`, and without its quirks AWS's RFC 0009
//! (<https://github.com/aws-cloudformation/cfn-language-discussion>), including the order of keys: renamed and unrolled entries move
//! to the end of their map.

use bumpalo::Bump;

use crate::derivation::RemainingBytes;
use crate::function::is_no_value;
use crate::reference::uses::is_for_each;
use crate::{DerivationLimits, Quirk};
use cfn_warden_syntax::arena::ArenaValue;
use cfn_warden_syntax::hash::{HashMap, HashSet};
use cfn_warden_syntax::{Entry, Node, Operand, Value, text};

use super::collection::{Evaluator, Guessed, Scope, TooLong};
use super::for_each::ForEach;
use super::inputs::Inputs;
use super::malformed::Malformed;

/// Unrolls the loops of a template; returns the new root and the collections that had to be guessed.
pub(super) fn expand<'a>(
    arena: &'a Bump,
    root: Node<'a>,
    inputs: &Inputs<'_>,
) -> Result<(Node<'a>, Guessed), Malformed> {
    let mut walk = Walk {
        arena,
        evaluator: Evaluator::new(arena, root, inputs),
        limits: inputs.limits,
        left: inputs.limits.loop_values,
        bytes: RemainingBytes::new(inputs.limits.loops),
    };
    let expanded = walk.kept(root, &Scope::default())?;
    let expanded = if walk.is_ours() {
        without_empty_sections(arena, root, expanded)
    } else {
        expanded
    };
    Ok((expanded, walk.evaluator.guessed))
}

struct Walk<'a, 'i> {
    arena: &'a Bump,
    evaluator: Evaluator<'a>,
    limits: DerivationLimits<'i>,
    /// The number of values that may still be made.
    left: usize,
    /// The bytes of text that may still be made.
    bytes: RemainingBytes,
}

/// Removes the optional sections whose loops generate nothing.
fn without_empty_sections<'a>(arena: &'a Bump, root: Node<'a>, expanded: Node<'a>) -> Node<'a> {
    let Some(entries) = expanded.as_map() else {
        return expanded;
    };
    let is_emptied = |entry: &&Entry<'a>| {
        let name = entry
            .key
            .as_str()
            .filter(|name| ["Conditions", "Outputs"].contains(name));
        let before = name
            .and_then(|name| root.get(name))
            .and_then(|section| section.as_map());
        before.is_some_and(|before| !before.is_empty())
            && matches!(entry.value.value, Value::Map([]))
    };
    if !entries.iter().any(|entry| is_emptied(&entry)) {
        return expanded;
    }
    let kept: Vec<_> = entries
        .iter()
        .filter(|entry| !is_emptied(entry))
        .copied()
        .collect();
    Node {
        value: Value::Map(arena.keep_all(kept)),
        ..expanded
    }
}

impl<'a> Walk<'a, '_> {
    /// Whether loops are unrolled as AWS does, not as cfn-lint does.
    fn is_ours(&self) -> bool {
        !self.evaluator.compat.has(Quirk::LanguageExtensions)
    }

    /// Like [`Walk::node`], but returns `AWS::NoValue` for a removed value; null as cfn-lint does.
    fn kept(&mut self, node: Node<'a>, scope: &Scope<'a>) -> Result<Node<'a>, Malformed> {
        Ok(match self.node(node, scope)? {
            Some(value) => value,
            None if self.is_ours() && !matches!(node.value, Value::Null) => {
                let text = |text| Node {
                    value: Value::Str(text),
                    ..node
                };
                let reference = Entry {
                    key: text("Ref"),
                    value: text("AWS::NoValue"),
                };
                Node {
                    value: Value::Map(self.arena.keep_all([reference])),
                    ..node
                }
            }
            None => Node {
                value: Value::Null,
                ..node
            },
        })
    }

    /// Replaces the loop variables of `scope` in a value; returns `None` for null.
    fn node(&mut self, node: Node<'a>, scope: &Scope<'a>) -> Result<Option<Node<'a>>, Malformed> {
        /// Values between two looks at the time.
        const BETWEEN_LOOKS: usize = 1024;
        self.left = self.left.checked_sub(1).ok_or_else(|| {
            let most = self.limits.loop_values;
            Malformed::at(
                node,
                text!(
                    "loops generate more than {} values here; use fewer or smaller collections",
                    most
                ),
            )
        })?;
        if self.left.is_multiple_of(BETWEEN_LOOKS) && self.limits.cancel.is_set() {
            return Err(Malformed::at(
                node,
                "time ran out before the loops here were unrolled",
            ));
        }
        match node.value {
            Value::Map(entries) => self.map(node, entries, scope),
            Value::List(items) => {
                let items: Result<Vec<_>, _> =
                    items.iter().map(|item| self.kept(*item, scope)).collect();
                Ok(Some(Node {
                    value: Value::List(self.arena.keep_all(items?)),
                    ..node
                }))
            }
            Value::Null => Ok(None),
            _ => Ok(Some(node)),
        }
    }

    fn map(
        &mut self,
        node: Node<'a>,
        entries: &'a [Entry<'a>],
        scope: &Scope<'a>,
    ) -> Result<Option<Node<'a>>, Malformed> {
        let renamed = self.renamed(entries, scope)?;
        let mut open: Vec<Option<Entry<'a>>> = renamed.iter().copied().map(Some).collect();
        let mut unrolled: Vec<Entry<'a>> = Vec::new();
        let mut taken: HashSet<&str> = HashSet::default();
        for (place, entry) in renamed.iter().enumerate() {
            let Some(key) = entry.key.as_str() else {
                return Err(Malformed::nowhere(
                    "the template has a key that is not a string",
                ));
            };
            let value = match key {
                "Fn::ToJsonString" => break,
                "Fn::GetAtt" => match entry.value.value {
                    Value::List(_) => self.node(entry.value, scope)?,
                    _ => Some(entry.value),
                },
                "Fn::Sub" => match self.sub(entry.value, scope)? {
                    Sub::Text(text) => return Ok(Some(text)),
                    Sub::Argument(argument) => Some(argument),
                },
                "Fn::FindInMap" => match self.find_in_map(entry.value, scope)? {
                    Sub::Text(value) if is_no_value(value) => return Ok(None),
                    Sub::Text(value) => return Ok(Some(value)),
                    Sub::Argument(argument) => Some(argument),
                },
                "Ref" => match self.reference(entry.value, scope)? {
                    Sub::Text(Node {
                        value: Value::Null, ..
                    }) => return Ok(None),
                    Sub::Text(value) => return Ok(Some(value)),
                    Sub::Argument(argument) => Some(argument),
                },
                "Fn::If" => Some(self.branches(entry.value, scope)?),
                _ if is_for_each(key) => {
                    if taken.is_empty() {
                        taken.extend(open.iter().flatten().filter_map(|known| known.key.as_str()));
                    }
                    self.unroll(*entry, scope, &mut taken, &mut unrolled)?;
                    None
                }
                _ => self.node(entry.value, scope)?,
            };
            if let Some(slot) = open.get_mut(place) {
                *slot = value.map(|value| Entry {
                    key: entry.key,
                    value,
                });
            }
        }
        let all: Vec<_> = open.into_iter().flatten().chain(unrolled).collect();
        Ok(Some(Node {
            value: Value::Map(self.arena.keep_all(all)),
            ..node
        }))
    }

    /// Replaces the loop variables in a text; also returns whether no variable is left in it.
    fn replaced(
        &self,
        scope: &Scope<'a>,
        node: Node<'a>,
        text: &'a str,
    ) -> Result<(bool, &'a str), Malformed> {
        let most = self.limits.loops;
        scope.replaced(self.arena, text, &self.bytes).unwrap_or_else(|TooLong| {
            let message = text!("loops generate texts of more than {} bytes here; use fewer or smaller collections, or shorter items", most);
            Err(Malformed::at(node, message))
        })
    }

    /// Replaces the variables in keys; changed entries move to the end.
    fn renamed(
        &self,
        entries: &[Entry<'a>],
        scope: &Scope<'a>,
    ) -> Result<Vec<Entry<'a>>, Malformed> {
        if scope.is_empty() {
            return Ok(entries.to_vec());
        }
        let (mut kept, mut moved): (Vec<Entry<'a>>, Vec<Entry<'a>>) = (Vec::new(), Vec::new());
        for entry in entries {
            let Some(key) = entry.key.as_str() else {
                return Err(Malformed::nowhere(
                    "the template has a key that is not a string",
                ));
            };
            match self.replaced(scope, entry.key, key)? {
                (_, text) if text == key => kept.push(*entry),
                (_, text) => {
                    let key = Node {
                        value: Value::Str(text),
                        ..entry.key
                    };
                    moved.push(Entry {
                        key,
                        value: entry.value,
                    });
                }
            }
        }
        if moved.is_empty() {
            return Ok(kept);
        }
        // The first entry of each name: others can be in a map only if the document is in error.
        let mut places: HashMap<Option<&str>, usize> = HashMap::default();
        for (place, entry) in kept.iter().enumerate() {
            places.entry(entry.key.as_str()).or_insert(place);
        }
        for entry in moved {
            let place = *places.entry(entry.key.as_str()).or_insert(kept.len());
            match kept.get_mut(place) {
                Some(known) => known.value = entry.value,
                None => kept.push(entry),
            }
        }
        Ok(kept)
    }

    /// Expands an `Fn::Sub`; a text without variables replaces the whole function.
    fn sub(&mut self, argument: Node<'a>, scope: &Scope<'a>) -> Result<Sub<'a>, Malformed> {
        match argument.value {
            Value::Str(text) => {
                let (whole, text) = self.replaced(scope, argument, text)?;
                let text = Node {
                    value: Value::Str(text),
                    ..argument
                };
                Ok(if whole {
                    Sub::Text(text)
                } else {
                    Sub::Argument(text)
                })
            }
            Value::List(items) => {
                if items.is_empty() && self.is_ours() {
                    return Ok(Sub::Argument(argument));
                }
                let Some((first, rest)) = items.split_first() else {
                    return Err(Malformed::nowhere("list index out of range"));
                };
                let Some(text) = first.as_str() else {
                    return Err(Malformed::nowhere(
                        "the first element of an Fn::Sub is not a string",
                    ));
                };
                let (whole, text) = self.replaced(scope, *first, text)?;
                let text = Node {
                    value: Value::Str(text),
                    ..*first
                };
                if whole {
                    return Ok(Sub::Text(text));
                }
                let rest = match rest {
                    [own] => vec![self.kept(*own, scope)?],
                    _ => rest.to_vec(),
                };
                let items = self.arena.keep_all([vec![text], rest].concat());
                Ok(Sub::Argument(Node {
                    value: Value::List(items),
                    ..argument
                }))
            }
            _ => Ok(Sub::Argument(argument)),
        }
    }

    fn reference(&mut self, argument: Node<'a>, scope: &Scope<'a>) -> Result<Sub<'a>, Malformed> {
        let named = match argument.value {
            Value::Map(_) => self.kept(argument, scope)?,
            _ => argument,
        };
        let variable = named.as_str().and_then(|name| scope.get(name));
        Ok(variable.map_or(Sub::Argument(named), Sub::Text))
    }

    /// Looks up a value whose keys are written or are loop variables. As AWS does, other keys are left to the deployment;
    /// cfn-lint guesses them.
    fn find_in_map(&mut self, argument: Node<'a>, scope: &Scope<'a>) -> Result<Sub<'a>, Malformed> {
        if !self.is_ours() {
            return match self.evaluator.looked_up(argument, scope) {
                Some(found) => Ok(Sub::Text(found)),
                None => self.elements(argument, scope).map(Sub::Argument),
            };
        }
        let expanded = self.elements(argument, scope)?;
        let Some([Some(map), Some(top), Some(second)]) = keys(expanded) else {
            return Ok(Sub::Argument(expanded));
        };
        let Some(mapping) = self
            .evaluator
            .root
            .get("Mappings")
            .and_then(|mappings| mappings.get(map))
        else {
            return Ok(Sub::Argument(expanded));
        };
        let value = mapping.get(top).and_then(|under| under.get(second));
        let default = || expanded.as_list()?.get(3)?.get("DefaultValue");
        let is_included = |node: Node<'a>| node.get("Fn::Transform").is_some();
        let is_complete = || !is_included(mapping) && !mapping.get(top).is_some_and(is_included);
        let is_of_loop = keys(argument) != keys(expanded);
        Ok(
            match value.or_else(|| default().filter(|_| is_of_loop && is_complete())) {
                Some(value) => Sub::Text(value),
                None => Sub::Argument(expanded),
            },
        )
    }

    fn elements(&mut self, argument: Node<'a>, scope: &Scope<'a>) -> Result<Node<'a>, Malformed> {
        match argument.value {
            Value::List(_) => self.kept(argument, scope),
            Value::Map([]) => Ok(argument),
            _ => Err(Malformed::nowhere(
                "the argument of an Fn::FindInMap is not a list",
            )),
        }
    }

    /// Expands the branches of an `Fn::If`; the name of the condition is kept.
    fn branches(&mut self, argument: Node<'a>, scope: &Scope<'a>) -> Result<Node<'a>, Malformed> {
        let Value::List([condition, then, other]) = argument.value else {
            return Ok(argument);
        };
        let then = self.kept(*then, scope)?;
        let other = self.kept(*other, scope)?;
        let items = self.arena.keep_all([*condition, then, other]);
        Ok(Node {
            value: Value::List(items),
            ..argument
        })
    }

    fn unroll(
        &mut self,
        entry: Entry<'a>,
        scope: &Scope<'a>,
        taken: &mut HashSet<&'a str>,
        unrolled: &mut Vec<Entry<'a>>,
    ) -> Result<(), Malformed> {
        let each = ForEach::read(entry, self.evaluator.root, self.evaluator.compat)?;
        for item in each.items(&mut self.evaluator, scope)? {
            let inner = scope.with(each.variable, item?);
            let body = self.kept(each.body, &inner)?;
            let Some(entries) = body.as_map() else {
                return Err(Malformed::nowhere(
                    "the body of an Fn::ForEach is a function, not a map",
                ));
            };
            for entry in entries {
                let name = entry.key.as_str().unwrap_or_default();
                if !taken.insert(name) {
                    return Err(Malformed::at(
                        entry.key,
                        text!(
                            "Duplicate {} while doing transformation",
                            Operand::Name(name)
                        ),
                    ));
                }
                unrolled.push(*entry);
            }
        }
        Ok(())
    }
}

/// The result of expanding an `Fn::Sub`.
enum Sub<'a> {
    /// It is replaced by this value.
    Text(Node<'a>),
    /// It remains, with this argument.
    Argument(Node<'a>),
}

/// Returns the name and the keys of an `Fn::FindInMap`, each if it is a string.
fn keys<'a>(argument: Node<'a>) -> Option<[Option<&'a str>; 3]> {
    match argument.as_list()? {
        [map, top, second, ..] => Some([map, top, second].map(|key| key.as_str())),
        _ => None,
    }
}
