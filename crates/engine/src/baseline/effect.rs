//! What a finding depends on besides the value at its path: the type and the condition of the resource, and the
//! parameters, conditions and mappings that the value refers to.

use std::collections::BTreeMap;

use super::canonical::canonical;
use super::failing_list::list_of;
use crate::digest::sha256;
use cfn_warden_syntax::finding::{Aspect, Finding};
use cfn_warden_syntax::{Node, Path, Tree};
use cfn_warden_template::document::logical_id;

/// What decides the values of a parameter. Its description, for example, does not.
const OF_PARAMETERS: [&str; 4] = ["Type", "Default", "AllowedValues", "AllowedPattern"];

/// Returns a digest of what a finding depends on. It is of values without masks, and not for reports.
pub(super) fn of(finding: &Finding, trees: &[&Tree<'_>]) -> String {
    let mut text = String::new();
    add(finding, trees, &mut text);
    sha256(text.as_bytes())
}

fn add(finding: &Finding, trees: &[&Tree<'_>], text: &mut String) {
    push(text, &format!("{:?}", finding.severity));
    if let Some(note) = &finding.deployments {
        push(text, &note.when);
    }
    let list = list_of(finding, trees);
    if let Some(path) = list.or(finding.path.as_ref()) {
        let has_value = |tree: &&&Tree<'_>| tree.root.at(path).is_some();
        let has_resource = |tree: &&&Tree<'_>| resource_at(tree, path).is_some();
        let tree = trees
            .iter()
            .find(has_value)
            .or_else(|| trees.iter().find(has_resource));
        if let Some(tree) = tree {
            // In a list that lacks an item, other items may change.
            let has_value = list.is_none() && !matches!(finding.aspect, Aspect::Missing(_));
            add_dependencies(tree, path, has_value, text);
        }
    }
    if list.is_some() {
        return;
    }
    finding
        .children
        .iter()
        .for_each(|child| add(child, trees, text));
}

fn resource_at<'a>(tree: &Tree<'a>, path: &Path) -> Option<Node<'a>> {
    tree.root.get("Resources")?.get(logical_id(path)?)
}

fn add_dependencies(tree: &Tree<'_>, path: &Path, has_value: bool, text: &mut String) {
    let mut names = Vec::new();
    if let Some(resource) = resource_at(tree, path) {
        let of_resource = |name: &str| resource.get(name).map(canonical).unwrap_or_default();
        push(text, &of_resource("Type"));
        push(text, &of_resource("Condition"));
        names.extend(resource.get("Condition").and_then(|name| name.as_str()));
    }
    // The functions around the value.
    let mut around = Some(tree.root);
    for step in &path.0 {
        let Some(node) = around else { break };
        if let Some([condition, ..]) = node.get("Fn::If").and_then(|branches| branches.as_list()) {
            names.extend(condition.as_str());
        }
        around = node.child(step);
    }
    // A value in which something is missing may change otherwise.
    if has_value
        && path.0.len() > 1
        && let Some(value) = around
    {
        push(text, &canonical(value));
        add_names(value, &mut names);
    }
    for ((section, name), definition) in definitions(tree, names) {
        push(text, section);
        push(text, name);
        push(text, &definition);
    }
}

/// Returns the definitions of names, and of the names in these, by section and name.
fn definitions<'a>(
    tree: &Tree<'a>,
    names: Vec<&'a str>,
) -> BTreeMap<(&'static str, &'a str), String> {
    let mut found = BTreeMap::new();
    let mut waiting = names;
    while let Some(name) = waiting.pop() {
        for section in ["Conditions", "Mappings", "Parameters"] {
            let definition = tree.root.get(section).and_then(|all| all.get(name));
            let Some(definition) = definition.filter(|_| !found.contains_key(&(section, name)))
            else {
                continue;
            };
            let text = match section {
                "Parameters" => OF_PARAMETERS
                    .iter()
                    .map(|key| definition.get(key).map(canonical).unwrap_or_default())
                    .collect::<Vec<_>>()
                    .join("\n"),
                _ => canonical(definition),
            };
            found.insert((section, name), text);
            if section == "Conditions" {
                add_names(definition, &mut waiting);
            }
        }
    }
    found
}

/// Adds the texts in a value, and the variables in them, which may be the names of what functions refer to.
fn add_names<'a>(value: Node<'a>, names: &mut Vec<&'a str>) {
    if let Some(text) = value.as_str() {
        names.push(text);
        let variables = text.split("${").skip(1);
        names.extend(variables.filter_map(|rest| rest.split('}').next()));
    }
    let items = value.as_list().unwrap_or_default();
    items.iter().for_each(|item| add_names(*item, names));
    let entries = value.as_map().unwrap_or_default();
    entries
        .iter()
        .for_each(|entry| add_names(entry.value, names));
}

fn push(text: &mut String, part: &str) {
    // Lengths in front of the parts: no two lists of parts are the same text.
    text.push_str(&format!("{}:{part}", part.len()));
}
