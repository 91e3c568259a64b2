//! What a message is about, in the words of the template: `Runtime`, item 2 of `Subnets`, the resource `Queue`.

use std::fmt;

use super::shown::{code, shown};
use cfn_warden_schema::{InstancePath, Json, Step};
use cfn_warden_syntax::{Node, python};
use cfn_warden_template::{Function, Functions, Template};

/// The value at a path.
pub struct Subject<'a> {
    steps: Vec<Step<'a>>,
    resource_type: Option<&'a str>,
}

impl<'a> Subject<'a> {
    /// Creates the subject for a path. The branches of `Fn::If` are not named, but `Fn::If` itself is.
    pub fn of(path: InstancePath<'a>, template: &Template<'a>) -> Subject<'a> {
        let all = path.steps();
        let resource_type = match all.as_slice() {
            [section, name, ..] if section.text() == Some("Resources") => {
                name.text().and_then(|name| template.resource_type(name))
            }
            _ => None,
        };
        let mut steps: Vec<Step<'a>> = Vec::with_capacity(all.len());
        let mut is_branch = false;
        let last = all.len().saturating_sub(1);
        for (at, step) in all.into_iter().enumerate() {
            let is_if = step.text() == Some(Function::If.name());
            if !(is_if && at < last || is_branch && step.text().is_none()) {
                steps.push(step);
            }
            is_branch = is_if;
        }
        Subject {
            steps,
            resource_type,
        }
    }

    /// Returns the words for the object that contains the value.
    pub fn owner(&self) -> String {
        let above = self
            .steps
            .split_last()
            .map(|(_, above)| above)
            .unwrap_or_default();
        match (above, self.resource_type) {
            ([section, _, last], Some(resource_type)) if is_properties(section, last) => {
                code(resource_type)
            }
            ([_, _], Some(_)) => "a resource".to_owned(),
            ([], _) => "a template".to_owned(),
            _ => label(above),
        }
    }

    /// Returns the words for the object that these keys belong to, whether the path ends at it or at one of them.
    pub fn owner_of(&self, keys: &[&str]) -> String {
        let ends_at_key = self
            .steps
            .last()
            .and_then(Step::text)
            .is_some_and(|last| keys.contains(&last));
        if ends_at_key {
            self.owner()
        } else {
            self.to_string()
        }
    }

    /// Returns whether a condition is expected where a schema has this type.
    pub fn is_condition(&self, types: Json<'_>) -> bool {
        let section = self.steps.first().and_then(Step::text);
        let is_boolean = |types: Json<'_>| types.as_str() == Some("boolean");
        matches!(section, Some("Conditions" | "Rules"))
            && (is_boolean(types) || types.items().any(is_boolean))
    }

    /// Returns the type of the resource that the value is in.
    pub fn resource_type(&self) -> Option<&'a str> {
        self.resource_type
    }

    /// Returns whether the path ends at this key.
    pub fn is_key(&self, key: &str) -> bool {
        self.steps.last().and_then(Step::text) == Some(key)
    }

    /// Returns the words for the place of the value: the properties of a resource are not the resource.
    pub fn place(&self) -> String {
        match self.steps.as_slice() {
            [section, name, last] if is_properties(section, last) => {
                format!("`Properties` of {}", code(&text(name)))
            }
            steps => label(steps),
        }
    }

    /// Returns the words for the value and what it is.
    pub fn is(&self, instance: Node<'_>) -> String {
        format!("{self} is {}", shown(instance))
    }

    /// Returns the words for the value, with the value in parentheses.
    pub fn with_value(&self, instance: Node<'_>) -> String {
        format!("{self} ({})", shown(instance))
    }
}

impl fmt::Display for Subject<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&label(&self.steps))
    }
}

fn label(steps: &[Step<'_>]) -> String {
    match steps {
        [] => "the template".to_owned(),
        [section] => format!("the section {}", code(&text(section))),
        [section, name] if section.text().is_some() && name.text().is_some() => {
            let section = text(section);
            let kind = match section.as_str() {
                "Resources" => "resource",
                "Parameters" => "parameter",
                "Conditions" => "condition",
                "Mappings" => "mapping",
                "Outputs" => "output",
                "Rules" => "rule",
                _ => return format!("{} of {}", code(&text(name)), code(&section)),
            };
            format!("the {kind} {}", code(&text(name)))
        }
        [section, name, last] if is_properties(section, last) => {
            format!("the resource {}", code(&text(name)))
        }
        [.., key, Step::Index(index)] => {
            let number = index.saturating_add(1);
            let kind = if is_function(key) { "argument" } else { "item" };
            match key.text() {
                Some(name) => format!("{kind} {number} of {}", code(name)),
                None => format!("item {number} of a list in {}", nearest_key(steps)),
            }
        }
        [.., owner, last] if is_function(last) && owner.text().is_some() => {
            format!("{} in {}", code(&text(last)), code(&text(owner)))
        }
        [.., last] => code(&text(last)),
    }
}

fn is_properties(section: &Step<'_>, last: &Step<'_>) -> bool {
    section.text() == Some("Resources") && last.text() == Some("Properties")
}

fn nearest_key(steps: &[Step<'_>]) -> String {
    steps
        .iter()
        .rev()
        .find_map(Step::text)
        .map_or_else(|| "the template".to_owned(), code)
}

fn is_function(step: &Step<'_>) -> bool {
    step.text()
        .and_then(Function::named)
        .is_some_and(|function| Functions::PROPERTIES.has(function))
}

fn text(step: &Step<'_>) -> String {
    match step {
        Step::Index(index) => index.to_string(),
        Step::Name(name) => (*name).to_owned(),
        Step::Key(key) => python::str(*key),
    }
}
