//! Guard rules from S3: objects, prefixes and archives, cached between invocations by ETag.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::archive::{self, Kind, Limits};
use super::fetch::fetch_issue;
use super::source::SourceLocation;
use super::text::Text;
use super::text::is_rules;
use cfn_warden_engine::Incomplete;
use cfn_warden_fetch::{Fetch, FetchError, Object, ObjectRequest, S3Uri};

/// Maximum number of rules files per URI.
const MOST_FILES: usize = 1_000;
/// Maximum size of the rules per URI in bytes.
const MOST_BYTES: usize = 16 << 20;
/// Maximum number and total size of cached objects.
const KEPT: (usize, usize) = (1_000, 32 << 20);

/// The cache of fetched rules and its size limit.
#[derive(Debug)]
pub struct RemoteRules(Mutex<CacheState>, usize);

impl Default for RemoteRules {
    fn default() -> RemoteRules {
        RemoteRules::with_capacity(KEPT.1)
    }
}

#[derive(Debug, Default)]
struct CacheState {
    objects: HashMap<S3Uri, Entry>,
    /// The skipped objects below each prefix, as of the last listing.
    skipped: HashMap<S3Uri, Vec<String>>,
    bytes: usize,
    /// A logical clock for evicting the least recently used entry.
    clock: u64,
}

#[derive(Debug)]
struct Entry {
    etag: String,
    texts: Arc<[Text]>,
    skipped: Arc<[String]>,
    bytes: usize,
    used: u64,
}

/// A rules object to fetch, and its cached state.
struct Part {
    at: S3Uri,
    known: Option<(String, Arc<[Text]>)>,
    /// Whether a listing has just confirmed the cached ETag.
    is_fresh: bool,
}

impl RemoteRules {
    /// Creates an empty cache with a size limit in bytes.
    pub fn with_capacity(bytes: usize) -> RemoteRules {
        RemoteRules(Mutex::default(), bytes)
    }

    /// Returns the rules at some locations. Failures are added to `incomplete`.
    pub fn get(
        &self,
        sources: &[SourceLocation<S3Uri>],
        fetch: &dyn Fetch,
        incomplete: &mut Vec<Incomplete>,
    ) -> Vec<Arc<[Text]>> {
        let mut all = Vec::new();
        for source in sources {
            match self.texts_at(&source.uri, fetch) {
                Ok(mut texts) => all.append(&mut texts),
                Err(error) => {
                    incomplete.push(fetch_issue(&source.field, &source.uri.to_string(), &error))
                }
            }
        }
        all
    }

    /// Returns the files at some locations that the last fetch skipped.
    pub fn skipped(&self, sources: &[SourceLocation<S3Uri>]) -> Vec<String> {
        let state = self.lock();
        let mut all = Vec::new();
        for SourceLocation { uri, .. } in sources {
            all.extend(state.skipped.get(uri).into_iter().flatten().cloned());
            all.extend(
                state
                    .objects
                    .get(uri)
                    .into_iter()
                    .flat_map(|entry| entry.skipped.iter().cloned()),
            );
        }
        all
    }

    fn lock(&self) -> MutexGuard<'_, CacheState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn texts_at(&self, uri: &S3Uri, fetch: &dyn Fetch) -> Result<Vec<Arc<[Text]>>, FetchError> {
        let parts = if uri.is_prefix() {
            self.listed(uri, fetch)?
        } else {
            vec![self.part(uri.clone(), None)]
        };
        let stale: Vec<&Part> = parts.iter().filter(|part| !part.is_fresh).collect();
        let etag = |part: &Part| part.known.as_ref().map(|(etag, _)| etag.clone());
        let wanted: Vec<ObjectRequest> = stale
            .iter()
            .map(|part| ObjectRequest {
                at: part.at.clone(),
                known: etag(part),
            })
            .collect();
        let mut fetched = if wanted.is_empty() {
            Vec::new()
        } else {
            fetch.objects(&wanted)
        }
        .into_iter();
        let mut all = Vec::with_capacity(parts.len());
        let mut left = MOST_BYTES;
        for part in parts {
            let new = if part.is_fresh {
                None
            } else {
                fetched.next().unwrap_or(Err(FetchError::NotAvailable))?
            };
            let texts = match (new, part.known) {
                (None, Some((_, texts))) => texts,
                (Some(object), _) => self.keep(part.at, object)?,
                (None, None) => return Err(FetchError::Missing("object")),
            };
            left = left
                .checked_sub(size(&texts))
                .ok_or(FetchError::TooLarge(MOST_BYTES))?;
            all.push(texts);
        }
        Ok(all)
    }

    /// Lists the rules files below a prefix.
    fn listed(&self, prefix: &S3Uri, fetch: &dyn Fetch) -> Result<Vec<Part>, FetchError> {
        let found = fetch.list(prefix, MOST_FILES)?;
        let (rules, others): (Vec<_>, Vec<_>) =
            found.into_iter().partition(|one| is_rules(&one.key));
        let parts: Vec<Part> = rules
            .iter()
            .map(|one| self.part(prefix.with_key(&one.key), one.etag.as_deref()))
            .collect();
        // Keys that end with a slash are folders that the console created.
        let others = others.iter().filter(|one| !one.key.ends_with('/'));
        let skipped: Vec<String> = others
            .map(|one| prefix.with_key(&one.key).to_string())
            .collect();
        if parts.is_empty() {
            return Err(archive::no_rules(&skipped));
        }
        let mut state = self.lock();
        if state.skipped.len() >= KEPT.0 {
            state.skipped.clear();
        }
        state.skipped.insert(prefix.clone(), skipped);
        Ok(parts)
    }

    fn part(&self, at: S3Uri, listed: Option<&str>) -> Part {
        let mut state = self.lock();
        state.clock = state.clock.wrapping_add(1);
        let clock = state.clock;
        let known = state.objects.get_mut(&at).map(|entry| {
            entry.used = clock;
            (entry.etag.clone(), Arc::clone(&entry.texts))
        });
        let is_fresh = known
            .as_ref()
            .is_some_and(|(etag, _)| Some(etag.as_str()) == listed);
        Part {
            at,
            known,
            is_fresh,
        }
    }

    fn keep(&self, at: S3Uri, object: Object) -> Result<Arc<[Text]>, FetchError> {
        let (texts, skipped) = texts(&at, object.bytes)?;
        if let Some(etag) = object.etag {
            self.lock()
                .put(at, etag, (Arc::clone(&texts), skipped), (KEPT.0, self.1));
        }
        Ok(texts)
    }
}

impl CacheState {
    fn put(
        &mut self,
        at: S3Uri,
        etag: String,
        (texts, skipped): Contents,
        (most, most_bytes): (usize, usize),
    ) {
        let bytes = size(&texts);
        self.remove(&at);
        self.bytes = self.bytes.saturating_add(bytes);
        self.objects.insert(
            at,
            Entry {
                etag,
                texts,
                skipped,
                bytes,
                used: self.clock,
            },
        );
        while self.objects.len() > most || self.bytes > most_bytes {
            let Some(oldest) = self
                .objects
                .iter()
                .min_by_key(|(_, entry)| entry.used)
                .map(|(at, _)| at.clone())
            else {
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

fn size(texts: &[Text]) -> usize {
    texts
        .iter()
        .map(|text| text.content.len().saturating_add(text.name.len()))
        .fold(0, usize::saturating_add)
}

/// The rules in an object, and the skipped files.
type Contents = (Arc<[Text]>, Arc<[String]>);

fn texts(at: &S3Uri, bytes: Vec<u8>) -> Result<Contents, FetchError> {
    if let Some(kind) = Kind::of(&at.key) {
        let contents = archive::read(
            kind,
            &at.to_string(),
            bytes,
            Limits {
                files: MOST_FILES,
                bytes: MOST_BYTES,
            },
        )?;
        return Ok((contents.rules.into(), contents.skipped.into()));
    }
    let content = String::from_utf8(bytes).map_err(|_| FetchError::Broken("not UTF-8"))?;
    Ok((
        Arc::new([Text {
            name: at.to_string(),
            content,
        }]),
        Arc::default(),
    ))
}

#[cfg(test)]
mod tests;
