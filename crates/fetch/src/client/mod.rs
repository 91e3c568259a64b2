//! AWS access: presigned URLs, S3 objects, stack templates, registered types.
//!
//! Clients are created on first use, so that a cold start does not pay for them.

mod account;
mod cloudformation;
mod connector;
mod http;
mod origin;
mod s3;
mod sdk_error;
#[cfg(test)]
mod test_server;

use std::cell::Cell;
use std::sync::OnceLock;
use std::time::Instant;

use aws_config::SdkConfig;
use aws_config::retry::RetryConfig;
use aws_config::timeout::TimeoutConfig;
use aws_smithy_runtime_api::client::http::{SharedHttpConnector, http_client_fn};
use tokio::runtime::{Builder, Handle};

use crate::fetch::{
    Fetch, FetchError, Listed, Object, ObjectRequest, Stack, StackTemplate, WriteMode,
};
use crate::gzip;
use crate::limits::{Limits, MAX_BYTES};
use crate::s3_uri::S3Uri;
pub use account::{Account, from_default_chain, from_environment};
use connector::connector;
pub use origin::Endpoints;
use s3::S3;

/// The main thread's usual stack size. Nested documents are parsed recursively, and the depth limits assume this
/// size.
const STACK: usize = 8 << 20;
/// Maximum number of sockets whose events are read at a time.
const EVENTS: usize = 64;

/// The client for everything that is fetched from AWS.
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

impl Aws {
    /// Creates a client whose connections run on `runtime`.
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
        self.connector.get_or_init(|| connector(&self.limits))
    }

    fn config(&self) -> &SdkConfig {
        let load = || {
            let connector = self.connector().clone();
            let client = http_client_fn(move |_, _| connector.clone());
            let config = (self.account)(&self.runtime, client).into_builder();
            let timeouts = TimeoutConfig::builder()
                .operation_attempt_timeout(self.limits.attempt)
                .build();
            let retries = RetryConfig::standard().with_max_attempts(self.limits.attempts);
            config
                .retry_config(retries)
                .timeout_config(timeouts)
                .build()
        };
        self.config.get_or_init(load)
    }

    /// Returns the S3 client, limited to the remaining time.
    fn s3(&self) -> Result<S3, FetchError> {
        let limits = self.limits_now()?;
        if let Some(s3) = self.s3.get() {
            return Ok(s3.within(limits));
        }
        let config = self.config();
        let endpoint = self
            .endpoints
            .s3()
            .or(config.endpoint_url())
            .map(str::to_owned);
        let s3 =
            self.runtime
                .block_on(S3::new(config, self.connector().clone(), endpoint, limits))?;
        Ok(self.s3.get_or_init(|| s3).clone())
    }

    /// Replaces a size error by one that says how much memory the function needs.
    fn sized(&self, error: FetchError) -> FetchError {
        match error {
            FetchError::TooLarge(limit) if limit < MAX_BYTES => {
                FetchError::TooLargeForMemory(limit, self.limits.enough_memory_mb)
            }
            error => error,
        }
    }

    /// Returns the limits, reduced to the time that remains for this thread's invocation.
    fn limits_now(&self) -> Result<Limits, FetchError> {
        let Some(until) = UNTIL.get() else {
            return Ok(self.limits);
        };
        let left = until.saturating_duration_since(now());
        if left.is_zero() {
            return Err(FetchError::OutOfTime);
        }
        let Limits {
            total,
            attempt,
            connect,
            ..
        } = self.limits;
        Ok(Limits {
            total: total.min(left),
            attempt: attempt.min(left),
            connect: connect.min(left),
            ..self.limits
        })
    }

    /// Fetches a URL that the user of the command line wrote, from any host, with redirects. The function never does: its
    /// URLs come from events.
    ///
    /// # Errors
    /// [`FetchError`] when the request fails; [`FetchError::Url`] when the URL, or one that it leads to, is not https.
    pub fn user_url(&self, url: &str) -> Result<Vec<u8>, FetchError> {
        let limits = self.limits_now()?;
        let allows = |url: &str| self.endpoints.allows_user(url);
        self.runtime
            .block_on(http::get_redirected(self.connector(), url, &limits, allows))
    }

    fn cloudformation(&self) -> &aws_sdk_cloudformation::Client {
        self.cloudformation
            .get_or_init(|| aws_sdk_cloudformation::Client::new(self.config()))
    }
}

thread_local! {
    /// The deadline of this thread's fetches. One thread handles one invocation.
    static UNTIL: Cell<Option<Instant>> = const { Cell::new(None) };
}

#[expect(
    clippy::disallowed_methods,
    reason = "the remaining time depends on the clock"
)]
fn now() -> Instant {
    Instant::now()
}

/// These methods block: call them from blocking threads only, never from within the runtime.
impl Fetch for Aws {
    fn set_deadline(&self, until: Option<Instant>) {
        UNTIL.set(until);
    }

    fn presigned(&self, url: &str) -> Result<Vec<u8>, FetchError> {
        if !self.endpoints.allows(url) {
            return Err(FetchError::Url);
        }
        let limits = self.limits_now()?;
        let body = self
            .runtime
            .block_on(http::get(self.connector(), url, &limits));
        body.and_then(|body| gzip::inflated(body, limits.bytes))
            .map_err(|error| self.sized(error))
    }

    fn objects(&self, wanted: &[ObjectRequest]) -> Vec<Result<Option<Object>, FetchError>> {
        match self.s3() {
            Ok(s3) => {
                let objects = self.runtime.block_on(s3::objects(&s3, wanted)).into_iter();
                objects
                    .map(|object| object.map_err(|error| self.sized(error)))
                    .collect()
            }
            Err(error) => wanted.iter().map(|_| Err(error.clone())).collect(),
        }
    }

    fn list(&self, prefix: &S3Uri, most: usize) -> Result<Vec<Listed>, FetchError> {
        self.runtime.block_on(s3::list(&self.s3()?, prefix, most))
    }

    fn put(
        &self,
        at: &S3Uri,
        content_type: &str,
        body: Vec<u8>,
        mode: WriteMode,
    ) -> Result<(), FetchError> {
        self.runtime
            .block_on(s3::put(&self.s3()?, at, content_type, &body, mode))
    }

    fn template(&self, stack: &Stack) -> Result<StackTemplate, FetchError> {
        self.runtime.block_on(cloudformation::template(
            self.cloudformation(),
            stack,
            self.limits_now()?,
        ))
    }

    fn type_schema(&self, type_name: &str) -> Result<Option<String>, FetchError> {
        self.runtime.block_on(cloudformation::type_schema(
            self.cloudformation(),
            type_name,
            self.limits_now()?,
        ))
    }
}

/// Creates the Tokio runtime that the CLI and the function use: one thread for I/O, and blocking threads for the
/// work.
///
/// # Errors
/// The system's error when it cannot create the runtime.
pub fn runtime() -> std::io::Result<tokio::runtime::Runtime> {
    // There are few connections. The table of 1,024 events takes three pages of a start.
    Builder::new_current_thread()
        .enable_all()
        .max_io_events_per_tick(EVENTS)
        .thread_stack_size(STACK)
        .build()
}
