//! S3 URIs in requests and settings.

use std::fmt;

/// `s3://bucket/key`, optionally with a version: `s3://bucket/key?versionId=VERSION`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct S3Uri {
    /// The bucket name.
    pub bucket: String,
    /// The unescaped key; empty or ending with `/` for a prefix.
    pub key: String,
    /// The object's version; `None` for the current one.
    pub version_id: Option<String>,
}

/// The query parameter with the version.
const VERSION: &str = "versionId=";

impl S3Uri {
    /// Parses a URI. In its key, `%XX` is one byte, decoded once: `%2525` is the key `%25`. A `?` in a key is written
    /// `%3F`, as an unescaped one starts the version.
    ///
    /// # Errors
    /// What is wrong and what is expected.
    pub fn read(text: &str) -> Result<S3Uri, String> {
        let expected = || {
            format!(
                "invalid S3 URI `{text}`; expected s3://BUCKET/KEY or s3://BUCKET/KEY?versionId=ID"
            )
        };
        let (bucket, path) = text
            .strip_prefix("s3://")
            .ok_or_else(expected)?
            .split_once('/')
            .ok_or_else(expected)?;
        let (key, version_id) = match path.split_once('?') {
            None => (path, None),
            Some((key, query)) => {
                let version = query.strip_prefix(VERSION).ok_or_else(|| {
                    format!("{}: a key may only be followed by ?versionId=; write a `?` in a key as %3F", expected())
                })?;
                (key, Some(version.to_owned()))
            }
        };
        let key = unescaped(key).ok_or_else(|| {
            format!(
                "{}: `%` starts an escape of two hexadecimal digits; write a `%` in a key as %25",
                expected()
            )
        })?;
        S3Uri::checked(bucket, &key, version_id).ok_or_else(expected)
    }

    /// Creates a URI from its parts, without escapes.
    ///
    /// # Errors
    /// What is wrong and what is expected.
    pub fn of(bucket: &str, key: &str, version_id: Option<String>) -> Result<S3Uri, String> {
        S3Uri::checked(bucket, key, version_id).ok_or_else(|| {
            format!("invalid bucket `{bucket}`, key or version; expected a bucket name and an object key")
        })
    }

    fn checked(bucket: &str, key: &str, version_id: Option<String>) -> Option<S3Uri> {
        let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
        if !(3..=255).contains(&bucket.len()) || !bucket.chars().all(is_name) || key.len() > 1024 {
            return None;
        }
        // Version IDs are URL-ready: https://docs.aws.amazon.com/AmazonS3/latest/userguide/versioning-workflows.html
        let is_version = |id: &String| {
            (1..=1024).contains(&id.len())
                && id.chars().all(|c| {
                    c.is_ascii_alphanumeric()
                        || matches!(c, '.' | '-' | '_' | '~' | '+' | '/' | '=')
                })
        };
        if version_id.as_ref().is_some_and(|id| !is_version(id)) {
            return None;
        }
        let uri = S3Uri {
            bucket: bucket.to_owned(),
            key: key.to_owned(),
            version_id,
        };
        (uri.version_id.is_none() || !uri.is_prefix()).then_some(uri)
    }

    /// Returns another object in the same bucket.
    pub fn with_key(&self, key: &str) -> S3Uri {
        S3Uri {
            bucket: self.bucket.clone(),
            key: key.to_owned(),
            version_id: None,
        }
    }

    /// Returns an object below this prefix, with or without its final `/`.
    pub fn below(&self, key: &str) -> S3Uri {
        let prefix = self.key.trim_end_matches('/');
        if prefix.is_empty() {
            self.with_key(key)
        } else {
            self.with_key(&format!("{prefix}/{key}"))
        }
    }

    /// Returns whether the URI is a prefix.
    pub fn is_prefix(&self) -> bool {
        self.key.is_empty() || self.key.ends_with('/')
    }
}

/// Decodes each `%XX` of a text; `None` when one is incomplete or the result is not UTF-8.
fn unescaped(text: &str) -> Option<String> {
    if !text.contains('%') {
        return Some(text.to_owned());
    }
    let mut parts = text.split('%');
    let mut bytes = parts.next()?.as_bytes().to_vec();
    for part in parts {
        let (digits, rest) = part.split_at_checked(2)?;
        if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return None;
        }
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        bytes.extend_from_slice(rest.as_bytes());
    }
    String::from_utf8(bytes).ok()
}

/// Escapes the key so that parsing returns the same URI.
impl fmt::Display for S3Uri {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "s3://{}/{}",
            self.bucket,
            self.key.replace('%', "%25").replace('?', "%3F")
        )?;
        self.version_id
            .as_ref()
            .map_or(Ok(()), |id| write!(f, "?{VERSION}{id}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_uris_are_errors() {
        for text in [
            "s3://rules/a/b.guard",
            "s3://rules.of-mine/",
            "s3://abc/folder/ with space/",
        ] {
            assert_eq!(S3Uri::read(text).unwrap().to_string(), text);
        }
        for text in [
            "",
            "rules",
            "s3://rules",
            "s3:///key",
            "https://rules/key",
            "s3://a@b/key",
            "s3://a\u{e9}i/key",
        ] {
            assert!(
                S3Uri::read(text).unwrap_err().contains("s3://BUCKET/KEY"),
                "{text}"
            );
        }
        let below = |uri: &str| S3Uri::read(uri).unwrap().below("b/c").to_string();
        assert_eq!(
            (
                below("s3://rules/").as_str(),
                below("s3://rules/a").as_str()
            ),
            ("s3://rules/b/c", "s3://rules/a/b/c")
        );
        assert!(
            S3Uri::read("s3://rules/a/").unwrap().is_prefix()
                && !S3Uri::read("s3://rules/a").unwrap().is_prefix()
        );
    }

    #[test]
    fn versions_are_split_off_and_escapes_decoded_once() {
        let read = |text: &str| {
            let uri = S3Uri::read(text).unwrap();
            assert_eq!(S3Uri::read(&uri.to_string()), Ok(uri.clone()), "{text}");
            (uri.key, uri.version_id.unwrap_or_default())
        };
        for (text, key, version) in [
            (
                "s3://abc/shop.yaml?versionId=a.B_1-x",
                "shop.yaml",
                "a.B_1-x",
            ),
            (
                "s3://abc/shop.yaml%3FversionId=abc",
                "shop.yaml?versionId=abc",
                "",
            ),
            (
                "s3://abc/shop.yaml%3FversionId=abc?versionId=v",
                "shop.yaml?versionId=abc",
                "v",
            ),
            ("s3://abc/a%2Eyaml", "a.yaml", ""),
            ("s3://abc/a%252Eyaml", "a%2Eyaml", ""),
            ("s3://abc/%C3%A9+%20", "\u{e9}+ ", ""),
        ] {
            assert_eq!(read(text), (key.to_owned(), version.to_owned()), "{text}");
        }
        for (text, why) in [
            ("s3://abc/shop.yaml?versionId=", "s3://BUCKET/KEY"),
            ("s3://abc/shop.yaml?versionId=a&b=c", "s3://BUCKET/KEY"),
            ("s3://abc/shop.yaml?versionid=a", "as %3F"),
            ("s3://abc/shop.yaml?x", "as %3F"),
            ("s3://abc/team/?versionId=a", "s3://BUCKET/KEY"),
            ("s3://abc/a%2", "as %25"),
            ("s3://abc/a%zz", "as %25"),
            ("s3://abc/a%+1", "as %25"),
            ("s3://abc/a%ff", "as %25"),
        ] {
            assert!(S3Uri::read(text).unwrap_err().contains(why), "{text}");
        }
    }
}
