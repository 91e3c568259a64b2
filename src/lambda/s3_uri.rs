//! Objects in S3, as requests and settings name them.

use std::fmt;

/// `s3://bucket/key`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct S3Uri {
    /// The bucket.
    pub bucket: String,
    /// The object; of a prefix it is empty or ends with `/`.
    pub key: String,
}

impl S3Uri {
    /// Reads a URI.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(text: &str) -> Result<S3Uri, String> {
        let expected = || format!("`{text}` is no S3 URI: expected s3://BUCKET/KEY");
        let (bucket, key) = text.strip_prefix("s3://").ok_or_else(expected)?.split_once('/').ok_or_else(expected)?;
        let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
        if !(3..=255).contains(&bucket.len()) || !bucket.chars().all(is_name) || key.len() > 1024 {
            return Err(expected());
        }
        Ok(S3Uri { bucket: bucket.to_owned(), key: key.to_owned() })
    }

    /// The same bucket's other object.
    pub fn with_key(&self, key: &str) -> S3Uri {
        S3Uri { bucket: self.bucket.clone(), key: key.to_owned() }
    }

    /// What is below a prefix, which may lack its last `/`.
    pub fn below(&self, key: &str) -> S3Uri {
        let prefix = self.key.trim_end_matches('/');
        if prefix.is_empty() { self.with_key(key) } else { self.with_key(&format!("{prefix}/{key}")) }
    }

    /// Whether it stands for all objects whose keys begin so.
    pub fn is_prefix(&self) -> bool {
        self.key.is_empty() || self.key.ends_with('/')
    }
}

impl fmt::Display for S3Uri {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "s3://{}/{}", self.bucket, self.key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_uri_of_s3_is_told() {
        for text in ["s3://rules/a/b.guard", "s3://rules.of-mine/", "s3://abc/folder/ with space/"] {
            assert_eq!(S3Uri::read(text).unwrap().to_string(), text);
        }
        for text in ["", "rules", "s3://rules", "s3:///key", "https://rules/key", "s3://a@b/key", "s3://a\u{e9}i/key"] {
            assert!(S3Uri::read(text).unwrap_err().contains("s3://BUCKET/KEY"), "{text}");
        }
        let below = |uri: &str| S3Uri::read(uri).unwrap().below("b/c").to_string();
        assert_eq!(
            (below("s3://rules/").as_str(), below("s3://rules/a").as_str()),
            ("s3://rules/b/c", "s3://rules/a/b/c")
        );
        assert!(S3Uri::read("s3://rules/a/").unwrap().is_prefix() && !S3Uri::read("s3://rules/a").unwrap().is_prefix());
    }
}
