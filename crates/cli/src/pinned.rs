//! Files that a project refers to: by path, or by a URL with the SHA-256 checksum of its content.

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::files;
use cfn_warden_engine::error::Error;
use cfn_warden_engine::sha256;
use cfn_warden_fetch::client::{self, Aws, Endpoints};
use cfn_warden_fetch::{Fetch as _, FetchError, Limits, ObjectRequest, S3Uri};

/// What introduces the checksum.
const PIN: &str = "#sha256=";
/// Maximum size of a file, that of a bundle with everything in it.
const MAX_BYTES: usize = 64 << 20;
/// Time for a file, with all attempts.
const TIME: Duration = Duration::from_secs(30);

/// A reference to a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    /// Where the file is.
    pub location: Location,
    /// The checksum of its content, in lower case. URLs always have one.
    pub sha256: Option<String>,
}

/// The location of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Location {
    /// A path, as written.
    Path(PathBuf),
    /// A URL: https, or http for the endpoints of the environment.
    Url(String),
    /// An object in S3.
    S3(S3Uri),
}

/// The location without the query of a URL, which may be a signature.
impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Location::Path(path) => write!(f, "{}", path.display()),
            Location::Url(url) => f.write_str(url.split('?').next().unwrap_or_default()),
            Location::S3(uri) => write!(f, "{uri}"),
        }
    }
}

/// Returns whether a text is a URL, and not a path.
pub fn is_url(text: &str) -> bool {
    text.contains("://")
}

impl Reference {
    /// Parses a path or URL. A path may have a checksum, a URL must.
    ///
    /// # Errors
    /// What is wrong and what is expected.
    pub fn parse(text: &str) -> Result<Reference, String> {
        let (location, checksum) = match text.split_once(PIN) {
            Some((location, checksum)) => (location, Some(checksum)),
            None => (text, None),
        };
        let sha256 = checksum.map(parse_checksum).transpose()?;
        if !is_url(location) {
            return Ok(Reference {
                location: Location::Path(PathBuf::from(location)),
                sha256,
            });
        }
        let url = Location::Url(location.to_owned());
        let location = if location.starts_with("s3://") {
            Location::S3(S3Uri::read(location)?)
        } else if !Endpoints::from_env().allows_user(location) {
            return Err(
                "invalid URL; expected https://HOST/PATH without a user name, or s3://BUCKET/KEY"
                    .to_owned(),
            );
        } else if location.contains('#') {
            return Err(format!(
                "invalid checksum of {url}; expected `{PIN}` and 64 hexadecimal digits"
            ));
        } else {
            url
        };
        if sha256.is_none() {
            return Err(format!(
                "{location} has no checksum; expected `{PIN}` and what `sha256sum` prints for the file at the end of the URL"
            ));
        }
        Ok(Reference { location, sha256 })
    }

    /// Reads the file. One that was fetched from a URL is kept in the folder `cache`, and then read from there.
    ///
    /// # Errors
    /// Why it cannot be read, or that it has another checksum.
    pub fn read(&self, cache: Option<&Path>) -> Result<Vec<u8>, String> {
        let (Some(sha256), false) = (&self.sha256, self.is_path()) else {
            let content = self.fetch()?;
            self.verify(&content)?;
            return Ok(content);
        };
        let cached = cache.map(|folder| folder.join(sha256));
        // A damaged file in the cache is fetched again.
        if let Some(content) = cached.as_deref().and_then(|path| files::bytes(path).ok())
            && self.verify(&content).is_ok()
        {
            return Ok(content);
        }
        let content = self.fetch()?;
        self.verify(&content)?;
        if let Some(path) = cached {
            files::create(&path, &content).map_err(|error| error.to_string())?;
        }
        Ok(content)
    }

    /// Returns whether the file is named by a path.
    pub fn is_path(&self) -> bool {
        matches!(self.location, Location::Path(_))
    }

    fn fetch(&self) -> Result<Vec<u8>, String> {
        let location = &self.location;
        let failed = |reason: String| format!("cannot fetch {location}: {reason}");
        match location {
            Location::Path(path) => files::bytes(path).map_err(|error| error.to_string()),
            Location::Url(url) => {
                let url = url.clone();
                with_client(move |client| client.user_url(&url))
                    .map_err(|error| failed(of_url(&error)))
            }
            Location::S3(uri) => {
                let wanted = [ObjectRequest {
                    at: uri.clone(),
                    known: None,
                }];
                with_client(move |client| {
                    let object = client.objects(&wanted).pop().unwrap_or(Ok(None))?;
                    object
                        .map(|object| object.bytes)
                        .ok_or(FetchError::Broken("S3 returned no object"))
                })
                .map_err(|error| failed(of_s3(&error)))
            }
        }
    }

    fn verify(&self, content: &[u8]) -> Result<(), String> {
        let Some(expected) = &self.sha256 else {
            return Ok(());
        };
        let actual = sha256(content);
        if actual == *expected {
            return Ok(());
        }
        let location = &self.location;
        Err(format!(
            "{location} has the SHA-256 checksum {actual}, expected {expected}; if its change is intended, write the new checksum"
        ))
    }
}

fn parse_checksum(text: &str) -> Result<String, String> {
    let is_checksum = text.len() == 64 && text.chars().all(|digit| digit.is_ascii_hexdigit());
    is_checksum
        .then(|| text.to_ascii_lowercase())
        .ok_or_else(|| format!("invalid checksum `{text}`; expected 64 hexadecimal digits"))
}

/// Runs a fetch with a client of its own: most runs fetch nothing, and those that do fetch one or two files. The client blocks
/// a thread, while this one drives its connections.
fn with_client(
    fetch: impl FnOnce(&Aws) -> Result<Vec<u8>, FetchError> + Send + 'static,
) -> Result<Vec<u8>, FetchError> {
    let runtime = client::runtime().map_err(|_| FetchError::NotAvailable)?;
    let limits = Limits {
        bytes: MAX_BYTES,
        all_bytes: MAX_BYTES,
        ..Limits::within(TIME, 0)
    };
    let client = Aws::new(
        runtime.handle().clone(),
        client::from_default_chain,
        Endpoints::from_env(),
        limits,
    );
    let fetched = runtime.block_on(runtime.spawn_blocking(move || fetch(&client)));
    fetched.unwrap_or(Err(FetchError::NotAvailable))
}

/// The reasons in the words of the command line: those of [`FetchError`] are about the function and its role.
fn of_url(error: &FetchError) -> String {
    match error {
        FetchError::Connection => "no connection".to_owned(),
        FetchError::TooSlow => "timed out".to_owned(),
        FetchError::Status(status) => format!("the server answered {status}"),
        FetchError::Url => "the server redirects to a URL that is not https".to_owned(),
        other => other.to_string(),
    }
}

fn of_s3(error: &FetchError) -> String {
    match error {
        FetchError::Denied(action) => {
            format!(
                "access denied; your role needs {action}, and access to the KMS key of encrypted objects"
            )
        }
        other => of_url(other),
    }
}

/// Reads a file that an option or setting names.
///
/// # Errors
/// [`Error::Value`] with the name of the option or the place of the setting.
pub fn read(text: &str, cache: Option<&Path>, name: &str) -> Result<Vec<u8>, Error> {
    let wrong = |reason: String| Error::Value {
        name: name.to_owned(),
        reason,
    };
    Reference::parse(text)
        .and_then(|reference| reference.read(cache))
        .map_err(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SUM: &str = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789ABCDEF";

    #[test]
    fn urls_have_checksums_and_paths_may() {
        let parse = |text: &str| Reference::parse(text);
        let url = parse(&format!(
            "https://policies.example.com/a.toml?sig=x#sha256={SUM}"
        ));
        let url = url.unwrap();
        assert_eq!(
            url.location.to_string(),
            "https://policies.example.com/a.toml"
        );
        assert_eq!(url.sha256, Some(SUM.to_ascii_lowercase()));
        let s3 = parse(&format!("s3://acme-policies/a.toml#sha256={SUM}")).unwrap();
        assert!(matches!(s3.location, Location::S3(_)));
        assert!(parse("../base.toml").unwrap().is_path());
        assert!(
            parse(&format!("../base.toml#sha256={SUM}"))
                .unwrap()
                .sha256
                .is_some()
        );
        for (text, expected) in [
            (
                "https://policies.example.com/a.toml",
                "https://policies.example.com/a.toml has no checksum; expected `#sha256=`",
            ),
            ("s3://acme-policies/a.toml", "has no checksum"),
            (
                "https://policies.example.com/a.toml#sha256=123",
                "invalid checksum `123`",
            ),
            (
                "https://policies.example.com/a.toml#sha=123",
                "invalid checksum of",
            ),
            ("http://policies.example.com/a.toml", "invalid URL"),
            (
                "https://me:secret@policies.example.com/a.toml",
                "invalid URL",
            ),
            ("s3://a", "invalid S3 URI"),
        ] {
            let error = parse(text).unwrap_err();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
