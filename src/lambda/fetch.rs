//! What the function gets from elsewhere. The one trait for it: the function's logic asks, the shell's client gets.

use std::fmt;
use std::time::Instant;

use super::archive;
use super::s3_uri::S3Uri;

/// Gets what an event only names. Bounded in time and size by who implements it.
///
/// The function runs on a thread of its own, which may block: an async client is waited for through the runtime's handle.
pub trait Fetch: fmt::Debug + Send + Sync {
    /// The bytes behind a presigned URL: a plain GET, without credentials.
    ///
    /// # Errors
    /// Why there are none.
    fn presigned(&self, url: &str) -> Result<Vec<u8>, FetchError>;

    /// Objects, in the order that they are named; of one that is still as it was known, nothing.
    fn objects(&self, wanted: &[Wanted]) -> Vec<Result<Option<Object>, FetchError>> {
        wanted.iter().map(|_| Err(FetchError::NotAvailable)).collect()
    }

    /// The objects whose keys begin with that of a URI, by key; at most so many.
    ///
    /// # Errors
    /// Why there is no list; [`FetchError::TooMany`] where there are more.
    fn list(&self, _prefix: &S3Uri, _most: usize) -> Result<Vec<Listed>, FetchError> {
        Err(FetchError::NotAvailable)
    }

    /// Writes an object.
    ///
    /// # Errors
    /// Why it is not written; [`FetchError::Exists`] where it is to be new and is there already.
    fn put(&self, _at: &S3Uri, _content_type: &str, _body: Vec<u8>, _mode: WriteMode) -> Result<(), FetchError> {
        Err(FetchError::NotAvailable)
    }

    /// By when what this thread asks for from now on has to be done; `None` for no limit.
    fn set_deadline(&self, _until: Option<Instant>) {}

    /// The template of a stack.
    ///
    /// # Errors
    /// Why there is none.
    fn template(&self, _stack: &Stack) -> Result<StackTemplate, FetchError> {
        Err(FetchError::NotAvailable)
    }

    /// The schema of a resource type as it is registered in the account; nothing where it is not registered.
    ///
    /// # Errors
    /// Why that cannot be said.
    fn type_schema(&self, _type_name: &str) -> Result<Option<String>, FetchError> {
        Err(FetchError::NotAvailable)
    }
}

/// Whether an object may be there already that is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum WriteMode {
    /// It has to be new.
    #[default]
    Create,
    /// It is replaced.
    Replace,
}

/// An object that is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    /// Where it is.
    pub at: S3Uri,
    /// The ETag of what is known of it already.
    pub known: Option<String>,
}

/// An object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Object {
    /// What it holds.
    pub bytes: Vec<u8>,
    /// Its ETag.
    pub etag: Option<String>,
}

/// An object in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// Its key.
    pub key: String,
    /// Its ETag.
    pub etag: Option<String>,
}

/// A stack of which the template is wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stack {
    /// Its name or ARN.
    pub name: String,
    /// Which template.
    pub stage: Stage,
}

impl Stack {
    /// The region that an ARN names.
    pub fn region(&self) -> Option<&str> {
        let mut parts = self.name.split(':');
        let is_arn = parts.next() == Some("arn");
        parts.nth(2).filter(|region| is_arn && !region.is_empty())
    }
}

/// Which template of a stack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Stage {
    /// As it was handed in.
    #[default]
    Original,
    /// As CloudFormation's transforms made it.
    Processed,
}

/// The template of a stack, and where the stack is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StackTemplate {
    /// The template.
    pub text: String,
    /// The region.
    pub region: Option<String>,
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
    /// More bytes than the function's memory allows: the limit, and the MB of memory that allow the most.
    TooLargeForMemory(usize, u32),
    /// More objects than are taken; the limit.
    TooMany(usize),
    /// What came is not what it should be.
    Broken(&'static str),
    /// A source of rules without any: some of the files that it holds instead, and how many these are.
    NoRules(Vec<String>, usize),
    /// There is an object of that name, and it is not to be replaced.
    Exists,
    /// The time of the invocation was over before it was done.
    OutOfTime,
    /// There is no such thing.
    Missing(&'static str),
    /// The role lacks this permission.
    Denied(&'static str),
    /// There are no credentials.
    NoCredentials,
    /// The service's own reason: its error code and message.
    Refused(String, String),
}

impl fmt::Display for FetchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FetchError::NotAvailable => f.write_str("there is no client here to get it with"),
            FetchError::Url => f.write_str("its URL is not one that is fetched: https, and a host of S3"),
            FetchError::Connection => {
                f.write_str("no connection; a function in a VPC needs a route to it (for S3 a gateway endpoint)")
            }
            FetchError::TooSlow => {
                f.write_str("no answer in time; a function in a VPC needs a route to it (for S3 a gateway endpoint)")
            }
            FetchError::Status(403) => f.write_str("S3 answered 403: the URL may have expired"),
            FetchError::Status(status) => write!(f, "S3 answered {status}"),
            FetchError::TooLarge(limit) => write!(f, "it is larger than the limit of {limit} bytes"),
            FetchError::TooLargeForMemory(limit, memory_mb) => write!(
                f,
                "it is larger than the {limit} bytes that this function has the memory for; give it {memory_mb} MB \
                 (MemorySize)"
            ),
            FetchError::NoRules(named, all) => f.write_str(&archive::no_rules_said(named, *all)),
            FetchError::Exists => f.write_str("there is an object of that name already, and it is not replaced"),
            FetchError::OutOfTime => f.write_str("no time was left for it"),
            FetchError::TooMany(limit) => write!(f, "there are more than the limit of {limit}"),
            FetchError::Broken(why) => f.write_str(why),
            FetchError::Missing(what) => write!(f, "there is no such {what}"),
            FetchError::Denied(action) => {
                write!(
                    f,
                    "access is denied: the function's role needs {action} on it, and its key where it is encrypted"
                )
            }
            FetchError::NoCredentials => {
                f.write_str("there are no AWS credentials, or no region (AWS_REGION), to ask with")
            }
            FetchError::Refused(code, message) => write!(f, "AWS answered {code}: {message}"),
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
