//! Parsing of S3's XML responses: list pages and errors.

use aws_smithy_xml::decode::{Document, ScopedDecoder, XmlDecodeError, try_data};

use crate::fetch::{FetchError, Listed};

/// A page of an object list.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// The objects on the page.
    pub objects: Vec<Listed>,
    /// The continuation token of the next page.
    pub next: Option<String>,
}

/// Parses a page.
///
/// # Errors
/// [`FetchError::Broken`] when the body is not a complete list.
pub fn page(body: &[u8]) -> Result<Page, FetchError> {
    let broken = FetchError::Broken("invalid or truncated list from S3");
    // A truncated page would parse as a shorter list, and missing rules would go unnoticed.
    let whole = str::from_utf8(body)
        .ok()
        .filter(|text| text.trim_end().ends_with("</ListBucketResult>"));
    whole
        .and_then(|text| read_page(text).ok().flatten())
        .ok_or(broken)
}

fn read_page(text: &str) -> Result<Option<Page>, XmlDecodeError> {
    let mut document = Document::new(text);
    let mut root = document.root_element()?;
    if !root.start_el().matches("ListBucketResult") {
        return Ok(None);
    }
    let (mut page, mut has_more) = (Page::default(), false);
    while let Some(mut tag) = root.next_tag() {
        match tag.start_el().local() {
            "IsTruncated" => has_more = try_data(&mut tag)? == "true",
            "Contents" => page.objects.extend(object(&mut tag)?),
            "NextContinuationToken" => page.next = Some(try_data(&mut tag)?.into_owned()),
            _ => {}
        }
    }
    Ok(Some(page).filter(|page| page.next.is_some() == has_more))
}

fn object(contents: &mut ScopedDecoder<'_, '_>) -> Result<Option<Listed>, XmlDecodeError> {
    let (mut key, mut etag) = (None, None);
    while let Some(mut tag) = contents.next_tag() {
        match tag.start_el().local() {
            "Key" => key = Some(try_data(&mut tag)?.into_owned()),
            "ETag" => etag = Some(try_data(&mut tag)?.into_owned()),
            _ => {}
        }
    }
    Ok(key.map(|key| Listed { key, etag }))
}

/// Returns the code and the message of an error response; empty when the body has none.
pub fn error(body: &[u8]) -> (String, String) {
    str::from_utf8(body)
        .ok()
        .and_then(|text| read_error(text).ok())
        .unwrap_or_default()
}

fn read_error(text: &str) -> Result<(String, String), XmlDecodeError> {
    let mut document = Document::new(text);
    let mut root = document.root_element()?;
    let (mut code, mut message) = (String::new(), String::new());
    while let Some(mut tag) = root.next_tag() {
        match tag.start_el().local() {
            "Code" => code = try_data(&mut tag)?.into_owned(),
            "Message" => message = try_data(&mut tag)?.into_owned(),
            _ => {}
        }
    }
    Ok((code, message))
}
