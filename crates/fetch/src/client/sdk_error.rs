//! Conversion of SDK errors to [`FetchError`].

use std::error::Error;

use aws_sdk_cloudformation::error::{ProvideErrorMetadata, SdkError};
use aws_smithy_runtime_api::client::orchestrator::HttpResponse;
use aws_smithy_runtime_api::client::result::ConnectorError;

use crate::fetch::FetchError;

/// An API operation, for error messages.
#[derive(Debug, Clone, Copy, Default)]
pub struct Operation {
    /// The IAM action that the operation requires, as `s3:GetObject`.
    pub action: &'static str,
    /// The kind of resource that the operation reads or writes, as `object`.
    pub resource: &'static str,
}

/// Converts an SDK error.
pub fn fetch_error<E: ProvideErrorMetadata + Error + 'static>(
    error: &SdkError<E, HttpResponse>,
    operation: Operation,
) -> FetchError {
    match error {
        SdkError::TimeoutError(_) => FetchError::TooSlow,
        SdkError::DispatchFailure(sdk_error) => sdk_error
            .as_connector_error()
            .map_or(FetchError::Connection, dispatch),
        SdkError::ResponseError(_) => FetchError::Connection,
        SdkError::ServiceError(refused) => {
            let error = refused.err();
            let (code, message) = (
                error.code().unwrap_or_default(),
                error.message().unwrap_or_default(),
            );
            service_error(refused.raw().status().as_u16(), code, message, operation)
        }
        // The request was not sent: the SDK could not build it. Missing credentials are the usual cause.
        _ => FetchError::NoCredentials,
    }
}

/// Converts an error response: its HTTP status and the service's error code and message, if any.
pub fn service_error(status: u16, code: &str, message: &str, operation: Operation) -> FetchError {
    match (status, code) {
        (_, "AccessDenied" | "AccessDeniedException") | (403, "") => {
            FetchError::Denied(operation.action)
        }
        (412, _) => FetchError::Exists,
        (404, "NoSuchBucket") => FetchError::Missing("bucket"),
        (404, _) => FetchError::Missing(operation.resource),
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
