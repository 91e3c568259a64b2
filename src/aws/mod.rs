//! What the function gets from AWS: what stands behind presigned URLs, objects in S3, stacks' templates, registered types.
//!
//! Everything here is made when it is first used: a start makes no client.

mod account;
mod cloudformation;
mod failure;
mod http;
mod origin;
mod s3;
#[cfg(test)]
mod test_server;

use std::cell::Cell;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use aws_config::SdkConfig;
use aws_config::retry::RetryConfig;
use aws_config::timeout::TimeoutConfig;
use aws_smithy_runtime_api::client::http::{SharedHttpConnector, http_client_fn};
use tokio::runtime::{Builder, Handle};

use crate::error::Error;
use crate::lambda::Config;
use crate::lambda::config::FetchSeconds;
use crate::lambda::fetch::{Fetch, FetchError, Listed, Object, Stack, StackTemplate, Wanted, WriteMode};
use crate::lambda::gzip;
use crate::lambda::s3_uri::S3Uri;
use crate::lambda::sizes::Sizes;
pub use account::{Account, of_desk, of_environment};
pub use origin::Endpoints;
use s3::S3;

/// As much as a main thread has: what is nested is read by recursion, within limits that are made for this.
const STACK: usize = 8 << 20;

/// The client of everything that is fetched.
#[derive(Debug)]
pub struct Aws {
    runtime: Handle,
    account: Account,
    limits: Limits,
    endpoints: Endpoints,
    connector: OnceLock<SharedHttpConnector>,
    config: OnceLock<SdkConfig>,
    s3: OnceLock<S3>,
    cloudformation: OnceLock<aws_sdk_cloudformation::Client>,
}

/// The bounds of one thing that is fetched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The most that it may take, retries and waiting between them included.
    pub total: Duration,
    /// The most that one attempt may take.
    pub attempt: Duration,
    /// The most that a connection may take.
    pub connect: Duration,
    /// Attempts in all.
    pub attempts: u32,
    /// How long the first retry waits; every further one waits twice as long.
    pub backoff: Duration,
    /// The bytes that are taken of one thing, after decompression.
    pub bytes: usize,
    /// The bytes that are taken of all that is asked for together.
    pub all_bytes: usize,
}

impl Limits {
    /// Those of a function.
    pub fn of(config: &Config) -> Limits {
        let sizes = Sizes::of(&config.function);
        Limits { bytes: sizes.object(), all_bytes: sizes.documents(), ..Limits::within(config.fetch) }
    }

    /// The limits where all of it may take that long.
    pub fn within(FetchSeconds(seconds): FetchSeconds) -> Limits {
        let total = Duration::from_secs(seconds);
        Limits {
            total,
            attempt: total.min(Duration::from_secs(5)),
            connect: total.min(Duration::from_secs(3)),
            attempts: 4,
            backoff: Duration::from_millis(100),
            bytes: MAX_BYTES,
            all_bytes: 2 * MAX_BYTES,
        }
    }
}

/// A template has 1 MB at most, and the document of a Hook holds two of them as JSON texts: what is beyond this is
/// something else.
const MAX_BYTES: usize = 16 << 20;

impl Aws {
    /// A client whose connections are driven by a runtime.
    pub fn new(runtime: Handle, account: Account, endpoints: Endpoints, limits: Limits) -> Aws {
        Aws {
            runtime,
            account,
            limits,
            endpoints,
            connector: OnceLock::new(),
            config: OnceLock::new(),
            s3: OnceLock::new(),
            cloudformation: OnceLock::new(),
        }
    }

    fn connector(&self) -> &SharedHttpConnector {
        self.connector.get_or_init(|| http::connector(&self.limits))
    }

    fn config(&self) -> &SdkConfig {
        let load = || {
            let connector = self.connector().clone();
            let client = http_client_fn(move |_, _| connector.clone());
            let config = (self.account)(&self.runtime, client).into_builder();
            let timeouts = TimeoutConfig::builder().operation_attempt_timeout(self.limits.attempt).build();
            let retries = RetryConfig::standard().with_max_attempts(self.limits.attempts);
            config.retry_config(retries).timeout_config(timeouts).build()
        };
        self.config.get_or_init(load)
    }

    /// S3, within what is left of the time.
    fn s3(&self) -> Result<S3, FetchError> {
        let limits = self.limits_now()?;
        if let Some(s3) = self.s3.get() {
            return Ok(s3.within(limits));
        }
        let config = self.config();
        let endpoint = self.endpoints.of_s3().or(config.endpoint_url()).map(str::to_owned);
        let s3 = self.runtime.block_on(S3::new(config, self.connector().clone(), endpoint, limits))?;
        Ok(self.s3.get_or_init(|| s3).clone())
    }

    /// An error in words for this function: with more memory it may take more.
    fn sized(&self, error: FetchError) -> FetchError {
        match error {
            FetchError::TooLarge(limit) if limit < MAX_BYTES => {
                FetchError::TooLargeForMemory(limit, Sizes::enough_mb())
            }
            error => error,
        }
    }

    /// The limits within what is left of the time of this thread's invocation.
    fn limits_now(&self) -> Result<Limits, FetchError> {
        let Some(until) = UNTIL.get() else { return Ok(self.limits) };
        let left = until.saturating_duration_since(now());
        if left.is_zero() {
            return Err(FetchError::OutOfTime);
        }
        let Limits { total, attempt, connect, .. } = self.limits;
        Ok(Limits { total: total.min(left), attempt: attempt.min(left), connect: connect.min(left), ..self.limits })
    }

    fn cloudformation(&self) -> &aws_sdk_cloudformation::Client {
        self.cloudformation.get_or_init(|| aws_sdk_cloudformation::Client::new(self.config()))
    }
}

thread_local! {
    /// By when what this thread asks for has to be done: an invocation is answered by one thread.
    static UNTIL: Cell<Option<Instant>> = const { Cell::new(None) };
}

#[expect(clippy::disallowed_methods, reason = "what is left of the time depends on it")]
fn now() -> Instant {
    Instant::now()
}

/// Callers are on threads that may block, as [`Fetch`] says: nothing here may be called from within the runtime.
impl Fetch for Aws {
    fn set_deadline(&self, until: Option<Instant>) {
        UNTIL.set(until);
    }

    fn presigned(&self, url: &str) -> Result<Vec<u8>, FetchError> {
        if !self.endpoints.may_be_fetched(url) {
            return Err(FetchError::Url);
        }
        let limits = self.limits_now()?;
        let body = self.runtime.block_on(http::get(self.connector(), url, &limits));
        body.and_then(|body| gzip::inflated(body, limits.bytes)).map_err(|error| self.sized(error))
    }

    fn objects(&self, wanted: &[Wanted]) -> Vec<Result<Option<Object>, FetchError>> {
        match self.s3() {
            Ok(s3) => {
                let objects = self.runtime.block_on(s3::objects(&s3, wanted)).into_iter();
                objects.map(|object| object.map_err(|error| self.sized(error))).collect()
            }
            Err(error) => wanted.iter().map(|_| Err(error.clone())).collect(),
        }
    }

    fn list(&self, prefix: &S3Uri, most: usize) -> Result<Vec<Listed>, FetchError> {
        self.runtime.block_on(s3::list(&self.s3()?, prefix, most))
    }

    fn put(&self, at: &S3Uri, content_type: &str, body: Vec<u8>, mode: WriteMode) -> Result<(), FetchError> {
        self.runtime.block_on(s3::put(&self.s3()?, at, content_type, &body, mode))
    }

    fn template(&self, stack: &Stack) -> Result<StackTemplate, FetchError> {
        self.runtime.block_on(cloudformation::template(self.cloudformation(), stack, self.limits_now()?))
    }

    fn type_schema(&self, type_name: &str) -> Result<Option<String>, FetchError> {
        self.runtime.block_on(cloudformation::type_schema(self.cloudformation(), type_name, self.limits_now()?))
    }
}

/// The runtime of both programs: one thread for connections, and threads that may block for the work.
///
/// # Errors
/// Where the system gives no runtime.
pub fn runtime() -> Result<tokio::runtime::Runtime, Error> {
    let runtime = Builder::new_current_thread().enable_all().thread_stack_size(STACK).build();
    runtime.map_err(|error| Error::Value { name: "the runtime".to_owned(), reason: error.to_string() })
}
