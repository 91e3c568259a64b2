//! The Lambda function: settings once, then one answer an invocation.

use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};

use cfn_warden::lambda::{self, Config, Function, config::LogLevel};
use lambda_runtime::tower::{service_fn, util::MapRequestLayer};
use lambda_runtime::{Error, LambdaEvent, LambdaInvocation, Runtime};
use serde::de::IgnoredAny;
use serde_json::value::RawValue;
use tracing::Level;

fn main() -> ExitCode {
    let config = Config::from_env();
    log_to_stdout(config.as_ref().map(|config| config.log_level).unwrap_or_default());
    match config.map_err(Error::from).and_then(|config| serve(Function { config, ..Function::default() })) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tracing::error!(%error, "the function cannot run");
            ExitCode::FAILURE
        }
    }
}

#[tokio::main(flavor = "current_thread")]
async fn serve(function: Function) -> Result<(), Error> {
    // The runtime would decode the event itself and answer one that is broken in its own words. So the bytes go past it.
    let inbox = Arc::new(Mutex::new(Vec::new()));
    let outer = Arc::clone(&inbox);
    let past = MapRequestLayer::new(move |mut invocation: LambdaInvocation| {
        let event = std::mem::replace(&mut invocation.body, b"null".as_slice().into());
        *outer.lock().unwrap_or_else(PoisonError::into_inner) = event.into();
        invocation
    });
    let function = &function;
    let handler = service_fn(move |invocation: LambdaEvent<IgnoredAny>| {
        let event = std::mem::take(&mut *inbox.lock().unwrap_or_else(PoisonError::into_inner));
        async move { answer(&event, function, &invocation.context.request_id) }
    });
    Runtime::new(handler).layer(past).run().await
}

fn answer(event: &[u8], function: &Function, request_id: &str) -> Result<Box<RawValue>, Error> {
    let lambda::Handled { answer, log } = lambda::handle(event, function);
    let lambda::Log { status, documents, findings, faults } = log;
    match status {
        Some(status) => tracing::info!(request_id, ?status, documents, findings, faults, "answered"),
        None => tracing::warn!(request_id, "answered with an error: the event could not be checked"),
    }
    Ok(RawValue::from_string(answer)?)
}

fn log_to_stdout(level: LogLevel) {
    let level = match level {
        LogLevel::Error => Level::ERROR,
        LogLevel::Warn => Level::WARN,
        LogLevel::Info => Level::INFO,
    };
    tracing_subscriber::fmt().json().with_max_level(level).with_ansi(false).without_time().with_target(false).init();
    // The message of a panic may quote what was being read; only its place is logged.
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        tracing::error!(place, "panic");
    }));
}
