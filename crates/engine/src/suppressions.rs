//! Guard rules that a template suppresses: `Metadata: {guard: {SuppressedRules: [...]}}`.

use bumpalo::Bump;

use cfn_warden_syntax::derive::{derive, edited};
use cfn_warden_syntax::finding::{Finding, Suppression, SuppressionKind};
use cfn_warden_syntax::{Node, Path, Step, Tree};

/// Returns the suppressions of a template and its resources, marked as allowed and without effect.
pub(super) fn of(tree: &Tree<'_>, name: &str) -> Vec<Suppression> {
    let resources = tree
        .root
        .get("Resources")
        .and_then(|node| node.as_map())
        .unwrap_or_default();
    let each = resources
        .iter()
        .filter_map(|entry| Some((vec!["Resources", entry.key.as_str()?], entry.value)));
    let one = |(path, holder): (Vec<&str>, Node<'_>)| {
        let rules = holder
            .get("Metadata")?
            .get("guard")?
            .get("SuppressedRules")?;
        let items = rules.as_list().unwrap_or_default();
        let path = path
            .into_iter()
            .chain(["Metadata", "guard", "SuppressedRules"]);
        Some(Suppression {
            kind: SuppressionKind::Guard,
            file: name.to_owned(),
            path: Some(Path(path.map(|step| Step::Key(step.to_owned())).collect())),
            span: tree.span(rules.id),
            names: items
                .iter()
                .filter_map(|item| item.as_str().map(str::to_owned))
                .collect(),
            denied: false,
            removed: 0,
        })
    };
    std::iter::once((Vec::new(), tree.root))
        .chain(each)
        .filter_map(one)
        .collect()
}

/// Returns the template without its suppressions.
pub(super) fn hidden<'a>(arena: &'a Bump, tree: &Tree<'a>) -> Tree<'a> {
    let resources = |section: Node<'a>| {
        edited(arena, section, &mut |_, resource| {
            Some(open(arena, resource))
        })
    };
    let root = open(arena, tree.root);
    let root = edited(arena, root, &mut |key, value| {
        Some(if key == "Resources" {
            resources(value)
        } else {
            value
        })
    });
    derive(arena, tree, root)
}

/// Removes the suppressions from a template's or a resource's metadata.
fn open<'a>(arena: &'a Bump, holder: Node<'a>) -> Node<'a> {
    let guard = |node: Node<'a>| {
        edited(arena, node, &mut |key, value| {
            (key != "SuppressedRules").then_some(value)
        })
    };
    let metadata = |node: Node<'a>| {
        edited(arena, node, &mut |key, value| {
            Some(if key == "guard" { guard(value) } else { value })
        })
    };
    edited(arena, holder, &mut |key, value| {
        Some(if key == "Metadata" {
            metadata(value)
        } else {
            value
        })
    })
}

/// Counts the findings that each suppression removed.
pub(super) fn count(suppressions: &mut [Suppression], without: &[Finding], with: &[Finding]) {
    for one in suppressions {
        let holder = one.path.as_ref().and_then(super::logical_id);
        let is_own = |finding: &&Finding| {
            let id = finding.path.as_ref().and_then(super::logical_id);
            (holder.is_none() || id == holder)
                && one.names.iter().any(|name| *name == finding.rule.id)
        };
        let (without, with) = (
            without.iter().filter(is_own).count(),
            with.iter().filter(is_own).count(),
        );
        one.removed = without.saturating_sub(with);
    }
}
