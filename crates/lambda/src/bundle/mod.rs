//! The policy bundle of the function: a zip file in S3, pinned or named by a pointer, and a candidate for it.
//!
//! The last good bundle stays in force while the newest one cannot be read.

mod expected;
mod pointer;

use std::sync::{Arc, Mutex, PoisonError};

pub use self::expected::{Expected, is_version};
use self::pointer::Pointer;
use cfn_warden_engine::{BundleName, sha256};
use cfn_warden_fetch::{Fetch, FetchError, Object, ObjectRequest, S3Uri};
use cfn_warden_policies::Policy;
use cfn_warden_policies::custom::{self, Signature};

/// A bundle that was read.
#[derive(Debug)]
pub struct Bundle {
    /// What names it.
    pub name: BundleName,
    /// The policy, with the controls that the settings add.
    pub policy: Policy,
}

/// The place of a bundle and how it is read.
#[derive(Debug, Clone, Copy)]
pub struct Source<'s> {
    /// The zip file, or a pointer to it.
    pub at: &'s S3Uri,
    /// The public key that it must be signed with.
    pub key: Option<&'s str>,
    /// The name and the version that it must have. They hold for the bundle, for what a pointer names as its fallback, and for a
    /// candidate.
    pub expected: Expected<'s>,
    /// The policy that it adds to.
    pub base: &'s Policy,
}

/// The bundle to use, and why it is not the newest one.
#[derive(Debug, Clone, Default)]
pub struct InForce {
    /// `None` if there is no good one.
    pub bundle: Option<Arc<Bundle>>,
    /// Why the newest one cannot be read.
    pub problem: Option<String>,
}

/// A place in S3 that is followed between invocations.
#[derive(Debug, Default)]
pub struct Follower(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    pointer: Option<(Option<String>, Pointer)>,
    newest: Option<Newest>,
    good: Option<Arc<Bundle>>,
}

/// The object that was read last, good or not.
#[derive(Debug, Clone)]
struct Newest {
    at: S3Uri,
    etag: Option<String>,
    sha256: String,
    read: Result<Arc<Bundle>, String>,
}

impl Follower {
    /// Returns the bundle to use now.
    pub fn get(&self, source: Source<'_>, fetch: &dyn Fetch) -> InForce {
        match self.newest(source, fetch) {
            Ok(bundle) => {
                self.state().good = Some(Arc::clone(&bundle));
                InForce {
                    bundle: Some(bundle),
                    problem: None,
                }
            }
            Err(problem) => {
                let good = self.state().good.clone();
                InForce {
                    bundle: good.or_else(|| self.fallback(source, fetch)),
                    problem: Some(problem),
                }
            }
        }
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn newest(&self, source: Source<'_>, fetch: &dyn Fetch) -> Result<Arc<Bundle>, String> {
        let (at, expected) = match source.at.key.ends_with(pointer::ENDING) {
            true => {
                let Pointer { bundle, sha256, .. } = self.pointer(source.at, fetch)?;
                (bundle, sha256)
            }
            false => (source.at.clone(), None),
        };
        let known = self.state().newest.clone().filter(|known| known.at == at);
        if let Some(known) = &known
            && (at.version_id.is_some()
                || expected
                    .as_ref()
                    .is_some_and(|sum| sum.eq_ignore_ascii_case(&known.sha256)))
        {
            // Neither a version of an object nor what has this checksum can change.
            return known.read.clone();
        }
        let etag = known.as_ref().and_then(|known| known.etag.clone());
        let object = match (fetched(&at, etag, fetch)?, known) {
            (None, Some(known)) => {
                return matching(&at, expected.as_deref(), &known.sha256).and(known.read);
            }
            (None, None) => {
                return Err(format!(
                    "{at} cannot be fetched: {}",
                    FetchError::Missing("object")
                ));
            }
            (Some(object), _) => object,
        };
        let sum = sha256(&object.bytes);
        matching(&at, expected.as_deref(), &sum)?;
        let read = read(&at, &object.bytes, source);
        self.state().newest = Some(Newest {
            at,
            etag: object.etag,
            sha256: sum,
            read: read.clone(),
        });
        read
    }

    fn pointer(&self, at: &S3Uri, fetch: &dyn Fetch) -> Result<Pointer, String> {
        let known = self.state().pointer.clone();
        let etag = known.as_ref().and_then(|(etag, _)| etag.clone());
        let object = match (fetched(at, etag, fetch)?, known) {
            (None, Some((_, pointer))) => return Ok(pointer),
            (None, None) => {
                return Err(format!(
                    "{at} cannot be fetched: {}",
                    FetchError::Missing("object")
                ));
            }
            (Some(object), _) => object,
        };
        let text = std::str::from_utf8(&object.bytes).map_err(|_| format!("{at}: not UTF-8"))?;
        let pointer = pointer::parse(at, text)?;
        self.state().pointer = Some((object.etag, pointer.clone()));
        Ok(pointer)
    }

    /// Reads the fallback of the pointer.
    fn fallback(&self, source: Source<'_>, fetch: &dyn Fetch) -> Option<Arc<Bundle>> {
        let (_, Pointer { fallback, .. }) = self.state().pointer.clone()?;
        let at = fallback?;
        let object = fetched(&at, None, fetch).ok()??;
        let bundle = read(&at, &object.bytes, source).ok()?;
        self.state().good = Some(Arc::clone(&bundle));
        Some(bundle)
    }
}

/// Fetches an object; `None` if it still has the ETag.
///
/// # Errors
/// The URI and why it cannot be fetched.
pub fn fetched(
    at: &S3Uri,
    etag: Option<String>,
    fetch: &dyn Fetch,
) -> Result<Option<Object>, String> {
    let answers = fetch.objects(&[ObjectRequest {
        at: at.clone(),
        known: etag,
    }]);
    let answer = answers
        .into_iter()
        .next()
        .unwrap_or(Err(FetchError::NotAvailable));
    answer.map_err(|error| format!("{at} cannot be fetched: {error}"))
}

fn matching(at: &S3Uri, expected: Option<&str>, found: &str) -> Result<(), String> {
    match expected {
        Some(sum) if !sum.eq_ignore_ascii_case(found) => Err(format!(
            "{at}: the SHA-256 checksum is {found}, and the pointer expects {sum}"
        )),
        _ => Ok(()),
    }
}

/// Reads a zip file with a pack.
fn read(at: &S3Uri, bytes: &[u8], source: Source<'_>) -> Result<Arc<Bundle>, String> {
    let signature = source.key.map_or(Signature::NotRequired, Signature::By);
    let files = custom::unzipped(bytes).map_err(|mistake| format!("{at}: {mistake}"))?;
    let pack = custom::read(&files, signature).map_err(|mistakes| {
        let more = match mistakes.len() {
            0 | 1 => String::new(),
            count => format!(" and {} more", count.saturating_sub(1)),
        };
        format!(
            "{at}: {}{more}",
            mistakes.first().map_or("invalid", String::as_str)
        )
    })?;
    source
        .expected
        .check(&pack.name, &pack.version)
        .map_err(|mistake| format!("{at}: {mistake}"))?;
    let mut policy = pack.policy;
    policy.extend(source.base.clone());
    Ok(Arc::new(Bundle {
        name: BundleName {
            name: pack.name,
            version: pack.version,
            uri: at.to_string(),
        },
        policy,
    }))
}
