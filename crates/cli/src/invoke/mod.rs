//! `invoke`: runs the Lambda function locally.

mod hook_event;
mod local_payload;

use super::{Exit, Io, files};
use cfn_warden_arguments::invoke::Args;
use cfn_warden_engine::Status;
use cfn_warden_engine::error::Error;
use cfn_warden_fetch::Fetch;
use cfn_warden_fetch::client::{self, Aws, Endpoints};
use cfn_warden_lambda::fetch::fetch_limits;
use cfn_warden_lambda::panic_guard::{self, Panicked};
use cfn_warden_lambda::{self as lambda, Config, Function};
use hook_event::HookEvent;
use local_payload::LocalPayload;

/// Answers the event. The exit code reflects the status of the run.
pub fn run(args: &Args, io: &mut Io<'_>) -> Exit {
    match invoke(args, io) {
        Ok(Some(status)) => Exit::of_status(status),
        Ok(None) => Exit::NOT_COMPLIANT,
        Err(error) => {
            io.eprint_error(error);
            Exit::ERROR
        }
    }
}

fn invoke(args: &Args, io: &mut Io<'_>) -> Result<Option<Status>, Error> {
    let HookEvent { event, payload } = match &args.event {
        Some(path) => HookEvent {
            event: files::read(path, io)?.content,
            payload: None,
        },
        None => hook_event::read(args, io)?,
    };
    let runtime = client::runtime();
    let runtime = runtime.map_err(|error| Error::Value {
        name: "the runtime".to_owned(),
        reason: error.to_string(),
    })?;
    let config = Config::from_env();
    let (handle, limits) = (runtime.handle().clone(), fetch_limits(&config));
    let client = Aws::new(
        handle,
        client::from_default_chain,
        Endpoints::from_env(),
        limits,
    );
    let fetch: Box<dyn Fetch> = match payload {
        Some(payload) => Box::new(LocalPayload {
            payload,
            limits,
            client,
        }),
        None => Box::new(client),
    };
    let function = Function::start(config, fetch, io.lint_rules);
    // As in Lambda: the work runs on a thread that may block on what the runtime fetches.
    let work = panic_guard::work({
        let event = event.clone();
        move || lambda::handle(&event, &function)
    });
    let handled = runtime
        .block_on(work)
        .unwrap_or_else(|Panicked| lambda::failed(&event));
    io.print(|out| writeln!(out, "{}", handled.answer))?;
    Ok(handled.log.status)
}
