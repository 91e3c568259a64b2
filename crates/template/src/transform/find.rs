//! `Fn::FindInMap` during a transform: unknown keys are guessed from the mappings.
//!
//! Source: cfn-lint 1.58.0, `_ForEachValueFnFindInMap`, including the order of its guesses.

use crate::condition::identity::identity;
use cfn_warden_syntax::arena::ArenaValue;
use cfn_warden_syntax::python;
use cfn_warden_syntax::{Entry, Node, NodeId, Operand, Value, text};

use super::collection::{EvaluationError, Evaluator, Names, Scope, Source};
use super::inputs::Assumption;
use super::malformed::Malformed;

/// The arguments of an `Fn::FindInMap`.
#[derive(Debug, Clone)]
pub(super) struct FindInMap<'a> {
    arguments: NodeId,
    keys: [Source<'a>; 3],
    default: Option<Default<'a>>,
}

#[derive(Debug, Clone)]
enum Default<'a> {
    One(Source<'a>),
    Many(Node<'a>, Vec<Source<'a>>),
}

/// Whether the default value applies if there is no mapped value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DefaultValue {
    Applies,
    Ignored,
}

type Found<'a> = Result<Option<Node<'a>>, EvaluationError>;

impl<'a> FindInMap<'a> {
    /// Parses the arguments.
    pub fn read(node: Node<'a>) -> Result<FindInMap<'a>, Malformed> {
        let Some(items) = node.as_list() else {
            return Err(Malformed::at(node, "Fn::FindInMap should be a list"));
        };
        let ([map, top, second], default) = match items {
            [map, top, second] => ([map, top, second], None),
            [map, top, second, default] => ([map, top, second], Some(*default)),
            _ => {
                return Err(Malformed::at(
                    node,
                    "Fn::FindInMap requires a list of 3 or 4 values",
                ));
            }
        };
        let keys = [
            Source::read(*map)?,
            Source::read(*top)?,
            Source::read(*second)?,
        ];
        Ok(FindInMap {
            arguments: node.id,
            keys,
            default: default.map(Default::read).transpose()?,
        })
    }

    /// Returns the mapped value.
    pub fn value(
        &self,
        evaluator: &mut Evaluator<'a>,
        scope: &Scope<'a>,
        names: Names,
        default_value: DefaultValue,
    ) -> Found<'a> {
        let default = self
            .default
            .as_ref()
            .filter(|_| default_value == DefaultValue::Applies);
        let mappings = entries(evaluator.root.get("Mappings"));
        let [map, mut top, second] = self.keys.clone();
        let mut mapping = match evaluator.value(&map, scope, names) {
            Ok(Some(Node {
                value: Value::List(_) | Value::Map(_),
                ..
            }))
            | Err(_) => match mappings {
                [only] => {
                    evaluator.guess(self.arguments, Assumption::Key);
                    Some(only.value)
                }
                _ => None,
            },
            Ok(name) => name.and_then(|name| lookup(mappings, name)),
        };
        if mapping.is_none()
            && text(evaluator.value(&top, scope, names))?.is_some()
            && let Some(key) = text(evaluator.value(&top, scope, Names::All))?
        {
            mapping = mappings
                .iter()
                .map(|entry| entry.value)
                .find(|map| lookup(entries(Some(*map)), key).is_some());
            evaluator.guess(self.arguments, Assumption::Key);
        }
        if mapping.is_none()
            && let Some(key) = text(evaluator.value(&second, scope, names))?
        {
            for candidate in mappings {
                let has = |entry: &&Entry<'a>| lookup(entries(Some(entry.value)), key).is_some();
                if let Some(entry) = entries(Some(candidate.value)).iter().find(has) {
                    evaluator.guess(self.arguments, Assumption::Key);
                    top = Source::Scalar(entry.key);
                    mapping = Some(candidate.value);
                }
            }
        }
        let Some(mapping) = mapping.filter(|mapping| !mapping.is_false()) else {
            return default
                .ok_or(EvaluationError::Unresolved)?
                .value(evaluator, scope, names);
        };
        if let Err(EvaluationError::Unresolved) = evaluator.value(&top, scope, names) {
            top = self.guessed_top(evaluator, scope, names, mapping, top)?;
        }
        match self.at(evaluator, scope, names, mapping, (&top, &second)) {
            Err(EvaluationError::Unresolved) => {}
            found => return found,
        }
        if let Some(default) = default {
            return default.value(evaluator, scope, names);
        }
        if let (Source::Ref(..) | Source::FindInMap(_), Ok(Some(top))) =
            (&second, evaluator.value(&top, scope, names))
        {
            let found = entries(lookup(entries(Some(mapping)), top));
            if let Some(list) = found
                .iter()
                .map(|entry| entry.value)
                .find(|value| value.as_list().is_some())
            {
                evaluator.guess(self.arguments, Assumption::Key);
                return Ok(Some(list));
            }
        }
        Err(EvaluationError::Unresolved)
    }

    /// Returns the value of both keys.
    fn at(
        &self,
        evaluator: &mut Evaluator<'a>,
        scope: &Scope<'a>,
        names: Names,
        mapping: Node<'a>,
        (top, second): (&Source<'a>, &Source<'a>),
    ) -> Found<'a> {
        let top = evaluator
            .value(top, scope, names)?
            .ok_or(EvaluationError::Unresolved)?;
        let under = lookup(entries(Some(mapping)), hashable(top)?);
        if under.is_some_and(|under| under.as_map().is_none()) {
            return Err(EvaluationError::Invalid(Malformed::nowhere(
                "the value of a top-level key of a mapping is not a map",
            )));
        }
        let second = evaluator
            .value(second, scope, names)?
            .ok_or(EvaluationError::Unresolved)?;
        let found = lookup(entries(under), hashable(second)?)
            .filter(|value| !matches!(value.value, Value::Null));
        found.map(Some).ok_or(EvaluationError::Unresolved)
    }

    /// Guesses an unknown first key: one that contains the second key, with the longest list.
    fn guessed_top(
        &self,
        evaluator: &mut Evaluator<'a>,
        scope: &Scope<'a>,
        names: Names,
        mapping: Node<'a>,
        top: Source<'a>,
    ) -> Result<Source<'a>, EvaluationError> {
        let [_, _, second] = &self.keys;
        let second = match evaluator.value(second, scope, names) {
            Ok(Some(second)) => second,
            Ok(None) | Err(EvaluationError::Unresolved) => return Ok(top),
            Err(malformed) => return Err(malformed),
        };
        let (mut top, mut longest) = (top, None);
        for entry in entries(Some(mapping)) {
            if entry.value.as_map().is_none() {
                continue;
            }
            let Some(value) = lookup(entries(Some(entry.value)), hashable(second)?) else {
                continue;
            };
            let length = value.as_list().map(<[_]>::len);
            if length.is_some() && length <= longest {
                continue;
            }
            if let Source::Ref(argument, _) = &top
                && argument.as_str() == Some("AWS::AccountId")
            {
                evaluator.account = Some(entry.key);
            }
            evaluator.guess(self.arguments, Assumption::Key);
            top = Source::Scalar(entry.key);
            longest = length.or(longest);
        }
        Ok(top)
    }
}

impl<'a> Default<'a> {
    fn read(node: Node<'a>) -> Result<Default<'a>, Malformed> {
        let Some(entries) = node.as_map() else {
            let message = "Fn::FindInMap parameter must be an object with key 'DefaultValue'";
            return Err(Malformed::at(node, message));
        };
        let [only] = entries else {
            return Err(only_default(node));
        };
        if only.key.as_str() != Some("DefaultValue") {
            return Err(only_default(node));
        }
        match only.value.value {
            Value::List(items) => {
                let sources = items
                    .iter()
                    .map(|item| Source::read(*item))
                    .collect::<Result<_, _>>()?;
                Ok(Default::Many(only.value, sources))
            }
            _ => Source::read(only.value).map(Default::One),
        }
    }

    fn value(&self, evaluator: &mut Evaluator<'a>, scope: &Scope<'a>, names: Names) -> Found<'a> {
        match self {
            Default::One(source) => evaluator.value(source, scope, names),
            Default::Many(node, sources) => {
                let mut items = Vec::with_capacity(sources.len());
                for source in sources {
                    let null = Node {
                        value: Value::Null,
                        ..*node
                    };
                    items.push(evaluator.value(source, scope, names)?.unwrap_or(null));
                }
                Ok(Some(Node {
                    value: Value::List(evaluator.arena.keep_all(items)),
                    ..*node
                }))
            }
        }
    }
}

fn only_default(node: Node<'_>) -> Malformed {
    Malformed::at(node, "Fn::FindInMap parameter only supports 'DefaultValue'")
}

/// Requires the value to be a string; returns `None` for another value.
fn text<'a>(found: Found<'a>) -> Found<'a> {
    match found {
        Ok(found) => Ok(found.filter(|node| node.as_str().is_some())),
        Err(EvaluationError::Unresolved) => Ok(None),
        Err(malformed) => Err(malformed),
    }
}

/// Rejects a list or map as a key.
fn hashable(key: Node<'_>) -> Result<Node<'_>, EvaluationError> {
    match key.value {
        Value::List(_) | Value::Map(_) => Err(EvaluationError::Invalid(Malformed::nowhere(text!(
            "a key of an Fn::FindInMap is {}; expected a scalar",
            Operand::Value(&python::repr(key))
        )))),
        _ => Ok(key),
    }
}

fn entries<'a>(node: Option<Node<'a>>) -> &'a [Entry<'a>] {
    node.and_then(|node| node.as_map()).unwrap_or_default()
}

fn lookup<'a>(entries: &[Entry<'a>], key: Node<'a>) -> Option<Node<'a>> {
    let same = |known: Node<'a>| match (known.as_str(), key.as_str()) {
        (Some(known), Some(key)) => known == key,
        (None, None) => identity(known) == identity(key),
        _ => false,
    };
    entries
        .iter()
        .rev()
        .find(|entry| same(entry.key))
        .map(|entry| entry.value)
}
