//! S3 objects: three REST operations, signed with the SDK's signer.
//!
//! The SDK's own S3 client would add more than 1 MB to the function.
//! <https://docs.aws.amazon.com/AmazonS3/latest/API/>

mod call;
mod xml;

use std::sync::Arc;

use tokio::task::JoinSet;
use tokio::time::timeout;

pub use self::call::S3;
use self::call::{Bucket, Request};
use super::http::ByteBudget;
use super::sdk_error::Operation;
use crate::fetch::{FetchError, Listed, Object, ObjectRequest, WriteMode};
use crate::gzip;
use crate::s3_uri::S3Uri;

const GET: Operation = Operation {
    action: "s3:GetObject",
    resource: "object",
};
const GET_VERSION: Operation = Operation {
    action: "s3:GetObjectVersion",
    resource: "version of the object",
};
const LIST: Operation = Operation {
    action: "s3:ListBucket",
    resource: "bucket",
};
const PUT: Operation = Operation {
    action: "s3:PutObject",
    resource: "bucket",
};

/// The number of concurrent downloads.
const AT_ONCE: usize = 16;

/// Fetches objects concurrently and returns them in the order of `wanted`; `None` for an object that has not changed.
pub async fn objects(s3: &S3, wanted: &[ObjectRequest]) -> Vec<Result<Option<Object>, FetchError>> {
    let mut all = Vec::with_capacity(wanted.len());
    let budget = Arc::new(ByteBudget::new(s3.limits.all_bytes));
    for some in wanted.chunks(AT_ONCE) {
        let mut open = JoinSet::new();
        for (i, one) in some.iter().cloned().enumerate() {
            let (s3, budget) = (s3.clone(), Arc::clone(&budget));
            open.spawn(async move { (i, object(&s3, &one, &budget).await) });
        }
        let mut fetched = open.join_all().await;
        fetched.sort_by_key(|(i, _)| *i);
        all.extend(fetched.into_iter().map(|(_, object)| object));
    }
    all
}

async fn object(
    s3: &S3,
    wanted: &ObjectRequest,
    budget: &ByteBudget,
) -> Result<Option<Object>, FetchError> {
    let all = async {
        let known = wanted.known.as_deref().map(|etag| ("if-none-match", etag));
        let version = wanted.at.version_id.as_deref().map(|id| ("versionId", id));
        let (key, query, headers) = (wanted.at.key.as_str(), version.as_slice(), known.as_slice());
        let operation = if version.is_some() { GET_VERSION } else { GET };
        let request = Request {
            method: "GET",
            key,
            query,
            headers,
            operation,
            budget: Some(budget),
            ..Request::default()
        };
        let response = s3.bucket(&wanted.at.bucket).send(&request).await?;
        if response.status == 304 {
            return Ok(None);
        }
        let etag = response.headers.get("etag").map(str::to_owned);
        let compressed = response.bytes.len();
        let most = s3
            .limits
            .bytes
            .min(budget.left().saturating_add(compressed));
        let bytes = gzip::inflated(response.bytes, most)?;
        budget.take(bytes.len().saturating_sub(compressed))?;
        Ok(Some(Object { bytes, etag }))
    };
    timeout(s3.limits.total, all)
        .await
        .unwrap_or(Err(FetchError::TooSlow))
}

/// Lists the objects whose keys start with the key of `prefix`, sorted by key.
///
/// # Errors
/// [`FetchError::TooMany`] when there are more than `most`, or the error of a request.
pub async fn list(s3: &S3, prefix: &S3Uri, most: usize) -> Result<Vec<Listed>, FetchError> {
    timeout(
        s3.limits.total,
        pages(s3.bucket(&prefix.bucket), prefix, most),
    )
    .await
    .unwrap_or(Err(FetchError::TooSlow))
}

async fn pages(
    mut bucket: Bucket<'_>,
    prefix: &S3Uri,
    most: usize,
) -> Result<Vec<Listed>, FetchError> {
    let (mut found, mut next) = (Vec::new(), None::<String>);
    loop {
        let mut query = vec![("list-type", "2"), ("prefix", &prefix.key)];
        query.extend(next.as_deref().map(|token| ("continuation-token", token)));
        let request = Request {
            method: "GET",
            query: &query,
            operation: LIST,
            ..Request::default()
        };
        let page = xml::page(&bucket.send(&request).await?.bytes)?;
        found.extend(page.objects);
        if found.len() > most {
            return Err(FetchError::TooMany(most));
        }
        next = page.next;
        if next.is_none() {
            return Ok(found);
        }
    }
}

/// Writes an object.
///
/// # Errors
/// [`FetchError::Exists`] when the object exists and `mode` is [`WriteMode::Create`], or the error of the request.
pub async fn put(
    s3: &S3,
    at: &S3Uri,
    content_type: &str,
    body: &[u8],
    mode: WriteMode,
) -> Result<(), FetchError> {
    // Buckets with object lock reject uploads without a checksum.
    let checksum = call::checksum(body);
    let mut headers = vec![
        ("content-type", content_type),
        ("x-amz-checksum-sha256", &checksum),
    ];
    if mode == WriteMode::Create {
        headers.push(("if-none-match", "*"));
    }
    let request = Request {
        method: "PUT",
        key: &at.key,
        headers: &headers,
        body,
        operation: PUT,
        ..Request::default()
    };
    let mut bucket = s3.bucket(&at.bucket);
    timeout(s3.limits.total, bucket.send(&request))
        .await
        .unwrap_or(Err(FetchError::TooSlow))
        .map(|_| ())
}

#[cfg(test)]
mod tests;
