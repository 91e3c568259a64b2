//! Nodes to tree: PyYAML's safe constructor with cfn-lint's extensions (`cfnlint/decode/cfn_yaml.py`).
//!
//! PyYAML stops at the first construction error, so only the first one is reported. The tree is still built as far as
//! possible, because Guard accepts documents that the linter rejects.

use std::collections::HashMap;

use bumpalo::Bump;

use super::compose::{Graph, GraphNode, Kind, NodeTag};
use super::mark::Mark;
use super::mark::span;
use super::resolve::Type;
use super::token::ScalarStyle;
use super::{message, number};
use crate::build::TreeBuilder;
use crate::error::NO_LOCATION;
use crate::limits::Limits;
use crate::tree::{At, Style, Tag, Written};
use crate::{Node, NodeId, SyntaxError, Text, Value, text};

/// Construction was aborted: by a limit, or by an alias within its own anchor. The error is in `errors`.
#[derive(Debug)]
pub(super) struct Stopped;

pub(super) type Result<T> = std::result::Result<T, Stopped>;

/// The upstream constructor that reads a mapping.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reader {
    /// cfn-lint's: rejects repeated and null keys and records merge keys.
    Template,
    /// cfn-lint's for `!GetAtt {a: b}`: the same, but the record of merge keys is lost.
    GetAtt,
    /// PyYAML's, used under all other short tags: accepts repeated and null keys.
    Plain,
}

pub(super) struct Constructor<'a, 'g> {
    pub graph: &'g mut Graph<'a>,
    pub build: TreeBuilder<'a>,
    pub limits: Limits,
    /// The first error, which may have several spans.
    pub errors: Vec<SyntaxError>,
    /// By node: the pairs of a mapping with merge keys before merging (first child, count).
    pub written: HashMap<usize, (usize, usize)>,
    /// By node: whether it is an ancestor of the current one; detects an alias within its own anchor.
    pub active: Vec<bool>,
    pub depth: usize,
    pub has_aliases: bool,
    /// Pairs that merging may still copy.
    pub mergeable: usize,
    /// Whether a mapping is being built as written; its nested mappings are not built that way again.
    pub writing: bool,
}

impl<'a> Constructor<'a, '_> {
    /// Records errors, unless one was already recorded: PyYAML would have stopped there.
    pub fn record_errors(&mut self, errors: Vec<SyntaxError>) {
        if self.errors.is_empty() {
            self.errors = errors;
        }
    }

    /// Records an error of a PyYAML constructor or a `ValueError`; cfn-lint reports it without a location.
    pub fn record_unlocated(&mut self, what: Text, mark: Mark) {
        self.record_errors(vec![message::unplaced(what).at(mark)]);
    }

    fn limit(&mut self, what: &'static str, limit: usize) -> Stopped {
        self.errors = vec![message::unplaced(message::limit(what, limit))];
        Stopped
    }

    pub fn graph_node(&self, index: usize) -> GraphNode<'a> {
        let empty_document = GraphNode {
            tag: NodeTag::Scalar(Type::Null),
            explicit: false,
            kind: Kind::Scalar {
                value: "",
                style: ScalarStyle::Plain,
            },
            start: Default::default(),
            end: Default::default(),
        };
        self.graph
            .nodes
            .get(index)
            .copied()
            .unwrap_or(empty_document)
    }

    pub fn child(&self, index: usize) -> usize {
        self.graph
            .children
            .get(index)
            .copied()
            .unwrap_or(usize::MAX)
    }

    /// Builds the tree below a node.
    pub fn construct(&mut self, index: usize, parent: NodeId, at: At<'a>) -> Result<Node<'a>> {
        let node = self.graph_node(index);
        if let (Kind::Scalar { value, style }, NodeTag::Scalar(tag)) = (node.kind, node.tag) {
            return Ok(self.scalar(&node, tag, value, style, parent, at));
        }
        if self.build.len() > self.limits.nodes {
            return Err(self.limit("nodes", self.limits.nodes));
        }
        // The factor of 4 covers keys and the map and key that a short tag implies, which cfn-lint does not count.
        if self.has_aliases && self.build.len() > self.limits.aliased_nodes.saturating_mul(4) {
            self.errors = vec![message::aliased(self.limits.aliased_nodes)];
            return Err(Stopped);
        }
        let levels = if matches!(node.tag, NodeTag::Local(_)) {
            2
        } else {
            1
        };
        if self.depth.saturating_add(levels) > self.limits.depth {
            return Err(self.limit("nested collections", self.limits.depth));
        }
        match self.active.get_mut(index) {
            // A mapping that merges itself would never end when built as written.
            Some(active) if *active && self.writing => {
                let id =
                    self.build
                        .add_node(parent, at, span(node.start, node.end), Style::Implied);
                return Ok(Node {
                    id,
                    value: Value::Null,
                });
            }
            Some(active) if *active => {
                let problem = ("found unconstructable recursive node".into(), node.start);
                let problem = message::marked(None, problem);
                self.errors = vec![message::unplaced(problem).at(node.start)];
                return Err(Stopped);
            }
            Some(active) => *active = true,
            None => {}
        }
        self.depth += levels;
        let done = match node.tag {
            NodeTag::Local(tag) => self.tagged(index, &node, tag, parent, at),
            tag => {
                self.check_tag(&node, tag);
                self.plain(index, &node, parent, at)
            }
        };
        self.depth -= levels;
        if let Some(active) = self.active.get_mut(index) {
            *active = false;
        }
        done
    }

    /// Adds the root of a stream without a document.
    pub fn empty_document(&mut self) -> Node<'a> {
        let id = self
            .build
            .add_node(NodeId(0), At::Root, NO_LOCATION, Style::Implied);
        Node {
            id,
            value: Value::Null,
        }
    }

    /// Builds a node by its kind, ignoring its tag.
    fn plain(
        &mut self,
        index: usize,
        node: &GraphNode<'a>,
        parent: NodeId,
        at: At<'a>,
    ) -> Result<Node<'a>> {
        let style = match node.kind {
            Kind::Scalar { style, .. } => written(style),
            _ => Style::Plain,
        };
        let id = self
            .build
            .add_node(parent, at, span(node.start, node.end), style);
        let value = match node.kind {
            Kind::Scalar { value, .. } => Value::Str(value),
            Kind::Sequence { first, count } => self.list(id, first, count)?,
            Kind::Mapping { .. } => self.map(index, id, Reader::Template)?,
        };
        Ok(Node { id, value })
    }

    pub fn list(&mut self, id: NodeId, first: usize, count: usize) -> Result<Value<'a>> {
        let stack_start = self.build.open_list();
        for position in 0..count {
            let child = self.child(first + position);
            let item = self.construct(
                child,
                id,
                At::Index(u32::try_from(position).unwrap_or(u32::MAX)),
            )?;
            self.build.item(item);
        }
        Ok(Value::List(self.build.close_list(stack_start)))
    }

    /// Builds the long form of a short tag such as `!Ref x`.
    fn tagged(
        &mut self,
        index: usize,
        node: &GraphNode<'a>,
        tag: &'a str,
        parent: NodeId,
        at: At<'a>,
    ) -> Result<Node<'a>> {
        let place = span(node.start, node.end);
        let long = long_form(self.build.arena, tag);
        let id = self.build.add_node(parent, at, place, Style::Implied);
        self.build.tags.push((id, Tag(tag)));
        let key_id = self.build.add_node(id, At::Key, place, Style::Implied);
        let style = match node.kind {
            Kind::Scalar { style, .. } => written(style),
            _ => Style::Plain,
        };
        let value_id = self
            .build
            .add_node(id, At::Value(long, key_id), place, style);
        let get_att = long == "Fn::GetAtt";
        let value = match node.kind {
            Kind::Scalar { value, .. } if get_att => {
                split_get_att(&mut self.build, value_id, value)
            }
            Kind::Scalar { value, .. } => Value::Str(value),
            Kind::Sequence { first, count } => self.list(value_id, first, count)?,
            // An empty mapping has no pairs, so cfn-lint treats it as a list. cfn-guard does not.
            Kind::Mapping { count: 0, .. } if get_att => {
                self.build.written.push((
                    value_id,
                    Written {
                        entries: &[],
                        merged: false,
                    },
                ));
                Value::List(&[])
            }
            Kind::Mapping { .. } if get_att => self.map(index, value_id, Reader::GetAtt)?,
            Kind::Mapping { .. } => self.map(index, value_id, Reader::Plain)?,
        };
        let stack_start = self.build.open_map();
        let key = Node {
            id: key_id,
            value: Value::Str(long),
        };
        self.build.entry(
            key,
            Node {
                id: value_id,
                value,
            },
        );
        Ok(Node {
            id,
            value: Value::Map(self.build.close_map(stack_start)),
        })
    }

    fn scalar(
        &mut self,
        node: &GraphNode<'a>,
        tag: Type,
        text: &'a str,
        style: ScalarStyle,
        parent: NodeId,
        at: At<'a>,
    ) -> Node<'a> {
        let id = self
            .build
            .add_node(parent, at, span(node.start, node.end), written(style));
        if node.explicit {
            self.build.tags.push((id, Tag(tag.name())));
        }
        if tag == Type::Str {
            return Node {
                id,
                value: Value::Str(text),
            };
        }
        let read = scalar_value(self.build.arena, tag, text).unwrap_or_else(|| {
            let name = if tag == Type::Merge {
                "tag:yaml.org,2002:merge"
            } else {
                "tag:yaml.org,2002:value"
            };
            Err(message::no_constructor(name, node.start))
        });
        match read {
            Ok(value) => {
                self.build.raw.push((id, text));
                Node { id, value }
            }
            Err(problem) => {
                self.record_unlocated(problem, node.start);
                Node {
                    id,
                    value: Value::Str(text),
                }
            }
        }
    }

    /// Records an error if the tag has no constructor or does not fit its node.
    fn check_tag(&mut self, node: &GraphNode<'a>, tag: NodeTag<'a>) {
        let found = match node.kind {
            Kind::Scalar { .. } => "scalar",
            Kind::Sequence { .. } => "sequence",
            Kind::Mapping { .. } => "mapping",
        };
        let expected = match (tag, node.kind) {
            (NodeTag::Unknown(tag), _) => {
                return self.record_unlocated(message::no_constructor(tag, node.start), node.start);
            }
            (NodeTag::Scalar(Type::Merge), _) => {
                let problem = message::no_constructor("tag:yaml.org,2002:merge", node.start);
                return self.record_unlocated(problem, node.start);
            }
            (NodeTag::Scalar(Type::Value), _) => {
                let problem = message::no_constructor("tag:yaml.org,2002:value", node.start);
                return self.record_unlocated(problem, node.start);
            }
            (NodeTag::Map, Kind::Scalar { value, .. }) if !value.is_empty() => {
                let problem = "not enough values to unpack (expected 2, got 1)".into();
                return self.record_unlocated(problem, node.start);
            }
            (NodeTag::Map, Kind::Sequence { first, count }) if count > 0 => {
                let class = match self.graph_node(self.child(first)).kind {
                    Kind::Scalar { .. } => "ScalarNode",
                    Kind::Sequence { .. } => "SequenceNode",
                    Kind::Mapping { .. } => "MappingNode",
                };
                let problem = text!("cannot unpack non-iterable {} object", class);
                return self.record_unlocated(problem, node.start);
            }
            (NodeTag::Scalar(_), Kind::Sequence { .. } | Kind::Mapping { .. }) => "scalar",
            (NodeTag::Seq, Kind::Scalar { .. } | Kind::Mapping { .. }) => "sequence",
            (NodeTag::Map, Kind::Scalar { .. } | Kind::Sequence { .. }) => "mapping",
            _ => return,
        };
        let problem = text!("expected a {} node, but found {}", expected, found);
        self.record_unlocated(message::marked(None, (problem, node.start)), node.start);
    }
}

pub(super) fn written(style: ScalarStyle) -> Style {
    if style == ScalarStyle::Plain {
        Style::Plain
    } else {
        Style::Quoted
    }
}

/// Returns the value of a scalar of a type, or Python's error; `None` for types without a constructor.
pub(super) fn scalar_value<'a>(
    arena: &'a Bump,
    tag: Type,
    text: &'a str,
) -> Option<std::result::Result<Value<'a>, Text>> {
    let is_any = |words: [&str; 3]| words.iter().any(|word| text.eq_ignore_ascii_case(word));
    Some(match tag {
        Type::Str => Ok(Value::Str(text)),
        Type::Null => Ok(Value::Null),
        Type::Bool if is_any(["yes", "true", "on"]) => Ok(Value::Bool(true)),
        Type::Bool if is_any(["no", "false", "off"]) => Ok(Value::Bool(false)),
        Type::Bool => Err(Text::operand(crate::python::repr_str(
            &text.to_ascii_lowercase(),
        ))),
        Type::Int if text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0') => {
            text.parse()
                .map(Value::Int)
                .or_else(|_| number::int(arena, text))
        }
        Type::Int => number::int(arena, text),
        Type::Float => number::float(text).map(Value::Float),
        Type::Timestamp => number::timestamp(text).map(|text| Value::Date(arena.alloc_str(&text))),
        Type::Merge | Type::Value => return None,
    })
}

/// Adds the parts of a `!GetAtt A.B` and returns their list.
pub(super) fn split_get_att<'a>(
    build: &mut TreeBuilder<'a>,
    list: NodeId,
    text: &'a str,
) -> Value<'a> {
    let place = build.span(list);
    build.raw.push((list, text));
    let stack_start = build.open_list();
    let (first, second) = text
        .split_once('.')
        .map_or((text, None), |(first, second)| (first, Some(second)));
    for (part, position) in std::iter::once(first).chain(second).zip(0..) {
        let id = build.add_node(list, At::Index(position), place, Style::Implied);
        build.item(Node {
            id,
            value: Value::Str(part),
        });
    }
    Value::List(build.close_list(stack_start))
}

/// Returns the function name for a short tag.
pub(super) fn long_form<'a>(arena: &'a Bump, tag: &'a str) -> &'a str {
    match tag {
        "Ref" | "Condition" => tag,
        "Sub" => "Fn::Sub",
        "GetAtt" => "Fn::GetAtt",
        "Join" => "Fn::Join",
        "If" => "Fn::If",
        "Equals" => "Fn::Equals",
        "Select" => "Fn::Select",
        "FindInMap" => "Fn::FindInMap",
        "ImportValue" => "Fn::ImportValue",
        _ => arena.alloc_str(&format!("Fn::{tag}")),
    }
}
