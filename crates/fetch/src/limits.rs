//! Limits of requests.

use std::time::Duration;

use crate::fetch::FetchError;

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
    /// The function memory in MB with which `bytes` and `all_bytes` have their highest values, for error messages.
    pub enough_memory_mb: u32,
}

impl Limits {
    /// Returns the default limits with a total time, for a function that needs this memory in MB for them.
    pub fn within(total: Duration, enough_memory_mb: u32) -> Limits {
        Limits {
            total,
            attempt: total.min(Duration::from_secs(5)),
            connect: total.min(Duration::from_secs(3)),
            attempts: 4,
            backoff: Duration::from_millis(100),
            bytes: MAX_BYTES,
            all_bytes: 2 * MAX_BYTES,
            enough_memory_mb,
        }
    }

    /// Returns the error for an object that is larger than the limit.
    pub fn too_large(&self) -> FetchError {
        if self.bytes < MAX_BYTES {
            FetchError::TooLargeForMemory(self.bytes, self.enough_memory_mb)
        } else {
            FetchError::TooLarge(self.bytes)
        }
    }
}

/// A template has at most 1 MB, and a Hook document contains two of them as JSON strings. This leaves ample room.
pub(crate) const MAX_BYTES: usize = 16 << 20;
