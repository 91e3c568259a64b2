//! `lsp`: a language server on standard input and output.

mod checker;
mod settings;
mod stdio;

use std::cell::RefCell;
use std::io::{self, BufRead, BufReader, Write};
use std::sync::mpsc;
use std::thread;

use super::choices::choices;
use super::{Exit, Io};
use cfn_warden_arguments::Choices;
use cfn_warden_arguments::lsp::Args;
use cfn_warden_lint::RuleSet;
use cfn_warden_lsp::Message;
use cfn_warden_lsp::server::{self, End, Event};
use checker::Checker;

/// Serves the editor on standard input and output until it exits.
pub fn run(args: &Args, choices: &Choices, io: &mut Io<'_>) -> Exit {
    let checker = Checker::new(args, choices, io.lint_rules);
    match session(&checker, BufReader::new(io::stdin()), io::stdout()) {
        Ok(End::Shutdown) => Exit::OK,
        Ok(End::Abrupt) => Exit::ERROR,
        Err(error) => {
            io.eprint(format_args!("cannot create a thread: {error}"));
            Exit::ERROR
        }
    }
}

/// Serves an editor on these streams until it exits, without a project file. Returns whether it shut the server down.
///
/// # Errors
/// No thread can be created.
pub fn serve(
    input: impl BufRead + Send + 'static,
    output: impl Write + Send,
    lint_rules: RuleSet,
) -> io::Result<bool> {
    let choices = choices();
    let args = Args {
        stdio: true,
        config: None,
        no_config: true,
    };
    Ok(session(&Checker::new(&args, &choices, lint_rules), input, output)? == End::Shutdown)
}

fn session(
    checker: &Checker<'_>,
    input: impl BufRead + Send + 'static,
    output: impl Write + Send,
) -> io::Result<End> {
    let (events, inbox) = mpsc::channel();
    let editor = events.clone();
    // Not joined: it ends with the process, because it waits for input.
    thread::Builder::new().spawn(move || read(input, &editor))?;
    let output = RefCell::new(output);
    let send = move |message: Message| {
        let mut out = output.borrow_mut();
        // An editor that is gone also closes standard input.
        let _ = stdio::write(&message, &mut *out).and_then(|()| out.flush());
    };
    server::run(checker, (events, inbox), send)
}

/// Reads messages until the editor is gone.
fn read(mut input: impl BufRead, events: &mpsc::Sender<Event>) {
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
