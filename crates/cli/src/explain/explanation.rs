//! What `explain` says about a name.

use serde::Serialize;

/// What is said about a name, as JSON documented in docs/cli.md.
#[derive(Debug, Serialize)]
pub struct Explanation {
    pub name: String,
    pub kind: &'static str,
    pub title: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub severity: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fix: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub documentation: Option<String>,
    /// The page for people.
    pub text: String,
}

impl Explanation {
    /// Returns what is said about a name without further fields.
    pub fn new(name: &str, kind: &'static str, title: &str, text: String) -> Explanation {
        Explanation {
            name: name.to_owned(),
            kind,
            title: title.to_owned(),
            severity: None,
            description: None,
            fix: None,
            documentation: None,
            text,
        }
    }
}
