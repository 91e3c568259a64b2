//! The interface through which a front end fetches and writes. The AWS client implements it.

use std::fmt;
use std::time::Instant;

use crate::s3_uri::S3Uri;

/// Fetches what an event refers to. Implementations bound time and size.
///
/// Methods block: the function runs on a separate thread, and an async client is driven through the runtime's handle.
pub trait Fetch: fmt::Debug + Send + Sync {
    /// Fetches a presigned URL with a plain GET, without credentials.
    ///
    /// # Errors
    /// [`FetchError`] when the request fails.
    fn presigned(&self, url: &str) -> Result<Vec<u8>, FetchError>;

    /// Fetches objects and returns them in order; `None` for an object that has not changed.
    fn objects(&self, wanted: &[ObjectRequest]) -> Vec<Result<Option<Object>, FetchError>> {
        wanted
            .iter()
            .map(|_| Err(FetchError::NotAvailable))
            .collect()
    }

    /// Lists at most `most` objects whose keys start with that of `prefix`, sorted by key.
    ///
    /// # Errors
    /// [`FetchError::TooMany`] when there are more, or the error of a request.
    fn list(&self, _prefix: &S3Uri, _most: usize) -> Result<Vec<Listed>, FetchError> {
        Err(FetchError::NotAvailable)
    }

    /// Writes an object.
    ///
    /// # Errors
    /// [`FetchError::Exists`] when the object exists and `mode` is [`WriteMode::Create`], or the error of the
    /// request.
    fn put(
        &self,
        _at: &S3Uri,
        _content_type: &str,
        _body: Vec<u8>,
        _mode: WriteMode,
    ) -> Result<(), FetchError> {
        Err(FetchError::NotAvailable)
    }

    /// Sets the deadline for this thread's further calls; `None` removes it.
    fn set_deadline(&self, _until: Option<Instant>) {}

    /// Fetches the template of a stack.
    ///
    /// # Errors
    /// [`FetchError`] when the call fails.
    fn template(&self, _stack: &Stack) -> Result<StackTemplate, FetchError> {
        Err(FetchError::NotAvailable)
    }

    /// Fetches the schema of a resource type registered in the account; `None` if it is not registered.
    ///
    /// # Errors
    /// [`FetchError`] when the call fails.
    fn type_schema(&self, _type_name: &str) -> Result<Option<String>, FetchError> {
        Err(FetchError::NotAvailable)
    }
}

/// Whether writing may replace an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum WriteMode {
    /// The object must be new.
    #[default]
    Create,
    /// An existing object is replaced.
    Replace,
}

/// A request for an object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ObjectRequest {
    /// The URI.
    pub at: S3Uri,
    /// The ETag of the known version.
    pub known: Option<String>,
}

/// A fetched object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Object {
    /// The content.
    pub bytes: Vec<u8>,
    /// The ETag, if the server returned one.
    pub etag: Option<String>,
}

/// An object in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// The key of the object in its bucket.
    pub key: String,
    /// The ETag, if the server returned one.
    pub etag: Option<String>,
}

/// A request for the template of a stack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stack {
    /// The name or ARN.
    pub name: String,
    /// Which template.
    pub stage: Stage,
}

impl Stack {
    /// Returns the region of an ARN.
    pub fn region(&self) -> Option<&str> {
        self.arn(3)
    }

    /// Returns the account of an ARN.
    pub fn account(&self) -> Option<&str> {
        self.arn(4)
    }

    /// Returns the name, also of an ARN.
    pub fn short_name(&self) -> &str {
        Stack::name_in(&self.name).unwrap_or(&self.name)
    }

    /// Returns the name in the ARN of a stack: `arn:aws:cloudformation:us-west-2:123456789012:stack/NAME/UUID`.
    pub fn name_in(arn: &str) -> Option<&str> {
        arn.split(":stack/").nth(1)?.split('/').next()
    }

    /// Returns a part of an ARN; `None` for a name and for an empty part.
    fn arn(&self, part: usize) -> Option<&str> {
        let is_arn = self.name.starts_with("arn:");
        self.name
            .split(':')
            .nth(part)
            .filter(|part| is_arn && !part.is_empty())
    }
}

/// Which template of a stack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Stage {
    /// As submitted.
    #[default]
    Original,
    /// After CloudFormation's transforms.
    Processed,
}

/// The template and region of a stack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StackTemplate {
    /// The template.
    pub text: String,
    /// The region, if known.
    pub region: Option<String>,
}

/// Why something cannot be fetched. Never contains a presigned URL, which grants access to whoever has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FetchError {
    /// The build has no AWS client.
    NotAvailable,
    /// The URL is not allowed.
    Url,
    /// The connection failed or broke.
    Connection,
    /// Timeout.
    TooSlow,
    /// An unexpected HTTP status.
    Status(u16),
    /// More bytes than this limit.
    TooLarge(usize),
    /// More bytes than the function's memory allows: the limit, and the memory in MB with the highest limit.
    TooLargeForMemory(usize, u32),
    /// More objects or files than this limit.
    TooMany(usize),
    /// The content is invalid.
    Broken(&'static str),
    /// A source without rules: what was expected, and some of the files found instead.
    NoRules(String),
    /// The object exists and must not be replaced.
    Exists,
    /// The invocation's time ran out.
    OutOfTime,
    /// The resource of this kind does not exist.
    Missing(&'static str),
    /// The role lacks this permission.
    Denied(&'static str),
    /// There are no credentials.
    NoCredentials,
    /// Another error of the service: its code and message.
    Refused(String, String),
}

impl fmt::Display for FetchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FetchError::NotAvailable => f.write_str("no AWS client is available"),
            FetchError::Url => f.write_str("the URL is not allowed; expected https and an S3 host"),
            FetchError::Connection => f.write_str(
                "connection failed; a function in a VPC needs a route to the service (for S3 a gateway endpoint)",
            ),
            FetchError::TooSlow => {
                f.write_str("timed out; a function in a VPC needs a route to the service (for S3 a gateway endpoint)")
            }
            FetchError::Status(403) => f.write_str("S3 answered 403: the URL may have expired"),
            FetchError::Status(status) => write!(f, "S3 answered {status}"),
            FetchError::TooLarge(limit) => write!(f, "larger than the limit of {limit} bytes"),
            FetchError::TooLargeForMemory(limit, memory_mb) => write!(
                f,
                "larger than the {limit} bytes that the function's memory allows; increase it to {memory_mb} MB \
                 (MemorySize)"
            ),
            FetchError::NoRules(message) => f.write_str(message),
            FetchError::Exists => f.write_str("the object already exists"),
            FetchError::OutOfTime => f.write_str("no time left"),
            FetchError::TooMany(limit) => write!(f, "more than the limit of {limit} files"),
            FetchError::Broken(why) => f.write_str(why),
            FetchError::Missing(what) => write!(f, "no such {what}"),
            FetchError::Denied(action) => {
                write!(
                    f,
                    "access denied; the function's role needs {action}, and access to the KMS key of encrypted objects"
                )
            }
            FetchError::NoCredentials => f.write_str("no AWS credentials or no region (AWS_REGION)"),
            FetchError::Refused(code, message) => write!(f, "AWS answered {code}: {message}"),
        }
    }
}

/// A client that fetches nothing, for functions without AWS access.
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
