//! A check as JSON: what programs in other languages send.

mod settings;

use serde::Deserialize;

use self::settings::{Named, Settings};
use crate::{Document, formats, nested_templates, packs};

/// A request; `bindings/node/js/options.ts` documents its settings.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
enum Request {
    /// A report.
    Check(Box<Check>),
    /// The bundled packs: pairs of a name and a title, as JSON.
    Packs,
    /// The names of report formats, as JSON.
    Formats,
    /// The paths of the nested-stack templates that a template refers to, as JSON.
    Nested(Named),
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Check {
    format: String,
    templates: Vec<Named>,
    nested: Vec<Named>,
    settings: Settings,
}

/// Answers a request in JSON with a report in its format.
///
/// ```
/// let topics = r#"{"check": {"format": "text", "templates": [{"name": "a.yaml", "content": "Resources: {A: {Type: AWS::SNS::Topics}}"}],
///                  "nested": [], "settings": {"now": 1790000000}}}"#;
/// assert!(cfn_warden::request::answer(topics.as_bytes()).unwrap().contains("E3006"));
/// ```
///
/// # Errors
/// The request is not valid: settings have an invalid value, or rules do not parse.
pub fn answer(input: &[u8]) -> Result<String, String> {
    let mut source = serde_json::Deserializer::from_slice(input);
    match serde_path_to_error::deserialize(&mut source).map_err(|error| invalid(&error))? {
        Request::Check(check) => report(*check),
        Request::Packs => json(&packs().collect::<Vec<_>>()),
        Request::Formats => json(&formats().collect::<Vec<_>>()),
        Request::Nested(one) => json(&nested_templates(&Document::new(&one.name, &one.content))),
    }
}

fn report(check: Check) -> Result<String, String> {
    let checker = check.settings.checker()?;
    let [templates, nested] = [&check.templates, &check.nested]
        .map(|all| all.iter().map(|one| Document::new(&one.name, &one.content)).collect::<Vec<_>>());
    checker.check_with(&templates, &nested).render(&check.format).ok_or_else(|| {
        let known = formats().collect::<Vec<_>>().join(", ");
        format!("unknown format `{}`; expected one of {known}", check.format)
    })
}

fn json<T: serde::Serialize>(value: &T) -> Result<String, String> {
    serde_json::to_string(value).map_err(|error| error.to_string())
}

/// Returns which option is wrong, and what about it. The place in the JSON text means nothing to a user.
fn invalid(error: &serde_path_to_error::Error<serde_json::Error>) -> String {
    let (path, text) = (error.path().to_string(), error.inner().to_string());
    let reason = text.rsplit_once(" at line ").map_or(text.as_str(), |(reason, _)| reason);
    let option = ["check.settings", "check", "nested", "."].iter().find_map(|start| path.strip_prefix(start));
    match option.unwrap_or(&path).trim_start_matches('.') {
        "" => format!("invalid options: {reason}"),
        _ if reason.starts_with("unknown field") => format!("invalid options: {reason}"),
        option => format!("invalid options: {option}: {reason}"),
    }
}
