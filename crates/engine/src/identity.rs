//! What findings are about: subject and part.
//!
//! This is the one place that computes the [`Identity`] of a finding, from its path, its [`Extent`] and the trees of its
//! document. Two findings with different identities have different waivers and baseline entries, wherever they are shown.

use std::collections::HashMap;
use std::rc::Rc;

use super::baseline::{DocumentTrees, canonical_with, key_text, mapped, shortened};
use cfn_warden_secrets::Mask;
use cfn_warden_syntax::finding::{Aspect, Engine, Extent, Finding, Identity, Subject};
use cfn_warden_syntax::{
    Known, Node, Operand, Path, Position, Span, Step, Text, Tree, Value, text,
};
use cfn_warden_template::document::{is_plan, is_template};

/// The longest item of a list in a part, in characters.
const LONGEST_ITEM: usize = 160;
/// The most functions on a path that are followed into their branches.
const BRANCHES: usize = 64;

/// Adds the identities of the findings of a document, and the places of list items that fail as a whole.
pub(crate) fn add(findings: &mut [Finding], document: &DocumentTrees<'_, '_>) {
    let Some(written) = document.trees.first() else {
        return;
    };
    if findings.is_empty() {
        return;
    }
    let mut identities = Identities {
        document,
        mask: (!document.secrets.is_empty()).then(|| document.secrets.mask()),
        is_plan: is_plan(written),
        is_template: document.trees.iter().any(|tree| is_template(tree)),
        spellings: HashMap::new(),
    };
    for finding in findings {
        identities.add(finding);
    }
}

struct Identities<'s, 'a> {
    document: &'s DocumentTrees<'s, 'a>,
    /// `None` if there are no secrets.
    mask: Option<Mask<'s>>,
    is_plan: bool,
    is_template: bool,
    /// The spellings of items, by the address of their contents: many findings are about the same lists.
    spellings: HashMap<usize, Rc<str>>,
}

/// A path in a tree: its values, and the mappings that they may refer to.
struct Walk<'t, 'a> {
    tree: &'t Tree<'a>,
    values: Vec<Option<Node<'a>>>,
}

impl<'s, 'a> Identities<'s, 'a> {
    fn add(&mut self, finding: &mut Finding) {
        let path = match finding.extent.as_deref() {
            Some(extent) => Some(&extent.path),
            None => finding.path.as_ref(),
        };
        let (subject, part) = match path {
            Some(path) => self.of_path(path, finding),
            None => (Subject::Document, Text::default()),
        };
        if let Some(path) = path.cloned()
            && let Some(item) = self.item_span(&path)
        {
            let extent = finding.extent.get_or_insert_with(|| {
                Box::new(Extent {
                    path,
                    ..Extent::default()
                })
            });
            extent.item = Some(item);
        }
        finding.identity = Some(Box::new(Identity { subject, part }));
    }

    fn of_path(&mut self, path: &Path, finding: &Finding) -> (Subject, Text) {
        // What fails as a whole starts elsewhere.
        let start = finding
            .value_span
            .filter(|_| finding.extent.is_none())
            .map(|span| span.start);
        let walk = self.walk(path, start);
        let (subject, inner) = self.subject(path, walk.as_ref());
        let mut part = Text::default();
        let mut key = "";
        for (index, step) in path.0.iter().enumerate() {
            let value = walk
                .as_ref()
                .and_then(|walk| walk.values.get(index).copied().flatten());
            if index >= inner {
                if !part.is_empty() {
                    part.push("/");
                }
                match step {
                    Step::Key(name) => part.push(Operand::Name(name)),
                    Step::Index(position) => {
                        // The arguments of a function are not the items of a list.
                        let item = value
                            .zip(walk.as_ref())
                            .filter(|_| !key.starts_with("Fn::"));
                        match item {
                            Some((item, walk)) => {
                                let spelling = self.spelling(item, walk.tree);
                                part.push(text!("[{}]", Operand::Value(&spelling)));
                            }
                            None => part.push(*position),
                        }
                    }
                }
            }
            key = if let Step::Key(name) = step { name } else { "" };
        }
        // What is missing in a map is not the map.
        if let (Aspect::Missing(missing), None) = (&finding.aspect, &finding.extent) {
            // Guard names the rest of the query, whose first key is missing.
            let key = match finding.engine {
                Engine::Guard => missing
                    .trim_start_matches('.')
                    .split(['.', '[', ' ', '('])
                    .next()
                    .unwrap_or_default(),
                Engine::Lint | Engine::Terraform => missing,
            };
            if !part.is_empty() && !key.is_empty() {
                part.push("/");
            }
            part.push(Known(key));
        }
        (subject, part)
    }

    /// Returns the subject of a path, and the number of steps to it.
    fn subject(&self, path: &Path, walk: Option<&Walk<'_, 'a>>) -> (Subject, usize) {
        match path.0.as_slice() {
            [] => (Subject::Document, 0),
            [Step::Key(section), Step::Key(id), ..]
                if section == "Resources" && self.is_template =>
            {
                (Subject::Resource(id.clone()), 2)
            }
            [Step::Key(section), ..] => {
                // What a plan does not know is not in it, but the resource is.
                let known_part = match walk {
                    None if self.is_plan => self.walk_known_part(path),
                    _ => None,
                };
                if let Some((address, index)) = walk
                    .or(known_part.as_ref())
                    .filter(|_| self.is_plan)
                    .and_then(|walk| address_on(&walk.values))
                {
                    let inner = index.saturating_add(1);
                    let is_change = |steps: &[Step]| {
                        matches!(steps, [Step::Key(change), Step::Key(after)]
                            if change == "change" && after == "after")
                    };
                    let end = inner.saturating_add(2);
                    let values = path.0.get(inner..end).is_some_and(is_change);
                    return (
                        Subject::Resource(address.to_owned()),
                        if values { end } else { inner },
                    );
                }
                (Subject::Section(section.clone()), 1)
            }
            [Step::Index(_), ..] => (Subject::Document, 0),
        }
    }

    /// Returns the values on the longest part of a path that a tree has.
    fn walk_known_part(&self, path: &Path) -> Option<Walk<'s, 'a>> {
        let parts = (1..path.0.len())
            .rev()
            .filter_map(|length| path.0.get(..length));
        parts
            .map(|part| Path(part.to_vec()))
            .find_map(|part| self.walk(&part, None))
    }

    /// Returns the span of the list item that fails as a whole, or in which something is missing.
    fn item_span(&self, path: &Path) -> Option<Span> {
        if !matches!(path.0.last(), Some(Step::Index(_))) {
            return None;
        }
        let walk = self.walk(path, None)?;
        let item = walk.values.last().copied().flatten()?;
        Some(walk.tree.span(item.id))
    }

    /// Returns the values on a path, in the first tree that has all of them. Of several branches of functions it takes the
    /// one whose value starts where that of the finding does.
    fn walk(&self, path: &Path, start: Option<Position>) -> Option<Walk<'s, 'a>> {
        let mut first = None;
        for tree in self.document.trees {
            let mut follower = Follower {
                tree,
                start,
                branches: BRANCHES,
                values: Vec::with_capacity(path.0.len()),
                other: None,
            };
            let is_exact = follower.follow(Some(tree.root), &path.0);
            let values = if is_exact {
                Some(follower.values)
            } else {
                follower.other
            };
            let Some(values) = values else { continue };
            let walk = Walk { tree, values };
            if is_exact {
                return Some(walk);
            }
            first.get_or_insert(walk);
        }
        first
    }

    fn spelling(&mut self, item: Node<'a>, tree: &Tree<'a>) -> Rc<str> {
        let address = match item.value {
            Value::List(items) if !items.is_empty() => items.as_ptr().addr(),
            Value::Map(entries) if !entries.is_empty() => entries.as_ptr().addr(),
            _ => return self.spell(item, tree),
        };
        if let Some(known) = self.spellings.get(&address) {
            return known.clone();
        }
        let spelling = self.spell(item, tree);
        self.spellings.insert(address, spelling.clone());
        spelling
    }

    fn spell(&self, item: Node<'a>, tree: &Tree<'a>) -> Rc<str> {
        let mut text = canonical_with(item, tree.root.get("Mappings"));
        self.mask.iter().for_each(|mask| mask.text(&mut text));
        shortened(&text, LONGEST_ITEM).into()
    }
}

/// Returns the address of the innermost resource of a plan on a path, and the index of its step.
fn address_on<'a>(values: &[Option<Node<'a>>]) -> Option<(&'a str, usize)> {
    let address = |value: &Option<Node<'a>>| {
        let value = (*value)?;
        value.get("type")?;
        value.get("address")?.as_str()
    };
    values
        .iter()
        .enumerate()
        .find_map(|(index, value)| Some((address(value)?, index)))
}

/// Follows a path through a tree. Paths of values in deployments have no steps through functions.
struct Follower<'t, 'a> {
    tree: &'t Tree<'a>,
    start: Option<Position>,
    /// The branches that may still be followed.
    branches: usize,
    values: Vec<Option<Node<'a>>>,
    /// The values of the first branch that has the path, but not where the finding is.
    other: Option<Vec<Option<Node<'a>>>>,
}

impl<'a> Follower<'_, 'a> {
    /// Returns whether the values of the path were found, at the place of the finding if it has one.
    fn follow(&mut self, node: Option<Node<'a>>, steps: &[Step]) -> bool {
        let Some((step, rest)) = steps.split_first() else {
            let is_here = match (self.start, node) {
                (Some(start), Some(node)) => self.tree.span(node.id).start == start,
                _ => true,
            };
            if !is_here && self.other.is_none() {
                self.other = Some(self.values.clone());
            }
            return is_here;
        };
        let Some(node) = node else { return false };
        let next = match step {
            Step::Key(name) => member(node, name),
            Step::Index(index) => node
                .as_list()
                .and_then(|items| items.get(usize::try_from(*index).ok()?))
                .copied(),
        };
        if next.is_some() {
            let depth = self.values.len();
            self.values.push(next);
            if self.follow(next, rest) {
                return true;
            }
            self.values.truncate(depth);
        }
        for branch in self.branches_of(node).into_iter().flatten() {
            if self.branches == 0 {
                return false;
            }
            self.branches -= 1;
            let depth = self.values.len();
            if self.follow(Some(branch), steps) {
                return true;
            }
            self.values.truncate(depth);
        }
        false
    }

    /// The values that a function may have: the branches of `Fn::If`, the value in a mapping.
    fn branches_of(&self, node: Node<'a>) -> [Option<Node<'a>>; 2] {
        if let Some([_, yes, no]) = node.get("Fn::If").and_then(|branches| branches.as_list()) {
            return [Some(*yes), Some(*no)];
        }
        let mappings = self.tree.root.get("Mappings");
        [
            node.get("Fn::FindInMap")
                .and_then(|keys| mapped(keys, mappings)),
            None,
        ]
    }
}

fn member<'a>(node: Node<'a>, name: &str) -> Option<Node<'a>> {
    let by_text = || {
        let entries = node.as_map()?;
        let entry = entries.iter().find(|entry| key_text(entry.key) == name)?;
        Some(entry.value)
    };
    node.get(name).or_else(by_text)
}
