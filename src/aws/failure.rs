//! The SDK's errors in words for the function's users.

use std::error::Error;

use aws_sdk_cloudformation::error::{ProvideErrorMetadata, SdkError};
use aws_smithy_runtime_api::client::orchestrator::HttpResponse;
use aws_smithy_runtime_api::client::result::ConnectorError;

use crate::lambda::fetch::FetchError;

/// What was asked of a service: named where it refuses.
#[derive(Debug, Clone, Copy, Default)]
pub struct Asked {
    /// The permission that it takes.
    pub action: &'static str,
    /// What it is about.
    pub what: &'static str,
}

/// Why a call failed.
pub fn reason<E: ProvideErrorMetadata + Error + 'static>(
    error: &SdkError<E, HttpResponse>,
    asked: Asked,
) -> FetchError {
    match error {
        SdkError::TimeoutError(_) => FetchError::TooSlow,
        SdkError::DispatchFailure(failure) => failure.as_connector_error().map_or(FetchError::Connection, dispatch),
        SdkError::ResponseError(_) => FetchError::Connection,
        SdkError::ServiceError(refused) => {
            let error = refused.err();
            let (code, message) = (error.code().unwrap_or_default(), error.message().unwrap_or_default());
            refusal(refused.raw().status().as_u16(), code, message, asked)
        }
        // Before anything was sent: the SDK lacks something, and credentials are what it asks for first.
        _ => FetchError::NoCredentials,
    }
}

/// What a service's refusal comes to: its HTTP status, the code and the message that it gives, if any.
pub fn refusal(status: u16, code: &str, message: &str, asked: Asked) -> FetchError {
    match (status, code) {
        (_, "AccessDenied" | "AccessDeniedException") | (403, "") => FetchError::Denied(asked.action),
        (412, _) => FetchError::Exists,
        (404, "NoSuchBucket") => FetchError::Missing("bucket"),
        (404, _) => FetchError::Missing(asked.what),
        (status, "") => FetchError::Status(status),
        _ => FetchError::Refused(code.to_owned(), message.to_owned()),
    }
}

fn dispatch(error: &ConnectorError) -> FetchError {
    if error.is_timeout() {
        FetchError::TooSlow
    } else if error.is_io() {
        FetchError::Connection
    } else {
        FetchError::NoCredentials
    }
}
