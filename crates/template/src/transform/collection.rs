//! Evaluation of loop collections and `Fn::FindInMap` during a transform.

use std::borrow::Cow;
use std::collections::BTreeMap;

use bumpalo::Bump;

use crate::condition::identity::identity;
use crate::delimiter_scanner::DelimiterScanner;
use crate::derivation::RemainingBytes;
use crate::parameter_values::ParameterValue;
use crate::region::Partition;
use crate::resolve::known;
use crate::{Compat, Parameter, ParameterSet, PseudoParameter, Quirk};
use cfn_warden_syntax::arena::ArenaValue;
use cfn_warden_syntax::derive::SYNTHETIC;
use cfn_warden_syntax::python::{self, Dates, Spacing};
use cfn_warden_syntax::{Node, NodeId, Operand, Value, text};

use super::find::{DefaultValue, FindInMap};
use super::inputs::{Assumption, Inputs};
use super::malformed::Malformed;

/// The expressions whose value had to be assumed.
pub(super) type Guessed = BTreeMap<NodeId, Assumption>;

/// Loop variables and their values, outermost first.
#[derive(Debug, Clone, Default)]
pub(super) struct Scope<'a>(Vec<(&'a str, Node<'a>)>);

/// The reason why a value cannot be determined.
#[derive(Debug)]
pub(super) enum EvaluationError {
    /// It is known only at deployment.
    Unresolved,
    /// The template is malformed.
    Invalid(Malformed),
}

/// An expression that can be evaluated during a transform.
#[derive(Debug, Clone)]
pub(super) enum Source<'a> {
    /// A literal.
    Scalar(Node<'a>),
    /// `Ref`: its argument, and the expression for it.
    Ref(Node<'a>, Box<Source<'a>>),
    /// `Fn::FindInMap`.
    FindInMap(Box<FindInMap<'a>>),
    /// `Fn::If`, or another function, which is never evaluated.
    Unevaluated,
}

/// A text with its loop variables replaced, and whether no variable is left in it.
type Replaced<'a> = Result<(bool, &'a str), Malformed>;

/// A text exceeds the limit on what loops make.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TooLong;

impl<'a> Scope<'a> {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn get(&self, name: &str) -> Option<Node<'a>> {
        self.0
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, value)| *value)
    }

    pub fn with(&self, name: &'a str, value: Node<'a>) -> Scope<'a> {
        let mut inner = self.clone();
        match inner.0.iter_mut().find(|(known, _)| *known == name) {
            Some(known) => known.1 = value,
            None => inner.0.push((name, value)),
        }
        inner
    }

    /// Replaces `${Name}` and `&{Name}` in a text; also returns whether no variable is left in it. Takes the new text
    /// from `bytes` before it is made.
    pub fn replaced(
        &self,
        arena: &'a Bump,
        text: &'a str,
        bytes: &RemainingBytes,
    ) -> Result<Replaced<'a>, TooLong> {
        if !has_variables(text) {
            return Ok(Ok((true, text)));
        }
        let mut new = Cow::Borrowed(text);
        for (name, value) in &self.0 {
            let marks = [format!("${{{name}}}"), format!("&{{{name}}}")];
            // A map is written as JSON for its hash, which is only needed if it is used.
            let is_used = marks.iter().any(|mark| new.contains(mark));
            if !is_used && matches!(value.value, Value::Str(_) | Value::Map(_)) {
                continue;
            }
            let value = match value.value {
                Value::Str(value) => value.to_owned(),
                Value::Map(_) => {
                    let json =
                        python::dumps(*value, Spacing::Spaces, Dates::Iso).unwrap_or_default();
                    if !bytes.take(json.len()) {
                        return Err(TooLong);
                    }
                    format!("{:x}", md5::compute(json))
                        .chars()
                        .take(4)
                        .collect()
                }
                _ => {
                    let message = text!(
                        "the items that an Fn::ForEach runs over must be strings, not {}",
                        Operand::Value(&python::repr(*value))
                    );
                    return Ok(Err(Malformed::nowhere(message)));
                }
            };
            let plain: String = value.chars().filter(char::is_ascii_alphanumeric).collect();
            for (mark, value) in marks.iter().zip([&value, &plain]) {
                let count = new.matches(mark.as_str()).count();
                if count == 0 {
                    continue;
                }
                let added = count.saturating_mul(value.len());
                if !bytes.take(new.len().saturating_add(added)) {
                    return Err(TooLong);
                }
                new = Cow::Owned(new.replace(mark.as_str(), value));
            }
        }
        let done = !has_variables(&new);
        Ok(Ok((
            done,
            if *new == *text {
                text
            } else {
                arena.alloc_str(&new)
            },
        )))
    }
}

/// Whether a text contains `${Name}` (but not `${!Name}`) or `&{Name}`.
fn has_variables(text: &str) -> bool {
    ["${", "&{"].iter().any(|mark| {
        let (mut braces, mut lines) = (
            DelimiterScanner::of(text, b"}"),
            DelimiterScanner::of(text, b"\n"),
        );
        // Cache: whether only blanks separate the last line break and brace; computed once per pair.
        let mut blank = (0, 0, false);
        text.match_indices(mark).any(|(place, _)| {
            let rest = text
                .get(place.saturating_add(mark.len())..)
                .unwrap_or_default()
                .trim_start();
            let Some(first) = rest.chars().next().filter(|first| *first != '!') else {
                return false;
            };
            let start = text
                .len()
                .saturating_sub(rest.len())
                .saturating_add(first.len_utf8());
            let Some(brace) = braces.from(start) else {
                return false;
            };
            let Some(line) = lines.from(start).filter(|line| *line < brace) else {
                return true;
            };
            if (blank.0, blank.1) != (line, brace) {
                blank = (
                    line,
                    brace,
                    text.get(line..brace)
                        .is_some_and(|between| between.trim().is_empty()),
                );
            }
            blank.2
        })
    })
}

impl<'a> Source<'a> {
    /// Parses an expression: a scalar, or a function that can be evaluated.
    pub fn read(node: Node<'a>) -> Result<Source<'a>, Malformed> {
        let entries = match node.value {
            Value::Map(entries) => entries,
            Value::Null | Value::List(_) | Value::Date(_) => return Err(unsupported(node)),
            _ => return Ok(Source::Scalar(node)),
        };
        let [only] = entries else {
            return Err(Malformed::at(node, "Object must have only one key"));
        };
        let argument = only.value;
        match only.key.as_str() {
            Some("Ref") => match argument.value {
                Value::Str(_) | Value::Map(_) => {
                    Ok(Source::Ref(argument, Box::new(Source::read(argument)?)))
                }
                _ => Err(Malformed::at(argument, "Fn::Ref should be a list")),
            },
            Some("Fn::FindInMap") => Ok(Source::FindInMap(Box::new(FindInMap::read(argument)?))),
            Some("Fn::If") => {
                let Some([condition, _, _]) = argument.as_list() else {
                    return Err(Malformed::at(
                        argument,
                        "Fn::If should be a list of 3 elements",
                    ));
                };
                Source::read(*condition)?;
                Ok(Source::Unevaluated)
            }
            _ => Err(unsupported(node)),
        }
    }
}

fn unsupported(node: Node<'_>) -> Malformed {
    Malformed::at(
        node,
        text!("Unsupported value {}", Operand::Value(&python::repr(node))),
    )
}

/// The names that an expression may depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Names {
    /// Loop variables only.
    LoopVariables,
    /// Parameters and pseudo parameters, too.
    All,
}

/// The inputs and caches of an evaluation.
pub(super) struct Evaluator<'a> {
    pub arena: &'a Bump,
    pub root: Node<'a>,
    region: &'a str,
    /// The supplied values of parameters and pseudo parameters.
    given: BTreeMap<&'a str, Node<'a>>,
    /// The quirks of cfn-lint to reproduce.
    pub compat: Compat,
    /// The account ID that a key was guessed for in a mapping by account.
    pub account: Option<Node<'a>>,
    /// The collections that had to be guessed.
    pub guessed: Guessed,
}

impl<'a> Evaluator<'a> {
    pub fn new(arena: &'a Bump, root: Node<'a>, inputs: &Inputs<'_>) -> Evaluator<'a> {
        let values = inputs
            .parameter_values
            .filter(|_| !inputs.compat.has(Quirk::LanguageExtensions));
        Evaluator {
            arena,
            root,
            region: arena.alloc_str(inputs.region),
            given: values
                .map(|values| given(arena, root, values))
                .unwrap_or_default(),
            compat: inputs.compat,
            account: None,
            guessed: Guessed::default(),
        }
    }

    /// Returns the value of an `Fn::FindInMap` that depends on loop variables only, if it has one.
    pub fn looked_up(&mut self, argument: Node<'a>, scope: &Scope<'a>) -> Option<Node<'a>> {
        let find = FindInMap::read(argument).ok()?;
        let found = find
            .value(self, scope, Names::LoopVariables, DefaultValue::Ignored)
            .ok()??;
        (!matches!(found.value, Value::Map(_) | Value::Null | Value::Date(_))).then_some(found)
    }

    /// Records, once, that the value of an expression is assumed.
    pub fn guess(&mut self, of: NodeId, assumption: Assumption) {
        self.guessed.entry(of).or_insert(assumption);
    }

    /// Evaluates an expression; returns `None` if it has no value.
    pub fn value(
        &mut self,
        source: &Source<'a>,
        scope: &Scope<'a>,
        names: Names,
    ) -> Result<Option<Node<'a>>, EvaluationError> {
        match source {
            Source::Scalar(node)
                if node.is_false() && self.compat.has(Quirk::LanguageExtensions) =>
            {
                Err(EvaluationError::Invalid(Malformed::nowhere(
                    "'_ForEachValue' object has no attribute '_value'",
                )))
            }
            Source::Scalar(node) => Ok(Some(*node)),
            Source::Ref(argument, source) => self.reference(*argument, source, scope, names),
            Source::FindInMap(find) => find.value(self, scope, names, DefaultValue::Applies),
            Source::Unevaluated => Err(EvaluationError::Unresolved),
        }
    }

    fn reference(
        &mut self,
        argument: Node<'a>,
        source: &Source<'a>,
        scope: &Scope<'a>,
        names: Names,
    ) -> Result<Option<Node<'a>>, EvaluationError> {
        let named = self.value(source, scope, Names::All)?;
        let name = named
            .and_then(|node| node.as_str())
            .ok_or(EvaluationError::Unresolved)?;
        if let Some(value) = scope.get(name) {
            return Ok(Some(value).filter(|value| !matches!(value.value, Value::Null)));
        }
        if names == Names::LoopVariables {
            return Err(EvaluationError::Unresolved);
        }
        if let Some(value) = self.given.get(name) {
            return Ok(Some(*value));
        }
        let text = |text: &str| Node {
            id: SYNTHETIC,
            value: Value::Str(self.arena.alloc_str(text)),
        };
        let Partition {
            name: partition,
            suffix,
        } = Partition::linted(self.region, self.compat);
        let region = self.region;
        if PseudoParameter::named(name).is_some_and(|pseudo| pseudo != PseudoParameter::NoValue) {
            self.guess(argument.id, Assumption::PseudoParameter(name.to_owned()));
        }
        Ok(Some(match name {
            "AWS::Region" => text(region),
            "AWS::AccountId" => self.account.ok_or(EvaluationError::Unresolved)?,
            "AWS::NotificationARNs" => {
                let arn = text(&format!(
                    "arn:{partition}:sns:{region}:123456789012:notification"
                ));
                Node {
                    id: SYNTHETIC,
                    value: Value::List(self.arena.keep_all([arn])),
                }
            }
            "AWS::NoValue" => return Ok(None),
            "AWS::Partition" => text(partition),
            "AWS::StackId" => text(&format!(
                "arn:{partition}:cloudformation:{region}:123456789012:stack/teststack/51af3dc0-da77-11e4-872e-1234567db123"
            )),
            "AWS::StackName" => text("teststack"),
            "AWS::URLSuffix" => text(suffix),
            _ => {
                return self
                    .parameter(argument, name)
                    .ok_or(EvaluationError::Unresolved)?
                    .map(Some)
                    .map_err(EvaluationError::Invalid);
            }
        }))
    }

    /// Returns the value of a parameter: its default, its first allowed value, or two items for a list of unknown
    /// values.
    fn parameter(&mut self, argument: Node<'a>, name: &str) -> Option<Result<Node<'a>, Malformed>> {
        let parameter = self
            .root
            .get("Parameters")?
            .get(name)
            .filter(|node| !node.is_false())?;
        let kind = parameter
            .get("Type")
            .map_or(Some("String"), |kind| kind.as_str())?;
        if kind.starts_with("AWS::SSM::Parameter") {
            return None;
        }
        let is_list = kind.contains("List");
        let allowed = parameter
            .get("AllowedValues")
            .and_then(|allowed| allowed.as_list())
            .unwrap_or_default();
        let chosen = parameter
            .get("Default")
            .filter(|default| !default.is_false())
            .or(allowed.first().copied());
        self.guess(argument.id, Assumption::Parameter(name.to_owned()));
        match (chosen, is_list) {
            (Some(value), false) => Some(Ok(value)),
            (Some(value), true) => {
                let text = match value.as_str() {
                    None if !self.compat.has(Quirk::LanguageExtensions) => {
                        known::text(value).map(|text| self.arena.alloc_str(&text) as &str)
                    }
                    text => text,
                };
                let Some(text) = text else {
                    return Some(Err(Malformed::nowhere(
                        "'int' object has no attribute 'split'",
                    )));
                };
                let parts = text.split(',').map(|part| Node {
                    id: SYNTHETIC,
                    value: Value::Str(part.trim()),
                });
                let parts = self.arena.keep_all(parts.collect::<Vec<_>>());
                Some(Ok(Node {
                    id: SYNTHETIC,
                    value: Value::List(parts),
                }))
            }
            (None, true) => {
                let items = [0, 1].map(|place| self.select(argument, place));
                Some(Ok(Node {
                    id: SYNTHETIC,
                    value: Value::List(self.arena.keep_all(items)),
                }))
            }
            (None, false) => None,
        }
    }

    /// Returns `{Fn::Select: [place, {Ref: name}]}`.
    fn select(&self, name: Node<'a>, place: i64) -> Node<'a> {
        let node = |value| Node {
            id: SYNTHETIC,
            value,
        };
        let map = |key, value| {
            let entry = cfn_warden_syntax::Entry {
                key: node(Value::Str(key)),
                value,
            };
            node(Value::Map(self.arena.keep_all([entry])))
        };
        let items = [node(Value::Int(place)), map("Ref", name)];
        map("Fn::Select", node(Value::List(self.arena.keep_all(items))))
    }

    /// Returns a name of seven letters for an unknown item, always the same for one collection. (cfn-lint's is random.)
    pub fn placeholder(&mut self, collection: Node<'a>, place: usize) -> Node<'a> {
        self.guess(collection.id, Assumption::Collection);
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        for byte in identity(collection)
            .bytes()
            .chain(place.to_string().bytes())
        {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        let mut name = String::new();
        for _ in 0..7 {
            let letter = u8::try_from(hash % 26).unwrap_or_default();
            name.push(char::from(b'a' + letter));
            hash /= 26;
        }
        Node {
            id: SYNTHETIC,
            value: Value::Str(self.arena.alloc_str(&name)),
        }
    }
}

/// Returns the supplied values of parameters and pseudo parameters: strings and lists of strings.
fn given<'a>(
    arena: &'a Bump,
    root: Node<'a>,
    values: &ParameterSet,
) -> BTreeMap<&'a str, Node<'a>> {
    let value_of = |given: &ParameterValue| {
        let value = given.value.node(arena, SYNTHETIC);
        if PseudoParameter::named(&given.name).is_some() {
            let text = arena.alloc_str(&known::text(value)?);
            return Some((
                &*arena.alloc_str(&given.name),
                Node {
                    id: SYNTHETIC,
                    value: Value::Str(text),
                },
            ));
        }
        let declared = root.get("Parameters")?.entry(&given.name)?;
        let parameter = Parameter::of(declared.key.as_str()?, declared.value)
            .filter(|parameter| !parameter.is_ssm())?;
        Some((parameter.name, known::typed(arena, &parameter, value)?))
    };
    values.values.iter().filter_map(value_of).collect()
}
