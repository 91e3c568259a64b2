//! `Fn::ForEach` loops.

use crate::resolve::known::text;
use crate::{Compat, Quirk};
use cfn_warden_syntax::{Entry, Node, Value};

use super::collection::{EvaluationError, Evaluator, Names, Scope, Source};
use super::malformed::Malformed;
use super::refusals::{Names as Declared, identifier};

/// A loop.
pub(super) struct ForEach<'a> {
    /// The name of the loop variable.
    pub variable: &'a str,
    collection: Collection<'a>,
    /// The map that is repeated for each item.
    pub body: Node<'a>,
}

struct Collection<'a> {
    node: Node<'a>,
    kind: Kind<'a>,
}

enum Kind<'a> {
    Items(Vec<Source<'a>>),
    Function(Source<'a>),
}

impl<'a> ForEach<'a> {
    /// Parses a loop: `Fn::ForEach::Name: [Variable, Collection, Body]`.
    pub fn read(
        entry: Entry<'a>,
        root: Node<'a>,
        compat: Compat,
    ) -> Result<ForEach<'a>, Malformed> {
        let Some([variable, collection, body]) = entry.value.as_list() else {
            return Err(Malformed::at(
                entry.key,
                "Fn::ForEach values must be a list of 3 elements",
            ));
        };
        let is_ours = !compat.has(Quirk::LanguageExtensions);
        if !is_ours {
            Source::read(*variable)?;
        }
        // AWS evaluates functions that cfn-lint does not know.
        let source = |node: Node<'a>| match Source::read(node) {
            Err(_) if is_ours && matches!(node.value, Value::Map([_])) => Ok(Source::Unevaluated),
            source => source,
        };
        let kind = match collection.value {
            Value::List(items) => Kind::Items(
                items
                    .iter()
                    .map(|item| source(*item))
                    .collect::<Result<_, _>>()?,
            ),
            Value::Map(_) => Kind::Function(source(*collection)?),
            _ => {
                return Err(Malformed::at(
                    *collection,
                    "Collection must be a list or an object",
                ));
            }
        };
        if body.as_map().is_none() {
            return Err(Malformed::at(*body, "Output must be a dict"));
        }
        let computed = || identifier(&Declared::of(root), *variable).filter(|_| is_ours);
        let variable = variable
            .as_str()
            .or_else(computed)
            .ok_or_else(|| Malformed::nowhere("the variable of an Fn::ForEach is not a string"))?;
        Ok(ForEach {
            variable,
            collection: Collection {
                node: *collection,
                kind,
            },
            body: *body,
        })
    }

    /// Returns the items of the collection; an invalid item is an error in its place.
    pub fn items(
        &self,
        evaluator: &mut Evaluator<'a>,
        scope: &Scope<'a>,
    ) -> Result<Vec<Result<Node<'a>, Malformed>>, Malformed> {
        let node = self.collection.node;
        match &self.collection.kind {
            Kind::Items(sources)
                if sources.is_empty() && evaluator.compat.has(Quirk::EmptyLoops) =>
            {
                Err(Malformed::at(node, "Fn::ForEach could not be resolved"))
            }
            Kind::Items(sources) => {
                let mut items = Vec::with_capacity(sources.len());
                let is_ours = !evaluator.compat.has(Quirk::LanguageExtensions);
                let none = Scope::default();
                let scope = if is_ours { scope } else { &none };
                for (place, source) in sources.iter().enumerate() {
                    let null = Node {
                        value: Value::Null,
                        ..node
                    };
                    items.push(match evaluator.value(source, scope, Names::All) {
                        Ok(Some(value)) if is_ours => Ok(as_text(evaluator, value)),
                        Ok(value) => Ok(value.unwrap_or(null)),
                        Err(EvaluationError::Unresolved) => Ok(evaluator.placeholder(node, place)),
                        Err(EvaluationError::Invalid(malformed)) => Err(malformed),
                    });
                }
                Ok(items)
            }
            Kind::Function(source) => match evaluator.value(source, scope, Names::All) {
                Ok(Some(Node {
                    value: Value::List(items),
                    ..
                })) => {
                    let is_ours = !evaluator.compat.has(Quirk::LanguageExtensions);
                    let item = |item: Node<'a>| {
                        if is_ours {
                            as_text(evaluator, item)
                        } else {
                            item
                        }
                    };
                    Ok(items
                        .iter()
                        .map(|own| self.item(item(*own), is_ours))
                        .collect())
                }
                Ok(Some(_)) => Err(Malformed::at(
                    node,
                    "Fn::ForEach collection must return a list",
                )),
                Ok(None) => Err(Malformed::at(node, "Fn::ForEach could not be resolved")),
                // An unknown collection is assumed to have two items.
                Err(EvaluationError::Unresolved) => Ok((0..2)
                    .map(|place| Ok(evaluator.placeholder(node, place)))
                    .collect()),
                Err(EvaluationError::Invalid(malformed)) => Err(malformed),
            },
        }
    }

    fn item(&self, item: Node<'a>, is_ours: bool) -> Result<Node<'a>, Malformed> {
        match item.value {
            Value::Str(_) | Value::Map(_) => Ok(item),
            _ if is_ours => Err(Malformed::exactly_at(
                self.collection.node,
                "an item in the collection of an Fn::ForEach is not a string",
            )),
            _ => Err(Malformed::at(
                self.collection.node,
                "Fn::ForEach collection value must be a (<class 'str'>, <class 'int'>, <class 'float'>, <class 'bool'>)",
            )),
        }
    }
}

/// Converts a number or boolean to a string, as AWS does.
fn as_text<'a>(evaluator: &Evaluator<'a>, item: Node<'a>) -> Node<'a> {
    match (item.value, text(item)) {
        (Value::Str(_), _) | (_, None) => item,
        (_, Some(text)) => Node {
            value: Value::Str(evaluator.arena.alloc_str(&text)),
            ..item
        },
    }
}
