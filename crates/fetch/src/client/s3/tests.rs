//! Tests against an in-process server in place of S3; `make test-aws` runs against moto.

use std::sync::mpsc::Receiver;

use aws_config::SdkConfig;
use aws_credential_types::Credentials;
use aws_credential_types::provider::SharedCredentialsProvider;
use aws_types::region::Region;

use super::*;
use crate::client::connector::connector;
use crate::client::test_server::{LIMITS, Reply, answer, answer_with, serve};
use crate::limits::Limits;

fn s3(endpoint: Option<String>, limits: Limits) -> S3 {
    let credentials = Credentials::new(
        "AKIDEXAMPLE",
        "secret",
        Some("the-token".to_owned()),
        None,
        "test",
    );
    let config = SdkConfig::builder()
        .region(Region::new("eu-central-1"))
        .credentials_provider(SharedCredentialsProvider::new(credentials))
        .build();
    let client = S3::new(&config, connector(&limits), endpoint, limits);
    crate::client::runtime().unwrap().block_on(client).unwrap()
}

/// Returns the result of fetching an object from a server with these responses, and the requests that it received.
fn fetch_object(replies: Vec<Reply>) -> (Result<Option<Object>, FetchError>, Receiver<String>) {
    let (endpoint, requests) = serve(replies);
    let at = S3Uri::read("s3://templates/a folder/\u{e9}+1.yaml").unwrap();
    let wanted = ObjectRequest {
        at,
        known: Some("\"1\"".to_owned()),
    };
    let got = crate::client::runtime().unwrap().block_on(object(
        &s3(Some(endpoint), LIMITS),
        &wanted,
        &ByteBudget::new(1000),
    ));
    (got, requests)
}

#[test]
fn urls_have_the_partitions_host_and_encoded_keys() {
    let (s3, key) = (
        s3(None, LIMITS),
        Request {
            key: "a b/\u{e9}=1",
            ..Request::default()
        },
    );
    let url = |bucket: &str, region: &str| s3.url(bucket, region, &key);
    let path = "a%20b/%C3%A9%3D1";
    assert_eq!(
        url("rules", "us-east-1"),
        format!("https://rules.s3.us-east-1.amazonaws.com/{path}")
    );
    assert_eq!(
        url("rules", "cn-north-1"),
        format!("https://rules.s3.cn-north-1.amazonaws.com.cn/{path}")
    );
    assert_eq!(
        url("rules.of", "us-isob-east-1"),
        format!("https://s3.us-isob-east-1.sc2s.sgov.gov/rules.of/{path}")
    );
    let list = Request {
        query: &[("list-type", "2"), ("prefix", "a/b c&d")],
        ..Request::default()
    };
    let listed = s3.url("rules", "us-east-1", &list);
    assert_eq!(
        listed,
        "https://rules.s3.us-east-1.amazonaws.com/?list-type=2&prefix=a%2Fb%20c%26d"
    );
}

#[test]
fn requests_are_signed_for_the_buckets_region() {
    let moved = answer_with(
        "301 Moved",
        "x-amz-bucket-region: us-west-2\r\n",
        b"<Error/>",
    );
    let (got, requests) = fetch_object(vec![
        moved,
        answer_with("200 OK", "ETag: \"2\"\r\n", b"text"),
    ]);
    assert_eq!(
        got,
        Ok(Some(Object {
            bytes: b"text".to_vec(),
            etag: Some("\"2\"".to_owned())
        }))
    );
    for (request, region) in requests.iter().zip(["eu-central-1", "us-west-2"]) {
        let request = request.to_ascii_lowercase();
        assert!(
            request.starts_with("get /templates/a%20folder/%c3%a9%2b1.yaml http/1.1"),
            "{request}"
        );
        for part in [
            &format!(
                "/{region}/s3/aws4_request, signedheaders=host;if-none-match;x-amz-content-sha256;x-amz-date;x-amz-security-token,"
            ),
            "if-none-match: \"1\"",
            "x-amz-security-token: the-token",
        ] {
            assert!(request.contains(part), "{part} is not in {request}");
        }
    }
}

#[test]
fn versions_are_requested_by_id_and_encoded_question_marks_belong_to_the_key() {
    let paths = |uri: &str| {
        let (endpoint, requests) = serve(vec![answer("200 OK", b"text")]);
        let wanted = ObjectRequest {
            at: S3Uri::read(uri).unwrap(),
            known: None,
        };
        let (s3, budget) = (s3(Some(endpoint), LIMITS), ByteBudget::new(1000));
        let response = object(&s3, &wanted, &budget);
        assert!(crate::client::runtime().unwrap().block_on(response).is_ok());
        requests.recv().unwrap().lines().next().unwrap().to_owned()
    };
    assert_eq!(
        paths("s3://templates/a.yaml?versionId=x/1+="),
        "GET /templates/a.yaml?versionId=x%2F1%2B%3D HTTP/1.1"
    );
    assert_eq!(
        paths("s3://templates/a.yaml%3FversionId=x"),
        "GET /templates/a.yaml%3FversionId%3Dx HTTP/1.1"
    );
    assert_eq!(
        paths("s3://templates/a%2Eyaml"),
        "GET /templates/a.yaml HTTP/1.1"
    );
    assert_eq!(
        paths("s3://templates/a%252Eyaml"),
        "GET /templates/a%252Eyaml HTTP/1.1"
    );
}

#[test]
fn objects_over_the_shared_limit_are_rejected_before_they_are_read() {
    let body = vec![b'x'; 600];
    let (endpoint, _requests) = serve((0..3).map(|_| answer("200 OK", &body)).collect());
    let wanted = |i: u32| ObjectRequest {
        at: S3Uri::read(&format!("s3://templates/{i}")).unwrap(),
        known: None,
    };
    let wanted: Vec<ObjectRequest> = (0..3).map(wanted).collect();
    let s3 = s3(Some(endpoint), LIMITS);
    let got = crate::client::runtime()
        .unwrap()
        .block_on(objects(&s3, &wanted));
    assert_eq!(
        got.iter().filter(|object| object.is_ok()).count(),
        2,
        "{got:?}"
    );
    assert!(got.contains(&Err(FetchError::TooLarge(1500))), "{got:?}");
}

#[test]
fn error_responses_are_converted() {
    let error = |code: &str| {
        format!(
            "<?xml version=\"1.0\"?><Error><Code>{code}</Code><Message>a &amp; b</Message></Error>"
        )
    };
    let refused = |status: &str, body: &str| {
        fetch_object(vec![answer(status, body.as_bytes())])
            .0
            .unwrap_err()
    };
    assert_eq!(
        refused("404 Not Found", &error("NoSuchKey")),
        FetchError::Missing("object")
    );
    assert_eq!(
        refused("404 Not Found", &error("NoSuchBucket")),
        FetchError::Missing("bucket")
    );
    assert_eq!(
        refused("403 Forbidden", &error("AccessDenied")),
        FetchError::Denied("s3:GetObject")
    );
    assert_eq!(
        refused("403 Forbidden", ""),
        FetchError::Denied("s3:GetObject")
    );
    let expired = FetchError::Refused("ExpiredToken".to_owned(), "a & b".to_owned());
    assert_eq!(refused("400 Bad Request", &error("ExpiredToken")), expired);
    assert_eq!(
        refused("400 Bad Request", "not XML"),
        FetchError::Status(400)
    );
    assert_eq!(
        fetch_object(vec![answer("304 Not Modified", b"")]).0,
        Ok(None)
    );
    let slow = || answer("503 Slow Down", error("SlowDown").as_bytes());
    assert_eq!(
        fetch_object(vec![slow(), answer("200 OK", b"text")])
            .0
            .unwrap()
            .unwrap()
            .bytes,
        b"text"
    );
    let busy = fetch_object(vec![slow(), slow(), slow()]).0;
    assert_eq!(
        busy,
        Err(FetchError::Refused(
            "SlowDown".to_owned(),
            "a & b".to_owned()
        ))
    );
}

#[test]
fn lists_are_read_page_by_page() {
    let page = |keys: &[&str], more: &str| {
        let contents: String = keys
            .iter()
            .map(|key| format!("<Contents><Key>{key}</Key><ETag>&quot;1&quot;</ETag></Contents>"))
            .collect();
        let text = format!(
            "<ListBucketResult xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\"><Prefix>a</Prefix>{contents}{more}</ListBucketResult>"
        );
        answer("200 OK", text.as_bytes())
    };
    let listed = |replies: Vec<Reply>, most: usize| {
        let (endpoint, requests) = serve(replies);
        let prefix = S3Uri::read("s3://rules/a/").unwrap();
        let listed = crate::client::runtime().unwrap().block_on(list(
            &s3(Some(endpoint), LIMITS),
            &prefix,
            most,
        ));
        (
            listed.map(|all| all.into_iter().map(|one| one.key).collect::<Vec<_>>()),
            requests,
        )
    };
    let two = || {
        vec![
            page(
                &["a/1", "a/2 &amp; 3"],
                "<IsTruncated>true</IsTruncated><NextContinuationToken>t/1=</NextContinuationToken>",
            ),
            page(&["a/4"], ""),
        ]
    };
    let (all, requests) = listed(two(), 3);
    assert_eq!(all.unwrap(), ["a/1", "a/2 & 3", "a/4"]);
    let lines: Vec<_> = requests
        .iter()
        .map(|request| request.lines().next().unwrap().to_owned())
        .collect();
    assert_eq!(
        lines,
        [
            "GET /rules/?list-type=2&prefix=a%2F HTTP/1.1",
            "GET /rules/?list-type=2&prefix=a%2F&continuation-token=t%2F1%3D HTTP/1.1",
        ]
    );
    assert_eq!(listed(two(), 2).0, Err(FetchError::TooMany(2)));
    for broken in [
        "",
        "<html>",
        "<Error/>",
        "<ListBucketResult><Contents>",
        "<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>",
    ] {
        let (all, _) = listed(vec![answer("200 OK", broken.as_bytes())], 3);
        assert!(
            matches!(all, Err(FetchError::Broken(_))),
            "{broken:?}: {all:?}"
        );
    }
}

#[test]
fn uploads_have_a_checksum() {
    let (endpoint, requests) = serve(vec![answer("200 OK", b"")]);
    let at = S3Uri::read("s3://reports/1.json").unwrap();
    let s3 = s3(Some(endpoint), LIMITS);
    let put = put(&s3, &at, "application/json", b"{}", WriteMode::Create);
    assert_eq!(crate::client::runtime().unwrap().block_on(put), Ok(()));
    let request = requests.recv().unwrap();
    assert!(
        request.starts_with("PUT /reports/1.json HTTP/1.1"),
        "{request}"
    );
    let sha256 = "RBNvo1WzZ4oRRq0W9+hknpT7T8If536DEMBg9hyq/4o=";
    assert!(
        request.contains(&format!("x-amz-checksum-sha256: {sha256}")),
        "{request}"
    );
    assert!(request.contains("if-none-match: *"), "{request}");
}

#[test]
fn existing_objects_are_replaced_only_in_replace_mode() {
    let put = |mode: WriteMode, status: &str| {
        let (endpoint, requests) = serve(vec![answer(
            status,
            b"<Error><Code>PreconditionFailed</Code></Error>",
        )]);
        let (s3, at) = (
            s3(Some(endpoint), LIMITS),
            S3Uri::read("s3://reports/1.json").unwrap(),
        );
        let written = crate::client::runtime().unwrap().block_on(put(
            &s3,
            &at,
            "application/json",
            b"{}",
            mode,
        ));
        (written, requests.recv().unwrap().contains("if-none-match"))
    };
    assert_eq!(
        put(WriteMode::Create, "412 Precondition Failed"),
        (Err(FetchError::Exists), true)
    );
    assert_eq!(put(WriteMode::Replace, "200 OK"), (Ok(()), false));
}
