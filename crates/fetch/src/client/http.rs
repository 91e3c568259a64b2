//! HTTP requests with retries, bounded by time and size.

use std::sync::atomic::{AtomicUsize, Ordering};

use aws_smithy_runtime_api::client::http::{HttpConnector, SharedHttpConnector};
use aws_smithy_runtime_api::client::orchestrator::HttpRequest;
use aws_smithy_runtime_api::client::result::ConnectorError;
use aws_smithy_runtime_api::http::Headers;
use aws_smithy_types::byte_stream::ByteStream;
use tokio::time::{sleep, timeout};

use crate::fetch::FetchError;
use crate::limits::Limits;

/// A byte budget that several responses share.
#[derive(Debug)]
pub struct ByteBudget {
    most: usize,
    left: AtomicUsize,
}

impl ByteBudget {
    /// Creates a budget of `most` bytes.
    pub fn new(most: usize) -> ByteBudget {
        ByteBudget {
            most,
            left: AtomicUsize::new(most),
        }
    }

    /// Reserves bytes.
    ///
    /// # Errors
    /// [`FetchError::TooLarge`] when fewer are left.
    pub fn take(&self, bytes: usize) -> Result<(), FetchError> {
        let taken = self
            .left
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| {
                left.checked_sub(bytes)
            });
        taken
            .map(|_| ())
            .map_err(|_| FetchError::TooLarge(self.most))
    }

    /// Returns reserved bytes to the budget.
    pub fn release(&self, bytes: usize) {
        self.left.fetch_add(bytes, Ordering::Relaxed);
    }

    /// Returns the number of bytes left.
    pub fn left(&self) -> usize {
        self.left.load(Ordering::Relaxed)
    }
}

/// A response with its complete body.
#[derive(Debug)]
pub struct Response {
    /// The HTTP status.
    pub status: u16,
    /// The response headers.
    pub headers: Headers,
    /// The body.
    pub bytes: Vec<u8>,
}

/// Fetches a URL without following redirects.
///
/// # Errors
/// The error of the last attempt, or [`FetchError::Status`] when the status is not 200.
pub async fn get(
    connector: &SharedHttpConnector,
    url: &str,
    limits: &Limits,
) -> Result<Vec<u8>, FetchError> {
    let request = HttpRequest::get(url).map_err(|_| FetchError::Url)?;
    let response = call(connector, &request, limits, &ByteBudget::new(limits.bytes)).await?;
    if response.status == 200 {
        Ok(response.bytes)
    } else {
        Err(FetchError::Status(response.status))
    }
}

/// Maximum number of redirects, as in curl's and browsers' order of magnitude: a release of GitHub has one.
const REDIRECTS: usize = 5;

/// Fetches a URL and follows redirects to URLs that `allows` accepts.
///
/// # Errors
/// [`FetchError::Url`] for a URL that is not allowed, otherwise as for [`get`].
pub async fn get_redirected(
    connector: &SharedHttpConnector,
    url: &str,
    limits: &Limits,
    allows: impl Fn(&str) -> bool,
) -> Result<Vec<u8>, FetchError> {
    let mut url = url.to_owned();
    for _ in 0..=REDIRECTS {
        if !allows(&url) {
            return Err(FetchError::Url);
        }
        let request = HttpRequest::get(url.as_str()).map_err(|_| FetchError::Url)?;
        let response = call(connector, &request, limits, &ByteBudget::new(limits.bytes)).await?;
        url = match (response.status, response.headers.get("location")) {
            (200, _) => return Ok(response.bytes),
            (301 | 302 | 303 | 307 | 308, Some(location)) => resolve(&url, location),
            (status, _) => return Err(FetchError::Status(status)),
        };
    }
    Err(FetchError::Broken("too many redirects"))
}

/// Returns the URL of a `Location` header: an absolute URL, or a path on the same host.
fn resolve(url: &str, location: &str) -> String {
    let host = url
        .match_indices('/')
        .nth(2)
        .map_or(url, |(end, _)| url.split_at(end).0);
    match location.starts_with('/') && !location.starts_with("//") {
        true => format!("{host}{location}"),
        false => location.to_owned(),
    }
}

/// Sends a request and retries transient failures (429, 500, 502–504, lost connections) with exponential backoff.
///
/// # Errors
/// The error of the last attempt.
pub async fn call(
    connector: &SharedHttpConnector,
    request: &HttpRequest,
    limits: &Limits,
    budget: &ByteBudget,
) -> Result<Response, FetchError> {
    let mut last = Err(FetchError::TooSlow);
    let tries = async {
        let mut wait = limits.backoff;
        for left in (0..limits.attempts.max(1)).rev() {
            let tried = timeout(
                limits.attempt,
                attempt(connector, request, limits.bytes, budget),
            )
            .await;
            last = tried.unwrap_or(Err(FetchError::TooSlow));
            if left == 0 || !is_transient(&last) {
                return;
            }
            sleep(wait).await;
            wait = wait.saturating_mul(2);
        }
    };
    // When the total time runs out, the result of the last attempt is returned.
    let _ = timeout(limits.total, tries).await;
    last
}

fn is_transient(tried: &Result<Response, FetchError>) -> bool {
    match tried {
        Ok(response) => matches!(response.status, 429 | 500 | 502 | 503 | 504),
        Err(error) => matches!(error, FetchError::Connection | FetchError::TooSlow),
    }
}

async fn attempt(
    connector: &SharedHttpConnector,
    request: &HttpRequest,
    limit: usize,
    budget: &ByteBudget,
) -> Result<Response, FetchError> {
    let request = request.try_clone().ok_or(FetchError::Connection)?;
    let mut response = connector
        .call(request)
        .await
        .map_err(|error| reason(&error))?;
    let (status, headers) = (
        response.status().as_u16(),
        std::mem::take(response.headers_mut()),
    );
    let bytes = body(ByteStream::new(response.into_body()), limit, budget).await?;
    Ok(Response {
        status,
        headers,
        bytes,
    })
}

fn reason(error: &ConnectorError) -> FetchError {
    if error.is_timeout() {
        FetchError::TooSlow
    } else {
        FetchError::Connection
    }
}

/// Reads a body and stops as soon as it exceeds the limit.
///
/// # Errors
/// [`FetchError::TooLarge`] when the body or the shared budget is exceeded, [`FetchError::Connection`] when the body
/// is incomplete.
pub async fn body(
    mut stream: ByteStream,
    limit: usize,
    budget: &ByteBudget,
) -> Result<Vec<u8>, FetchError> {
    let announced = usize::try_from(stream.size_hint().0).unwrap_or(usize::MAX);
    if announced > limit {
        return Err(FetchError::TooLarge(limit));
    }
    budget.take(announced)?;
    let mut taken = announced;
    let mut bytes = Vec::with_capacity(announced);
    let read = loop {
        let part = match stream.next().await {
            None => break Ok(()),
            Some(Ok(part)) => part,
            Some(Err(_)) => break Err(FetchError::Connection),
        };
        if part.len() > limit.saturating_sub(bytes.len()) {
            break Err(FetchError::TooLarge(limit));
        }
        let more = bytes.len().saturating_add(part.len()).saturating_sub(taken);
        if let Err(error) = budget.take(more) {
            break Err(error);
        }
        taken = taken.saturating_add(more);
        bytes.extend_from_slice(&part);
    };
    match read {
        Ok(()) => Ok(bytes),
        Err(error) => {
            budget.release(taken);
            Err(error)
        }
    }
}

#[cfg(test)]
mod tests;
