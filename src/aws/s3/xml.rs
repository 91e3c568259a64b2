//! What S3 says in XML: a page of a list, an error.

use aws_smithy_xml::decode::{Document, ScopedDecoder, XmlDecodeError, try_data};

use crate::lambda::fetch::{FetchError, Listed};

/// A page of a list of objects.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// The objects on it.
    pub objects: Vec<Listed>,
    /// What the next page is asked with, where there is one.
    pub next: Option<String>,
}

/// Reads a page.
///
/// # Errors
/// [`FetchError::Broken`] where it is none.
pub fn page(body: &[u8]) -> Result<Page, FetchError> {
    let broken = FetchError::Broken("S3's list cannot be read");
    // What ends too early would be read as a shorter list, and a rule that is not seen is not asked.
    let whole = str::from_utf8(body).ok().filter(|text| text.trim_end().ends_with("</ListBucketResult>"));
    whole.and_then(|text| read_page(text).ok().flatten()).ok_or(broken)
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

/// The code and the message of an error; empty where the body has none.
pub fn error(body: &[u8]) -> (String, String) {
    str::from_utf8(body).ok().and_then(|text| read_error(text).ok()).unwrap_or_default()
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
