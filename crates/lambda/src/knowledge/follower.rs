//! A knowledge file in S3 that is followed between invocations, and the schemas that were added to it.
//!
//! The last good knowledge file stays in force while the newest one cannot be read.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::add::add;
use crate::bundle::fetched;
use crate::text::Text;
use cfn_warden_fetch::{Fetch, FetchError, Object, S3Uri};
use cfn_warden_policies::custom::minisign;
use cfn_warden_schema::Knowledge;

/// The setting of the knowledge file.
pub const KNOWLEDGE: &str = "WARDEN_KNOWLEDGE";

/// A knowledge file in S3, and the schemas that were added.
#[derive(Debug, Default)]
pub struct Follower(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    newest: Option<(Option<String>, Result<Knowledge, String>)>,
    good: Option<Knowledge>,
    added: Option<Added>,
}

/// Schemas that were added to a knowledge base.
#[derive(Debug)]
struct Added {
    base: Knowledge,
    texts: Vec<Arc<[Text]>>,
    schemas: (Knowledge, Vec<String>),
}

impl Follower {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the last good knowledge base.
    pub fn good(&self) -> Option<Knowledge> {
        self.state().good.clone()
    }

    /// Returns the knowledge base that is in S3 now. With a public key of minisign, it must be signed.
    ///
    /// # Errors
    /// The URI and why it cannot be used.
    pub fn newest(
        &self,
        at: &S3Uri,
        key: Option<&str>,
        fetch: &dyn Fetch,
    ) -> Result<Knowledge, String> {
        let known = self.state().newest.clone();
        // The signature of a file that was refused may come later than the file.
        let known = known.filter(|(_, read)| read.is_ok() || key.is_none());
        let etag = known.as_ref().and_then(|(etag, _)| etag.clone());
        let object = match (fetched(at, etag, fetch)?, known) {
            (None, Some((_, read))) => return read,
            (None, None) => {
                return Err(format!(
                    "{at} cannot be fetched: {}",
                    FetchError::Missing("object")
                ));
            }
            (Some(object), _) => object,
        };
        let read = read(at, &object, key, fetch);
        let mut state = self.state();
        state.newest = Some((object.etag, read.clone()));
        state.good = read.as_ref().ok().cloned().or(state.good.take());
        read
    }

    /// Returns a knowledge base with additional schemas, and why texts cannot be used.
    pub fn with(&self, base: &Knowledge, texts: Vec<Arc<[Text]>>) -> (Knowledge, Vec<String>) {
        let is_same = |added: &&Added| {
            added.base == *base
                && added.texts.len() == texts.len()
                && added
                    .texts
                    .iter()
                    .zip(&texts)
                    .all(|(one, other)| Arc::ptr_eq(one, other))
        };
        if let Some(added) = self.state().added.as_ref().filter(is_same) {
            return added.schemas.clone();
        }
        let (mut knowledge, mut wrong) = (base.clone(), Vec::new());
        for text in texts.iter().flat_map(|texts| texts.iter()) {
            match add(knowledge.clone(), text) {
                Ok(more) => knowledge = more,
                Err(message) => wrong.push(message),
            }
        }
        self.state().added = Some(Added {
            base: base.clone(),
            texts,
            schemas: (knowledge.clone(), wrong.clone()),
        });
        (knowledge, wrong)
    }
}

fn read(
    at: &S3Uri,
    object: &Object,
    key: Option<&str>,
    fetch: &dyn Fetch,
) -> Result<Knowledge, String> {
    if let Some(key) = key {
        let at = at.with_key(&format!("{}{}", at.key, minisign::ENDING));
        let signature = fetched(&at, None, fetch)?;
        let signature = signature.and_then(|object| String::from_utf8(object.bytes).ok());
        let signature = signature.ok_or_else(|| format!("{at}: not a signature of minisign"))?;
        let name = at.key.strip_suffix(minisign::ENDING).unwrap_or(&at.key);
        minisign::verify(key, name, &object.bytes, &signature)?;
    }
    Knowledge::from_file(&object.bytes).map_err(|error| format!("{at}: {error}"))
}
