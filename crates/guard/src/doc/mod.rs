//! Guard's view of a document. It differs from the linter's view in the types of scalars and the handling of short
//! tags; for example, `!GetAtt A.B` is not split.

mod build;
mod index;
mod keys;
mod profile;
mod readings;

use bumpalo::Bump;

pub use self::build::LoadError;
pub(super) use self::build::fragment;
pub use self::profile::Profile;
pub use self::readings::{Reading, Readings};

use self::index::Index;
use super::budget::{Budget, Limits};
use super::value::{Fixed, Kind, Origin, Place, Ref};
use cfn_warden_syntax::arena::ArenaValue;
use cfn_warden_syntax::cancel::Cancel;
use cfn_warden_syntax::{NodeId, Path, Step};

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
    nodes: Vec<Info<'a>>,
    /// Scalars that cfn-guard reads differently; always empty for profiles other than [`Profile::CloudFormation`].
    pub readings: Readings<'a>,
}

/// The path of a value, or the node to derive it from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PathOf<'o> {
    /// The path.
    Text(&'o str),
    /// The node ID.
    Node(u32),
}

/// A node: its parent, positions and source.
#[derive(Debug, Clone, Copy)]
struct Info<'a> {
    /// The ID of the parent; for the root, its own ID.
    parent: u32,
    at: At<'a>,
    place: Place,
    key_place: Place,
    source: Source,
}

#[derive(Debug, Clone, Copy)]
enum At<'a> {
    Root,
    Key(&'a str),
    Index(u32),
}

/// The syntax tree node of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Source {
    /// The index of the tree among those that the document was made from.
    pub tree: u32,
    /// The node in that tree.
    pub node: NodeId,
}

impl<'a> Doc<'a> {
    /// Sets the limits of evaluations; `taken` is the number of steps already taken for other documents.
    pub fn limited(self, limits: Limits, taken: u64) -> Doc<'a> {
        Doc { budget: Budget::new(self.arena, limits, taken), ..self }
    }

    /// Sets the cancellation check of evaluations.
    pub fn until(self, cancel: Cancel<'a>) -> Doc<'a> {
        Doc { budget: self.budget.until(cancel), ..self }
    }

    /// The number of steps taken so far, including those for other documents.
    pub fn taken(&self) -> u64 {
        self.budget.steps()
    }

    /// Appends the path of a value, each step after a `/`.
    pub fn write_path(&self, origin: Origin<'_>, out: &mut String) {
        match self.path_of(origin) {
            PathOf::Text(path) => out.push_str(path),
            PathOf::Node(id) => self.write_node_path(id, out),
        }
    }

    /// Returns the path to show for a value; many keys share one.
    pub(super) fn path_of<'o>(&self, origin: Origin<'o>) -> PathOf<'o> {
        match origin {
            Origin::Fixed(fixed) => PathOf::Text(fixed.path),
            Origin::Node(id) => PathOf::Node(id),
            Origin::Key(id) if self.profile == Profile::Lib => PathOf::Node(id),
            // In this loader, cfn-guard gives a key the path of its map.
            Origin::Key(id) => PathOf::Node(self.info(id).map_or(0, |info| info.parent)),
        }
    }

    /// Returns the path of a value, each step after a `/`.
    pub fn path(&self, origin: Origin<'_>) -> String {
        let mut out = String::new();
        self.write_path(origin, &mut out);
        out
    }

    /// Returns the 0-based position that cfn-guard shows; 0 and 0 for loaders that do not record positions.
    pub fn place(&self, origin: Origin<'_>) -> Place {
        if let (Profile::Lib, Origin::Node(_) | Origin::Key(_)) = (self.profile, origin) {
            return Place::default();
        }
        match origin {
            Origin::Fixed(fixed) => fixed.place,
            Origin::Node(id) => self.info(id).map_or(Place::default(), |info| info.place),
            Origin::Key(id) => self.info(id).map_or(Place::default(), |info| info.key_place),
        }
    }

    /// Returns the syntax tree node of a value; `None` for values of rules and functions.
    pub fn source(&self, origin: Origin<'_>) -> Option<Source> {
        match origin {
            Origin::Node(id) | Origin::Key(id) => self.info(id).map(|info| info.source),
            Origin::Fixed(_) => None,
        }
    }

    /// Returns the path of a value as steps; `None` for values of rules and functions.
    pub fn steps(&self, origin: Origin<'_>) -> Option<Path> {
        let (Origin::Node(mut id) | Origin::Key(mut id)) = origin else { return None };
        let mut steps = Vec::new();
        while let Some(info) = self.info(id) {
            match info.at {
                At::Root => break,
                At::Key(key) => steps.push(Step::Key(key.to_owned())),
                At::Index(index) => steps.push(Step::Index(index)),
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
            _ => self.arena.keep(Fixed { path: self.arena.alloc_str(&self.path(origin)), place: self.place(origin) }),
        }
    }

    /// Returns the path and the source of a node.
    pub fn found(&self, id: u32) -> Option<(Path, Source)> {
        Some((self.steps(Origin::Node(id))?, self.info(id)?.source))
    }

    /// Shifts the positions on the first line of a tree by one column for the byte order mark, as cfn-guard does.
    pub fn count_mark(&mut self, tree: u32) {
        let is_list = matches!(self.root.kind, Kind::List(_));
        for node in self.nodes.iter_mut().skip(usize::from(is_list)).filter(|node| node.source.tree == tree) {
            for place in [&mut node.place, &mut node.key_place] {
                if place.line == 0 {
                    place.column = place.column.saturating_add(1);
                }
            }
        }
    }

    fn info(&self, id: u32) -> Option<&Info<'a>> {
        self.nodes.get(id as usize)
    }

    // The recursion is limited by the maximum depth of a document.
    fn write_node_path(&self, id: u32, out: &mut String) {
        let Some(info) = self.info(id) else { return };
        match info.at {
            At::Root => {}
            At::Key(key) => {
                self.write_node_path(info.parent, out);
                out.push('/');
                out.push_str(key);
            }
            At::Index(index) => {
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
