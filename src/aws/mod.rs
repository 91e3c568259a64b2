//! What the function gets from AWS: templates behind presigned URLs, over the HTTP stack and the TLS of the SDK.
//!
//! Everything here is made when it is first used: a start makes no client.

mod gzip;
mod http;
mod origin;

use std::sync::OnceLock;
use std::time::Duration;

use aws_smithy_runtime_api::client::http::SharedHttpConnector;
use tokio::runtime::{Builder, Handle};

use crate::error::Error;
use crate::lambda::config::FetchSeconds;
use crate::lambda::fetch::{Fetch, FetchError};
pub use origin::Endpoints;

/// As much as a main thread has: what is nested is read by recursion, within limits that are made for this.
const STACK: usize = 8 << 20;

/// The client of everything that is fetched.
#[derive(Debug)]
pub struct Aws {
    runtime: Handle,
    limits: Limits,
    endpoints: Endpoints,
    connector: OnceLock<SharedHttpConnector>,
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
    /// The bytes that are taken, after decompression.
    pub bytes: usize,
}

impl Limits {
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
        }
    }
}

/// A template has 1 MB at most, and the document of a Hook holds two of them as JSON texts: what is beyond this is
/// something else.
const MAX_BYTES: usize = 16 << 20;

impl Aws {
    /// A client whose connections are driven by a runtime.
    pub fn new(runtime: Handle, endpoints: Endpoints, limits: Limits) -> Aws {
        Aws { runtime, limits, endpoints, connector: OnceLock::new() }
    }

    fn connector(&self) -> &SharedHttpConnector {
        self.connector.get_or_init(|| http::connector(&self.limits))
    }
}

/// Callers are on threads that may block, as [`Fetch`] says: nothing here may be called from within the runtime.
impl Fetch for Aws {
    fn presigned(&self, url: &str) -> Result<Vec<u8>, FetchError> {
        if !self.endpoints.may_be_fetched(url) {
            return Err(FetchError::Url);
        }
        let body = self.runtime.block_on(http::get(self.connector(), url, &self.limits))?;
        gzip::inflated(body, self.limits.bytes)
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
