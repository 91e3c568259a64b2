//! Terminal detection and the process's standard streams.
#![expect(
    clippy::disallowed_methods,
    reason = "the command line is where the environment is read"
)]

use std::fs::File;
use std::io::{self, IsTerminal, Read, Stdin, Write};

use cfn_warden_report::Paint;

/// Returns whether to color standard output. Like cfn-guard, it consults `CLICOLOR_FORCE`, `NO_COLOR`, `CLICOLOR` and
/// then whether it is a terminal.
pub fn paint() -> Paint {
    let set = |name: &str| std::env::var(name).ok().map(|value| value != "0");
    let painted = match (set("CLICOLOR_FORCE"), set("NO_COLOR")) {
        (Some(true), _) => true,
        (_, Some(_)) => false,
        _ => set("CLICOLOR").unwrap_or(true) && std::io::stdout().is_terminal(),
    };
    if painted { Paint::Ansi } else { Paint::Plain }
}

/// Returns whether standard error is a terminal that can erase a line.
pub fn is_interactive() -> bool {
    std::io::stderr().is_terminal() && std::env::var_os("TERM").is_some_and(|term| term != "dumb")
}

/// Standard input that prints a hint on a terminal before the first read.
pub struct PromptingStdin<'a> {
    stdin: &'a Stdin,
    has_prompted: bool,
}

/// Returns standard input with a hint on a terminal.
pub fn prompting_stdin(stdin: &Stdin) -> PromptingStdin<'_> {
    PromptingStdin {
        stdin,
        has_prompted: !stdin.is_terminal(),
    }
}

impl Read for PromptingStdin<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if !std::mem::replace(&mut self.has_prompted, true) {
            let _ = writeln!(
                io::stderr(),
                "cfn-warden: reading from standard input; press Ctrl-D to finish"
            );
        }
        self.stdin.lock().read(into)
    }
}

/// Returns unbuffered standard output. The standard library's searches everything written for the last line break.
pub fn stdout() -> Box<dyn Write> {
    match unbuffered() {
        Some(file) => Box::new(file),
        None => Box::new(std::io::stdout().lock()),
    }
}

#[cfg(unix)]
fn unbuffered() -> Option<File> {
    use std::os::fd::AsFd;
    std::io::stdout()
        .as_fd()
        .try_clone_to_owned()
        .ok()
        .map(File::from)
}

#[cfg(not(unix))]
fn unbuffered() -> Option<File> {
    None
}
