//! The loop of a Lambda function that answers the bytes of events, and its log.
//!
//! It is a crate of its own because it instantiates most of an HTTP stack, which would otherwise be compiled with the
//! function after every change.

mod log;

use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

pub use self::log::log_to_stdout;
use bytes::Bytes;
pub use lambda_runtime::Error;
use lambda_runtime::tower::{service_fn, util::MapRequestLayer};
use lambda_runtime::{LambdaEvent, LambdaInvocation, Runtime};
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

/// An event, and what the Lambda service says about it.
#[derive(Debug)]
pub struct Invocation {
    /// The event, which may be invalid JSON.
    pub event: Bytes,
    /// The ID of the request.
    pub request_id: String,
    /// The time at which Lambda ends the function.
    pub deadline: SystemTime,
    /// The function's name.
    pub function_name: String,
}

/// The answer to an event: JSON text, or an error that is reported to Lambda.
pub type Answer = Pin<Box<dyn Future<Output = Result<Box<RawValue>, Error>> + Send>>;

/// Answers events until the runtime ends.
///
/// Source: <https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html>.
///
/// # Errors
/// If the Runtime API cannot be reached or does not keep to its protocol.
pub async fn answer_all(
    answer: Box<dyn Fn(Invocation) -> Answer + Send + Sync>,
) -> Result<(), Error> {
    // The runtime would decode the event itself and reply to invalid JSON with its own error. The layer passes the
    // raw bytes instead.
    let inbox = Arc::new(Mutex::new(Bytes::new()));
    let outer = Arc::clone(&inbox);
    let past = MapRequestLayer::new(move |mut invocation: LambdaInvocation| {
        let event = std::mem::replace(&mut invocation.body, b"null".as_slice().into());
        *outer.lock().unwrap_or_else(PoisonError::into_inner) = event;
        invocation
    });
    let handler = service_fn(
        move |LambdaEvent { context, .. }: LambdaEvent<IgnoredAny>| {
            let event = std::mem::take(&mut *inbox.lock().unwrap_or_else(PoisonError::into_inner));
            let deadline = context.deadline();
            let function_name = context.env_config.function_name.clone();
            answer(Invocation {
                event,
                request_id: context.request_id,
                deadline,
                function_name,
            })
        },
    );
    Runtime::new(handler).layer(past).run().await
}
