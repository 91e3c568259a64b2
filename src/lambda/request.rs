//! The direct request: docs/contract.md, field by field.

use std::collections::HashSet;
use std::sync::Arc;

use bumpalo::Bump;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use super::config::Config;
use super::error::RequestError;
use super::event::Fields;
use super::item::Item;
use super::lint;
use super::report_uri::{self, ReportTarget};
use super::s3_uri::S3Uri;
use super::source::{self, Documents, Place};
use super::terraform;
use super::verdict;
use crate::engine::coverage::Policies;
use crate::engine::{FailOn, Input, Linting, Record, View};
use crate::report::{self, Format};
use cfn_warden_guard::{Dialect, Language, Semantics, Version};
use cfn_warden_lint::Settings;
use cfn_warden_syntax as syntax;
use cfn_warden_template::{ParameterSet, parameter_values};

/// Fields of cfn-guard-lambda's request.
const GUARD_LAMBDA: &[&str] = &["data", "rules", "verbose"];
/// Fields of ours.
const SUPERSET: &[&str] = &[
    "coverage",
    "data_uri",
    "dialect",
    "fail_on",
    "format",
    "input_parameters",
    "lint",
    "parameters",
    "report_mode",
    "report_uri",
    "resolve",
    "rules_uri",
    "semantics",
    "stack",
    "template_suppressions",
    "terraform",
    "view",
];
/// What says that a request is of another kind; those that there are have been told apart before.
const KIND: &str = "kind";

/// A direct request, decoded.
#[derive(Debug)]
pub struct Request {
    /// The documents.
    pub documents: Documents,
    /// The Guard rules in the request; `None` where it has none.
    pub rules: Option<Arc<[Text]>>,
    /// Where Guard rules are besides. With neither, those are meant that the function was deployed with.
    pub rules_uri: Vec<Place<S3Uri>>,
    /// Where the report is written.
    pub report: Option<ReportTarget>,
    /// How the Guard rules are read and judged.
    pub language: Language,
    /// Whether cfn-guard-lambda's `message` is asked for.
    pub record: Record,
    /// Which documents are linted.
    pub lint: Linting,
    /// How they are linted, with what values for parameters.
    pub lint_settings: Settings,
    /// What Guard sees of templates.
    pub view: View,
    /// What parts that were not seen mean for the verdict.
    pub coverage: Policies,
    /// Documents that are merged into each one for Guard.
    pub input_parameters: Vec<Text>,
    /// What makes the run not compliant.
    pub fail_on: FailOn,
    /// The run is also wanted in this format.
    pub format: Option<&'static Format>,
    /// How Terraform configurations become plans.
    pub terraform: terraform::Asked,
}

/// A text sent in a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    /// As sent, or the field that it came in; empty for a single document.
    pub name: String,
    /// The text.
    pub content: String,
}

impl Text {
    /// The text as the engine takes it.
    pub fn input(&self) -> Input<'_> {
        Input { name: &self.name, content: self.content.as_bytes() }
    }
}

/// Decodes a direct request; what it does not say, the function's configuration does.
///
/// # Errors
/// The first field that is missing, unknown, not served or of another type than documented.
pub fn decode(fields: &Fields<'_>, config: &Config) -> Result<Request, RequestError> {
    known(fields)?;
    let documents = documents(fields)?;
    let (lint, lint_settings) = linting(fields, config)?;
    let suppressions = verdict::suppressions(fields, config)?;
    let lint_settings = Settings { parameter_sets: parameters(fields)?, suppressions, ..lint_settings };
    let format: Option<String> = scalar(fields, "format", "the name of a format")?;
    let compatible = format.as_deref() == Some("guard-lambda") || is_guard_lambda(fields);
    let verbose: Option<bool> = scalar(fields, "verbose", "true or false")?;
    Ok(Request {
        documents,
        rules: rules(fields)?,
        rules_uri: fields.get("rules_uri").map(|value| source::rules(value)).transpose()?.unwrap_or_default(),
        report: report_uri::decode(fields, config.report_bucket.as_ref())?,
        language: language(fields, config.language)?,
        record: match (compatible, verbose) {
            (false, _) => Record::None,
            (true, Some(false)) => Record::Terse,
            (true, _) => Record::Full,
        },
        lint,
        lint_settings,
        view: match (scalar(fields, "resolve", "true or false")?, verdict::view(fields)?) {
            (Some(true), _) => View::Deployed,
            (_, Some(view)) => view,
            (Some(false) | None, None) => config.view,
        },
        coverage: verdict::policies(fields, config)?,
        input_parameters: input_parameters(fields)?,
        fail_on: match scalar::<String>(fields, "fail_on", "a text")? {
            Some(word) => verdict::fail_on(&word).map_err(|reason| RequestError::field("fail_on", reason))?,
            None => config.fail_on,
        },
        terraform: fields.get("terraform").map(|value| terraform::decode(value)).transpose()?.unwrap_or_default(),
        format: format.as_deref().filter(|name| *name != "guard-lambda").map(by_name).transpose()?,
    })
}

/// Whether a request is one that cfn-guard-lambda takes: its fields, and texts in them.
fn is_guard_lambda(fields: &Fields<'_>) -> bool {
    let is_text = |value: &RawValue| value.get().starts_with('"');
    let are_texts = |list: &&RawValue| {
        serde_json::from_str::<Vec<&RawValue>>(list.get()).is_ok_and(|items| items.into_iter().all(is_text))
    };
    fields.keys().all(|name| GUARD_LAMBDA.contains(&name.as_str()))
        && fields.get("data").is_some_and(|data| is_text(data))
        && fields.get("rules").is_some_and(are_texts)
}

fn known(fields: &Fields<'_>) -> Result<(), RequestError> {
    for name in fields.keys().map(String::as_str) {
        if name == KIND {
            let expected = "expected self-test or terraform-variables; other documents are known by what they are";
            return Err(RequestError::field(name, expected));
        }
        if !GUARD_LAMBDA.contains(&name) && !SUPERSET.contains(&name) {
            let fields = [GUARD_LAMBDA, SUPERSET].concat().join(", ");
            return Err(RequestError::field(name, format!("there is no such field; there are: {fields}")));
        }
    }
    Ok(())
}

/// What says which documents are meant: one of these.
const SOURCES: [&str; 3] = ["data", "data_uri", "stack"];

fn documents(fields: &Fields<'_>) -> Result<Documents, RequestError> {
    let mut sources = SOURCES.iter().filter_map(|name| Some((*name, *fields.get(*name)?)));
    let Some((name, value)) = sources.next() else {
        let expected = "is missing: send the document as a text or as a JSON object, or name it by data_uri or stack";
        return Err(RequestError::field("data", expected));
    };
    if let Some((other, _)) = sources.next() {
        return Err(RequestError::field(other, format!("there is {name} already: name the documents once")));
    }
    match name {
        "data_uri" => source::documents(value).map(Documents::At),
        "stack" => source::stack(value).map(Documents::Stack),
        _ => inline(value, "data").map(Documents::Inline),
    }
}

/// `data`: a text, a JSON object that is the document itself, or a list of `{name, content}`.
fn inline(data: &RawValue, field: &str) -> Result<Vec<Text>, RequestError> {
    match data.get().as_bytes().first() {
        Some(b'"' | b'{') => Ok(vec![Text { name: String::new(), content: document(data, field)? }]),
        Some(b'[') => match named(data, field, document)? {
            none if none.is_empty() => Err(RequestError::field(field, "the list has no document in it")),
            documents => Ok(documents),
        },
        _ => Err(RequestError::field(field, "expected a text, a JSON object, or a list of {name, content}")),
    }
}

/// `input_parameters`: documents as `data` has them.
fn input_parameters(fields: &Fields<'_>) -> Result<Vec<Text>, RequestError> {
    const FIELD: &str = "input_parameters";
    let mut texts = fields.get(FIELD).map_or(Ok(Vec::new()), |value| inline(value, FIELD))?;
    texts.iter_mut().filter(|text| text.name.is_empty()).for_each(|text| FIELD.clone_into(&mut text.name));
    Ok(texts)
}

/// `parameters`: `{name: value}`, or a list of `{ParameterKey, ParameterValue}`.
fn parameters(fields: &Fields<'_>) -> Result<Vec<ParameterSet>, RequestError> {
    const FIELD: &str = "parameters";
    let Some(value) = fields.get(FIELD) else { return Ok(Vec::new()) };
    let arena = Bump::new();
    let parsed = syntax::parse(&arena, value.get(), FIELD);
    let tree = parsed.tree.as_ref().filter(|_| parsed.errors.is_empty());
    let Some(mut set) = tree.and_then(|tree| parameter_values::file::any_form(tree, FIELD)) else {
        let expected = "expected {name: value} or a list of {ParameterKey, ParameterValue}, values being texts, \
                        numbers, booleans or lists of them, each name once";
        return Err(RequestError::field(FIELD, expected));
    };
    // A place in the event is no place that anyone can look at.
    set.source = None;
    set.values.iter_mut().for_each(|given| given.at = None);
    Ok(vec![set])
}

/// A document: a text, or the JSON of an object as it was sent, so that places in it are places in the event.
pub(super) fn document(value: &RawValue, field: &str) -> Result<String, RequestError> {
    match value.get().as_bytes().first() {
        Some(b'"') => text(value, field),
        Some(b'{') => Ok(value.get().to_owned()),
        _ => Err(RequestError::field(field, "expected a text or a JSON object")),
    }
}

/// `semantics` and `dialect`, where they are said.
fn language(fields: &Fields<'_>, deployed: Language) -> Result<Language, RequestError> {
    let mut language = deployed;
    if let Some(name) = scalar::<String>(fields, "semantics", "the name of a version")? {
        language.semantics = semantics(&name).map_err(|reason| RequestError::field("semantics", reason))?;
    }
    if let Some(name) = scalar::<String>(fields, "dialect", "the name of a dialect")? {
        language.dialect = dialect(&name).map_err(|reason| RequestError::field("dialect", reason))?;
    }
    Ok(language)
}

/// What a version of cfn-guard does, by the version's name.
pub fn semantics(name: &str) -> Result<Semantics, String> {
    let version = Version::named(name);
    version
        .map(Semantics::from)
        .ok_or_else(|| format!("`{name}` is none of {}", Version::ALL.map(Version::name).join(", ")))
}

/// A dialect by its name.
pub fn dialect(name: &str) -> Result<Dialect, String> {
    match name {
        "reference" => Ok(Dialect::CfnGuard),
        "extended" => Ok(Dialect::Extended),
        other => Err(format!("`{other}` is none of reference, extended")),
    }
}

fn rules(fields: &Fields<'_>) -> Result<Option<Arc<[Text]>>, RequestError> {
    let Some(rules) = fields.get("rules") else { return Ok(None) };
    if !rules.get().starts_with('[') {
        return Err(RequestError::field("rules", "expected a list of rules texts or of {name, content}"));
    }
    texts(rules, "rules").map(|texts| Some(texts.into()))
}

/// A list of texts or of `{name, content}`.
pub(super) fn texts(list: &RawValue, field: &str) -> Result<Vec<Text>, RequestError> {
    // In one pass; item by item only where something is wrong, to say where.
    let Ok(items) = serde_json::from_str::<Vec<Item>>(list.get()) else { return named(list, field, text) };
    let named = |(i, Item { name, content })| Text { name: name.unwrap_or_else(|| format!("{field}[{i}]")), content };
    let texts: Vec<Text> = items.into_iter().enumerate().map(named).collect();
    unique(&texts, field)?;
    Ok(texts)
}

/// A list of texts or of `{name, content}`.
pub(super) fn named(
    list: &RawValue,
    field: &str,
    content: fn(&RawValue, &str) -> Result<String, RequestError>,
) -> Result<Vec<Text>, RequestError> {
    let items: Vec<&RawValue> = parse(list, field, "a list")?;
    let mut texts = Vec::with_capacity(items.len());
    for (i, item) in items.into_iter().enumerate() {
        let field = format!("{field}[{i}]");
        if item.get().starts_with('"') {
            texts.push(Text { content: text(item, &field)?, name: field });
            continue;
        }
        if !item.get().starts_with('{') {
            return Err(RequestError::field(field, "expected a text or {name, content}"));
        }
        let mut parts: Fields<'_> = parse(item, &field, "{name, content}")?;
        let Some(value) = parts.remove("content") else {
            return Err(RequestError::field(format!("{field}.content"), "is missing"));
        };
        let content = content(value, &format!("{field}.content"))?;
        let name = match parts.remove("name") {
            Some(name) => text(name, &format!("{field}.name"))?,
            None => field.clone(),
        };
        if let Some(other) = parts.keys().next() {
            return Err(RequestError::field(format!("{field}.{other}"), "there are only name and content"));
        }
        texts.push(Text { name, content });
    }
    unique(&texts, field)?;
    Ok(texts)
}

/// Findings name the text they are about, so no two texts may have one name.
fn unique(texts: &[Text], field: &str) -> Result<(), RequestError> {
    let mut seen = HashSet::new();
    match texts.iter().position(|text| !seen.insert(&text.name)) {
        Some(i) => Err(RequestError::field(format!("{field}[{i}].name"), "is the name of another one in the list")),
        None => Ok(()),
    }
}

/// `lint`: on, off, or the linter's settings; what those leave open is as the function is configured.
fn linting(fields: &Fields<'_>, config: &Config) -> Result<(Linting, Settings), RequestError> {
    let Some(value) = fields.get("lint") else { return Ok((Linting::Templates, config.lint.clone())) };
    match value.get() {
        "true" => Ok((Linting::All, config.lint.clone())),
        "false" => Ok((Linting::Off, config.lint.clone())),
        object if object.starts_with('{') => Ok((Linting::All, lint::settings(value, &config.lint)?)),
        _ => Err(RequestError::field("lint", "expected true, false or an object of settings")),
    }
}

pub(super) fn by_name(name: &str) -> Result<&'static Format, RequestError> {
    report::by_name(name).ok_or_else(|| {
        let message = format!("there is no format `{name}`; there are: {}, guard-lambda", report::names());
        RequestError::field("format", message)
    })
}

fn text(value: &RawValue, field: &str) -> Result<String, RequestError> {
    parse(value, field, "a text")
}

pub(super) fn scalar<T: DeserializeOwned>(
    fields: &Fields<'_>,
    name: &str,
    expected: &str,
) -> Result<Option<T>, RequestError> {
    fields.get(name).map(|value| parse(value, name, expected)).transpose()
}

pub(super) fn parse<'e, T: serde::Deserialize<'e>>(
    value: &'e RawValue,
    field: &str,
    expected: &str,
) -> Result<T, RequestError> {
    serde_json::from_str(value.get()).map_err(|error| {
        let reason = error.to_string();
        let reason = reason.split(" at line ").next().unwrap_or_default();
        RequestError::field(field, format!("expected {expected}: {reason}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_read_in_one_pass_is_what_it_is_item_by_item() {
        for list in [
            r#"["rule a { b exists }", "", "\u00e9\n\"\ud83d\ude00"]"#,
            r#"[{"name": "a", "content": "x"}, {"content": "y", "name": "b"}, "z"]"#,
            r#"[{"content": "x", "content": "y"}, {"name": "a", "name": "b", "content": "z"}]"#,
            r#"[{"content": "x", "name": null}]"#,
            r#"[{"content": 1}]"#,
            r#"[{"name": "a"}]"#,
            r#"[{"content": "x", "other": 1}]"#,
            r#"["\ud800"]"#,
            r#"["a", 1]"#,
            r#"["a", null]"#,
            r#"[{"name": "rules[1]", "content": "x"}, "y"]"#,
            "[]",
            "{}",
        ] {
            let list: Box<RawValue> = serde_json::from_str(list).unwrap();
            let read = |all: Result<Vec<Text>, RequestError>| format!("{all:?}");
            assert_eq!(read(texts(&list, "rules")), read(named(&list, "rules", text)), "{list}");
        }
    }
}
