//! The reference graph of a template: resources, parameters and outputs, and their references to resources.
//!
//! Source: cfn-lint 1.58.0, `graph.py`, including its order: nodes by first occurrence, and the neighbors of a node by
//! first reference.

use cfn_warden_syntax::hash::{HashMap, Text};
use cfn_warden_syntax::{Node, Value};

use super::uses::{Use, Uses, sub_targets};

/// The kind of a node of the graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VertexKind<'a> {
    /// A resource and its type.
    Resource(&'a str),
    /// A parameter.
    Parameter,
    /// An output.
    Output,
    /// A malformed source or target.
    Unknown,
}

/// A node of the graph.
#[derive(Debug, Clone, Copy)]
pub struct Vertex<'a> {
    /// The name in its section.
    pub name: &'a str,
    /// The kind of node.
    pub holder: VertexKind<'a>,
}

/// The kind of a reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EdgeKind {
    /// `Ref`, or a name in `Fn::Sub`.
    Ref,
    /// `Fn::GetAtt`, or `Name.Attribute` in `Fn::Sub`.
    GetAtt,
    /// `DependsOn`.
    DependsOn,
}

impl EdgeKind {
    /// Returns the label in messages.
    pub fn label(self) -> &'static str {
        match self {
            EdgeKind::Ref => "Ref",
            EdgeKind::GetAtt => "GetAtt",
            EdgeKind::DependsOn => "DependsOn",
        }
    }
}

/// A reference.
#[derive(Debug, Clone, Copy)]
pub struct Edge<'a> {
    /// The referring node: an index into [`Graph::vertices`].
    pub source: usize,
    /// The target: an index into [`Graph::vertices`].
    pub target: usize,
    /// The kind of reference.
    pub kind: EdgeKind,
    /// The map that contains the function; `None` for `DependsOn`.
    pub holder: Option<Node<'a>>,
}

/// The reference graph.
#[derive(Debug, Default)]
pub struct Graph<'a> {
    /// The nodes, in order of first occurrence.
    pub vertices: Vec<Vertex<'a>>,
    /// By vertex: its neighbors in order, with the edges to each.
    pub(super) out: Vec<Vec<(usize, Vec<Edge<'a>>)>>,
    index: HashMap<(Family, Text<'a>), usize>,
}

/// Separate namespaces, so that equal names of different kinds do not collide.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Family {
    Resource,
    Parameter,
    Output,
}

impl<'a> Graph<'a> {
    /// Builds the graph of a template; returns `None` if its sections are too malformed for cfn-lint to build one.
    pub fn of(root: Node<'a>, uses: &Uses<'a>) -> Option<Graph<'a>> {
        let mut graph = Graph::default();
        let resources = section(root, "Resources")?;
        graph.add_resources(&resources);
        for (name, parameter) in section(root, "Parameters")?.members {
            let malformed = |kind: Node<'_>| kind.as_str().is_none();
            if parameter.as_map().is_some() && !parameter.get("Type").is_some_and(malformed) {
                graph.declare(Family::Parameter, name, VertexKind::Parameter);
            }
        }
        for (name, _) in section(root, "Outputs")
            .map(|outputs| outputs.members)
            .unwrap_or_default()
        {
            graph.declare(Family::Output, name, VertexKind::Output);
        }
        for used in &uses.refs {
            if let Some(target) = used.entry.value.as_str().filter(|name| resources.has(name)) {
                graph.refer(used, target, EdgeKind::Ref);
            }
        }
        for used in &uses.get_atts {
            graph.add_get_att(used, &resources);
        }
        for used in &uses.subs {
            graph.add_sub(used, &resources)?;
        }
        Some(graph)
    }

    /// Returns the index of a resource in [`Graph::vertices`].
    pub fn resource(&self, name: &str) -> Option<usize> {
        self.index.get(&(Family::Resource, Text(name))).copied()
    }

    /// Returns a node by index.
    pub fn vertex(&self, place: usize) -> Option<Vertex<'a>> {
        self.vertices.get(place).copied()
    }

    /// Returns all references, sorted by source, then target, then source order.
    pub fn edges(&self) -> impl Iterator<Item = &Edge<'a>> {
        self.out.iter().flatten().flat_map(|(_, edges)| edges)
    }

    /// Returns the references from one resource to another, in source order.
    pub fn between(&self, source: &str, target: &str) -> &[Edge<'a>] {
        let found =
            self.resource(source)
                .zip(self.resource(target))
                .and_then(|(source, target)| {
                    let (_, edges) = self
                        .out
                        .get(source)?
                        .iter()
                        .find(|(neighbour, _)| *neighbour == target)?;
                    Some(edges.as_slice())
                });
        found.unwrap_or_default()
    }

    /// Returns the resources that refer to a resource, in order, once per reference.
    pub fn referring(&self, name: &str) -> impl Iterator<Item = Vertex<'a>> {
        let target = self.resource(name);
        let sources = self.vertices.iter().zip(&self.out);
        let sources =
            sources.filter(|(vertex, _)| matches!(vertex.holder, VertexKind::Resource(_)));
        sources.flat_map(move |(vertex, out)| {
            let edges = out
                .iter()
                .filter(move |(neighbour, _)| Some(*neighbour) == target);
            edges.flat_map(|(_, edges)| edges).map(|_| *vertex)
        })
    }

    fn add_resources(&mut self, resources: &Section<'a>) {
        for (name, resource) in &resources.members {
            let kind = match resource.get("Type") {
                None if resource.as_map().is_some() => "",
                kind => match kind.and_then(|kind| kind.as_str()) {
                    Some(kind) => kind,
                    None => continue,
                },
            };
            let source = self.declare(Family::Resource, name, VertexKind::Resource(kind));
            let depends_on = resource.get("DependsOn");
            let listed = depends_on
                .and_then(|node| node.as_list())
                .unwrap_or_default();
            for target in depends_on
                .iter()
                .chain(listed)
                .filter_map(|node| node.as_str())
            {
                if resources.has(target) {
                    let target = self.vertex_of(Family::Resource, target);
                    self.connect(Edge {
                        source,
                        target,
                        kind: EdgeKind::DependsOn,
                        holder: None,
                    });
                }
            }
        }
    }

    fn add_get_att(&mut self, used: &Use<'a>, resources: &Section<'a>) {
        let target = match used.entry.value.value {
            Value::List([target, _]) => target.as_str(),
            Value::Str(text) => text.split_once('.').map(|(target, _)| target),
            _ => None,
        };
        if let Some(target) = target.filter(|name| resources.has(name)) {
            self.refer(used, target, EdgeKind::GetAtt);
        }
    }

    /// Adds the references of an `Fn::Sub`; returns `None` if cfn-lint's graph fails.
    fn add_sub(&mut self, used: &Use<'a>, resources: &Section<'a>) -> Option<()> {
        if used.section.and_then(family).is_none() {
            return Some(());
        }
        let (text, own) = match used.entry.value.value {
            Value::List([text, own]) => (text.as_str(), Some(*own)),
            Value::List([text, ..]) => (text.as_str(), None),
            Value::Str(text) => (Some(text), None),
            _ => (None, None),
        };
        for name in sub_targets(text.unwrap_or_default()) {
            let shadowed = match own.map(|own| own.value) {
                None => false,
                Some(Value::Map(entries)) => {
                    entries.iter().any(|entry| entry.key.as_str() == Some(name))
                }
                Some(Value::List(items)) => items.iter().any(|item| item.as_str() == Some(name)),
                Some(Value::Str(text)) => text.contains(name),
                Some(_) => return None,
            };
            let (target, kind) = match name.split_once('.') {
                Some((target, _)) => (target, EdgeKind::GetAtt),
                None => (name, EdgeKind::Ref),
            };
            if !shadowed && resources.has(target) {
                self.refer(used, target, kind);
            }
        }
        Some(())
    }

    fn refer(&mut self, used: &Use<'a>, target: &'a str, kind: EdgeKind) {
        let Some((family, name)) = used.section.and_then(family).zip(used.member) else {
            return;
        };
        let source = self.vertex_of(family, name);
        let target = self.vertex_of(Family::Resource, target);
        self.connect(Edge {
            source,
            target,
            kind,
            holder: Some(used.holder),
        });
    }

    fn connect(&mut self, edge: Edge<'a>) {
        let Some(out) = self.out.get_mut(edge.source) else {
            return;
        };
        match out
            .iter_mut()
            .find(|(neighbour, _)| *neighbour == edge.target)
        {
            Some((_, edges)) => edges.push(edge),
            None => out.push((edge.target, vec![edge])),
        }
    }

    fn declare(&mut self, family: Family, name: &'a str, holder: VertexKind<'a>) -> usize {
        let place = self.vertex_of(family, name);
        if let Some(vertex) = self.vertices.get_mut(place) {
            vertex.holder = holder;
        }
        place
    }

    fn vertex_of(&mut self, family: Family, name: &'a str) -> usize {
        *self.index.entry((family, Text(name))).or_insert_with(|| {
            self.vertices.push(Vertex {
                name,
                holder: VertexKind::Unknown,
            });
            self.out.push(Vec::new());
            self.vertices.len() - 1
        })
    }
}

fn family(section: &str) -> Option<Family> {
    match section {
        "Resources" => Some(Family::Resource),
        "Parameters" => Some(Family::Parameter),
        "Outputs" => Some(Family::Output),
        _ => None,
    }
}

/// The named entries of a section.
#[derive(Default)]
struct Section<'a> {
    members: Vec<(&'a str, Node<'a>)>,
    index: HashMap<Text<'a>, Node<'a>>,
}

impl Section<'_> {
    /// Whether the section has an entry with this name, which must not be empty.
    fn has(&self, name: &str) -> bool {
        self.index
            .get(&Text(name))
            .is_some_and(|node| !node.is_false())
    }
}

/// Returns the named entries of a section; `None` if it is not a map.
fn section<'a>(root: Node<'a>, name: &str) -> Option<Section<'a>> {
    let Some(node) = root.get(name) else {
        return Some(Section::default());
    };
    let members: Vec<_> = node
        .as_map()?
        .iter()
        .filter_map(|entry| Some((entry.key.as_str()?, entry.value)))
        .collect();
    Some(Section {
        index: members
            .iter()
            .map(|(name, node)| (Text(name), *node))
            .collect(),
        members,
    })
}
