//! Targets of reports of direct requests, and their restrictions.

use serde_json::value::RawValue;

use super::decode::{parse, scalar};
use super::error::RequestError;
use super::event::Fields;
use super::source;
use cfn_warden_fetch::{S3Uri, WriteMode};

/// The prefix in the report bucket that only Hooks may write to.
pub const HOOKS: &str = "hooks/";

/// The target of a report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportTarget {
    /// The object.
    pub uri: S3Uri,
    /// Whether an existing object is replaced.
    pub mode: WriteMode,
}

/// Decodes `report_uri` and `report_mode`. A plain key refers to the configured report bucket.
///
/// # Errors
/// [`RequestError`] when a field is invalid or the object is below the prefix reserved for Hooks.
pub fn decode(
    fields: &Fields<'_>,
    bucket: Option<&S3Uri>,
) -> Result<Option<ReportTarget>, RequestError> {
    const MODES: &str = "create or replace";
    let mode = match scalar::<String>(fields, "report_mode", MODES)?.as_deref() {
        None | Some("create") => WriteMode::Create,
        Some("replace") => WriteMode::Replace,
        Some(other) => {
            let message = format!("invalid value `{other}`; expected {MODES}");
            return Err(RequestError::field("report_mode", message));
        }
    };
    let Some(value) = fields.get("report_uri") else {
        return Ok(None);
    };
    let uri = uri(value, bucket).map_err(|reason| RequestError::field("report_uri", reason))?;
    Ok(Some(ReportTarget { uri, mode }))
}

fn uri(value: &RawValue, bucket: Option<&S3Uri>) -> Result<S3Uri, String> {
    let uri = if value.get().starts_with('{') {
        source::object(value, "report_uri").map_err(|error| error.message)?
    } else {
        let text: String =
            parse(value, "report_uri", "an S3 URI").map_err(|error| error.message)?;
        match bucket {
            Some(bucket) if !text.contains("://") => bucket.below(&text),
            _ => S3Uri::read(&text)?,
        }
    };
    if uri.version_id.is_some() {
        return Err("a report is a new version of an object; expected no versionId".to_owned());
    }
    if uri.is_prefix() {
        return Err(format!("`{uri}` is a prefix; expected an object"));
    }
    if uri
        .key
        .split('/')
        .any(|part| matches!(part, "" | "." | ".."))
        || uri.key.contains(['\\', '\0'])
    {
        return Err(format!(
            "`{uri}` has an empty part, `.`, `..` or `\\` in its key; expected a plain key"
        ));
    }
    if bucket.is_some_and(|bucket| is_of_hooks(&uri, bucket)) {
        return Err(format!(
            "`{uri}` is below `{HOOKS}`, which is reserved for Hooks; expected another prefix"
        ));
    }
    Ok(uri)
}

/// Returns whether an object is below the prefix reserved for Hooks, also under keys that an intermediary might
/// normalize to it.
fn is_of_hooks(uri: &S3Uri, bucket: &S3Uri) -> bool {
    let is_alias = uri.bucket.ends_with("-s3alias") || uri.bucket.ends_with("--ol-s3");
    if !is_alias && !uri.bucket.eq_ignore_ascii_case(&bucket.bucket) {
        return false;
    }
    let folders = [HOOKS.to_owned(), bucket.below(HOOKS).key];
    let mut key = uri.key.clone();
    loop {
        let plain: Vec<&str> = key
            .split(['/', '\\'])
            .filter(|part| !matches!(*part, "" | "."))
            .collect();
        let plain = plain.join("/");
        if plain.split('/').any(|part| part == "..")
            || folders.iter().any(|folder| plain.starts_with(folder))
        {
            return true;
        }
        match S3Uri::read(&format!("s3://{}/{key}", bucket.bucket)) {
            Ok(decoded) if decoded.key != key => key = decoded.key,
            _ => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(report_uri: &str, bucket: &str) -> Result<String, String> {
        let event = serde_json::json!({ "report_uri": report_uri }).to_string();
        let fields: Fields<'_> = serde_json::from_str(&event).unwrap();
        let target = decode(&fields, Some(&S3Uri::read(bucket).unwrap()));
        target
            .map(|target| target.unwrap().uri.to_string())
            .map_err(|error| error.message)
    }

    #[test]
    fn requests_cannot_write_below_the_prefix_of_hooks() {
        for bucket in [
            "s3://reports/",
            "s3://reports/warden",
            "s3://reports/warden/",
        ] {
            for key in [
                "hooks/2026/11/21/token.json",
                "s3://reports/hooks/x.json",
                "s3://reports/warden/../hooks/x.json",
                "s3://reports//hooks/x.json",
                "s3://reports/./hooks/x.json",
                "s3://reports/%68ooks/x.json",
                "s3://reports/%2568ooks/x.json",
                "s3://reports/hooks%2Fx.json",
                "s3://reports/hooks%252Fx.json",
                "s3://reports/a%2F..%2Fhooks/x.json",
                "s3://reports/a%252F%252E%252E%252Fhooks/x.json",
                "s3://reports/hooks%5Cx.json",
                "s3://mine-123-s3alias/hooks/x.json",
                "/hooks/x.json",
                "a/../hooks/x.json",
                "hooks//x.json",
                "%68ooks/x.json",
            ] {
                assert!(
                    read(key, bucket).is_err(),
                    "{key} in {bucket}: {:?}",
                    read(key, bucket)
                );
            }
        }
        assert!(read("s3://reports/warden/hooks/x.json", "s3://reports/warden").is_err());
        for (key, uri) in [
            ("audit/hooks/x.json", "s3://reports/audit/hooks/x.json"),
            ("hooks.json", "s3://reports/hooks.json"),
            ("s3://others/hooks/x.json", "s3://others/hooks/x.json"),
        ] {
            assert_eq!(read(key, "s3://reports/").as_deref(), Ok(uri));
        }
    }
}
