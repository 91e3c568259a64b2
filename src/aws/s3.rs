//! Objects in S3, with the function's own credentials.

use aws_sdk_s3::Client;
use aws_sdk_s3::config::{Builder, Region};
use aws_sdk_s3::error::SdkError;
use aws_sdk_s3::primitives::ByteStream;
use aws_smithy_runtime_api::client::orchestrator::HttpResponse;
use tokio::task::JoinSet;
use tokio::time::timeout;

use super::failure::{Asked, reason};
use super::{Limits, gzip, http};
use crate::lambda::fetch::{FetchError, Listed, Object, Wanted};
use crate::lambda::s3_uri::S3Uri;

const GET: Asked = Asked { action: "s3:GetObject", what: "object" };
const LIST: Asked = Asked { action: "s3:ListBucket", what: "bucket" };
const PUT: Asked = Asked { action: "s3:PutObject", what: "bucket" };

/// As many objects are got at the same time.
const AT_ONCE: usize = 16;

/// Objects in the order that they are named; of one that is as known, nothing.
pub async fn objects(client: &Client, wanted: &[Wanted], limits: Limits) -> Vec<Result<Option<Object>, FetchError>> {
    let mut all = Vec::with_capacity(wanted.len());
    for some in wanted.chunks(AT_ONCE) {
        let mut open = JoinSet::new();
        for (i, one) in some.iter().cloned().enumerate() {
            let client = client.clone();
            open.spawn(async move { (i, object(&client, &one, limits).await) });
        }
        let mut got = open.join_all().await;
        got.sort_by_key(|(i, _)| *i);
        all.extend(got.into_iter().map(|(_, object)| object));
    }
    all
}

async fn object(client: &Client, wanted: &Wanted, limits: Limits) -> Result<Option<Object>, FetchError> {
    let get = |region: Option<Region>| {
        let asked = client.get_object().bucket(&wanted.at.bucket).key(&wanted.at.key);
        asked.set_if_none_match(wanted.known.clone()).customize().config_override(elsewhere(region)).send()
    };
    let all = async {
        let mut answer = get(None).await;
        if let Some(region) = answer.as_ref().err().and_then(region_of) {
            answer = get(Some(region)).await;
        }
        let found = match answer {
            Ok(found) => found,
            Err(error) if status(&error) == Some(304) => return Ok(None),
            Err(error) => return Err(reason(&error, GET)),
        };
        let etag = found.e_tag().map(str::to_owned);
        let bytes = gzip::inflated(http::body(found.body, limits.bytes).await?, limits.bytes)?;
        Ok(Some(Object { bytes, etag }))
    };
    timeout(limits.total, all).await.unwrap_or(Err(FetchError::TooSlow))
}

/// The objects whose keys begin with that of a URI, by key.
///
/// # Errors
/// Why there is no list.
pub async fn list(client: &Client, prefix: &S3Uri, most: usize, limits: Limits) -> Result<Vec<Listed>, FetchError> {
    let all = async {
        let (mut found, mut next, mut region) = (Vec::new(), None, None);
        loop {
            let asked = client.list_objects_v2().bucket(&prefix.bucket).prefix(&prefix.key);
            let asked = asked.set_continuation_token(next.take()).customize();
            let page = match asked.config_override(elsewhere(region.clone())).send().await {
                Ok(page) => page,
                Err(error) => match region_of(&error).filter(|_| region.is_none()) {
                    None => return Err(reason(&error, LIST)),
                    other => {
                        region = other;
                        continue;
                    }
                },
            };
            let named = page.contents().iter().filter_map(|one| Some((one.key()?, one.e_tag())));
            found.extend(named.map(|(key, etag)| Listed { key: key.to_owned(), etag: etag.map(str::to_owned) }));
            if found.len() > most {
                return Err(FetchError::TooMany(most));
            }
            next = page.next_continuation_token().map(str::to_owned);
            if next.is_none() {
                return Ok(found);
            }
        }
    };
    timeout(limits.total, all).await.unwrap_or(Err(FetchError::TooSlow))
}

/// Writes an object.
///
/// # Errors
/// Why it is not written.
pub async fn put(
    client: &Client,
    at: &S3Uri,
    content_type: &str,
    body: Vec<u8>,
    limits: Limits,
) -> Result<(), FetchError> {
    let put = |region: Option<Region>| {
        let asked = client.put_object().bucket(&at.bucket).key(&at.key).content_type(content_type);
        asked.body(ByteStream::from(body.clone())).customize().config_override(elsewhere(region)).send()
    };
    let all = async {
        let mut answer = put(None).await;
        if let Some(region) = answer.as_ref().err().and_then(region_of) {
            answer = put(Some(region)).await;
        }
        answer.map(|_| ()).map_err(|error| reason(&error, PUT))
    };
    timeout(limits.total, all).await.unwrap_or(Err(FetchError::TooSlow))
}

fn elsewhere(region: Option<Region>) -> Builder {
    let mut config = Builder::new();
    if region.is_some() {
        config.set_region(region);
    }
    config
}

/// The region that S3 says a bucket is in, where it was asked in another one.
fn region_of<E>(error: &SdkError<E, HttpResponse>) -> Option<Region> {
    let raw = error.raw_response().filter(|raw| matches!(raw.status().as_u16(), 301 | 307 | 400))?;
    raw.headers().get("x-amz-bucket-region").map(|region| Region::new(region.to_owned()))
}

fn status<E>(error: &SdkError<E, HttpResponse>) -> Option<u16> {
    error.raw_response().map(|raw| raw.status().as_u16())
}
