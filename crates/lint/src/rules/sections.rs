//! The parts of a template in which functions are evaluated.

use cfn_warden_schema::Step;
use cfn_warden_syntax::Node;
use cfn_warden_template::Template;
use cfn_warden_template::template::{LANGUAGE_EXTENSIONS, SERVERLESS};

/// Returns the properties of resources and the values of outputs, each with the steps of its path.
pub fn with_functions<'a>(root: Node<'a>) -> Vec<(Vec<Step<'a>>, Node<'a>)> {
    let mut found = Vec::new();
    for (section, parts) in [("Resources", &["Properties"][..]), ("Outputs", &["Value", "Export"])] {
        let Some(section) = root.entry(section) else { continue };
        for entry in section.value.as_map().unwrap_or_default() {
            let parts = parts.iter().filter_map(|part| entry.value.entry(part));
            let path = |part| vec![Step::Key(section.key), Step::Key(entry.key), Step::Key(part)];
            found.extend(parts.map(|part| (path(part.key), part.value)));
        }
    }
    found
}

/// Returns whether a template does not use macros of an account, which can add resources and functions of their own.
pub fn is_plain(template: &Template<'_>) -> bool {
    let is_known = |name: &&str| [SERVERLESS, LANGUAGE_EXTENSIONS].contains(name);
    template.root.entry("Fn::Transform").is_none() && template.transforms.iter().all(is_known)
}
