//! What the function gets from elsewhere. The one trait for it: the function's logic asks, the shell's client gets.

use std::fmt;

/// Gets what an event only names. Bounded in time and size by who implements it.
///
/// The function runs on a thread of its own, which may block: an async client is waited for through the runtime's handle.
pub trait Fetch: fmt::Debug + Send + Sync {
    /// The bytes behind a presigned URL: a plain GET, without credentials.
    ///
    /// # Errors
    /// Why there are none.
    fn presigned(&self, url: &str) -> Result<Vec<u8>, FetchError>;
}

/// Why something could not be got. Never holds the URL: whoever has it can read what is behind it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FetchError {
    /// This build cannot get such things.
    NotAvailable,
    /// The URL is none that is fetched.
    Url,
    /// No connection, or one that broke.
    Connection,
    /// No answer in time.
    TooSlow,
    /// The answer's HTTP status.
    Status(u16),
    /// More bytes than are taken; the limit.
    TooLarge(usize),
    /// What came is not what it should be.
    Broken(&'static str),
}

impl fmt::Display for FetchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FetchError::NotAvailable => f.write_str("this version of the function cannot fetch it"),
            FetchError::Url => f.write_str("its URL is not one that is fetched: https, and a host of S3"),
            FetchError::Connection => {
                f.write_str("no connection; a function in a VPC needs a route to S3 (a gateway endpoint)")
            }
            FetchError::TooSlow => {
                f.write_str("no answer in time; a function in a VPC needs a route to S3 (a gateway endpoint)")
            }
            FetchError::Status(403) => f.write_str("S3 answered 403: the URL may have expired"),
            FetchError::Status(status) => write!(f, "S3 answered {status}"),
            FetchError::TooLarge(limit) => write!(f, "it is larger than the limit of {limit} bytes"),
            FetchError::Broken(why) => f.write_str(why),
        }
    }
}

/// Gets nothing: what the function has without a client.
#[derive(Debug, Clone, Copy, Default)]
pub struct Unavailable;

impl Default for Box<dyn Fetch> {
    fn default() -> Self {
        Box::new(Unavailable)
    }
}

impl Fetch for Unavailable {
    fn presigned(&self, _url: &str) -> Result<Vec<u8>, FetchError> {
        Err(FetchError::NotAvailable)
    }
}
