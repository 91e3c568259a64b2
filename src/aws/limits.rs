//! Limits of requests.

use std::time::Duration;

use crate::lambda::Config;
use crate::lambda::config::FetchSeconds;
use crate::lambda::sizes::Sizes;

/// Limits for a single fetch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Total time, including retries and the waits between them.
    pub total: Duration,
    /// Time per attempt.
    pub attempt: Duration,
    /// Time to connect.
    pub connect: Duration,
    /// Maximum number of attempts.
    pub attempts: u32,
    /// Delay before the first retry; it doubles with each further retry.
    pub backoff: Duration,
    /// Maximum size of one object in bytes, after decompression.
    pub bytes: usize,
    /// Maximum size of all objects of one batch in bytes.
    pub all_bytes: usize,
}

impl Limits {
    /// Returns the limits for a function's configuration and memory size.
    pub fn of(config: &Config) -> Limits {
        let sizes = Sizes::of(&config.function);
        Limits { bytes: sizes.object(), all_bytes: sizes.documents(), ..Limits::within(config.fetch) }
    }

    /// Returns the default limits with a total time in seconds.
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

/// A template has at most 1 MB, and a Hook document contains two of them as JSON strings. This leaves ample room.
pub(super) const MAX_BYTES: usize = 16 << 20;
