//! Nested stacks: the parameters and outputs of templates that a template refers to. The caller loads those templates.

use std::path::{Component, Path, PathBuf};

use super::function::{Function, function_of};
use cfn_warden_syntax::{Node, Tree, Value};

/// The interface of a nested template.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Nested {
    /// The location as written in the parent template: `./network.yaml`.
    pub location: String,
    /// The parameters, and whether each has a default; `None` if the section is not a map.
    pub parameters: Option<Vec<(String, bool)>>,
    /// The names of the outputs.
    pub outputs: Vec<String>,
}

/// Resource types of stacks, and the property that contains the template location.
pub const STACKS: [(&str, &str); 2] = [
    ("AWS::CloudFormation::Stack", "TemplateURL"),
    ("AWS::Serverless::Application", "Location"),
];

impl Nested {
    /// Returns the interface of a template.
    pub fn of(location: &str, tree: &Tree<'_>) -> Nested {
        let names = |section: Option<Node<'_>>| {
            let entries = section
                .and_then(|section| section.as_map())
                .unwrap_or_default();
            entries
                .iter()
                .filter_map(|entry| {
                    Some((entry.key.as_str()?.to_owned(), has_default(entry.value)))
                })
                .collect()
        };
        let parameters = tree.root.get("Parameters");
        let outputs: Vec<(String, bool)> = names(tree.root.get("Outputs"));
        Nested {
            location: location.to_owned(),
            parameters: parameters
                .is_none_or(|section| section.as_map().is_some())
                .then(|| names(parameters)),
            outputs: outputs.into_iter().map(|(name, _)| name).collect(),
        }
    }
}

fn has_default(parameter: Node<'_>) -> bool {
    parameter
        .get("Default")
        .is_some_and(|default| !matches!(default.value, Value::Null))
}

/// Returns the local files that a template refers to as nested templates: as written, in order, without duplicates.
pub fn locations<'a>(root: Node<'a>) -> Vec<&'a str> {
    let mut found = Vec::new();
    for entry in root
        .get("Resources")
        .and_then(|resources| resources.as_map())
        .unwrap_or_default()
    {
        let kind = entry.value.get("Type").and_then(|kind| kind.as_str());
        let Some((_, key)) = STACKS.iter().find(|(stack, _)| kind == Some(stack)) else {
            continue;
        };
        if let Some(location) = entry
            .value
            .get("Properties")
            .and_then(|properties| properties.get(key))
        {
            add_files(location, &mut found);
        }
    }
    found
}

fn add_files<'a>(location: Node<'a>, found: &mut Vec<&'a str>) {
    match (
        location.value,
        function_of(location).map(|(function, argument)| (function, argument.value)),
    ) {
        (Value::Str(text), _) if is_file(text) && !found.contains(&text) => found.push(text),
        (_, Some((Function::If, Value::List([_, then, other])))) => {
            add_files(*then, found);
            add_files(*other, found);
        }
        _ => {}
    }
}

/// Returns whether a location is the path of a file, and not a URL with a scheme.
pub fn is_file(location: &str) -> bool {
    let has_scheme = location.split_once("://").is_some_and(|(scheme, _)| {
        scheme
            .chars()
            .all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '+' | '-' | '.'))
    });
    !has_scheme && !location.contains("{{resolve:")
}

/// Returns the path of a nested template, relative to the path of its parent.
pub fn path_of(template: &str, location: &str) -> String {
    let folder = Path::new(template).parent().unwrap_or(Path::new(""));
    let mut path = PathBuf::new();
    for step in folder.join(location).components() {
        match step {
            Component::CurDir => {}
            Component::ParentDir
                if matches!(path.components().next_back(), Some(Component::Normal(_))) =>
            {
                path.pop();
            }
            step => path.push(step),
        }
    }
    path.to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::path_of;

    #[test]
    fn paths_are_from_the_folder_of_the_template() {
        let said = [
            ("stack.yaml", "./nested.yaml", "nested.yaml"),
            ("a/stack.yaml", "../b/nested.yaml", "b/nested.yaml"),
            ("a/stack.yaml", "../../nested.yaml", "../nested.yaml"),
            ("/a/stack.yaml", "nested.yaml", "/a/nested.yaml"),
            ("a/stack.yaml", "/nested.yaml", "/nested.yaml"),
        ];
        for (template, location, path) in said {
            assert_eq!(path_of(template, location), path);
        }
    }
}
