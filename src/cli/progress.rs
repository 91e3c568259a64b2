//! Progress bar on a terminal.

use std::time::{Duration, Instant};

use super::{Io, terminal};

/// Delay before the bar appears; shorter runs show none.
const PATIENCE: Duration = Duration::from_millis(400);
/// Minimum time between two updates.
const FRAME: Duration = Duration::from_millis(80);
const WIDTH: usize = 30;

/// A progress bar on the last line of the terminal.
pub struct Bar {
    total: usize,
    is_wanted: bool,
    is_drawn: bool,
    next: Instant,
}

impl Bar {
    /// Creates a bar for a number of documents. It stays hidden if standard error is not a terminal.
    pub fn new(total: usize) -> Bar {
        Bar { total, is_wanted: terminal::is_interactive(), is_drawn: false, next: now() + PATIENCE }
    }

    /// Draws the bar if an update is due.
    pub fn show(&mut self, done: usize, io: &mut Io<'_>) {
        if !self.is_wanted || now() < self.next {
            return;
        }
        (self.is_drawn, self.next) = (true, now() + FRAME);
        let filled = done.saturating_mul(WIDTH).checked_div(self.total).unwrap_or_default().min(WIDTH);
        let (full, rest) = ("█".repeat(filled), "░".repeat(WIDTH.saturating_sub(filled)));
        let _ = write!(io.err, "\r\x1b[2K{full}{rest} {done} of {}", self.total);
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

#[expect(clippy::disallowed_methods, reason = "the command line is where the clock is read")]
fn now() -> Instant {
    Instant::now()
}
