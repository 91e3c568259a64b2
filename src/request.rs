//! A check as JSON: what programs in other languages send.

mod settings;

use bumpalo::Bump;
use serde::Deserialize;

use self::settings::{Named, Settings};
use crate::{Document, formats, nested_templates, packs};
use cfn_warden_syntax::{self as syntax, Node, Position};

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
    match serde_json::from_slice(input).map_err(|error| invalid(input, &error))? {
        Request::Check(check) => report(*check),
        Request::Packs => json(&packs().collect::<Vec<_>>()),
        Request::Formats => json(&formats().collect::<Vec<_>>()),
        Request::Nested(one) => json(&nested_templates(&Document::new(&one.name, &one.content))),
    }
}

fn report(check: Check) -> Result<String, String> {
    let checker = check.settings.checker()?;
    let [templates, nested] = [&check.templates, &check.nested].map(|all| {
        all.iter()
            .map(|one| Document::new(&one.name, &one.content))
            .collect::<Vec<_>>()
    });
    checker
        .check_with(&templates, &nested)
        .render(&check.format)
        .ok_or_else(|| {
            let known = formats().collect::<Vec<_>>().join(", ");
            format!("unknown format `{}`; expected one of {known}", check.format)
        })
}

fn json<T: serde::Serialize>(value: &T) -> Result<String, String> {
    serde_json::to_string(value).map_err(|error| error.to_string())
}

/// Returns which option is wrong, and what about it. The place in the JSON text, which is behind the last character that was
/// read, means nothing to a user.
fn invalid(input: &[u8], error: &serde_json::Error) -> String {
    let text = error.to_string();
    let reason = text
        .rsplit_once(" at line ")
        .map_or(text.as_str(), |(reason, _)| reason);
    let path = String::from_utf8_lossy(input)
        .lines()
        .nth(error.line().saturating_sub(1))
        .map_or_else(String::new, |line| {
            let column = line
                .get(..line.floor_char_boundary(error.column()))
                .unwrap_or(line)
                .chars()
                .count()
                .saturating_add(1);
            let narrow = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
            path_at(
                input,
                Position {
                    line: narrow(error.line()),
                    column: narrow(column),
                },
            )
        });
    let option = ["check.settings", "check", "nested"]
        .iter()
        .find_map(|start| path.strip_prefix(start));
    match option.unwrap_or(&path).trim_start_matches('.') {
        "" => format!("invalid options: {reason}"),
        _ if reason.starts_with("unknown field") => format!("invalid options: {reason}"),
        option => format!("invalid options: {option}: {reason}"),
    }
}

/// Returns the path of the innermost value at a position of a JSON text: `check.settings.packs[1]`.
fn path_at(input: &[u8], at: Position) -> String {
    let (arena, mut path) = (Bump::new(), String::new());
    let Some(tree) = std::str::from_utf8(input)
        .ok()
        .and_then(|text| syntax::parse(&arena, text, "").tree)
    else {
        return path;
    };
    let holds = |node: &Node<'_>| tree.span(node.id).start <= at && at <= tree.span(node.id).end;
    let mut node = tree.root;
    loop {
        let entry = node
            .as_map()
            .and_then(|entries| entries.iter().find(|entry| holds(&entry.value)));
        let item = node
            .as_list()
            .and_then(|items| items.iter().enumerate().find(|(_, item)| holds(item)));
        node = match (entry, item) {
            (Some(entry), _) => {
                let dot = if path.is_empty() { "" } else { "." };
                path.push_str(&format!("{dot}{}", entry.key.as_str().unwrap_or_default()));
                entry.value
            }
            (None, Some((index, item))) => {
                path.push_str(&format!("[{index}]"));
                *item
            }
            (None, None) => return path,
        };
    }
}
