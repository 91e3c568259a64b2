//! Suppressions that Guard rules read: `Metadata: {guard: {SuppressedRules: [...]}}`, and
//! `Metadata: {cfn_nag: {rules_to_suppress: [{id: ...}]}}`, which the rules of AWS's registry read as well.
//!
//! A query finds a key in several spellings (`Guard`, `suppressed_rules`), so that a suppression has them, too. It may
//! also be an argument of a function, which has its value on some deployments only.

use std::collections::{BTreeSet, HashSet};
use std::sync::LazyLock;

use bumpalo::Bump;

use cfn_warden_guard::key_spellings;
use cfn_warden_syntax::arena::ArenaValue;
use cfn_warden_syntax::derive::derive;
use cfn_warden_syntax::finding::{Finding, Suppression, SuppressionKind, TemplateSuppressions};
use cfn_warden_syntax::{Entry, Node, Path, Step, Tree, Value};
use cfn_warden_template::function::{function_of, is_no_value};
use cfn_warden_template::{Function, Functions};

/// The suppressions of a document.
pub(super) struct Suppressions<'a> {
    /// All suppressions, without effect so far.
    pub found: Vec<Suppression>,
    /// The document without them; `None` if there are none.
    pub hidden: Option<Tree<'a>>,
}

/// Returns the suppressions of a document, and the document without them. If they are denied, a function whose value may
/// be a suppression is one.
pub(super) fn of<'a>(
    arena: &'a Bump,
    tree: &Tree<'a>,
    name: &str,
    policy: TemplateSuppressions,
) -> Suppressions<'a> {
    let mut search = Search {
        arena,
        tree,
        name,
        denied: policy == TemplateSuppressions::Deny,
        found: Vec::new(),
    };
    let root = search.visit(tree.root, Place::Elsewhere, &Trail::Root);
    Suppressions {
        found: search.found,
        hidden: root.map(|root| derive(arena, tree, root)),
    }
}

/// The spellings of the keys of suppressions.
struct Spellings {
    metadata: BTreeSet<String>,
    tools: [Tool; 2],
    id: BTreeSet<String>,
}

/// The keys of a tool in metadata: its own, and that of its suppressions.
struct Tool {
    kind: SuppressionKind,
    tool: BTreeSet<String>,
    rules: BTreeSet<String>,
}

static SPELLINGS: LazyLock<Spellings> = LazyLock::new(|| {
    let tool = |kind, tool, rules| Tool {
        kind,
        tool: key_spellings(tool),
        rules: key_spellings(rules),
    };
    Spellings {
        metadata: key_spellings("Metadata"),
        tools: [
            tool(SuppressionKind::Guard, "guard", "SuppressedRules"),
            tool(SuppressionKind::CfnNag, "cfn_nag", "rules_to_suppress"),
        ],
        id: key_spellings("id"),
    }
});

/// What a value is part of.
#[derive(Clone, Copy)]
enum Place {
    /// Anything but metadata.
    Elsewhere,
    /// The metadata of a template or a resource.
    Metadata,
    /// What metadata has for a tool.
    Tool(&'static Tool),
}

/// The path of a value, from its end.
enum Trail<'t> {
    Root,
    Key(&'t Trail<'t>, &'t str),
    Index(&'t Trail<'t>, usize),
}

impl Trail<'_> {
    fn path(&self) -> Path {
        let (mut steps, mut trail) = (Vec::new(), self);
        loop {
            trail = match trail {
                Trail::Root => break,
                Trail::Key(above, key) => {
                    steps.push(Step::Key((*key).to_owned()));
                    above
                }
                Trail::Index(above, index) => {
                    steps.push(Step::Index(u32::try_from(*index).unwrap_or(u32::MAX)));
                    above
                }
            };
        }
        steps.reverse();
        Path(steps)
    }
}

struct Search<'t, 'a> {
    arena: &'a Bump,
    tree: &'t Tree<'a>,
    name: &'t str,
    denied: bool,
    found: Vec<Suppression>,
}

impl<'a> Search<'_, 'a> {
    /// Records the suppressions in a value. Returns the value without them; `None` if there are none.
    fn visit(&mut self, node: Node<'a>, place: Place, trail: &Trail<'_>) -> Option<Node<'a>> {
        match node.value {
            Value::List(items) => self.visit_list(node, items, place, trail),
            Value::Map(entries) => match (place, function_of(node)) {
                (Place::Metadata | Place::Tool(_), Some((function, argument)))
                    if Functions::PROPERTIES.has(function) && !is_no_value(node) =>
                {
                    self.visit_function(node, function, argument, place, trail)
                }
                _ => self.visit_map(node, entries, place, trail),
            },
            _ => None,
        }
    }

    fn visit_list(
        &mut self,
        node: Node<'a>,
        items: &'a [Node<'a>],
        place: Place,
        trail: &Trail<'_>,
    ) -> Option<Node<'a>> {
        let mut kept: Option<Vec<Node<'a>>> = None;
        for (index, item) in items.iter().enumerate() {
            if let Some(without) = self.visit(*item, place, &Trail::Index(trail, index))
                && let Some(slot) = kept.get_or_insert_with(|| items.to_vec()).get_mut(index)
            {
                *slot = without;
            }
        }
        kept.map(|items| Node {
            value: Value::List(self.arena.keep_all(items)),
            ..node
        })
    }

    fn visit_map(
        &mut self,
        node: Node<'a>,
        entries: &'a [Entry<'a>],
        place: Place,
        trail: &Trail<'_>,
    ) -> Option<Node<'a>> {
        // Most maps have no suppressions and are not copied.
        let mut kept: Option<Vec<Entry<'a>>> = None;
        for (index, entry) in entries.iter().enumerate() {
            let key = entry.key.as_str().unwrap_or_default();
            let below = Trail::Key(trail, key);
            let copied = || entries.get(..index).unwrap_or_default().to_vec();
            match role(key, place) {
                Role::Suppression(tool) => {
                    self.record(entry.value, tool, &below);
                    kept.get_or_insert_with(copied);
                }
                Role::Part(place) => match self.visit(entry.value, place, &below) {
                    Some(value) => kept
                        .get_or_insert_with(copied)
                        .push(Entry { value, ..*entry }),
                    None => kept.iter_mut().for_each(|kept| kept.push(*entry)),
                },
            }
        }
        kept.map(|entries| Node {
            value: Value::Map(self.arena.keep_all(entries)),
            ..node
        })
    }

    /// Visits a function in metadata. A value that is known only at deployment may be a suppression.
    fn visit_function(
        &mut self,
        node: Node<'a>,
        function: Function,
        argument: Node<'a>,
        place: Place,
        trail: &Trail<'_>,
    ) -> Option<Node<'a>> {
        let below = Trail::Key(trail, function.name());
        let before = self.found.len();
        let without = self.visit(argument, place, &below);
        let is_choice =
            function == Function::If && argument.as_list().is_some_and(|items| items.len() == 3);
        if !is_choice && self.denied {
            if self.found.len() == before {
                let tool = match place {
                    Place::Tool(tool) => tool,
                    Place::Elsewhere | Place::Metadata => &SPELLINGS.tools[0],
                };
                self.record(node, tool, trail);
            }
            return Some(Node {
                value: Value::Map(&[]),
                ..node
            });
        }
        let value = without?;
        let [entry] = node.as_map()? else { return None };
        Some(Node {
            value: Value::Map(self.arena.keep_all([Entry { value, ..*entry }])),
            ..node
        })
    }

    fn record(&mut self, rules: Node<'a>, tool: &Tool, trail: &Trail<'_>) {
        let mut names = Vec::new();
        add_names(rules, tool.kind, &mut names);
        self.found.push(Suppression {
            kind: tool.kind,
            file: self.name.to_owned(),
            path: Some(trail.path()),
            span: self.tree.span(rules.id),
            names,
            denied: self.denied,
            removed: 0,
        });
    }
}

/// What an entry of a map is.
enum Role {
    Suppression(&'static Tool),
    Part(Place),
}

fn role(key: &str, place: Place) -> Role {
    match place {
        Place::Tool(tool) if tool.rules.contains(key) => return Role::Suppression(tool),
        // What functions have as arguments is where the function is.
        Place::Metadata | Place::Tool(_) if Function::named(key).is_some() => {
            return Role::Part(place);
        }
        Place::Metadata => {
            let is_tool = |tool: &&Tool| tool.tool.contains(key);
            if let Some(tool) = SPELLINGS.tools.iter().find(is_tool) {
                return Role::Part(Place::Tool(tool));
            }
        }
        Place::Tool(_) | Place::Elsewhere => {}
    }
    // Most keys of a document are here. All spellings start with this letter.
    let is_metadata = key.starts_with(['M', 'm']) && SPELLINGS.metadata.contains(key);
    match is_metadata {
        true => Role::Part(Place::Metadata),
        false => Role::Part(Place::Elsewhere),
    }
}

/// Adds the names of the rules in the value of a suppression, on all deployments.
fn add_names(rules: Node<'_>, kind: SuppressionKind, names: &mut Vec<String>) {
    match (rules.value, function_of(rules)) {
        (Value::Str(name), _) => names.push(name.to_owned()),
        (Value::List(items), _) => {
            items.iter().for_each(|item| add_names(*item, kind, names));
        }
        (_, Some((Function::If, argument))) => {
            let branches = argument.as_list().unwrap_or_default().iter().skip(1);
            branches.for_each(|branch| add_names(*branch, kind, names));
        }
        (Value::Map(entries), None) if kind == SuppressionKind::CfnNag => {
            let is_id = |entry: &&Entry<'_>| {
                let key = entry.key.as_str();
                key.is_some_and(|key| SPELLINGS.id.contains(key))
            };
            let ids = entries.iter().filter(is_id);
            ids.for_each(|entry| add_names(entry.value, kind, names));
        }
        _ => {}
    }
}

/// Counts the findings that each suppression removed.
pub(super) fn count(suppressions: &mut [Suppression], without: &[Finding], with: &[Finding]) {
    let key = |finding: &Finding| (finding.rule.id.to_string(), finding.path.clone());
    let left: HashSet<_> = with.iter().map(key).collect();
    let mut counted = HashSet::new();
    // The names of Guard's suppressions are those of Guard rules. Those of cfn_nag are not, so that they have the rest.
    for kind in [SuppressionKind::Guard, SuppressionKind::CfnNag] {
        for one in suppressions.iter_mut().filter(|one| one.kind == kind) {
            let holder = one.path.as_ref().and_then(super::logical_id);
            let is_own = |(_, finding): &(usize, &Finding)| {
                let id = finding.path.as_ref().and_then(super::logical_id);
                (holder.is_none() || id == holder)
                    && (kind == SuppressionKind::CfnNag
                        || one.names.iter().any(|name| *name == finding.rule.id))
            };
            let removed: Vec<usize> = without
                .iter()
                .enumerate()
                .filter(is_own)
                .filter(|(index, finding)| {
                    !counted.contains(index) && !left.contains(&key(finding))
                })
                .map(|(index, _)| index)
                .collect();
            one.removed = removed.len();
            counted.extend(removed);
        }
    }
}
