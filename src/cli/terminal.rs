//! Whether the one who reads is a terminal.
#![expect(clippy::disallowed_methods, reason = "the command line is where the environment is read")]

use std::io::IsTerminal;

use crate::guard::report::console::Paint;

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

/// Whether what is said on standard error is seen as it is said.
pub fn is_watched() -> bool {
    std::io::stderr().is_terminal()
}
