//! A world in which everything is too large, or too much.

use cfn_warden::lambda::{self, Function};
use cfn_warden_fetch::{
    Fetch, FetchError, Listed, Object, ObjectRequest, S3Uri, Stack, StackTemplate, WriteMode,
};
use serde_json::{Value, json};

#[derive(Debug)]
struct Flood;

const LARGE: usize = 9 << 20;

impl Fetch for Flood {
    fn presigned(&self, _: &str) -> Result<Vec<u8>, FetchError> {
        Ok(vec![b' '; LARGE])
    }

    fn objects(&self, wanted: &[ObjectRequest]) -> Vec<Result<Option<Object>, FetchError>> {
        let get = |one: &ObjectRequest| match one.at.key.starts_with("small/") {
            true => Object {
                bytes: b"rule r { this exists }".to_vec(),
                etag: None,
            },
            false => Object {
                bytes: vec![b'#'; LARGE],
                etag: None,
            },
        };
        wanted.iter().map(|one| Ok(Some(get(one)))).collect()
    }

    fn list(&self, prefix: &S3Uri, most: usize) -> Result<Vec<Listed>, FetchError> {
        let count = if prefix.key.starts_with("small/") {
            2_000
        } else {
            3
        };
        if count > most {
            return Err(FetchError::TooMany(most));
        }
        Ok((0..count)
            .map(|n| Listed {
                key: format!("{}{n}.guard", prefix.key),
                etag: None,
            })
            .collect())
    }

    fn put(&self, _: &S3Uri, _: &str, _: Vec<u8>, _: WriteMode) -> Result<(), FetchError> {
        Ok(())
    }

    fn template(&self, _: &Stack) -> Result<StackTemplate, FetchError> {
        Err(FetchError::TooSlow)
    }

    fn type_schema(&self, _: &str) -> Result<Option<String>, FetchError> {
        Ok(None)
    }
}

/// Returns the error messages of a request.
fn errors(request: &Value) -> Vec<String> {
    let function = Function {
        fetch: Box::new(Flood),
        ..Function::new(cfn_warden_rules::bundled())
    };
    let answer: Value =
        serde_json::from_str(&lambda::handle(request.to_string().as_bytes(), &function).answer)
            .unwrap();
    assert_eq!(
        (&answer["compliant"], &answer["status"]),
        (&json!(false), &json!("ERROR"))
    );
    let errors = answer["errors"].as_array().cloned().unwrap_or_default();
    errors
        .iter()
        .map(|error| error["message"].as_str().unwrap_or_default().to_owned())
        .collect()
}

#[track_caller]
fn says(request: &Value, words: &str) {
    let errors = errors(request);
    assert!(
        errors.iter().any(|message| message.contains(words)),
        "{words:?} is not in {errors:#?}"
    );
}

#[test]
fn what_a_request_names_is_bounded() {
    let uris = |count: usize| {
        (0..count)
            .map(|n| format!("s3://bucket/{n}.yaml"))
            .collect::<Vec<_>>()
    };
    says(
        &json!({"data_uri": uris(101), "lint": true}),
        "expected from 1 to 100 URIs",
    );
    says(
        &json!({"data_uri": uris(4), "lint": true}),
        "larger than the limit of 33554432 bytes",
    );
    says(
        &json!({"data": "{}", "rules_uri": "s3://bucket/large/"}),
        "larger than the limit of 16777216 bytes",
    );
    says(
        &json!({"data": "{}", "rules_uri": "s3://bucket/small/"}),
        "more than the limit of 1000 files",
    );
}
