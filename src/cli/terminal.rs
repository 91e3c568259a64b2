//! Whether the one who reads is a terminal.
#![expect(clippy::disallowed_methods, reason = "the command line is where the environment is read")]

use std::fs::File;
use std::io::{self, IsTerminal, Read, Stdin, Write};

use cfn_warden_guard::report::console::Paint;

/// Whether standard output is to have colours, by the variables and in the order of the reference: `CLICOLOR_FORCE`,
/// `NO_COLOR`, `CLICOLOR`, and whether it is a terminal.
pub fn paint() -> Paint {
    let set = |name: &str| std::env::var(name).ok().map(|value| value != "0");
    let painted = match (set("CLICOLOR_FORCE"), set("NO_COLOR")) {
        (Some(true), _) => true,
        (_, Some(_)) => false,
        _ => set("CLICOLOR").unwrap_or(true) && std::io::stdout().is_terminal(),
    };
    if painted { Paint::Ansi } else { Paint::Plain }
}

/// Whether what is said on standard error is seen as it is said, by a terminal that can take a line back.
pub fn is_watched() -> bool {
    std::io::stderr().is_terminal() && std::env::var_os("TERM").is_some_and(|term| term != "dumb")
}

/// Standard input, which says that it waits where somebody would have to type it.
pub struct Typed<'a> {
    stdin: &'a Stdin,
    has_said: bool,
}

/// Standard input.
pub fn typed(stdin: &Stdin) -> Typed<'_> {
    Typed { stdin, has_said: !stdin.is_terminal() }
}

impl Read for Typed<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if !std::mem::replace(&mut self.has_said, true) {
            let _ = writeln!(io::stderr(), "cfn-warden: no file is named: reading what is typed, up to Ctrl-D");
        }
        self.stdin.lock().read(into)
    }
}

/// Standard output. The one of the standard library looks for the last line break in everything that is written.
pub fn stdout() -> Box<dyn Write> {
    match unbuffered() {
        Some(file) => Box::new(file),
        None => Box::new(std::io::stdout().lock()),
    }
}

#[cfg(unix)]
fn unbuffered() -> Option<File> {
    use std::os::fd::AsFd;
    std::io::stdout().as_fd().try_clone_to_owned().ok().map(File::from)
}

#[cfg(not(unix))]
fn unbuffered() -> Option<File> {
    None
}
