//! `invoke`: what the deployed function would answer, without deploying it.

use std::path::PathBuf;

use super::{Exit, Io, files};
use crate::engine::Status;
use crate::error::Error;
use crate::lambda::fetch::Unavailable;
use crate::lambda::{self, Config, Function};

/// Answer an event as the deployed function would.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The event, JSON; `-` is standard input
    event: PathBuf,
}

/// Answers the event; the exit code is that of its run.
pub fn run(args: &Args, io: &mut Io<'_>) -> Exit {
    match invoke(args, io) {
        Ok(Some(Status::Pass)) => Exit::OK,
        Ok(_) => Exit::NOT_COMPLIANT,
        Err(error) => {
            io.complain(error);
            Exit::ERROR
        }
    }
}

fn invoke(args: &Args, io: &mut Io<'_>) -> Result<Option<Status>, Error> {
    let function = Function::deployed(Config::from_env()?, Box::new(Unavailable))?;
    let event = files::read(&args.event, io)?;
    let handled = lambda::handle(&event.content, &function);
    io.print(|out| writeln!(out, "{}", handled.answer))?;
    Ok(handled.log.status)
}
