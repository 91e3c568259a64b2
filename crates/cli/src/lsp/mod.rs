//! `lsp`: a language server on standard input and output.

mod checker;
mod settings;
mod stdio;

use std::io::{self, Write};
use std::sync::mpsc;
use std::thread;

use super::{Exit, Io};
use cfn_warden_arguments::Choices;
use cfn_warden_arguments::lsp::Args;
use cfn_warden_lsp::Message;
use cfn_warden_lsp::server::{self, End, Event};
use checker::Checker;

/// Serves the editor on standard input and output until it exits.
pub fn run(args: &Args, choices: &Choices, io: &mut Io<'_>) -> Exit {
    let (events, inbox) = mpsc::channel();
    let editor = events.clone();
    // Not joined: it ends with the process, because it waits for input.
    let reader = thread::Builder::new().spawn(move || read(&editor));
    let checker = Checker::new(args, choices, io.lint_rules);
    let send = |message: Message| {
        let mut out = io::stdout().lock();
        // An editor that is gone also closes standard input.
        let _ = stdio::write(&message, &mut out).and_then(|()| out.flush());
    };
    match reader.and_then(|_| server::run(&checker, (events, inbox), send)) {
        Ok(End::Shutdown) => Exit::OK,
        Ok(End::Abrupt) => Exit::ERROR,
        Err(error) => {
            io.eprint(format_args!("cannot create a thread: {error}"));
            Exit::ERROR
        }
    }
}

/// Reads messages until the editor is gone.
fn read(events: &mpsc::Sender<Event>) {
    let mut input = io::stdin().lock();
    loop {
        let event = match stdio::read(&mut input) {
            Ok(Some(stdio::Input::Message(message))) => Event::Message(message),
            Ok(Some(stdio::Input::Malformed(why))) => Event::Malformed(why),
            Ok(None) | Err(_) => Event::Closed,
        };
        let is_last = matches!(event, Event::Closed);
        if events.send(event).is_err() || is_last {
            return;
        }
    }
}
