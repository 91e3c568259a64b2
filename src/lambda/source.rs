//! Where a request's documents and rules are, other than in the request.

use std::collections::HashSet;

use serde_json::value::RawValue;

use super::error::RequestError;
use super::event::Fields;
use super::fetch::{Stack, Stage};
use super::request::{Text, parse};
use super::s3_uri::S3Uri;

/// The documents of a request.
#[derive(Debug)]
pub enum Documents {
    /// In the request.
    Inline(Vec<Text>),
    /// `data_uri`
    At(Vec<Place<Uri>>),
    /// `stack`
    Stack(Stack),
}

/// Something that is elsewhere, and the field that says so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place<U> {
    /// The field of the request, or the setting.
    pub field: String,
    /// Where it is.
    pub uri: U,
}

/// Where a document is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Uri {
    /// An object that the function's role may read.
    S3(S3Uri),
    /// What whoever has the URL may read.
    Presigned(String),
}

impl Uri {
    /// As reports name the document: without what gives access to it.
    pub fn name(&self) -> String {
        match self {
            Uri::S3(uri) => uri.to_string(),
            Uri::Presigned(url) => url.split(['?', '#']).next().unwrap_or_default().to_owned(),
        }
    }
}

/// The most documents or rules URIs of a request.
const MOST: usize = 100;

/// `data_uri`: a URI or a list of them.
///
/// # Errors
/// What is wrong with it.
pub fn documents(value: &RawValue) -> Result<Vec<Place<Uri>>, RequestError> {
    places(value, "data_uri", |text| match text {
        url if url.starts_with("https://") || url.starts_with("http://") => Ok(Uri::Presigned(url.to_owned())),
        other => match S3Uri::read(other)? {
            prefix if prefix.is_prefix() => Err(format!("`{prefix}` names no object")),
            object => Ok(Uri::S3(object)),
        },
    })
}

/// `rules_uri`: the URI of an object, a `.zip` or a prefix, or a list of them.
///
/// # Errors
/// What is wrong with it.
pub fn rules(value: &RawValue) -> Result<Vec<Place<S3Uri>>, RequestError> {
    places(value, "rules_uri", S3Uri::read)
}

/// `report_uri`: where the report is written; a key alone is one of the bucket that the function was deployed with.
///
/// # Errors
/// What is wrong with it.
pub fn report(value: &RawValue, bucket: Option<&S3Uri>) -> Result<S3Uri, RequestError> {
    let text: String = parse(value, "report_uri", "an S3 URI")?;
    let read = match bucket {
        Some(bucket) if !text.contains("://") => Ok(bucket.below(&text)),
        _ => S3Uri::read(&text),
    };
    match read.map_err(|reason| RequestError::field("report_uri", reason))? {
        uri if uri.is_prefix() => Err(RequestError::field("report_uri", format!("`{uri}` names no object"))),
        uri => Ok(uri),
    }
}

/// `stack`: a name or ARN, or `{name, stage}`.
///
/// # Errors
/// What is wrong with it.
pub fn stack(value: &RawValue) -> Result<Stack, RequestError> {
    let stack = |name: String, stage| match name.trim() {
        "" => Err(RequestError::field("stack", "expected the name or the ARN of a stack")),
        _ => Ok(Stack { name, stage }),
    };
    if !value.get().starts_with('{') {
        return stack(parse(value, "stack", "the name or the ARN of a stack, or {name, stage}")?, Stage::Original);
    }
    let mut fields: Fields<'_> = parse(value, "stack", "{name, stage}")?;
    let name = fields.remove("name").ok_or_else(|| RequestError::field("stack.name", "is missing"))?;
    let name = parse(name, "stack.name", "the name or the ARN of a stack")?;
    let stage = fields.remove("stage").map(stage).transpose()?.unwrap_or_default();
    match fields.keys().next() {
        Some(other) => Err(RequestError::field(format!("stack.{other}"), "there are only name and stage")),
        None => stack(name, stage),
    }
}

fn stage(value: &RawValue) -> Result<Stage, RequestError> {
    match parse::<String>(value, "stack.stage", "original or processed")?.as_str() {
        "original" => Ok(Stage::Original),
        "processed" => Ok(Stage::Processed),
        other => Err(RequestError::field("stack.stage", format!("`{other}` is none of original, processed"))),
    }
}

fn places<U>(
    value: &RawValue,
    field: &str,
    read: impl Fn(&str) -> Result<U, String>,
) -> Result<Vec<Place<U>>, RequestError> {
    let (texts, is_list): (Vec<String>, bool) = match value.get().starts_with('[') {
        true => (parse(value, field, "a list of URIs")?, true),
        false => (vec![parse(value, field, "a URI or a list of URIs")?], false),
    };
    if texts.is_empty() || texts.len() > MOST {
        return Err(RequestError::field(field, format!("expected from 1 to {MOST} URIs")));
    }
    let mut seen = HashSet::new();
    let place = |(i, text): (usize, &String)| {
        let field = if is_list { format!("{field}[{i}]") } else { field.to_owned() };
        if !seen.insert(text.clone()) {
            return Err(RequestError::field(field, "is in the list already"));
        }
        let uri = read(text).map_err(|reason| RequestError::field(field.clone(), reason))?;
        Ok(Place { field, uri })
    };
    texts.iter().enumerate().map(place).collect()
}
