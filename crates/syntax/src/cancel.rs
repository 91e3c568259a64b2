//! Stopping work that nobody waits for any more. The core knows no clock: a front end sets the flag, budgets look at it.

use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that stops the work which holds it; by default nothing stops it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Cancel<'c>(Option<&'c AtomicBool>);

impl<'c> Cancel<'c> {
    /// Stops once the flag is `true`.
    pub fn by(flag: &'c AtomicBool) -> Cancel<'c> {
        Cancel(Some(flag))
    }

    /// Whether the work has to stop.
    #[inline]
    pub fn is_set(self) -> bool {
        self.0.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}
