//! Events to nodes: PyYAML's composer. An alias is another reference to the node of its anchor.

use std::collections::HashMap;

use bumpalo::Bump;

use super::error::YamlError;
use super::event::{Event, EventKind, FullTag, Properties};
use super::mark::{Mark, span};
use super::parser::Parser;
use super::resolve::{Type, resolve};
use super::token::ScalarStyle;
use crate::limits::Limits;
use crate::tree::Alias;

/// The tag of a node, classified for the constructor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NodeTag<'a> {
    /// `tag:yaml.org,2002:null` or another scalar type, explicit or resolved.
    Scalar(Type),
    Seq,
    Map,
    /// PyYAML types that templates do not use: `!!binary`, `!!set`, `!!omap`, `!!pairs`.
    Exotic,
    /// `!Ref` and other local tags, without the `!`.
    Local(&'a str),
    /// Any other tag.
    Unknown(&'a str),
}

#[derive(Debug, Clone, Copy)]
pub(super) enum Kind<'a> {
    Scalar {
        value: &'a str,
        style: ScalarStyle,
    },
    /// `count` children from index `first`.
    Sequence {
        first: usize,
        count: usize,
    },
    /// `count` pairs of children from index `first`.
    Mapping {
        first: usize,
        count: usize,
    },
}

#[derive(Debug, Clone, Copy)]
pub(super) struct GraphNode<'a> {
    pub tag: NodeTag<'a>,
    /// Whether the tag was written.
    pub explicit: bool,
    pub kind: Kind<'a>,
    pub start: Mark,
    pub end: Mark,
}

/// A document in which aliases share the node of their anchor.
#[derive(Debug, Default)]
pub(super) struct Graph<'a> {
    pub nodes: Vec<GraphNode<'a>>,
    pub children: Vec<usize>,
    pub aliases: Vec<Alias<'a>>,
    /// The number of nodes below and with the root, keys excluded, each counted as often as aliases repeat it. Merges are counted
    /// as they are written.
    pub expanded_nodes: u32,
    pub has_merges: bool,
    /// `None` for a stream without a document.
    pub root: Option<usize>,
}

/// An error that keeps the text from being a single document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ComposeError {
    Yaml(YamlError),
    UndefinedAlias(Mark),
    DuplicateAnchor { first: Mark, second: Mark },
    ManyDocuments { first: Mark, second: Mark },
}

impl From<YamlError> for ComposeError {
    fn from(error: YamlError) -> Self {
        ComposeError::Yaml(error)
    }
}

/// Composes the first document of a text. If both a graph and an error are returned, the graph is complete and the
/// error follows it in the text.
pub(super) fn compose<'a>(
    arena: &'a Bump,
    text: &'a str,
    limits: &Limits,
) -> (Option<Graph<'a>>, Option<ComposeError>) {
    let mut composer = Composer {
        parser: Parser::new(arena, text, limits.surrogate_pairs),
        arena,
        limits: *limits,
        graph: Graph::default(),
        anchors: HashMap::new(),
        waiting: Vec::new(),
        sizes: Vec::new(),
    };
    match composer.document() {
        Err(error) => (None, Some(error)),
        Ok(()) => {
            let error = composer.rest().err();
            (Some(composer.graph), error)
        }
    }
}

struct Composer<'a> {
    parser: Parser<'a>,
    arena: &'a Bump,
    limits: Limits,
    graph: Graph<'a>,
    anchors: HashMap<&'a str, usize>,
    /// Children of the open collections.
    waiting: Vec<usize>,
    /// By node: how many nodes it is once aliases are expanded; of an open collection, 1.
    sizes: Vec<u32>,
}

impl<'a> Composer<'a> {
    fn document(&mut self) -> Result<(), ComposeError> {
        self.parser.next_event()?;
        if self.parser.next_event()?.kind == EventKind::StreamEnd {
            return Ok(());
        }
        let root = self.root()?;
        self.graph.root = Some(root);
        self.graph.expanded_nodes = self.size(root);
        self.parser.next_event()?;
        Ok(())
    }

    /// Checks that nothing follows the document.
    fn rest(&mut self) -> Result<(), ComposeError> {
        let Some(root) = self.graph.root.and_then(|root| self.graph.nodes.get(root)) else {
            return Ok(());
        };
        let first = root.start;
        let event = self.parser.next_event()?;
        match event.kind {
            EventKind::StreamEnd => Ok(()),
            _ => Err(ComposeError::ManyDocuments {
                first,
                second: event.start,
            }),
        }
    }

    fn root(&mut self) -> Result<usize, ComposeError> {
        // Open collections: the node, and the number of waiting children before it.
        let mut open: Vec<(usize, usize)> = Vec::new();
        loop {
            let event = self.parser.next_event()?;
            let done = match event.kind {
                EventKind::Alias(name) => self.alias(name, &event)?,
                EventKind::Scalar {
                    properties,
                    value,
                    plain_implicit,
                    style,
                    ..
                } => {
                    let tag = match self.written_tag(properties) {
                        Some(tag) => tag,
                        None if plain_implicit => NodeTag::Scalar(resolve(value)),
                        None => NodeTag::Scalar(Type::Str),
                    };
                    self.add(properties, tag, Kind::Scalar { value, style }, &event)?
                }
                EventKind::SequenceStart { properties, .. }
                | EventKind::MappingStart { properties, .. } => {
                    if open.len() >= self.limits.depth {
                        let limit = self.limits.depth;
                        return Err(YamlError::Limit {
                            what: "nested collections",
                            limit,
                        }
                        .into());
                    }
                    let mapping = matches!(event.kind, EventKind::MappingStart { .. });
                    let tag = self.written_tag(properties).unwrap_or(if mapping {
                        NodeTag::Map
                    } else {
                        NodeTag::Seq
                    });
                    let kind = if mapping {
                        Kind::Mapping { first: 0, count: 0 }
                    } else {
                        Kind::Sequence { first: 0, count: 0 }
                    };
                    let node = self.add(properties, tag, kind, &event)?;
                    open.push((node, self.waiting.len()));
                    continue;
                }
                _ => {
                    let Some((node, waited)) = open.pop() else {
                        return Ok(0);
                    };
                    self.close(node, waited, event.end);
                    node
                }
            };
            if open.is_empty() {
                return Ok(done);
            }
            self.waiting.push(done);
        }
    }

    fn alias(&mut self, name: &'a str, event: &Event<'a>) -> Result<usize, ComposeError> {
        let Some(node) = self.anchors.get(name) else {
            return Err(ComposeError::UndefinedAlias(event.start));
        };
        self.graph.aliases.push(Alias {
            name,
            span: span(event.start, event.end),
        });
        Ok(*node)
    }

    fn add(
        &mut self,
        properties: Properties<'a>,
        tag: NodeTag<'a>,
        kind: Kind<'a>,
        event: &Event<'a>,
    ) -> Result<usize, ComposeError> {
        let id = self.graph.nodes.len();
        if id >= self.limits.nodes {
            return Err(YamlError::Limit {
                what: "nodes",
                limit: self.limits.nodes,
            }
            .into());
        }
        if let Some(name) = properties.anchor
            && let Some(find_or_insert) = self.anchors.insert(name, id)
        {
            let first = self
                .graph
                .nodes
                .get(find_or_insert)
                .map(|node| node.start)
                .unwrap_or_default();
            return Err(ComposeError::DuplicateAnchor {
                first,
                second: event.start,
            });
        }
        // The tag `!` alone means the default.
        let explicit = properties
            .tag
            .is_some_and(|tag| (tag.prefix, tag.suffix) != ("", "!"));
        self.graph.nodes.push(GraphNode {
            tag,
            explicit,
            kind,
            start: event.start,
            end: event.end,
        });
        self.sizes.push(1);
        self.graph.has_merges |= tag == NodeTag::Scalar(Type::Merge);
        Ok(id)
    }

    fn close(&mut self, node: usize, waited: usize, end: Mark) {
        let first = self.graph.children.len();
        let is_mapping = matches!(
            self.graph.nodes.get(node).map(|node| node.kind),
            Some(Kind::Mapping { .. })
        );
        let children = self.waiting.iter().skip(waited);
        let values = children.skip(usize::from(is_mapping));
        let size = values
            .step_by(if is_mapping { 2 } else { 1 })
            .fold(1_u32, |size, child| size.saturating_add(self.size(*child)));
        if let Some(slot) = self.sizes.get_mut(node) {
            *slot = size;
        }
        self.graph.children.extend(self.waiting.drain(waited..));
        let found = self.graph.children.len() - first;
        if let Some(node) = self.graph.nodes.get_mut(node) {
            node.end = end;
            node.kind = match node.kind {
                Kind::Mapping { .. } => Kind::Mapping {
                    first,
                    count: found / 2,
                },
                _ => Kind::Sequence {
                    first,
                    count: found,
                },
            };
        }
    }

    fn size(&self, node: usize) -> u32 {
        self.sizes.get(node).copied().unwrap_or(1)
    }

    /// Returns the explicit tag of a node; `None` if there is none or it is `!`, which means the default.
    fn written_tag(&self, properties: Properties<'a>) -> Option<NodeTag<'a>> {
        let FullTag { prefix, suffix } = properties.tag?;
        let whole = match (prefix, suffix) {
            ("", "!") => return None,
            ("", _) => suffix,
            ("!", _) => return Some(NodeTag::Local(suffix)),
            (_, "") => prefix,
            _ => self.arena.alloc_str(&format!("{prefix}{suffix}")),
        };
        if let Some(name) = whole.strip_prefix("tag:yaml.org,2002:") {
            return Some(match name {
                "null" => NodeTag::Scalar(Type::Null),
                "bool" => NodeTag::Scalar(Type::Bool),
                "int" => NodeTag::Scalar(Type::Int),
                "float" => NodeTag::Scalar(Type::Float),
                "timestamp" => NodeTag::Scalar(Type::Timestamp),
                "str" => NodeTag::Scalar(Type::Str),
                "merge" => NodeTag::Scalar(Type::Merge),
                "value" => NodeTag::Scalar(Type::Value),
                "seq" => NodeTag::Seq,
                "map" => NodeTag::Map,
                "binary" | "set" | "omap" | "pairs" => NodeTag::Exotic,
                _ => NodeTag::Unknown(whole),
            });
        }
        Some(
            whole
                .strip_prefix('!')
                .map_or(NodeTag::Unknown(whole), NodeTag::Local),
        )
    }
}
