//! Conditions on the path to a value, and whether a resource exists whenever the value does.

use cfn_warden_syntax::tree::At;
use cfn_warden_syntax::{Node, NodeId, Tree};

use super::Logic;
use super::objects::Scenario;

/// A condition on a path, and the branches that the path follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PathCondition<'a> {
    /// The name of the condition.
    pub name: &'a str,
    /// Whether the path exists if the condition is true.
    pub when_true: bool,
    /// Whether the path exists if the condition is false.
    pub when_false: bool,
}

/// Returns the conditions of the `Fn::If` branches that contain a node, outermost first, then the `Condition` of its
/// resource or output.
///
/// Source: cfn-lint 1.58.0, `Template.get_conditions_from_path`.
pub fn conditions_on_path<'a>(
    tree: &Tree<'a>,
    root: Node<'a>,
    node: NodeId,
) -> Vec<PathCondition<'a>> {
    let mut way = Vec::new();
    let mut steps: Vec<At<'a>> = Vec::new();
    let mut at = node;
    while let Some(info) = tree.info(at) {
        if info.at == At::Root {
            break;
        }
        steps.push(info.at);
        at = info.parent;
    }
    let mut here = Some(root);
    let mut below = steps.iter().rev().peekable();
    while let Some(step) = below.next() {
        if let (At::Value("Fn::If", _), Some(next)) = (step, below.peek()) {
            let argument = here
                .and_then(|node| node.get("Fn::If"))
                .and_then(|argument| argument.as_list());
            if let (Some([condition, _, _]), At::Index(index @ (1 | 2))) = (argument, next) {
                add(&mut way, condition.as_str(), *index == 1);
            }
        }
        here = here.and_then(|node| match step {
            At::Value(key, _) => node.get(key),
            At::Index(index) => node.as_list()?.get(*index as usize).copied(),
            At::Key | At::Root => None,
        });
    }
    let mut top = steps.iter().rev();
    if let (Some(At::Value(section @ ("Resources" | "Outputs"), _)), Some(At::Value(name, _))) =
        (top.next(), top.next())
    {
        let condition = root
            .get(section)
            .and_then(|s| s.get(name))
            .and_then(|member| member.get("Condition"));
        add(
            &mut way,
            condition.and_then(|condition| condition.as_str()),
            true,
        );
    }
    way
}

fn add<'a>(way: &mut Vec<PathCondition<'a>>, name: Option<&'a str>, holds: bool) {
    let Some(name) = name else { return };
    let place = way
        .iter()
        .position(|known| known.name == name)
        .unwrap_or_else(|| {
            way.push(PathCondition {
                name,
                when_true: false,
                when_false: false,
            });
            way.len() - 1
        });
    if let Some(known) = way.get_mut(place) {
        known.when_true |= holds;
        known.when_false |= !holds;
    }
}

/// Returns a scenario in which a value exists and the resource that it refers to does not; `None` if there is none.
///
/// Source: cfn-lint 1.58.0, `Template.is_resource_available`.
pub fn missing<'a>(
    logic: &Logic<'a>,
    root: Node<'a>,
    way: &[PathCondition<'a>],
    resource: &str,
) -> Option<Scenario<'a>> {
    let condition = root
        .get("Resources")?
        .get(resource)?
        .get("Condition")?
        .as_str()?;
    if way.is_empty() {
        return Some(vec![(condition, false)]);
    }
    if let Some(own) = way.iter().find(|known| known.name == condition) {
        return (!own.when_true).then(|| vec![(condition, false)]);
    }
    if way.iter().any(|known| known.when_true && known.when_false) {
        return None;
    }
    let scenario: Scenario<'a> = way
        .iter()
        .map(|known| (known.name, known.when_true))
        .collect();
    if logic.implies(&scenario, condition) {
        return None;
    }
    Some([(condition, false)].into_iter().chain(scenario).collect())
}
