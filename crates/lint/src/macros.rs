//! Errors that a macro of the user may correct before CloudFormation reads the template: they become warnings.
//!
//! Macros are not executed. A macro in `Transform` gets the whole template and may replace all but what its call is made
//! of; a macro in `Fn::Transform` gets the siblings of the function.
//! Source: <https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/template-macros.html>.

use super::Settings;
use super::settings::Wording;
use crate::custom;
use cfn_warden_syntax::finding::{Finding, Severity};
use cfn_warden_syntax::{Node, Operand, Path, Step, text};
use cfn_warden_template::transform::is_macro_name;
use cfn_warden_template::{Quirk, Template};

/// Sections that CloudFormation reads before it calls macros.
const READ_BEFORE: [&str; 5] = [
    "AWSTemplateFormatVersion",
    "Description",
    "Metadata",
    "Parameters",
    "Transform",
];
/// The function that calls a macro.
const TRANSFORM: &str = "Fn::Transform";

/// Makes errors in what a macro processes warnings, which name the macro in plain words.
pub fn lenient(
    mut findings: Vec<Finding>,
    template: &Template<'_>,
    settings: &Settings,
) -> Vec<Finding> {
    if findings.is_empty()
        || settings.compat.has(Quirk::Macros)
        || !(template.has_macro() || calls_macro(template))
    {
        return findings;
    }
    let errors = findings
        .iter_mut()
        .filter(|finding| finding.severity == Severity::Error && !custom::is_of(finding));
    for finding in errors {
        let Some(name) = finding
            .path
            .as_ref()
            .and_then(|path| macro_of(path, template))
        else {
            continue;
        };
        finding.severity = Severity::Warning;
        if settings.wording == Wording::Plain {
            finding.message.push(text!(
                " (unless the macro `{}` changes it)",
                Operand::Name(name)
            ));
        }
    }
    findings
}

/// Returns the name of a macro that processes the value at a path.
fn macro_of<'a>(path: &Path, template: &Template<'a>) -> Option<&'a str> {
    let is_read_before = matches!(path.0.first(), Some(Step::Key(section)) if READ_BEFORE.contains(&section.as_str()));
    if is_read_before {
        return None;
    }
    let of_template = || {
        template
            .transforms
            .iter()
            .copied()
            .find(|name| is_macro_name(name))
    };
    of_template().or_else(|| {
        let mut around = Some(template.written);
        path.0.iter().find_map(|step| {
            let node = around?;
            around = node.child(step);
            called(node)
        })
    })
}

/// Returns the name of the macro that `Fn::Transform` in an object calls.
fn called<'a>(object: Node<'a>) -> Option<&'a str> {
    object
        .get(TRANSFORM)?
        .get("Name")?
        .as_str()
        .filter(|name| is_macro_name(name))
}

/// Whether `Fn::Transform` calls a macro anywhere in the template.
fn calls_macro(template: &Template<'_>) -> bool {
    template
        .uses_as_written()
        .others
        .iter()
        .any(|used| called(used.holder).is_some())
}
