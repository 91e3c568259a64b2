//! Objects in S3, with the function's own credentials: three requests of its REST API, signed by the SDK's signer.
//!
//! The SDK's client for S3, with its tables of checksums, would be more than a megabyte of the function.
//! <https://docs.aws.amazon.com/AmazonS3/latest/API/>

mod call;
mod xml;

use std::sync::Arc;

use tokio::task::JoinSet;
use tokio::time::timeout;

pub use self::call::S3;
use self::call::{Bucket, Request};
use super::failure::Asked;
use super::http::Allowance;
use crate::lambda::fetch::{FetchError, Listed, Object, Wanted, WriteMode};
use crate::lambda::gzip;
use crate::lambda::s3_uri::S3Uri;

const GET: Asked = Asked { action: "s3:GetObject", what: "object" };
const GET_VERSION: Asked = Asked { action: "s3:GetObjectVersion", what: "version of the object" };
const LIST: Asked = Asked { action: "s3:ListBucket", what: "bucket" };
const PUT: Asked = Asked { action: "s3:PutObject", what: "bucket" };

/// As many objects are got at the same time.
const AT_ONCE: usize = 16;

/// Objects in the order that they are named; of one that is as known, nothing.
pub async fn objects(s3: &S3, wanted: &[Wanted]) -> Vec<Result<Option<Object>, FetchError>> {
    let mut all = Vec::with_capacity(wanted.len());
    let allowance = Arc::new(Allowance::of(s3.limits.all_bytes));
    for some in wanted.chunks(AT_ONCE) {
        let mut open = JoinSet::new();
        for (i, one) in some.iter().cloned().enumerate() {
            let (s3, allowance) = (s3.clone(), Arc::clone(&allowance));
            open.spawn(async move { (i, object(&s3, &one, &allowance).await) });
        }
        let mut got = open.join_all().await;
        got.sort_by_key(|(i, _)| *i);
        all.extend(got.into_iter().map(|(_, object)| object));
    }
    all
}

async fn object(s3: &S3, wanted: &Wanted, allowance: &Allowance) -> Result<Option<Object>, FetchError> {
    let all = async {
        let known = wanted.known.as_deref().map(|etag| ("if-none-match", etag));
        let version = wanted.at.version_id.as_deref().map(|id| ("versionId", id));
        let (key, query, headers) = (wanted.at.key.as_str(), version.as_slice(), known.as_slice());
        let asked = if version.is_some() { GET_VERSION } else { GET };
        let request =
            Request { method: "GET", key, query, headers, asked, allowance: Some(allowance), ..Request::default() };
        let answer = s3.bucket(&wanted.at.bucket).send(&request).await?;
        if answer.status == 304 {
            return Ok(None);
        }
        let etag = answer.headers.get("etag").map(str::to_owned);
        let compressed = answer.bytes.len();
        let most = s3.limits.bytes.min(allowance.left().saturating_add(compressed));
        let bytes = gzip::inflated(answer.bytes, most)?;
        allowance.take(bytes.len().saturating_sub(compressed))?;
        Ok(Some(Object { bytes, etag }))
    };
    timeout(s3.limits.total, all).await.unwrap_or(Err(FetchError::TooSlow))
}

/// The objects whose keys begin with that of a URI, by key.
///
/// # Errors
/// Why there is no list.
pub async fn list(s3: &S3, prefix: &S3Uri, most: usize) -> Result<Vec<Listed>, FetchError> {
    timeout(s3.limits.total, pages(s3.bucket(&prefix.bucket), prefix, most)).await.unwrap_or(Err(FetchError::TooSlow))
}

async fn pages(mut bucket: Bucket<'_>, prefix: &S3Uri, most: usize) -> Result<Vec<Listed>, FetchError> {
    let (mut found, mut next) = (Vec::new(), None::<String>);
    loop {
        let mut query = vec![("list-type", "2"), ("prefix", &prefix.key)];
        query.extend(next.as_deref().map(|token| ("continuation-token", token)));
        let request = Request { method: "GET", query: &query, asked: LIST, ..Request::default() };
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
/// Why it is not written.
pub async fn put(s3: &S3, at: &S3Uri, content_type: &str, body: &[u8], mode: WriteMode) -> Result<(), FetchError> {
    // Buckets that lock their objects take none without a checksum.
    let checksum = call::checksum(body);
    let mut headers = vec![("content-type", content_type), ("x-amz-checksum-sha256", &checksum)];
    if mode == WriteMode::Create {
        headers.push(("if-none-match", "*"));
    }
    let request = Request { method: "PUT", key: &at.key, headers: &headers, body, asked: PUT, ..Request::default() };
    let mut bucket = s3.bucket(&at.bucket);
    timeout(s3.limits.total, bucket.send(&request)).await.unwrap_or(Err(FetchError::TooSlow)).map(|_| ())
}

#[cfg(test)]
mod tests;
