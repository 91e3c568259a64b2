//! The parts of a template in which functions are evaluated.

use cfn_warden_schema::{InstancePath, Step};
use cfn_warden_template::Template;
use cfn_warden_template::reference::Use;
use cfn_warden_template::template::{LANGUAGE_EXTENSIONS, SERVERLESS};
use cfn_warden_template::transform::is_transform_name;

use cfn_warden_lint::rule::Lint;

/// Returns the path of a function's name if the function is evaluated: if it is the only key of a map in the properties
/// of a resource, or in the value or export of an output.
pub fn evaluated<'a>(lint: &Lint<'a, '_>, used: &Use<'a>) -> Option<InstancePath<'a>> {
    let is_lone = used
        .holder
        .as_map()
        .is_some_and(|entries| entries.len() == 1);
    if !is_lone || !matches!(used.section, Some("Resources" | "Outputs")) {
        return None;
    }
    let path = InstancePath::of(lint.arena, lint.tree, used.holder.id);
    let part = path.nth(2).and_then(|step| step.text());
    let is_evaluated = match used.section {
        Some("Resources") => part == Some("Properties"),
        _ => matches!(part, Some("Value" | "Export")),
    };
    is_evaluated.then(|| path.step(lint.arena, Step::Key(used.entry.key)))
}

/// Returns whether a template does not use macros of an account, which can add resources and functions of their own.
pub fn is_plain(template: &Template<'_>) -> bool {
    // A name that no macro can have runs nothing.
    let is_known =
        |name: &&str| [SERVERLESS, LANGUAGE_EXTENSIONS].contains(name) || !is_transform_name(name);
    template.root.entry("Fn::Transform").is_none() && template.transforms.iter().all(is_known)
}
