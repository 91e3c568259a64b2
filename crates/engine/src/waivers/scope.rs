//! The findings that a waiver applies to.

use std::collections::BTreeSet;

use super::target::Target;
use cfn_warden_syntax::finding::{Finding, Identity, Subject};
use cfn_warden_template::document::logical_id;

/// The findings that a waiver applies to, among those of its rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Scope {
    /// Those that match all patterns.
    Patterns(Box<Patterns>),
    /// Those on these lines of the file that the waiver is written in, 1-based and inclusive. If there are none, those about
    /// the innermost list item that fails and has these lines.
    Lines(u32, u32),
    /// Those in the file that the waiver is written in.
    Document,
    /// Those in a resource of the file that the waiver is written in, or in the resources that a loop makes of it.
    Resources(BTreeSet<String>),
}

/// Patterns in which `*` matches any characters; `None` matches everything.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Patterns {
    /// The name of the file.
    pub file: Option<String>,
    /// The logical ID of the resource, or its Terraform address with or without instance keys.
    pub resource: Option<String>,
    /// The path of the value, or of a value that contains it: `Resources/Bucket/Properties`. Items of lists are given by their
    /// index, or by their value: `Resources/Group/Properties/SecurityGroupIngress/[*"FromPort":"22"*]`.
    pub path: Option<String>,
    /// The ID of the account.
    pub account: Option<String>,
    /// The organisational unit of the account, by the name that the policy gives it.
    pub unit: Option<String>,
    /// The name of the stack.
    pub stack: Option<String>,
}

impl Scope {
    /// Returns whether a finding is in the scope of a waiver that is written in a file.
    pub(super) fn covers(&self, finding: &Finding, file: &str, target: &Target<'_>) -> bool {
        match self {
            Scope::Patterns(patterns) => patterns.cover(finding, target),
            Scope::Lines(first, last) => {
                finding.file == file && (*first..=*last).contains(&finding.span.start.line)
            }
            Scope::Document => finding.file == file,
            Scope::Resources(ids) => {
                finding.file == file && finding.resource().is_some_and(|id| ids.contains(id))
            }
        }
    }
}

/// Returns the lines of the list item that a finding is about, if a waiver on these lines of a file is written in it.
pub(super) fn item_around(
    finding: &Finding,
    file: &str,
    (first, last): (u32, u32),
) -> Option<(u32, u32)> {
    let item = finding.extent.as_deref()?.item?;
    let lines = (item.start.line, item.end.line);
    (finding.file == file && lines.0 <= first && last <= lines.1).then_some(lines)
}

impl Patterns {
    fn cover(&self, finding: &Finding, target: &Target<'_>) -> bool {
        let fits = |pattern: &Option<String>, text: Option<&str>| {
            pattern
                .as_ref()
                .is_none_or(|pattern| text.is_some_and(|text| matches(pattern, text)))
        };
        fits(&self.file, Some(bare(&finding.file)))
            && fits(&self.account, target.account)
            && fits(&self.stack, target.stack)
            && self
                .unit
                .as_ref()
                .is_none_or(|pattern| target.units().any(|unit| matches(pattern, unit)))
            && self.resource.as_ref().is_none_or(|pattern| {
                finding
                    .resource()
                    .is_some_and(|resource| matches_resource(pattern, resource))
            })
            && self
                .path
                .as_ref()
                .is_none_or(|pattern| contains_finding(pattern, finding))
    }
}

/// Returns whether a pattern matches a logical ID or an address. A pattern without an instance key matches all instances.
fn matches_resource(pattern: &str, resource: &str) -> bool {
    matches(pattern, resource)
        || resource.contains('[') && matches(pattern, &without_instance_keys(resource))
}

/// Returns a Terraform address without its instance keys: `module.a["x"].aws_sns_topic.t[0]` is `module.a.aws_sns_topic.t`.
fn without_instance_keys(address: &str) -> String {
    let (mut bare, mut is_key, mut is_text, mut is_escaped) = (String::new(), false, false, false);
    for letter in address.chars() {
        match letter {
            _ if is_escaped => is_escaped = false,
            '\\' if is_text => is_escaped = true,
            '"' if is_key => is_text = !is_text,
            '[' if !is_text => is_key = true,
            ']' if is_key && !is_text => is_key = false,
            letter if !is_key => bare.push(letter),
            _ => {}
        }
    }
    bare
}

/// Returns whether a pattern matches the path of a finding or the beginning of it, with items of lists by index or by value.
fn contains_finding(pattern: &str, finding: &Finding) -> bool {
    let paths = [
        finding.path.as_ref().map(ToString::to_string),
        finding.shown_path(),
    ];
    if paths.iter().flatten().any(|path| contains(pattern, path)) {
        return true;
    }
    let Some(Identity { subject, part }) = finding.identity.as_deref() else {
        return false;
    };
    let start = match subject {
        Subject::Resource(id) if finding.path.as_ref().and_then(logical_id) == Some(id) => {
            format!("Resources/{id}")
        }
        other => other.name().to_owned(),
    };
    if part.is_empty() {
        return contains(pattern, &start);
    }
    contains(pattern, &format!("{start}/{part}"))
}

/// Returns a file name without `./` at its start.
fn bare(name: &str) -> &str {
    name.strip_prefix("./").unwrap_or(name)
}

/// Returns whether a pattern matches a path or the beginning of one.
fn contains(pattern: &str, path: &str) -> bool {
    matches(pattern, path)
        || path
            .match_indices('/')
            .any(|(at, _)| path.get(..at).is_some_and(|start| matches(pattern, start)))
}

/// Returns whether a pattern matches a text; `*` matches any characters.
pub(crate) fn matches(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = parts.next().and_then(|first| text.strip_prefix(first)) else {
        return false;
    };
    let mut parts: Vec<&str> = parts.collect();
    let Some(last) = parts.pop() else {
        return rest.is_empty();
    };
    for part in parts {
        // The first occurrence leaves the most for the other parts.
        match rest.split_once(part) {
            Some((_, after)) => rest = after,
            None => return false,
        }
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_match_any_characters() {
        let matching = [
            ("a", "a"),
            ("*", ""),
            ("a*", "a"),
            ("*.yaml", "a/b.yaml"),
            ("a*c*e", "abcde"),
            ("a**b", "ab"),
        ];
        let others = [
            ("a", "ab"),
            ("a", ""),
            ("", "a"),
            ("a*a", "a"),
            ("*b", "ba"),
            ("a*c*e", "abecd"),
            ("*x*", "ab"),
        ];
        assert!(
            matching
                .iter()
                .all(|(pattern, text)| matches(pattern, text))
        );
        for (pattern, text) in others {
            assert!(!matches(pattern, text), "{pattern} {text}");
        }
    }

    #[test]
    fn a_resource_pattern_without_keys_matches_all_instances() {
        let address = r#"module.a["x.[y]"].aws_sns_topic.t[0]"#;
        let matching = [
            address,
            "module.a.aws_sns_topic.t",
            "module.a*.aws_sns_topic.t[0]",
            "module.a.*",
        ];
        for pattern in matching {
            assert!(matches_resource(pattern, address), "{pattern}");
        }
        for pattern in ["aws_sns_topic.t", r#"module.a["z"].aws_sns_topic.t[0]"#] {
            assert!(!matches_resource(pattern, address), "{pattern}");
        }
    }

    #[test]
    fn a_path_contains_the_paths_below_it() {
        assert!(contains("Resources/A", "Resources/A/Properties"));
        assert!(contains(
            "Resources/*/Properties",
            "Resources/A/Properties/Name"
        ));
        assert!(!contains("Resources/A", "Resources/AB"));
        assert!(!contains("Resources/A/Properties", "Resources/A"));
    }
}
