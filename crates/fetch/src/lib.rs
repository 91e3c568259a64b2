//! What a checker fetches and writes: S3 objects, presigned URLs, stack templates and registered types.
//!
//! [`Fetch`] is the interface. With the feature `client`, `client::Aws` implements it. This crate knows nothing of
//! analysis, so that the SDK's types are not compiled again after a change of a rule.

#[cfg(feature = "client")]
pub mod client;
mod fetch;
pub mod gzip;
mod limits;
mod s3_uri;

pub use fetch::{
    Fetch, FetchError, Listed, Object, ObjectRequest, Stack, StackTemplate, Stage, Unavailable,
    WriteMode,
};
pub use limits::Limits;
pub use s3_uri::S3Uri;
