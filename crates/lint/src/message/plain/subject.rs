//! What a message is about, in the words of the template: `Runtime`, item 2 of `Subnets`, the resource `Queue`.

use super::shown::{code_name, shown};
use cfn_warden_schema::{InstancePath, Json, Step};
use cfn_warden_syntax::{Node, Text, ToText, python, text};
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
    pub fn owner(&self) -> Text {
        let above = self
            .steps
            .split_last()
            .map(|(_, above)| above)
            .unwrap_or_default();
        match (above, self.resource_type) {
            ([section, _, last], Some(resource_type)) if is_properties(section, last) => {
                code_name(resource_type)
            }
            ([_, _], Some(_)) => "a resource".into(),
            ([], _) => "a template".into(),
            _ => label(above),
        }
    }

    /// Returns the words for the object that these keys belong to, whether the path ends at it or at one of them.
    pub fn owner_of(&self, keys: &[&str]) -> Text {
        let ends_at_key = self
            .steps
            .last()
            .and_then(Step::text)
            .is_some_and(|last| keys.contains(&last));
        if ends_at_key {
            self.owner()
        } else {
            label(&self.steps)
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
    pub fn place(&self) -> Text {
        match self.steps.as_slice() {
            [section, name, last] if is_properties(section, last) => {
                text!("`Properties` of {}", code_name(&step_text(name)))
            }
            steps => label(steps),
        }
    }

    /// Returns the words for the value and what it is.
    pub fn is(&self, instance: Node<'_>) -> Text {
        text!("{} is {}", self, shown(instance))
    }

    /// Returns the words for the value, with the value in parentheses.
    pub fn with_value(&self, instance: Node<'_>) -> Text {
        text!("{} ({})", self, shown(instance))
    }
}

impl ToText for Subject<'_> {
    fn append_to(&self, text: &mut Text) {
        text.push(label(&self.steps));
    }
}

fn label(steps: &[Step<'_>]) -> Text {
    match steps {
        [] => "the template".into(),
        [section] => text!("the section {}", code_name(&step_text(section))),
        [section, name] if section.text().is_some() && name.text().is_some() => {
            let section = step_text(section);
            let kind = match section.as_str() {
                "Resources" => "resource",
                "Parameters" => "parameter",
                "Conditions" => "condition",
                "Mappings" => "mapping",
                "Outputs" => "output",
                "Rules" => "rule",
                _ => return text!("{} of {}", code_name(&step_text(name)), code_name(&section)),
            };
            text!("the {} {}", kind, code_name(&step_text(name)))
        }
        [section, name, last] if is_properties(section, last) => {
            text!("the resource {}", code_name(&step_text(name)))
        }
        [.., key, Step::Index(index)] => {
            let number = index.saturating_add(1);
            let kind = if is_function(key) { "argument" } else { "item" };
            match key.text() {
                Some(name) => text!("{} {} of {}", kind, number, code_name(name)),
                None => text!("item {} of a list in {}", number, nearest_key(steps)),
            }
        }
        [.., owner, last] if is_function(last) && owner.text().is_some() => {
            text!(
                "{} in {}",
                code_name(&step_text(last)),
                code_name(&step_text(owner))
            )
        }
        [.., last] => code_name(&step_text(last)),
    }
}

fn is_properties(section: &Step<'_>, last: &Step<'_>) -> bool {
    section.text() == Some("Resources") && last.text() == Some("Properties")
}

fn nearest_key(steps: &[Step<'_>]) -> Text {
    steps
        .iter()
        .rev()
        .find_map(Step::text)
        .map_or_else(|| "the template".into(), code_name)
}

fn is_function(step: &Step<'_>) -> bool {
    step.text()
        .and_then(Function::named)
        .is_some_and(|function| Functions::PROPERTIES.has(function))
}

fn step_text(step: &Step<'_>) -> String {
    match step {
        Step::Index(index) => index.to_string(),
        Step::Name(name) => (*name).to_owned(),
        Step::Key(key) => python::str(*key),
    }
}
