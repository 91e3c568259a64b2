//! Locations of documents and rules outside of a request.

use std::collections::HashSet;
use std::hash::Hash;

use serde_json::value::RawValue;

use super::decode::parse;
use super::error::RequestError;
use super::event::Fields;
use super::text::Text;
use cfn_warden_engine::waivers::Target;
use cfn_warden_fetch::{S3Uri, Stack, Stage};

/// The documents of a request.
#[derive(Debug)]
pub enum Documents {
    /// Contained in the request.
    Inline(Vec<Text>),
    /// `data_uri`
    At(Vec<SourceLocation<Uri>>),
    /// `stack`
    Stack(Stack),
}

impl Documents {
    /// Returns the account and stack, for the documents of a stack.
    pub fn target(&self) -> Target<'_> {
        match self {
            Documents::Stack(stack) => Target {
                account: stack.account(),
                stack: Some(stack.short_name()),
                units: None,
            },
            Documents::Inline(_) | Documents::At(_) => Target::default(),
        }
    }

    /// Returns the field with the documents.
    pub fn field(&self) -> &'static str {
        match self {
            Documents::Inline(_) => "data",
            Documents::At(_) => "data_uri",
            Documents::Stack(_) => "stack",
        }
    }
}

/// A URI and the field that contains it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceLocation<U> {
    /// The field of the request, or the setting.
    pub field: String,
    /// The URI to fetch.
    pub uri: U,
}

/// The location of a document.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Uri {
    /// An S3 object that the function's role may read.
    S3(S3Uri),
    /// A presigned URL, which grants access to its holder.
    Presigned(String),
}

impl Uri {
    /// Returns the document's name in reports: the URL without credentials.
    pub fn name(&self) -> String {
        match self {
            Uri::S3(uri) => uri.to_string(),
            Uri::Presigned(url) => url.split(['?', '#']).next().unwrap_or_default().to_owned(),
        }
    }
}

/// Maximum number of URIs per field.
const MOST: usize = 100;

/// Decodes `data_uri`: a URI, `{uri, version_id}` or `{bucket, key, version_id}`, or a list of these.
///
/// # Errors
/// [`RequestError`] with the invalid item.
pub fn documents(value: &RawValue) -> Result<Vec<SourceLocation<Uri>>, RequestError> {
    let object = |uri: S3Uri| match uri {
        prefix if prefix.is_prefix() => Err(format!("`{prefix}` is a prefix; expected an object")),
        object => Ok(Uri::S3(object)),
    };
    places(value, "data_uri", |named| match named {
        Named::Text(url) if url.starts_with("https://") || url.starts_with("http://") => {
            Ok(Uri::Presigned(url))
        }
        Named::Text(text) => object(S3Uri::read(&text)?),
        Named::Object(uri) => object(uri),
    })
}

/// Decodes `rules_uri`: the URI of an object, an archive or a prefix, or an object as in `data_uri`, or a list of
/// these.
///
/// # Errors
/// [`RequestError`] with the invalid item.
pub fn rules(value: &RawValue) -> Result<Vec<SourceLocation<S3Uri>>, RequestError> {
    places(value, "rules_uri", |named| match named {
        Named::Text(text) => S3Uri::read(&text),
        Named::Object(uri) => Ok(uri),
    })
}

/// Decodes `stack`: a name or ARN, or `{name, stage}`.
///
/// # Errors
/// [`RequestError`] with the invalid field.
pub fn stack(value: &RawValue) -> Result<Stack, RequestError> {
    let stack = |name: String, stage| match name.trim() {
        "" => Err(RequestError::field("stack", "expected a stack name or ARN")),
        _ => Ok(Stack { name, stage }),
    };
    if !value.get().starts_with('{') {
        return stack(
            parse(value, "stack", "a stack name or ARN, or {name, stage}")?,
            Stage::Original,
        );
    }
    let mut fields: Fields<'_> = parse(value, "stack", "{name, stage}")?;
    let name = fields
        .remove("name")
        .ok_or_else(|| RequestError::field("stack.name", "missing"))?;
    let name = parse(name, "stack.name", "a stack name or ARN")?;
    let stage = fields
        .remove("stage")
        .map(stage)
        .transpose()?
        .unwrap_or_default();
    match fields.keys().next() {
        Some(other) => Err(RequestError::field(
            format!("stack.{other}"),
            "unknown field; expected name or stage",
        )),
        None => stack(name, stage),
    }
}

fn stage(value: &RawValue) -> Result<Stage, RequestError> {
    match parse::<String>(value, "stack.stage", "original or processed")?.as_str() {
        "original" => Ok(Stage::Original),
        "processed" => Ok(Stage::Processed),
        other => Err(RequestError::field(
            "stack.stage",
            format!("invalid value `{other}`; expected original or processed"),
        )),
    }
}

fn places<U: Clone + Eq + Hash>(
    value: &RawValue,
    field: &str,
    read: impl Fn(Named) -> Result<U, String>,
) -> Result<Vec<SourceLocation<U>>, RequestError> {
    let (items, is_list): (Vec<&RawValue>, bool) = match value.get().starts_with('[') {
        true => (parse(value, field, "a list of URIs")?, true),
        false => (vec![value], false),
    };
    if items.is_empty() || items.len() > MOST {
        return Err(RequestError::field(
            field,
            format!("expected from 1 to {MOST} URIs"),
        ));
    }
    let mut seen = HashSet::new();
    let place = |(i, item): (usize, &&RawValue)| {
        // A value that is not a string is an error of the whole list.
        let of_item = if is_list {
            format!("{field}[{i}]")
        } else {
            field.to_owned()
        };
        let named = if item.get().starts_with('{') {
            Named::Object(object(item, &of_item)?)
        } else {
            let expected = if is_list {
                "a list of URIs"
            } else {
                "a URI or a list of URIs"
            };
            Named::Text(parse(item, field, expected)?)
        };
        let uri = read(named).map_err(|reason| RequestError::field(of_item.clone(), reason))?;
        if !seen.insert(uri.clone()) {
            return Err(RequestError::field(of_item, "duplicate URI in the list"));
        }
        Ok(SourceLocation {
            field: of_item,
            uri,
        })
    };
    items.iter().enumerate().map(place).collect()
}

/// A location in a request.
enum Named {
    /// A URI.
    Text(String),
    /// An object with its parts.
    Object(S3Uri),
}

/// Decodes `{uri, version_id}`, or `{bucket, key, version_id}` without escapes.
pub(super) fn object(value: &RawValue, field: &str) -> Result<S3Uri, RequestError> {
    const EXPECTED: &str = "{uri, version_id} or {bucket, key, version_id}";
    let mut fields: Fields<'_> = parse(value, field, EXPECTED)?;
    let mut text = |name: &str| -> Result<Option<String>, RequestError> {
        fields
            .remove(name)
            .map(|value| parse(value, &format!("{field}.{name}"), "a string"))
            .transpose()
    };
    let (uri, bucket, key, version_id) = (
        text("uri")?,
        text("bucket")?,
        text("key")?,
        text("version_id")?,
    );
    if let Some(other) = fields.keys().next() {
        return Err(RequestError::field(
            format!("{field}.{other}"),
            format!("unknown field; expected {EXPECTED}"),
        ));
    }
    let wrong = |reason: String| RequestError::field(field, reason);
    match (uri, bucket, key) {
        (Some(uri), None, None) => match (S3Uri::read(&uri).map_err(wrong)?, version_id) {
            (
                S3Uri {
                    version_id: Some(_),
                    ..
                },
                Some(_),
            ) => Err(wrong(
                "the version is given twice, in `uri` and as `version_id`".to_owned(),
            )),
            (uri, None) => Ok(uri),
            (uri, version_id) => S3Uri::of(&uri.bucket, &uri.key, version_id).map_err(wrong),
        },
        (None, Some(bucket), Some(key)) => S3Uri::of(&bucket, &key, version_id).map_err(wrong),
        _ => Err(wrong(format!("expected {EXPECTED}"))),
    }
}
