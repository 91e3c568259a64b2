//! Converts a syntax tree to Guard's view of the document, in one pass.

use std::collections::HashMap;

use bumpalo::Bump;

use super::ReadFunctions;
use super::ambiguous_scalars::{AmbiguousScalars, same_scalar};
use super::keys::{RepeatedKeys, merge};
use super::profile::{Profile, Tagged, needs_128_bits};
use super::{Doc, Index, LoadError, NodeInfo, NodeSource, PathStep};
use crate::budget::{Budget, Limits};
use crate::value::{Entry, Fixed, Kind, Map, Origin, Ref, Value, ZeroBasedPosition, hash};
use cfn_warden_syntax::arena::ArenaValue;
use cfn_warden_syntax::{self as syntax, Node, NodeId, Operand, Position, Style, Tree, text};

impl<'a> Doc<'a> {
    /// Converts one node of a tree to a document of its own.
    pub fn part(
        arena: &'a Bump,
        tree: &Tree<'a>,
        node: Node<'a>,
        profile: Profile,
    ) -> Result<Doc<'a>, LoadError> {
        let mut ambiguous_scalars = AmbiguousScalars::default();
        let nodes = OriginSource::Nodes(Vec::new());
        let mut builder = DocBuilder {
            arena,
            tree,
            number: 0,
            profile,
            nodes,
            ambiguous_scalars: &mut ambiguous_scalars,
        };
        let origin = builder.name(0, PathStep::Root, node.id, None);
        let root: Ref<'a> = arena.keep(builder.value(node, origin)?);
        let nodes = builder.nodes.into_nodes();
        Ok(document(root, arena, profile, nodes, ambiguous_scalars))
    }

    /// Converts documents. Several documents are merged at the top level, where keys must not repeat.
    pub fn new(
        arena: &'a Bump,
        trees: &[&Tree<'a>],
        profile: Profile,
    ) -> Result<Doc<'a>, LoadError> {
        let mut nodes = Vec::with_capacity(trees.iter().map(|tree| tree.len()).sum());
        let mut merged: Option<Value<'a>> = None;
        let mut ambiguous_scalars = AmbiguousScalars::default();
        for (tree, number) in trees.iter().zip(0u32..) {
            let id = u32::try_from(nodes.len()).unwrap_or(u32::MAX);
            let mut builder = DocBuilder {
                arena,
                tree,
                number,
                profile,
                nodes: OriginSource::Nodes(nodes),
                ambiguous_scalars: &mut ambiguous_scalars,
            };
            let origin = builder.name(id, PathStep::Root, tree.root.id, None);
            let root = builder.value(tree.root, origin)?;
            nodes = builder.nodes.into_nodes();
            merged = Some(match merged {
                None => root,
                Some(before) => merge(arena, before, root)?,
            });
        }
        if let (
            Some(Value {
                kind: Kind::List(_),
                ..
            }),
            Some(root),
        ) = (&merged, nodes.first_mut())
        {
            // cfn-guard does not record a position for a list at the root.
            root.position = ZeroBasedPosition::default();
        }
        let empty = Value {
            kind: Kind::Null,
            origin: Origin::Node(0),
        };
        let root: Ref<'a> = arena.keep(merged.unwrap_or(empty));
        Ok(document(root, arena, profile, nodes, ambiguous_scalars))
    }
}

fn document<'a>(
    root: Ref<'a>,
    arena: &'a Bump,
    profile: Profile,
    nodes: Vec<NodeInfo<'a>>,
    ambiguous_scalars: AmbiguousScalars<'a>,
) -> Doc<'a> {
    let index = Index::of(root);
    Doc {
        root,
        arena,
        budget: Budget::new(arena, Limits::default(), 0),
        index,
        profile,
        nodes,
        ambiguous_scalars,
        read_functions: ReadFunctions::default(),
    }
}

/// Parses the argument of `json_parse`. Paths and positions of the parts start from those of the argument.
pub fn parse_fragment<'a>(
    doc: &'a Doc<'a>,
    text: &'a str,
    at: &'a Fixed<'a>,
) -> Result<Value<'a>, LoadError> {
    let arena = doc.arena;
    let parsed = syntax::parse(arena, text, "");
    if let Some(error) = parsed.errors.first() {
        return Err(LoadError {
            message: error.message.clone(),
            at: Some((0, error.span.start)),
        });
    }
    let Some(tree) = parsed.tree else {
        return Ok(Value {
            kind: Kind::Null,
            origin: Origin::Fixed(at),
        });
    };
    // With aliases, a tree can be larger than its text.
    doc.budget.take(tree.len() as u64);
    let (nodes, mut ambiguous_scalars) = (
        OriginSource::Fixed(&doc.budget),
        AmbiguousScalars::default(),
    );
    let mut builder = DocBuilder {
        arena,
        tree: &tree,
        number: 0,
        profile: Profile::Lib,
        nodes,
        ambiguous_scalars: &mut ambiguous_scalars,
    };
    builder.value(tree.root, Origin::Fixed(at))
}

/// How values get their origin.
enum OriginSource<'a> {
    /// As document nodes.
    Nodes(Vec<NodeInfo<'a>>),
    /// As paths below the path of a value, within the budget.
    Fixed(&'a Budget<'a>),
}

impl<'a> OriginSource<'a> {
    fn into_nodes(self) -> Vec<NodeInfo<'a>> {
        match self {
            OriginSource::Nodes(nodes) => nodes,
            OriginSource::Fixed(_) => Vec::new(),
        }
    }
}

struct DocBuilder<'a, 't> {
    arena: &'a Bump,
    tree: &'t Tree<'a>,
    number: u32,
    profile: Profile,
    nodes: OriginSource<'a>,
    ambiguous_scalars: &'t mut AmbiguousScalars<'a>,
}

impl<'a> DocBuilder<'a, '_> {
    fn value(&mut self, node: Node<'a>, origin: Origin<'a>) -> Result<Value<'a>, LoadError> {
        if self.profile == Profile::CloudFormation {
            return Ok(Value {
                kind: self.as_cloudformation(node, origin)?,
                origin,
            });
        }
        let kind = match node.value {
            syntax::Value::List(items) => {
                match (self.tree.raw(node.id), self.tree.unmerged(node.id)) {
                    (Some(text), _) => Kind::Str(text),
                    // `!GetAtt {}`, which the syntax tree contains as a list.
                    (None, Some(written)) => self.map(node.id, written, origin)?,
                    (None, None) => self.list(items, origin)?,
                }
            }
            syntax::Value::Map(entries) => match (self.tree.tag(node.id), entries) {
                (Some(tag), [entry]) => return self.tagged(tag.0, node, entry.value, origin),
                (None, []) => self
                    .empty_root(node)
                    .map_or_else(|| self.map(node.id, entries, origin), Ok)?,
                _ => self.map(node.id, entries, origin)?,
            },
            _ => self.scalar_or_error(node)?,
        };
        Ok(Value { kind, origin })
    }

    /// Converts a node as CloudFormation reads it: tags are keys, merge keys are applied, and scalars are typed by YAML
    /// 1.1.
    fn as_cloudformation(
        &mut self,
        node: Node<'a>,
        origin: Origin<'a>,
    ) -> Result<Kind<'a>, LoadError> {
        match node.value {
            syntax::Value::List(items) => self.list(items, origin),
            syntax::Value::Map([]) => self
                .empty_root(node)
                .map_or_else(|| self.map(node.id, &[], origin), Ok),
            syntax::Value::Map(entries) => self.map(node.id, entries, origin),
            _ => {
                let kind = self.typed_scalar(node);
                if let (Origin::Node(id), Some(text)) =
                    (origin, self.text(node).filter(|_| self.is_plain(node.id)))
                {
                    let differs = |other| !same_scalar(&self.scalar(node, other), &kind);
                    if differs(Profile::Cli) || differs(Profile::Lib) {
                        self.ambiguous_scalars.add(id, text, kind);
                    }
                }
                Ok(kind)
            }
        }
    }

    fn typed_scalar(&self, node: Node<'a>) -> Kind<'a> {
        match node.value {
            syntax::Value::Null | syntax::Value::List(_) | syntax::Value::Map(_) => Kind::Null,
            syntax::Value::Bool(bool) => Kind::Bool(bool),
            syntax::Value::Int(int) => Kind::Int(int),
            syntax::Value::Float(float) if float.is_finite() => Kind::Float(float),
            // Hooks pass documents to rules as JSON, which cannot represent these numbers.
            syntax::Value::Float(_) => Kind::Str(self.text(node).unwrap_or(".nan")),
            syntax::Value::BigInt(digits) => self.profile.resolve(digits),
            // CloudFormation has no timestamps.
            syntax::Value::Date(text) => Kind::Str(self.tree.raw(node.id).unwrap_or(text)),
            syntax::Value::Str(text) => Kind::Str(text),
        }
    }

    /// The content of a root that the tree contains as an empty map, but that is null or absent in the text.
    fn empty_root(&self, node: Node<'a>) -> Option<Kind<'a>> {
        if node.id != self.tree.root.id {
            return None;
        }
        match self.tree.raw(node.id) {
            Some(text) => Some(self.profile.resolve(text)),
            None => self
                .tree
                .info(node.id)
                .is_some_and(|info| info.style == Style::Implied)
                .then_some(Kind::Null),
        }
    }

    fn list(&mut self, items: &'a [Node<'a>], origin: Origin<'a>) -> Result<Kind<'a>, LoadError> {
        let mut values = bumpalo::collections::Vec::with_capacity_in(items.len(), self.arena);
        for (item, index) in items.iter().zip(0u32..) {
            let origin = self.child(origin, PathStep::Index(index), item.id, None);
            values.push(self.value(*item, origin)?);
        }
        Ok(Kind::List(values.into_bump_slice()))
    }

    fn map(
        &mut self,
        id: NodeId,
        written: &'a [syntax::Entry<'a>],
        origin: Origin<'a>,
    ) -> Result<Kind<'a>, LoadError> {
        let written = match self.profile {
            Profile::Lib => self.tree.unmerged(id).unwrap_or(written),
            Profile::Cli | Profile::CloudFormation => written,
        };
        let mut entries = bumpalo::collections::Vec::with_capacity_in(written.len(), self.arena);
        for entry in written {
            let key = match self.profile {
                Profile::CloudFormation => self.key_text(entry),
                _ => self.key(entry.key)?,
            };
            let origin = self.child(
                origin,
                PathStep::Key(key),
                entry.value.id,
                Some(entry.key.id),
            );
            entries.push(Entry {
                key,
                hash: hash(key),
                value: self.value(entry.value, origin)?,
            });
        }
        Ok(Kind::Map(self.unique(entries)))
    }

    /// Builds a map. A repeated key keeps its first position and its last value.
    fn unique(&self, mut entries: bumpalo::collections::Vec<'a, Entry<'a>>) -> &'a Map<'a> {
        let arena = self.arena;
        let mut repeated = RepeatedKeys::default();
        if !repeated.any(&entries) {
            return arena.keep(Map::new(arena, entries.into_bump_slice(), None));
        }
        let keys = (self.profile == Profile::Cli)
            .then(|| arena.keep_all(entries.iter().map(Entry::key_value)));
        let mut first: HashMap<&str, usize> = HashMap::new();
        let mut kept: Vec<Entry<'a>> = Vec::with_capacity(entries.len());
        for entry in entries.drain(..) {
            match first.get(entry.key).and_then(|at| kept.get_mut(*at)) {
                Some(slot) => *slot = entry,
                None => {
                    first.insert(entry.key, kept.len());
                    kept.push(entry);
                }
            }
        }
        arena.keep(Map::new(arena, arena.alloc_slice_copy(&kept), keys))
    }

    /// Converts a tagged node: depending on the profile, the tag becomes a key or is dropped.
    fn tagged(
        &mut self,
        tag: &str,
        node: Node<'a>,
        inner: Node<'a>,
        origin: Origin<'a>,
    ) -> Result<Value<'a>, LoadError> {
        let before = match inner.value {
            syntax::Value::List(_) if self.tree.unmerged(inner.id).is_some() => Tagged::Map,
            syntax::Value::List(_) if self.tree.raw(inner.id).is_none() => Tagged::List,
            syntax::Value::Map(_) => Tagged::Map,
            _ => Tagged::Scalar,
        };
        let Some(key) = self.profile.long_form(tag, before) else {
            return self.untagged(inner, before, origin);
        };
        let below = self.child(origin, PathStep::Key(key), node.id, Some(node.id));
        let value = self.untagged(inner, before, below)?;
        let entry = Entry {
            key,
            hash: hash(key),
            value,
        };
        let entries = self.arena.alloc_slice_copy(&[entry]);
        Ok(Value {
            kind: Kind::Map(self.arena.keep(Map::new(self.arena, entries, None))),
            origin,
        })
    }

    /// Converts the content of a tagged node. A scalar is a string in `validate`'s loader; serde_yaml resolves it.
    fn untagged(
        &mut self,
        inner: Node<'a>,
        before: Tagged,
        origin: Origin<'a>,
    ) -> Result<Value<'a>, LoadError> {
        match (self.profile, before, self.text(inner)) {
            (Profile::Cli, Tagged::Scalar, Some(text)) => Ok(Value {
                kind: Kind::Str(text),
                origin,
            }),
            (Profile::Lib, Tagged::Scalar, Some(text)) if self.is_plain(inner.id) => Ok(Value {
                kind: self.profile.resolve(text),
                origin,
            }),
            _ => self.value(inner, origin),
        }
    }

    /// The source text of a scalar if the tree has it; for a string, its content.
    fn text(&self, node: Node<'a>) -> Option<&'a str> {
        node.as_str().or_else(|| self.tree.raw(node.id))
    }

    /// Converts a scalar. cfn-guard rejects 128-bit integers in the argument of `json_parse`.
    fn scalar_or_error(&self, node: Node<'a>) -> Result<Kind<'a>, LoadError> {
        let written = match node.value {
            syntax::Value::BigInt(digits) if matches!(self.nodes, OriginSource::Fixed(_)) => {
                self.text(node).unwrap_or(digits)
            }
            _ => return Ok(self.scalar(node, self.profile)),
        };
        match needs_128_bits(written) {
            Some(kind) => {
                let message = text!(
                    "invalid type: integer `{}` as {}, expected any YAML value",
                    Operand::Value(written),
                    kind
                );
                Err(LoadError { message, at: None })
            }
            None => Ok(self.scalar(node, self.profile)),
        }
    }

    fn scalar(&self, node: Node<'a>, profile: Profile) -> Kind<'a> {
        let by_value = || match node.value {
            syntax::Value::Bool(bool) => Kind::Bool(bool),
            syntax::Value::Int(int) => Kind::Int(int),
            syntax::Value::Float(float) => Kind::Float(float),
            syntax::Value::BigInt(digits) => profile.resolve(digits),
            syntax::Value::Date(text) | syntax::Value::Str(text) => Kind::Str(text),
            syntax::Value::Null | syntax::Value::List(_) | syntax::Value::Map(_) => Kind::Null,
        };
        match (self.text(node), self.tree.tag(node.id)) {
            (Some(text), Some(tag)) => profile.typed(tag.0, text).unwrap_or_else(by_value),
            (Some(text), None) if self.is_plain(node.id) => profile.resolve(text),
            (Some(text), None) => Kind::Str(text),
            (None, _) => by_value(),
        }
    }

    fn is_plain(&self, id: NodeId) -> bool {
        self.tree
            .info(id)
            .is_some_and(|info| info.style == Style::Plain)
    }

    fn key(&self, key: Node<'a>) -> Result<&'a str, LoadError> {
        if let (syntax::Value::List(_) | syntax::Value::Map(_), _) | (_, None) =
            (key.value, self.text(key))
        {
            return Err(self.non_string_key(key));
        }
        match self.scalar(key, self.profile) {
            Kind::Str(text) => Ok(text),
            _ => Err(self.non_string_key(key)),
        }
    }

    /// The source text of a key: CloudFormation reads every key as a string.
    fn key_text(&self, entry: &syntax::Entry<'a>) -> &'a str {
        self.text(entry.key).unwrap_or_else(|| {
            match self.tree.info(entry.value.id).map(|info| info.at) {
                Some(syntax::At::Value(text, _)) => text,
                _ => "",
            }
        })
    }

    fn non_string_key(&self, key: Node<'a>) -> LoadError {
        let start = self.tree.span(key.id).start;
        let position = position(start);
        let message = text!(
            "non string type detected for key in a map at L:{},C:{}, cfn-guard only supports keys that are string types",
            position.line,
            position.column
        );
        LoadError {
            message,
            at: Some((self.number, start)),
        }
    }

    /// Returns the origin of a part of a value.
    fn child(
        &mut self,
        parent: Origin<'a>,
        at: PathStep<'a>,
        node: NodeId,
        key: Option<NodeId>,
    ) -> Origin<'a> {
        match parent {
            Origin::Node(parent) | Origin::Key(parent) => self.name(parent, at, node, key),
            Origin::Fixed(parent) => {
                let path = match at {
                    PathStep::Root => parent.path,
                    PathStep::Key(key) => self.path(parent.path, key),
                    PathStep::Index(index) => self.path(parent.path, &index.to_string()),
                };
                Origin::Fixed(self.arena.keep(Fixed {
                    path,
                    position: parent.position,
                }))
            }
        }
    }

    fn path(&self, parent: &str, step: &str) -> &'a str {
        match &self.nodes {
            OriginSource::Fixed(budget) => budget.path(parent, step),
            OriginSource::Nodes(_) => self.arena.alloc_str(&format!("{parent}/{step}")),
        }
    }

    fn name(
        &mut self,
        parent: u32,
        at: PathStep<'a>,
        node: NodeId,
        key: Option<NodeId>,
    ) -> Origin<'a> {
        let position_of = |id| position(self.tree.span(id).start);
        let info = NodeInfo {
            parent,
            at,
            position: position_of(node),
            key_position: key.map(position_of).unwrap_or_default(),
            source: NodeSource {
                tree: self.number,
                node,
            },
        };
        let OriginSource::Nodes(nodes) = &mut self.nodes else {
            return Origin::Node(0);
        };
        let id = u32::try_from(nodes.len()).unwrap_or(u32::MAX);
        nodes.push(info);
        Origin::Node(id)
    }
}

fn position(start: Position) -> ZeroBasedPosition {
    ZeroBasedPosition {
        line: start.line.saturating_sub(1),
        column: start.column.saturating_sub(1),
    }
}
