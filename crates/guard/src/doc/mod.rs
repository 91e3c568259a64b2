//! Guard's own view of a document, which is not the linter's: other scalars, short tags partly dropped, `!GetAtt A.B` whole.

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

/// A document, ready to be evaluated any number of times.
#[derive(Debug)]
pub struct Doc<'a> {
    /// The whole document.
    pub root: Ref<'a>,
    /// What evaluation makes of its values lives here too.
    pub(super) arena: &'a Bump,
    /// What evaluations may still take, and what they took.
    pub(super) budget: Budget<'a>,
    pub(super) index: Index<'a>,
    profile: Profile,
    nodes: Vec<Info<'a>>,
    /// Scalars that cfn-guard would read otherwise; empty but for [`Profile::CloudFormation`].
    pub readings: Readings<'a>,
}

/// What a path is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PathOf<'o> {
    /// It is known.
    Text(&'o str),
    /// A value of the document, by number.
    Node(u32),
}

/// What is known of a value beside its kind.
#[derive(Debug, Clone, Copy)]
struct Info<'a> {
    /// The value that holds it; its own number for the root.
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

/// Where a value was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Source {
    /// Which of the trees that the document was made from.
    pub tree: u32,
    /// Which node of that tree.
    pub node: NodeId,
}

impl<'a> Doc<'a> {
    /// The same, with limits of its own for what evaluations take; so many steps were taken before.
    pub fn limited(self, limits: Limits, taken: u64) -> Doc<'a> {
        Doc { budget: Budget::new(self.arena, limits, taken), ..self }
    }

    /// The same, whose evaluations end once they are cancelled.
    pub fn until(self, cancel: Cancel<'a>) -> Doc<'a> {
        Doc { budget: self.budget.until(cancel), ..self }
    }

    /// How many steps evaluations took, those before included.
    pub fn taken(&self) -> u64 {
        self.budget.steps()
    }

    /// Appends the steps to a value, each after a `/`, as reports show them.
    pub fn write_path(&self, origin: Origin<'_>, out: &mut String) {
        match self.path_of(origin) {
            PathOf::Text(path) => out.push_str(path),
            PathOf::Node(id) => self.write_node_path(id, out),
        }
    }

    /// Whose path is shown for a value: the same for many keys.
    pub(super) fn path_of<'o>(&self, origin: Origin<'o>) -> PathOf<'o> {
        match origin {
            Origin::Fixed(fixed) => PathOf::Text(fixed.path),
            Origin::Node(id) => PathOf::Node(id),
            Origin::Key(id) if self.profile == Profile::Lib => PathOf::Node(id),
            // The reference gives keys the path of their map there.
            Origin::Key(id) => PathOf::Node(self.info(id).map_or(0, |info| info.parent)),
        }
    }

    /// [`Doc::write_path`] as a string.
    pub fn path(&self, origin: Origin<'_>) -> String {
        let mut out = String::new();
        self.write_path(origin, &mut out);
        out
    }

    /// Line and column as the reference shows them: from 0, and all 0 where its loader keeps none.
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

    /// The node of the text that a value was read from; `None` for what rules or functions made.
    pub fn source(&self, origin: Origin<'_>) -> Option<Source> {
        match origin {
            Origin::Node(id) | Origin::Key(id) => self.info(id).map(|info| info.source),
            Origin::Fixed(_) => None,
        }
    }

    /// The steps from the root to a value.
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

    /// Path and place of a value in the arena, for values made out of it that have parts of their own.
    pub(super) fn fixed(&self, origin: Origin<'a>) -> &'a Fixed<'a> {
        match origin {
            Origin::Fixed(fixed) => fixed,
            _ => self.arena.keep(Fixed { path: self.arena.alloc_str(&self.path(origin)), place: self.place(origin) }),
        }
    }

    /// The path of a value and where it was written, by its number.
    pub fn found(&self, id: u32) -> Option<(Path, Source)> {
        Some((self.steps(Origin::Node(id))?, self.info(id)?.source))
    }

    /// Counts the byte order mark of a tree's text as a column of its first line, as the reference does.
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

    /// As deep as the document at most, whose depth is bounded.
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

/// Appends a number: formatting one takes longer than all else of a path.
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
