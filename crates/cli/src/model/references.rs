//! The references in a template, in the order of kinds and of the source.

use serde_json::{Value as Json, json};

use super::location::location;
use cfn_warden_syntax::{Entry, Node, NodeId, Tree, Value};
use cfn_warden_template::Template;
use cfn_warden_template::reference::Use;
use cfn_warden_template::reference::uses::sub_targets;

/// Collects references.
pub struct References<'r, 'a> {
    /// The template after its transforms, with positions.
    pub tree: &'r Tree<'a>,
    /// The same template by sections.
    pub template: &'r Template<'a>,
}

/// What a reference refers to.
struct Target<'t> {
    section: Option<&'static str>,
    name: &'t str,
    attribute: Option<String>,
}

impl<'a> References<'_, 'a> {
    /// Returns all references.
    pub fn all(&self) -> Vec<Json> {
        let uses = self.template.uses();
        let mut all = Vec::new();
        for used in &uses.refs {
            let target = used.entry.value.as_str().map(|name| self.named(name));
            all.extend(target.map(|target| self.of_use("Ref", used, &target)));
        }
        for used in &uses.get_atts {
            all.extend(
                self.attribute(used.entry.value)
                    .map(|target| self.of_use("GetAtt", used, &target)),
            );
        }
        for used in &uses.subs {
            let targets = self.of_sub(used.entry.value);
            all.extend(
                targets
                    .iter()
                    .map(|target| self.of_use("Sub", used, target)),
            );
        }
        for used in &uses.find_in_maps {
            let name = used
                .entry
                .value
                .as_list()
                .and_then(|items| items.first()?.as_str());
            all.extend(
                name.map(|name| self.of_use("FindInMap", used, &of_section("Mappings", name))),
            );
        }
        for used in uses.conditions.iter() {
            let name = used.entry.value.as_str().filter(|_| is_condition(used));
            all.extend(name.map(|name| self.of_condition(used, &of_section("Conditions", name))));
        }
        for used in &uses.ifs {
            let name = used
                .entry
                .value
                .as_list()
                .and_then(|items| items.first()?.as_str());
            all.extend(name.map(|name| self.of_use("If", used, &of_section("Conditions", name))));
        }
        for entry in self
            .tree
            .root
            .get("Resources")
            .and_then(|node| node.as_map())
            .unwrap_or_default()
        {
            all.extend(self.depends_on(entry));
        }
        all
    }

    fn depends_on(&self, resource: &Entry<'a>) -> Vec<Json> {
        let Some((name, list)) = resource.key.as_str().zip(resource.value.get("DependsOn")) else {
            return Vec::new();
        };
        let one = [list];
        let targets = list.as_list().unwrap_or(&one).iter();
        let reference = |node: &Node<'a>| {
            let target = of_section("Resources", node.as_str()?);
            Some(self.reference(
                "DependsOn",
                (Some("Resources"), Some(name)),
                &target,
                node.id,
                node.id,
            ))
        };
        targets.filter_map(reference).collect()
    }

    /// Returns the reference of a key `Condition`, which is not the only key of its map.
    fn of_condition(&self, used: &Use<'a>, target: &Target<'_>) -> Json {
        let (key, value) = (used.entry.key.id, used.entry.value.id);
        let mut reference =
            self.reference("Condition", (used.section, used.member), target, key, value);
        if let Some(reference) = reference.as_object_mut() {
            reference.insert("path".to_owned(), self.tree.path(value).to_string().into());
        }
        reference
    }

    fn of_use(&self, kind: &str, used: &Use<'a>, target: &Target<'_>) -> Json {
        self.reference(
            kind,
            (used.section, used.member),
            target,
            used.holder.id,
            used.entry.value.id,
        )
    }

    fn reference(
        &self,
        kind: &str,
        (section, member): (Option<&str>, Option<&str>),
        target: &Target<'_>,
        holder: NodeId,
        value: NodeId,
    ) -> Json {
        let mut to = json!({"section": target.section, "name": target.name});
        if let (Some(to), Some(attribute)) = (to.as_object_mut(), &target.attribute) {
            to.insert("attribute".to_owned(), attribute.as_str().into());
        }
        json!({
            "kind": kind,
            "from": {"section": section, "name": member},
            "to": to,
            "path": self.tree.path(holder).to_string(),
            "location": location(self.tree, holder, value),
        })
    }

    /// Returns what a name refers to; pseudo parameters and unknown names have no section.
    fn named<'t>(&self, name: &'t str) -> Target<'t> {
        let section = match name {
            _ if self.template.resource(name).is_some() => Some("Resources"),
            _ if self.template.parameter(name).is_some() => Some("Parameters"),
            _ => None,
        };
        Target {
            section,
            name,
            attribute: None,
        }
    }

    fn attribute(&self, value: Node<'a>) -> Option<Target<'a>> {
        let (name, attribute) = match value.value {
            Value::List([name, rest @ ..]) => {
                let parts: Vec<&str> = rest.iter().filter_map(|part| part.as_str()).collect();
                (name.as_str()?, parts.join("."))
            }
            Value::Str(text) => text
                .split_once('.')
                .map(|(name, attribute)| (name, attribute.to_owned()))?,
            _ => return None,
        };
        Some(Target {
            attribute: Some(attribute),
            ..self.named(name)
        })
    }

    fn of_sub(&self, value: Node<'a>) -> Vec<Target<'a>> {
        let (text, own) = match value.value {
            Value::List([text, own, ..]) => (text.as_str(), Some(*own)),
            Value::Str(text) => (Some(text), None),
            _ => (None, None),
        };
        // Names with `::` are pseudo parameters, which always have a value.
        let names = sub_targets(text.unwrap_or_default());
        let names = names.filter(|name| own.is_none_or(|own| own.entry(name).is_none()));
        names
            .map(|name| match name.split_once('.') {
                Some((name, attribute)) => Target {
                    attribute: Some(attribute.to_owned()),
                    ..self.named(name)
                },
                None => self.named(name),
            })
            .collect()
    }
}

fn of_section<'t>(section: &'static str, name: &'t str) -> Target<'t> {
    Target {
        section: Some(section),
        name,
        attribute: None,
    }
}

/// Returns whether a key `Condition` names a condition: that of a resource or output, or one in a condition; not a key of a
/// policy.
fn is_condition(used: &Use<'_>) -> bool {
    match used.section {
        Some("Conditions") => true,
        Some("Resources") => used.holder.get("Type").is_some(),
        Some("Outputs") => used.holder.get("Value").is_some(),
        _ => false,
    }
}
