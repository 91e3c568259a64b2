//! The findings that a waiver applies to.

use super::target::Target;
use cfn_warden_syntax::finding::Finding;
use cfn_warden_template::document::logical_id;

/// The findings that a waiver applies to, among those of its rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Scope {
    /// Those that match all patterns.
    Patterns(Box<Patterns>),
    /// Those on these lines of the file that the waiver is written in, 1-based and inclusive.
    Lines(u32, u32),
    /// Those in the file that the waiver is written in.
    Document,
    /// Those in a resource of the file that the waiver is written in.
    Resource(String),
}

/// Patterns in which `*` matches any characters; `None` matches everything.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Patterns {
    /// The name of the file.
    pub file: Option<String>,
    /// The logical ID of the resource.
    pub resource: Option<String>,
    /// The path of the value, or of a value that contains it: `Resources/Bucket/Properties`.
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
        let resource = || finding.path.as_ref().and_then(logical_id);
        match self {
            Scope::Patterns(patterns) => patterns.cover(finding, target),
            Scope::Lines(first, last) => {
                finding.file == file && (*first..=*last).contains(&finding.span.start.line)
            }
            Scope::Document => finding.file == file,
            Scope::Resource(id) => finding.file == file && resource() == Some(id),
        }
    }
}

impl Patterns {
    fn cover(&self, finding: &Finding, target: &Target<'_>) -> bool {
        let fits = |pattern: &Option<String>, text: Option<&str>| {
            pattern
                .as_ref()
                .is_none_or(|pattern| text.is_some_and(|text| matches(pattern, text)))
        };
        let path = || finding.path.as_ref().map(|path| path.to_string());
        fits(&self.file, Some(bare(&finding.file)))
            && fits(&self.account, target.account)
            && fits(&self.stack, target.stack)
            && self
                .unit
                .as_ref()
                .is_none_or(|pattern| target.units().any(|unit| matches(pattern, unit)))
            && fits(&self.resource, finding.path.as_ref().and_then(logical_id))
            && self
                .path
                .as_ref()
                .is_none_or(|pattern| path().is_some_and(|path| contains(pattern, &path)))
    }
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
