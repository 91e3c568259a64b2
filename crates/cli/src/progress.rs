//! Progress bar on a terminal.

use cfn_warden_syntax::escape::is_invisible;
use std::time::{Duration, Instant};

use super::{Io, terminal};

/// Delay before the bar appears; shorter runs show none.
const PATIENCE: Duration = Duration::from_millis(400);
/// Minimum time between two updates.
const FRAME: Duration = Duration::from_millis(80);
const WIDTH: usize = 20;
/// Maximum number of shown characters of a file's name.
const NAME: usize = 40;

/// A progress bar on the last line of the terminal. It stays hidden if standard error is not a terminal.
pub struct Bar {
    step: Step,
    is_wanted: bool,
    is_drawn: bool,
    next: Instant,
}

/// What a command does.
#[derive(Debug, Clone, Copy)]
pub enum Step {
    /// It reads files.
    Reading,
    /// It checks this number of documents.
    Checking(usize),
}

impl Bar {
    /// Creates a bar for a step.
    pub fn new(step: Step) -> Bar {
        Bar {
            step,
            is_wanted: terminal::is_interactive(),
            is_drawn: false,
            next: now() + PATIENCE,
        }
    }

    /// Draws the bar if an update is due, with the number of finished files and the name of the last one.
    pub fn show(&mut self, done: usize, name: &str, io: &mut Io<'_>) {
        if !self.is_wanted || now() < self.next {
            return;
        }
        (self.is_drawn, self.next) = (true, now() + FRAME);
        let _ = write!(io.err, "\r\x1b[2K{}", line(self.step, done, name));
        let _ = io.err.flush();
    }

    /// Erases the bar.
    pub fn clear(&mut self, io: &mut Io<'_>) {
        if self.is_drawn {
            let _ = write!(io.err, "\r\x1b[2K");
            let _ = io.err.flush();
        }
    }
}

/// Returns the text of a bar.
fn line(step: Step, done: usize, name: &str) -> String {
    let plain: Vec<char> = name
        .chars()
        .map(|c| if is_invisible(c) { '\u{fffd}' } else { c })
        .collect();
    let cut = plain.len().saturating_sub(NAME);
    let name: String = plain.iter().skip(cut).collect();
    let name = format!("{}{name}", if cut > 0 { "…" } else { "" });
    match step {
        Step::Reading => format!("reading {done}: {name}"),
        Step::Checking(total) => {
            let filled = done
                .saturating_mul(WIDTH)
                .checked_div(total)
                .unwrap_or_default()
                .min(WIDTH);
            let (full, rest) = ("█".repeat(filled), "░".repeat(WIDTH.saturating_sub(filled)));
            format!("checking {full}{rest} {done} of {total}: {name}")
        }
    }
}

/// Returns the time of a clock that only advances.
#[expect(
    clippy::disallowed_methods,
    reason = "the command line is where the clock is read"
)]
pub fn now() -> Instant {
    Instant::now()
}

#[cfg(test)]
mod tests {
    use super::{Step, line};

    #[test]
    fn a_bar_names_the_step_and_the_file() {
        assert_eq!(
            line(Step::Reading, 3, "stacks/a.yaml"),
            "reading 3: stacks/a.yaml"
        );
        assert_eq!(
            line(Step::Checking(4), 1, "a\u{1b}.yaml"),
            "checking █████░░░░░░░░░░░░░░░ 1 of 4: a\u{fffd}.yaml"
        );
        let long = format!("{}/{}", "x".repeat(50), "y".repeat(39));
        assert_eq!(
            line(Step::Reading, 1, &long),
            format!("reading 1: …/{}", "y".repeat(39))
        );
    }
}
