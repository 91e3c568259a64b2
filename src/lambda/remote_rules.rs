//! Guard rules in S3: objects, prefixes and zip files, kept between invocations as long as their ETags stay.

use std::collections::HashMap;
use std::io::{Cursor, Read};
use std::sync::{Arc, Mutex, PoisonError};

use zip::ZipArchive;

use super::fetch::{Fetch, FetchError, Object, Wanted};
use super::gather::fault;
use super::request::Text;
use super::rules::is_rules;
use super::s3_uri::S3Uri;
use super::source::Place;
use crate::engine::Fault;

/// The most rules files of a URI.
const MOST_FILES: usize = 1_000;
/// The most bytes of the rules of a URI.
const MOST_BYTES: usize = 16 << 20;
/// The most objects and bytes that are kept.
const KEPT: (usize, usize) = (1_000, 32 << 20);

/// Rules that were got before.
#[derive(Debug, Default)]
pub struct RemoteRules(Mutex<Kept>);

#[derive(Debug, Default)]
struct Kept {
    objects: HashMap<S3Uri, Entry>,
    bytes: usize,
    /// Counts what is asked for, to know what was not for the longest.
    clock: u64,
}

#[derive(Debug)]
struct Entry {
    etag: String,
    texts: Arc<[Text]>,
    bytes: usize,
    used: u64,
}

/// An object of rules that is wanted, and what is known of it.
struct Part {
    at: S3Uri,
    known: Option<(String, Arc<[Text]>)>,
    /// Whether a list has just said that it is as known.
    is_fresh: bool,
}

impl RemoteRules {
    /// The rules of some places; what cannot be got is added to the faults.
    pub fn get(&self, places: &[Place<S3Uri>], fetch: &dyn Fetch, faults: &mut Vec<Fault>) -> Vec<Arc<[Text]>> {
        let mut all = Vec::new();
        for place in places {
            match self.place(&place.uri, fetch) {
                Ok(mut texts) => all.append(&mut texts),
                Err(error) => faults.push(fault(&place.field, &place.uri.to_string(), &error)),
            }
        }
        all
    }

    fn place(&self, uri: &S3Uri, fetch: &dyn Fetch) -> Result<Vec<Arc<[Text]>>, FetchError> {
        let parts = if uri.is_prefix() { self.listed(uri, fetch)? } else { vec![self.part(uri.clone(), None)] };
        let stale: Vec<&Part> = parts.iter().filter(|part| !part.is_fresh).collect();
        let etag = |part: &Part| part.known.as_ref().map(|(etag, _)| etag.clone());
        let wanted: Vec<Wanted> = stale.iter().map(|part| Wanted { at: part.at.clone(), known: etag(part) }).collect();
        let mut got = if wanted.is_empty() { Vec::new() } else { fetch.objects(&wanted) }.into_iter();
        let mut all = Vec::with_capacity(parts.len());
        let mut left = MOST_BYTES;
        for part in parts {
            let new = if part.is_fresh { None } else { got.next().unwrap_or(Err(FetchError::NotAvailable))? };
            let texts = match (new, part.known) {
                (None, Some((_, texts))) => texts,
                (Some(object), _) => self.keep(part.at, object)?,
                (None, None) => return Err(FetchError::Missing("object")),
            };
            left = left.checked_sub(size(&texts)).ok_or(FetchError::TooLarge(MOST_BYTES))?;
            all.push(texts);
        }
        Ok(all)
    }

    /// The rules files below a prefix.
    fn listed(&self, prefix: &S3Uri, fetch: &dyn Fetch) -> Result<Vec<Part>, FetchError> {
        let found = fetch.list(prefix, MOST_FILES)?;
        let rules = found.into_iter().filter(|one| is_rules(&one.key));
        let parts: Vec<Part> = rules.map(|one| self.part(prefix.with_key(&one.key), one.etag.as_deref())).collect();
        if parts.is_empty() { Err(NO_RULES) } else { Ok(parts) }
    }

    fn part(&self, at: S3Uri, listed: Option<&str>) -> Part {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.clock = kept.clock.wrapping_add(1);
        let clock = kept.clock;
        let known = kept.objects.get_mut(&at).map(|entry| {
            entry.used = clock;
            (entry.etag.clone(), Arc::clone(&entry.texts))
        });
        let is_fresh = known.as_ref().is_some_and(|(etag, _)| Some(etag.as_str()) == listed);
        Part { at, known, is_fresh }
    }

    fn keep(&self, at: S3Uri, object: Object) -> Result<Arc<[Text]>, FetchError> {
        let texts = texts(&at, object.bytes)?;
        if let Some(etag) = object.etag {
            let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            kept.put(at, etag, Arc::clone(&texts), KEPT);
        }
        Ok(texts)
    }
}

impl Kept {
    fn put(&mut self, at: S3Uri, etag: String, texts: Arc<[Text]>, (most, most_bytes): (usize, usize)) {
        let bytes = size(&texts);
        self.remove(&at);
        self.bytes = self.bytes.saturating_add(bytes);
        self.objects.insert(at, Entry { etag, texts, bytes, used: self.clock });
        while self.objects.len() > most || self.bytes > most_bytes {
            let Some(oldest) = self.objects.iter().min_by_key(|(_, entry)| entry.used).map(|(at, _)| at.clone()) else {
                return;
            };
            self.remove(&oldest);
        }
    }

    fn remove(&mut self, at: &S3Uri) {
        if let Some(entry) = self.objects.remove(at) {
            self.bytes = self.bytes.saturating_sub(entry.bytes);
        }
    }
}

const NO_RULES: FetchError = FetchError::Broken("it holds no rules: files that end in .guard or .ruleset");
const NO_ZIP: FetchError = FetchError::Broken("it is no zip file that can be read");
const NO_TEXT: FetchError = FetchError::Broken("it is not UTF-8");

fn size(texts: &[Text]) -> usize {
    texts.iter().map(|text| text.content.len().saturating_add(text.name.len())).fold(0, usize::saturating_add)
}

/// The rules in an object.
fn texts(at: &S3Uri, bytes: Vec<u8>) -> Result<Arc<[Text]>, FetchError> {
    if at.key.to_ascii_lowercase().ends_with(".zip") {
        return unzipped(at, bytes);
    }
    let content = String::from_utf8(bytes).map_err(|_| NO_TEXT)?;
    Ok(Arc::new([Text { name: at.to_string(), content }]))
}

/// The rules files in a zip file, by name.
fn unzipped(at: &S3Uri, bytes: Vec<u8>) -> Result<Arc<[Text]>, FetchError> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|_| NO_ZIP)?;
    let mut texts = Vec::new();
    let mut left = MOST_BYTES;
    for i in 0..archive.len() {
        let file = archive.by_index(i).map_err(|_| NO_ZIP)?;
        let name = file.name().map_err(|_| NO_ZIP)?.into_owned();
        if file.is_dir() || !is_rules(&name) {
            continue;
        }
        if texts.len() == MOST_FILES {
            return Err(FetchError::TooMany(MOST_FILES));
        }
        let mut content = Vec::new();
        // What a zip file says of sizes is its maker's word.
        let one_more = u64::try_from(left).unwrap_or(u64::MAX).saturating_add(1);
        file.take(one_more).read_to_end(&mut content).map_err(|_| NO_ZIP)?;
        left = left.checked_sub(content.len()).ok_or(FetchError::TooLarge(MOST_BYTES))?;
        let content = String::from_utf8(content).map_err(|_| NO_TEXT)?;
        texts.push(Text { name: format!("{at}/{name}"), content });
    }
    texts.sort_by(|a, b| a.name.cmp(&b.name));
    if texts.is_empty() { Err(NO_RULES) } else { Ok(texts.into()) }
}

#[cfg(test)]
mod tests;
