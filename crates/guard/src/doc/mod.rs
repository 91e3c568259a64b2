//! Guard's view of a document. It differs from the linter's view in the types of scalars and the handling of short
//! tags; for example, `!GetAtt A.B` is not split.

mod ambiguous_scalars;
mod builder;
mod index;
mod keys;
mod profile;
mod read_functions;

use bumpalo::Bump;

pub use self::ambiguous_scalars::{AmbiguousScalar, AmbiguousScalars};
pub(super) use self::builder::parse_fragment;
pub use self::profile::Profile;

pub(super) use self::index::Index;
pub use self::read_functions::{Depth, ReadFunctions, is_function_key};
use super::budget::{Budget, Limits};
use super::value::{Fixed, Kind, Origin, Ref, ZeroBasedPosition};
use cfn_warden_syntax::arena::ArenaValue;
use cfn_warden_syntax::cancel::Cancel;
use cfn_warden_syntax::{NodeId, Path, Position, Step, Text};

/// A document, which can be evaluated any number of times.
#[derive(Debug)]
pub struct Doc<'a> {
    /// The root value.
    pub root: Ref<'a>,
    /// The arena of the document and of the values that evaluations create.
    pub(super) arena: &'a Bump,
    /// The limits of evaluations and the work they have used.
    pub(super) budget: Budget<'a>,
    pub(super) index: Index<'a>,
    profile: Profile,
    nodes: Vec<NodeInfo<'a>>,
    /// Scalars that cfn-guard reads differently; always empty for profiles other than [`Profile::CloudFormation`].
    pub ambiguous_scalars: AmbiguousScalars<'a>,
    /// Functions that rules read as they are written.
    pub read_functions: ReadFunctions,
}

/// A document that Guard cannot load.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoadError {
    /// The error message.
    pub message: Text,
    /// The index of the tree, and the position in it.
    pub at: Option<(u32, Position)>,
}

/// The path of a value, or the node to derive it from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PathSource<'o> {
    /// The path.
    Text(&'o str),
    /// The node ID.
    Node(u32),
}

/// A node: its parent, positions and source.
#[derive(Debug, Clone, Copy)]
struct NodeInfo<'a> {
    /// The ID of the parent; for the root, its own ID.
    parent: u32,
    at: PathStep<'a>,
    position: ZeroBasedPosition,
    key_position: ZeroBasedPosition,
    source: NodeSource,
}

#[derive(Debug, Clone, Copy)]
enum PathStep<'a> {
    Root,
    Key(&'a str),
    Index(u32),
}

/// The syntax tree node of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NodeSource {
    /// The index of the tree among those that the document was made from.
    pub tree: u32,
    /// The node in that tree.
    pub node: NodeId,
}

impl<'a> Doc<'a> {
    /// Sets the limits of evaluations; `taken` is the number of steps already taken for other documents.
    pub fn with_limits(self, limits: Limits, taken: u64) -> Doc<'a> {
        Doc {
            budget: Budget::new(self.arena, limits, taken),
            ..self
        }
    }

    /// Sets the cancellation check of evaluations.
    pub fn with_cancel(self, cancel: Cancel<'a>) -> Doc<'a> {
        Doc {
            budget: self.budget.with_cancel(cancel),
            ..self
        }
    }

    /// The number of steps taken so far, including those for other documents.
    pub fn steps_taken(&self) -> u64 {
        self.budget.steps()
    }

    /// Appends the path of a value, each step after a `/`.
    pub fn write_path(&self, origin: Origin<'_>, out: &mut String) {
        match self.path_of(origin) {
            PathSource::Text(path) => out.push_str(path),
            PathSource::Node(id) => self.write_node_path(id, out),
        }
    }

    /// Returns the path to show for a value; many keys share one.
    pub(super) fn path_of<'o>(&self, origin: Origin<'o>) -> PathSource<'o> {
        match origin {
            Origin::Fixed(fixed) => PathSource::Text(fixed.path),
            Origin::Node(id) => PathSource::Node(id),
            Origin::Key(id) if self.profile == Profile::Lib => PathSource::Node(id),
            // In this loader, cfn-guard gives a key the path of its map.
            Origin::Key(id) => PathSource::Node(self.info(id).map_or(0, |info| info.parent)),
        }
    }

    /// Returns the path of a value, each step after a `/`.
    pub fn path(&self, origin: Origin<'_>) -> String {
        let mut out = String::new();
        self.write_path(origin, &mut out);
        out
    }

    /// Returns the 0-based position that cfn-guard shows; 0 and 0 for loaders that do not record positions.
    pub fn position(&self, origin: Origin<'_>) -> ZeroBasedPosition {
        if let (Profile::Lib, Origin::Node(_) | Origin::Key(_)) = (self.profile, origin) {
            return ZeroBasedPosition::default();
        }
        match origin {
            Origin::Fixed(fixed) => fixed.position,
            Origin::Node(id) => self
                .info(id)
                .map_or(ZeroBasedPosition::default(), |info| info.position),
            Origin::Key(id) => self
                .info(id)
                .map_or(ZeroBasedPosition::default(), |info| info.key_position),
        }
    }

    /// Returns the syntax tree node of a value; `None` for values of rules and functions.
    pub fn source(&self, origin: Origin<'_>) -> Option<NodeSource> {
        match origin {
            Origin::Node(id) | Origin::Key(id) => self.info(id).map(|info| info.source),
            Origin::Fixed(_) => None,
        }
    }

    /// Returns the node that a value is part of: for what a function makes of a text, the text.
    pub fn placed(&self, origin: Origin<'_>) -> Option<u32> {
        let fixed = match origin {
            Origin::Node(id) | Origin::Key(id) => return Some(id),
            Origin::Fixed(fixed) => fixed,
        };
        let (mut value, mut rest, mut found) = (self.root, fixed.path, None);
        while let Some(path) = rest.strip_prefix('/') {
            let step = |name: &str| {
                path.strip_prefix(name)
                    .filter(|rest| rest.is_empty() || rest.starts_with('/'))
            };
            let next = match value.kind {
                Kind::List(items) => {
                    let index = path.split('/').next().unwrap_or_default();
                    index
                        .parse::<usize>()
                        .ok()
                        .and_then(|at| items.get(at))
                        .zip(step(index))
                }
                // A key may contain slashes.
                Kind::Map(map) => {
                    let entries = map
                        .entries
                        .iter()
                        .filter_map(|entry| Some((&entry.value, step(entry.key)?)));
                    entries.min_by_key(|(_, rest)| rest.len())
                }
                _ => None,
            };
            let Some((inner, after)) = next else { break };
            let Origin::Node(id) = inner.origin else {
                break;
            };
            (value, rest, found) = (inner, after, Some(id));
        }
        found
    }

    /// Returns the path of a value as steps; `None` for values of rules and functions.
    pub fn steps(&self, origin: Origin<'_>) -> Option<Path> {
        let (Origin::Node(mut id) | Origin::Key(mut id)) = origin else {
            return None;
        };
        let mut steps = Vec::new();
        while let Some(info) = self.info(id) {
            match info.at {
                PathStep::Root => break,
                PathStep::Key(key) => steps.push(Step::Key(key.to_owned())),
                PathStep::Index(index) => steps.push(Step::Index(index)),
            }
            id = info.parent;
        }
        steps.reverse();
        Some(Path(steps))
    }

    /// Returns the path and position of a value as an arena object, for derived values with parts of their own.
    pub(super) fn fixed(&self, origin: Origin<'a>) -> &'a Fixed<'a> {
        match origin {
            Origin::Fixed(fixed) => fixed,
            _ => self.arena.keep(Fixed {
                path: self.arena.alloc_str(&self.path(origin)),
                position: self.position(origin),
            }),
        }
    }

    /// The number of nodes; their IDs are the numbers below it.
    pub(super) fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the ID of the node that contains a node; for the root, its own.
    pub(super) fn parent(&self, id: u32) -> Option<u32> {
        self.info(id).map(|info| info.parent)
    }

    /// Returns the path and the source of a node.
    pub fn found(&self, id: u32) -> Option<(Path, NodeSource)> {
        Some((self.steps(Origin::Node(id))?, self.info(id)?.source))
    }

    /// Shifts the positions on the first line of a tree by one column for the byte order mark, as cfn-guard does.
    pub fn count_byte_order_mark(&mut self, tree: u32) {
        let is_list = matches!(self.root.kind, Kind::List(_));
        for node in self
            .nodes
            .iter_mut()
            .skip(usize::from(is_list))
            .filter(|node| node.source.tree == tree)
        {
            for position in [&mut node.position, &mut node.key_position] {
                if position.line == 0 {
                    position.column = position.column.saturating_add(1);
                }
            }
        }
    }

    fn info(&self, id: u32) -> Option<&NodeInfo<'a>> {
        self.nodes.get(id as usize)
    }

    // The recursion is limited by the maximum depth of a document.
    fn write_node_path(&self, id: u32, out: &mut String) {
        let Some(info) = self.info(id) else { return };
        match info.at {
            PathStep::Root => {}
            PathStep::Key(key) => {
                self.write_node_path(info.parent, out);
                out.push('/');
                out.push_str(key);
            }
            PathStep::Index(index) => {
                self.write_node_path(info.parent, out);
                out.push('/');
                push_number(index, out);
            }
        }
    }
}

/// Appends a number. Formatting it with `write!` would dominate the time of writing a path.
pub(super) fn push_number(number: u32, out: &mut String) {
    let mut digits = [b'0'; 10];
    let mut left = number;
    let mut length = 0;
    for digit in digits.iter_mut().rev() {
        *digit = b'0' + (left % 10) as u8;
        left /= 10;
        length += 1;
        if left == 0 {
            break;
        }
    }
    let written = digits.get(digits.len() - length..).unwrap_or_default();
    out.push_str(std::str::from_utf8(written).unwrap_or_default());
}
