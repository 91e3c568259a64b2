//! A GET with retries, within limits of time and size.

use aws_smithy_async::rt::sleep::TokioSleep;
use aws_smithy_http_client::Connector;
use aws_smithy_http_client::tls::{self, rustls_provider::CryptoMode};
use aws_smithy_runtime_api::client::http::{
    HttpConnector, HttpConnectorSettings, HttpConnectorSettingsBuilder, SharedHttpConnector,
};
use aws_smithy_runtime_api::client::orchestrator::HttpRequest;
use aws_smithy_runtime_api::client::result::ConnectorError;
use aws_smithy_types::byte_stream::ByteStream;
use tokio::time::{sleep, timeout};

use super::Limits;
use crate::lambda::fetch::FetchError;

/// The one HTTP stack: TLS by ring, with the certificates of the system.
pub fn connector(limits: &Limits) -> SharedHttpConnector {
    let settings: HttpConnectorSettingsBuilder = HttpConnectorSettings::builder();
    let settings = settings.connect_timeout(limits.connect).read_timeout(limits.attempt).build();
    let provider = tls::Provider::Rustls(CryptoMode::Ring);
    let builder = Connector::builder().connector_settings(settings).sleep_impl(TokioSleep::new());
    SharedHttpConnector::new(builder.tls_provider(provider).build())
}

/// The bytes behind a URL. What may pass is tried again; redirections are not followed.
///
/// # Errors
/// The last reason there was.
pub async fn get(connector: &SharedHttpConnector, url: &str, limits: &Limits) -> Result<Vec<u8>, FetchError> {
    let mut last = FetchError::TooSlow;
    let tries = async {
        let mut wait = limits.backoff;
        for left in (0..limits.attempts.max(1)).rev() {
            let tried = timeout(limits.attempt, attempt(connector, url, limits.bytes)).await;
            last = match tried.unwrap_or(Err(FetchError::TooSlow)) {
                Err(error) if is_passing(&error) && left > 0 => error,
                done => return done,
            };
            sleep(wait).await;
            wait = wait.saturating_mul(2);
        }
        Err(FetchError::TooSlow)
    };
    let done = timeout(limits.total, tries).await;
    done.unwrap_or(Err(last))
}

fn is_passing(error: &FetchError) -> bool {
    match error {
        FetchError::Connection | FetchError::TooSlow => true,
        FetchError::Status(status) => matches!(status, 429 | 500 | 502 | 503 | 504),
        _ => false,
    }
}

async fn attempt(connector: &SharedHttpConnector, url: &str, limit: usize) -> Result<Vec<u8>, FetchError> {
    let request = HttpRequest::get(url).map_err(|_| FetchError::Url)?;
    let response = connector.call(request).await.map_err(|error| reason(&error))?;
    match response.status().as_u16() {
        200 => body(ByteStream::new(response.into_body()), limit).await,
        other => Err(FetchError::Status(other)),
    }
}

fn reason(error: &ConnectorError) -> FetchError {
    if error.is_timeout() { FetchError::TooSlow } else { FetchError::Connection }
}

/// A body up to a limit; nothing of what is beyond it is waited for.
///
/// # Errors
/// Where it is larger, or ends before it is whole.
pub async fn body(mut stream: ByteStream, limit: usize) -> Result<Vec<u8>, FetchError> {
    let announced = usize::try_from(stream.size_hint().0).unwrap_or(usize::MAX);
    if announced > limit {
        return Err(FetchError::TooLarge(limit));
    }
    let mut bytes = Vec::with_capacity(announced);
    while let Some(part) = stream.next().await {
        let part = part.map_err(|_| FetchError::Connection)?;
        if part.len() > limit.saturating_sub(bytes.len()) {
            return Err(FetchError::TooLarge(limit));
        }
        bytes.extend_from_slice(&part);
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests;
