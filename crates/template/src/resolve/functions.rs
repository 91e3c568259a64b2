//! The functions whose values are known if their arguments are.

use std::borrow::Cow;

use super::evaluate::{Causes, Evaluated, Evaluator, Purpose};
use super::facts::Facts;
use crate::mapping::Keys;
use cfn_warden_syntax::derive::SYNTHETIC;
use cfn_warden_syntax::{Node, Value, split_pair};

/// A part of the text of an `Fn::Sub`.
#[derive(Debug, Clone, Copy)]
pub(super) enum Piece<'a> {
    /// Text.
    Text(&'a str),
    /// `${!name}`: the text `${name}`.
    Literal(&'a str),
    /// `${name}`
    Variable(&'a str),
}

/// Splits the text of an `Fn::Sub` at its first variable, if it has one: the text before it, the variable, the rest.
/// Returns `None` if a `${` is not closed.
fn split(text: &str) -> Option<(&str, Option<(Piece<'_>, &str)>)> {
    let Some((before, after)) = split_pair(text, *b"${") else {
        return Some((text, None));
    };
    let (name, rest) = after.split_once('}')?;
    let piece = match name.strip_prefix('!') {
        Some(literal) => Piece::Literal(literal),
        None => Piece::Variable(name.trim()),
    };
    Some((before, Some((piece, rest))))
}

/// Returns the parts of the text of an `Fn::Sub`; `None` if a `${` is not closed.
pub(super) fn pieces(text: &str) -> Option<Vec<Piece<'_>>> {
    let (mut pieces, mut left) = (Vec::new(), text);
    loop {
        let (before, variable) = split(left)?;
        pieces.push(Piece::Text(before));
        let Some((piece, rest)) = variable else {
            return Some(pieces);
        };
        pieces.push(piece);
        left = rest;
    }
}

/// Returns a node with a text of the template.
fn named(text: &str) -> Node<'_> {
    Node {
        id: SYNTHETIC,
        value: Value::Str(text),
    }
}

/// A key of an `Fn::FindInMap`.
enum Key<'a> {
    Text(String),
    /// The value of this parameter, which is only known to differ from some values.
    Other(&'a str),
}

impl<'a, F: Facts<'a>> Evaluator<'a, F> {
    fn scalar(
        &mut self,
        node: Node<'a>,
        purpose: Purpose,
        causes: &mut Causes,
        depth: usize,
    ) -> Option<Cow<'a, str>> {
        match self.value(node, purpose, causes, depth) {
            Evaluated::To(value) => self.texts.text(value),
            Evaluated::Nothing | Evaluated::Other(_) | Evaluated::Unknown => None,
        }
    }

    fn key(
        &mut self,
        node: Node<'a>,
        purpose: Purpose,
        causes: &mut Causes,
        depth: usize,
    ) -> Option<Key<'a>> {
        match self.value(node, purpose, causes, depth) {
            Evaluated::To(value) => self
                .texts
                .text(value)
                .map(|text| Key::Text(text.into_owned())),
            Evaluated::Other(name) => Some(Key::Other(name)),
            Evaluated::Nothing | Evaluated::Unknown => None,
        }
    }

    /// Returns that nothing is found for a key which is the value of a parameter, if that is known.
    #[expect(clippy::option_option, reason = "not known to be absent, or absent")]
    fn absent<'k, T>(
        &mut self,
        parameter: &str,
        mut keys: impl Iterator<Item = &'k str>,
    ) -> Option<Option<T>> {
        keys.all(|key| self.facts.differs(parameter, key))
            .then_some(None)
    }

    pub(super) fn substitute(
        &mut self,
        argument: Node<'a>,
        purpose: Purpose,
        causes: &mut Causes,
        depth: usize,
    ) -> Option<Node<'a>> {
        let (text, own) = match argument.value {
            Value::Str(text) => (text, None),
            Value::List([text, own]) => (text.as_str()?, Some(*own)),
            _ => return None,
        };
        let mut out = String::new();
        let mut left = text;
        loop {
            let (before, variable) = split(left)?;
            self.append(&mut out, before)?;
            let Some((piece, rest)) = variable else {
                return self.text(&out);
            };
            left = rest;
            match piece {
                Piece::Text(text) => self.append(&mut out, text)?,
                Piece::Literal(name) => {
                    for part in ["${", name, "}"] {
                        self.append(&mut out, part)?;
                    }
                }
                Piece::Variable(name) => {
                    let value = match own.and_then(|own| own.get(name)) {
                        Some(value) => self.scalar(value, purpose, causes, depth)?,
                        None => match self.reference(named(name), purpose, causes) {
                            Evaluated::To(value) => self.texts.text(value)?,
                            Evaluated::Nothing | Evaluated::Other(_) | Evaluated::Unknown => {
                                return None;
                            }
                        },
                    };
                    self.append(&mut out, &value)?;
                }
            }
            if !self.step(0) {
                return None;
            }
        }
    }

    pub(super) fn join(
        &mut self,
        argument: Node<'a>,
        purpose: Purpose,
        causes: &mut Causes,
        depth: usize,
    ) -> Option<Node<'a>> {
        let Value::List([between, parts]) = argument.value else {
            return None;
        };
        let between = between.as_str()?;
        let Evaluated::To(list) = self.value(*parts, purpose, causes, depth) else {
            return None;
        };
        let items = list.as_list()?;
        let mut length = between.len().saturating_mul(items.len().saturating_sub(1));
        let mut parts = Vec::with_capacity(items.len());
        for item in items {
            let part = self.texts.text(*item)?;
            length = length.saturating_add(part.len());
            parts.push(part);
        }
        // Counted before it is built: the delimiter may be long, and the items may share one text.
        if !self.fits(length) {
            return None;
        }
        self.text(&parts.join(between))
    }

    pub(super) fn split(
        &mut self,
        argument: Node<'a>,
        purpose: Purpose,
        causes: &mut Causes,
        depth: usize,
    ) -> Option<Node<'a>> {
        let Value::List([between, whole]) = argument.value else {
            return None;
        };
        let between = between.as_str().filter(|between| !between.is_empty())?;
        let whole = self.scalar(*whole, purpose, causes, depth)?;
        let count = whole.matches(between).count().saturating_add(1);
        if !self.fits(count.saturating_mul(size_of::<Node<'a>>())) {
            return None;
        }
        let parts: Option<Vec<Node<'a>>> = match &whole {
            Cow::Borrowed(whole) => Some(whole.split(between).map(named).collect()),
            Cow::Owned(whole) => whole.split(between).map(|part| self.text(part)).collect(),
        };
        match self.list(&parts?) {
            Evaluated::To(list) => Some(list),
            _ => None,
        }
    }

    pub(super) fn select(
        &mut self,
        argument: Node<'a>,
        purpose: Purpose,
        causes: &mut Causes,
        depth: usize,
    ) -> Option<Node<'a>> {
        let Value::List([index, list]) = argument.value else {
            return None;
        };
        let index: usize = self
            .scalar(*index, purpose, causes, depth)?
            .trim()
            .parse()
            .ok()?;
        let items = match list.value {
            // An item that is `AWS::NoValue` would shift the indices.
            Value::List(items) => items,
            _ => match self.value(*list, purpose, causes, depth) {
                Evaluated::To(list) => list.as_list()?,
                Evaluated::Nothing | Evaluated::Other(_) | Evaluated::Unknown => return None,
            },
        };
        match self.value(*items.get(index)?, purpose, causes, depth) {
            Evaluated::To(value) => Some(value),
            Evaluated::Nothing | Evaluated::Other(_) | Evaluated::Unknown => None,
        }
    }

    pub(super) fn find(
        &mut self,
        argument: Node<'a>,
        purpose: Purpose,
        causes: &mut Causes,
        depth: usize,
    ) -> Option<Node<'a>> {
        let (keys, options) = match argument.value {
            Value::List([map, top, second]) => ([*map, *top, *second], None),
            Value::List([map, top, second, options]) => ([*map, *top, *second], Some(*options)),
            _ => return None,
        };
        let [map, top, second] = keys.map(|key| self.key(key, purpose, causes, depth));
        let (Some(map), Some(top), Some(second)) = (map, top, second) else {
            return None;
        };
        let mappings = self.mappings;
        let declared = match &map {
            Key::Text(map) => mappings.get(map),
            Key::Other(name) => self.absent(name, mappings.iter().map(|map| map.name))?,
        };
        let keys = match &top {
            Key::Text(top) => declared.and_then(|keys| keys.get(top)),
            Key::Other(name) => self.absent(
                name,
                declared.iter().flat_map(Keys::iter).map(|keys| keys.name),
            )?,
        };
        let found = match &second {
            Key::Text(second) => {
                keys.and_then(|keys| keys.scalars().find(|(key, _)| key == second))
            }
            Key::Other(name) => self.absent(
                name,
                keys.iter().flat_map(Keys::scalars).map(|(key, _)| key),
            )?,
        };
        if let (Some((_, value)), Key::Text(map), Key::Text(top), Key::Text(second)) =
            (found, map, top, second)
        {
            causes.insert(format!("Mappings/{map}/{top}/{second}"));
            return match self.value(value, purpose, causes, depth) {
                Evaluated::To(value) => Some(value),
                Evaluated::Nothing | Evaluated::Other(_) | Evaluated::Unknown => None,
            };
        }
        let is_open = |keys: Keys<'a>| keys.is_transform() || keys.has_unread_key();
        let open =
            mappings.is_transform() || declared.is_some_and(is_open) || keys.is_some_and(is_open);
        let default = options.filter(|_| !open)?.get("DefaultValue")?;
        match self.value(default, purpose, causes, depth) {
            Evaluated::To(value) => Some(value),
            Evaluated::Nothing | Evaluated::Other(_) | Evaluated::Unknown => None,
        }
    }
}
