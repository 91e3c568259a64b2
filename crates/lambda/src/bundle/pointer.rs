//! Pointers to bundles: a TOML file in S3 that names the bundle in force.
//!
//! ```toml
//! bundle = "acme-1.2.0.zip"    # a key in the same folder, or an S3 URI
//! sha256 = "5cf8..."           # optional
//! fallback = "acme-1.1.0.zip"  # optional: used when `bundle` cannot be read and there is no last good one
//! ```

use ::toml::de::{DeTable, DeValue};

use cfn_warden_engine::toml;
use cfn_warden_fetch::S3Uri;
use cfn_warden_syntax::LineIndex;

/// What a pointer names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pointer {
    /// The bundle in force.
    pub bundle: S3Uri,
    /// The checksum of its zip file, in hexadecimal.
    pub sha256: Option<String>,
    /// The bundle to use if the other one cannot be read.
    pub fallback: Option<S3Uri>,
}

/// The ending of the keys of pointers.
pub const ENDING: &str = ".toml";

const KEYS: [&str; 3] = ["bundle", "sha256", "fallback"];

/// Parses the pointer at a URI.
///
/// # Errors
/// The first mistake with its position.
pub fn parse(at: &S3Uri, text: &str) -> Result<Pointer, String> {
    let lines = LineIndex::new(text);
    let root = toml::parse(text, &lines).map_err(|mistakes| {
        let mistake = mistakes
            .iter()
            .map(|mistake| mistake.line(&at.to_string()))
            .next();
        mistake.unwrap_or_else(|| format!("{at}: invalid TOML"))
    })?;
    let root: &DeTable<'_> = root.get_ref();
    if let Some(unknown) = root
        .keys()
        .find(|key| !KEYS.contains(&key.get_ref().as_ref()))
    {
        return Err(format!(
            "{at}: unknown key `{}`; expected {}",
            unknown.get_ref(),
            KEYS.join(", ")
        ));
    }
    let string = |key: &str| match root.get(key).map(|value| value.get_ref()) {
        None => Ok(None),
        Some(DeValue::String(text)) => Ok(Some(text.to_string())),
        Some(_) => Err(format!("{at}: `{key}` is not a string")),
    };
    let bundle = string("bundle")?.ok_or_else(|| format!("{at}: `bundle` is missing"))?;
    Ok(Pointer {
        bundle: resolved(at, &bundle)?,
        sha256: string("sha256")?,
        fallback: string("fallback")?
            .map(|key| resolved(at, &key))
            .transpose()?,
    })
}

/// Returns a URI: the text itself, or the object in the folder of the pointer.
fn resolved(at: &S3Uri, text: &str) -> Result<S3Uri, String> {
    if text.starts_with("s3://") {
        return S3Uri::read(text).map_err(|reason| format!("{at}: {reason}"));
    }
    let folder = at
        .key
        .rsplit_once('/')
        .map(|(folder, _)| format!("{folder}/"))
        .unwrap_or_default();
    Ok(at.with_key(&format!("{folder}{text}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_relative_to_the_folder_of_the_pointer() {
        let at = S3Uri::read("s3://policies/prod/current.toml").unwrap();
        let pointer = parse(
            &at,
            "bundle = \"a-2.zip\"\nfallback = \"s3://other/a-1.zip\"\nsha256 = \"ab\"",
        )
        .unwrap();
        assert_eq!(pointer.bundle.to_string(), "s3://policies/prod/a-2.zip");
        assert_eq!(pointer.fallback.unwrap().to_string(), "s3://other/a-1.zip");
        assert_eq!(pointer.sha256.as_deref(), Some("ab"));
        for (text, expected) in [
            ("", "s3://policies/prod/current.toml: `bundle` is missing"),
            (
                "bundel = \"a\"",
                "s3://policies/prod/current.toml: unknown key `bundel`; expected bundle, sha256, fallback",
            ),
            (
                "bundle = 1",
                "s3://policies/prod/current.toml: `bundle` is not a string",
            ),
        ] {
            assert_eq!(parse(&at, text).unwrap_err(), expected);
        }
        assert!(
            parse(&at, "bundle = ")
                .unwrap_err()
                .starts_with("s3://policies/prod/current.toml:1:")
        );
    }
}
