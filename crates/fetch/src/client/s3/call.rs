//! S3 requests: URL, signature, redirects to the bucket's region.

use std::fmt::Write;
use std::time::SystemTime;

use aws_config::SdkConfig;
use aws_credential_types::provider::ProvideCredentials;
use aws_sigv4::http_request::{
    PayloadChecksumKind, PercentEncodingMode, SignableBody, SignableRequest, SigningSettings,
    UriPathNormalizationMode, sign,
};
use aws_sigv4::sign::v4;
use aws_smithy_runtime_api::client::http::SharedHttpConnector;
use aws_smithy_runtime_api::client::identity::Identity;
use aws_smithy_runtime_api::client::orchestrator::HttpRequest;
use aws_smithy_types::body::SdkBody;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest, Sha256};

use super::xml;
use crate::client::http::{self, ByteBudget, Response};
use crate::client::origin;
use crate::client::sdk_error::{self, Operation};
use crate::fetch::FetchError;
use crate::limits::Limits;

/// An S3 client.
#[derive(Debug, Clone)]
pub struct S3 {
    connector: SharedHttpConnector,
    identity: Identity,
    region: String,
    /// A custom endpoint; it uses path-style URLs.
    endpoint: Option<String>,
    /// The S3 host without region and domain, as `s3.dualstack`.
    host: &'static str,
    /// Limits for one object.
    pub limits: Limits,
}

/// A request to a bucket.
#[derive(Debug, Clone, Copy, Default)]
pub struct Request<'r> {
    /// `GET` or `PUT`.
    pub method: &'r str,
    /// The object key; empty for requests to the bucket itself.
    pub key: &'r str,
    /// Query parameters, not encoded.
    pub query: &'r [(&'r str, &'r str)],
    /// Headers in addition to those that the signature adds.
    pub headers: &'r [(&'r str, &'r str)],
    /// The request body.
    pub body: &'r [u8],
    /// The byte budget shared with other requests.
    pub budget: Option<&'r ByteBudget>,
    /// The operation, for error messages.
    pub operation: Operation,
}

/// A bucket and its region.
#[derive(Debug)]
pub struct Bucket<'s> {
    s3: &'s S3,
    name: &'s str,
    region: String,
}

impl S3 {
    /// Creates a client from the account's configuration.
    ///
    /// # Errors
    /// [`FetchError::NoCredentials`] when there are no credentials or no region.
    pub async fn new(
        config: &SdkConfig,
        connector: SharedHttpConnector,
        endpoint: Option<String>,
        limits: Limits,
    ) -> Result<S3, FetchError> {
        let region = config
            .region()
            .ok_or(FetchError::NoCredentials)?
            .as_ref()
            .to_owned();
        let provider = config
            .credentials_provider()
            .ok_or(FetchError::NoCredentials)?;
        let credentials = provider
            .provide_credentials()
            .await
            .map_err(|_| FetchError::NoCredentials)?;
        let host = match (
            config.use_fips().unwrap_or_default(),
            config.use_dual_stack().unwrap_or_default(),
        ) {
            (false, false) => "s3",
            (false, true) => "s3.dualstack",
            (true, false) => "s3-fips",
            (true, true) => "s3-fips.dualstack",
        };
        Ok(S3 {
            connector,
            identity: credentials.into(),
            region,
            endpoint,
            host,
            limits,
        })
    }

    /// Returns the client with other limits.
    pub fn within(&self, limits: Limits) -> S3 {
        S3 {
            limits,
            ..self.clone()
        }
    }

    /// Returns a bucket, assumed to be in the account's region until S3 redirects.
    pub fn bucket<'s>(&'s self, name: &'s str) -> Bucket<'s> {
        Bucket {
            s3: self,
            name,
            region: self.region.clone(),
        }
    }

    /// Returns the request URL. Bucket names that are not a single DNS label are written in the path, which S3 still
    /// accepts.
    pub(super) fn url(&self, bucket: &str, region: &str, request: &Request<'_>) -> String {
        let is_label = |name: &str| {
            name.chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
        };
        let mut url = match &self.endpoint {
            Some(endpoint) => format!("{}/{bucket}/", endpoint.trim_end_matches('/')),
            None => {
                let host = format!("{}.{region}.{}", self.host, origin::domain(region));
                if is_label(bucket) {
                    format!("https://{bucket}.{host}/")
                } else {
                    format!("https://{host}/{bucket}/")
                }
            }
        };
        encode(request.key, "/", &mut url);
        for (i, (name, value)) in request.query.iter().enumerate() {
            url.push(if i == 0 { '?' } else { '&' });
            encode(name, "", &mut url);
            url.push('=');
            encode(value, "", &mut url);
        }
        url
    }

    #[expect(
        clippy::disallowed_methods,
        reason = "a signature is valid for minutes: it needs the current time"
    )]
    fn signed(&self, bucket: &str, region: &str, request: &Request<'_>) -> Option<HttpRequest> {
        let url = self.url(bucket, region, request);
        let mut settings = SigningSettings::default();
        settings.percent_encoding_mode = PercentEncodingMode::Single;
        settings.uri_path_normalization_mode = UriPathNormalizationMode::Disabled;
        settings.payload_checksum_kind = PayloadChecksumKind::XAmzSha256;
        let parameters = v4::SigningParams::builder()
            .identity(&self.identity)
            .region(region)
            .name("s3");
        let parameters = parameters
            .time(SystemTime::now())
            .settings(settings)
            .build()
            .ok()?
            .into();
        let body = SignableBody::Bytes(request.body);
        let signable =
            SignableRequest::new(request.method, &url, request.headers.iter().copied(), body)
                .ok()?;
        let (signature, _) = sign(signable, &parameters).ok()?.into_parts();

        let mut signed = HttpRequest::new(SdkBody::from(request.body));
        signed.set_method(request.method).ok()?;
        signed.set_uri(url).ok()?;
        for (name, value) in request.headers.iter().copied().chain(signature.headers()) {
            signed
                .headers_mut()
                .try_insert(name.to_owned(), value.to_owned())
                .ok()?;
        }
        Some(signed)
    }
}

impl Bucket<'_> {
    /// Sends a request and follows a redirect to the bucket's region once. A status of 304 (not modified) is a
    /// success.
    ///
    /// # Errors
    /// [`FetchError`] when the request fails or S3 refuses it.
    pub async fn send(&mut self, request: &Request<'_>) -> Result<Response, FetchError> {
        let mut response = self.try_send(request).await?;
        if let Some(region) = redirected_region(&response) {
            self.region = region;
            response = self.try_send(request).await?;
        }
        if matches!(response.status, 200..=299 | 304) {
            return Ok(response);
        }
        let (code, message) = xml::error(&response.bytes);
        Err(sdk_error::service_error(
            response.status,
            &code,
            &message,
            request.operation,
        ))
    }

    async fn try_send(&self, request: &Request<'_>) -> Result<Response, FetchError> {
        let signed = self
            .s3
            .signed(self.name, &self.region, request)
            .ok_or(FetchError::NoCredentials)?;
        let own = ByteBudget::new(self.s3.limits.bytes);
        http::call(
            &self.s3.connector,
            &signed,
            &self.s3.limits,
            request.budget.unwrap_or(&own),
        )
        .await
    }
}

/// Returns the bucket's region if the response says that the request went to the wrong one.
fn redirected_region(response: &Response) -> Option<String> {
    let region = response
        .headers
        .get("x-amz-bucket-region")
        .filter(|_| matches!(response.status, 301 | 307 | 400))?;
    Some(region.to_owned())
}

/// Returns the SHA-256 checksum of a body in the form that S3 expects.
pub fn checksum(body: &[u8]) -> String {
    BASE64_STANDARD.encode(Sha256::digest(body))
}

/// Percent-encodes everything except RFC 3986's unreserved characters and those in `plain`.
fn encode(text: &str, plain: &str, out: &mut String) {
    for byte in text.bytes() {
        let c = char::from(byte);
        if c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | '_' | '~') || plain.contains(c) {
            out.push(c);
        } else {
            // Writing to a string cannot fail.
            let _ = write!(out, "%{byte:02X}");
        }
    }
}
