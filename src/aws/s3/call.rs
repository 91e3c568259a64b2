//! One request of S3's: where it goes, its signature, what the answer says of another region.

use std::fmt::Write;
use std::time::SystemTime;

use aws_config::SdkConfig;
use aws_credential_types::provider::ProvideCredentials;
use aws_sigv4::http_request::{
    PayloadChecksumKind, PercentEncodingMode, SignableBody, SignableRequest, SigningSettings, UriPathNormalizationMode,
    sign,
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
use crate::aws::failure::{self, Asked};
use crate::aws::http::{self, Allowance, Answer};
use crate::aws::{Limits, origin};
use crate::lambda::fetch::FetchError;

/// What S3 is asked with.
#[derive(Debug, Clone)]
pub struct S3 {
    connector: SharedHttpConnector,
    identity: Identity,
    region: String,
    /// What stands in for S3; it has no host for each bucket.
    endpoint: Option<String>,
    /// The words of S3's host before the region.
    host: &'static str,
    /// The bounds of one thing that is got.
    pub limits: Limits,
}

/// What is asked of a bucket.
#[derive(Debug, Clone, Copy, Default)]
pub struct Request<'r> {
    /// GET or PUT.
    pub method: &'r str,
    /// The object; empty where the bucket itself is asked.
    pub key: &'r str,
    /// Names and values, as they are.
    pub query: &'r [(&'r str, &'r str)],
    /// Beside those that sign it.
    pub headers: &'r [(&'r str, &'r str)],
    /// What is sent.
    pub body: &'r [u8],
    /// What the answer may take of, where several are asked for together.
    pub allowance: Option<&'r Allowance>,
    /// What a refusal is about.
    pub asked: Asked,
}

/// A bucket, and where it turned out to be.
#[derive(Debug)]
pub struct Bucket<'s> {
    s3: &'s S3,
    name: &'s str,
    region: String,
}

impl S3 {
    /// S3 as an account reaches it.
    ///
    /// # Errors
    /// [`FetchError::NoCredentials`], also where there is no region.
    pub async fn new(
        config: &SdkConfig,
        connector: SharedHttpConnector,
        endpoint: Option<String>,
        limits: Limits,
    ) -> Result<S3, FetchError> {
        let region = config.region().ok_or(FetchError::NoCredentials)?.as_ref().to_owned();
        let provider = config.credentials_provider().ok_or(FetchError::NoCredentials)?;
        let credentials = provider.provide_credentials().await.map_err(|_| FetchError::NoCredentials)?;
        let host = match (config.use_fips().unwrap_or_default(), config.use_dual_stack().unwrap_or_default()) {
            (false, false) => "s3",
            (false, true) => "s3.dualstack",
            (true, false) => "s3-fips",
            (true, true) => "s3-fips.dualstack",
        };
        Ok(S3 { connector, identity: credentials.into(), region, endpoint, host, limits })
    }

    /// The same within other limits.
    pub fn within(&self, limits: Limits) -> S3 {
        S3 { limits, ..self.clone() }
    }

    /// A bucket, taken to be in the account's own region until it says otherwise.
    pub fn bucket<'s>(&'s self, name: &'s str) -> Bucket<'s> {
        Bucket { s3: self, name, region: self.region.clone() }
    }

    /// Names that are no single label of a host's name stand in the path, as S3 still takes them.
    pub(super) fn url(&self, bucket: &str, region: &str, request: &Request<'_>) -> String {
        let is_label = |name: &str| name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
        let mut url = match &self.endpoint {
            Some(endpoint) => format!("{}/{bucket}/", endpoint.trim_end_matches('/')),
            None => {
                let host = format!("{}.{region}.{}", self.host, origin::domain(region));
                if is_label(bucket) { format!("https://{bucket}.{host}/") } else { format!("https://{host}/{bucket}/") }
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
        reason = "a signature holds for some minutes: the clock is read where it is made"
    )]
    fn signed(&self, bucket: &str, region: &str, request: &Request<'_>) -> Option<HttpRequest> {
        let url = self.url(bucket, region, request);
        let mut settings = SigningSettings::default();
        settings.percent_encoding_mode = PercentEncodingMode::Single;
        settings.uri_path_normalization_mode = UriPathNormalizationMode::Disabled;
        settings.payload_checksum_kind = PayloadChecksumKind::XAmzSha256;
        let parameters = v4::SigningParams::builder().identity(&self.identity).region(region).name("s3");
        let parameters = parameters.time(SystemTime::now()).settings(settings).build().ok()?.into();
        let body = SignableBody::Bytes(request.body);
        let signable = SignableRequest::new(request.method, &url, request.headers.iter().copied(), body).ok()?;
        let (signature, _) = sign(signable, &parameters).ok()?.into_parts();

        let mut signed = HttpRequest::new(SdkBody::from(request.body));
        signed.set_method(request.method).ok()?;
        signed.set_uri(url).ok()?;
        for (name, value) in request.headers.iter().copied().chain(signature.headers()) {
            signed.headers_mut().try_insert(name.to_owned(), value.to_owned()).ok()?;
        }
        Some(signed)
    }
}

impl Bucket<'_> {
    /// The answer to a request, also that nothing has changed (304). Of a bucket in another region, that region is asked.
    ///
    /// # Errors
    /// Why there is none.
    pub async fn send(&mut self, request: &Request<'_>) -> Result<Answer, FetchError> {
        let mut answer = self.try_send(request).await?;
        if let Some(region) = elsewhere(&answer) {
            self.region = region;
            answer = self.try_send(request).await?;
        }
        if matches!(answer.status, 200..=299 | 304) {
            return Ok(answer);
        }
        let (code, message) = xml::error(&answer.bytes);
        Err(failure::refusal(answer.status, &code, &message, request.asked))
    }

    async fn try_send(&self, request: &Request<'_>) -> Result<Answer, FetchError> {
        let signed = self.s3.signed(self.name, &self.region, request).ok_or(FetchError::NoCredentials)?;
        let own = Allowance::of(self.s3.limits.bytes);
        http::call(&self.s3.connector, &signed, &self.s3.limits, request.allowance.unwrap_or(&own)).await
    }
}

/// The region that S3 says a bucket is in, where it was asked in another one.
fn elsewhere(answer: &Answer) -> Option<String> {
    let region = answer.headers.get("x-amz-bucket-region").filter(|_| matches!(answer.status, 301 | 307 | 400))?;
    Some(region.to_owned())
}

/// The checksum of what is sent, as S3 takes it.
pub fn checksum(body: &[u8]) -> String {
    BASE64_STANDARD.encode(Sha256::digest(body))
}

/// Everything as `%XX` but what RFC 3986 leaves and the characters that may stay.
fn encode(text: &str, plain: &str, out: &mut String) {
    for byte in text.bytes() {
        let c = char::from(byte);
        if c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | '_' | '~') || plain.contains(c) {
            out.push(c);
        } else {
            // A text takes all that is written.
            let _ = write!(out, "%{byte:02X}");
        }
    }
}
