//! Cancellation. The engines do not read the clock: a front end sets the flag, and the budgets check it.

use std::sync::atomic::{AtomicBool, Ordering};

/// A cancellation flag; the default is never set.
#[derive(Debug, Clone, Copy, Default)]
pub struct Cancel<'c>(Option<&'c AtomicBool>);

impl<'c> Cancel<'c> {
    /// A cancellation that is never set.
    pub const NEVER: Cancel<'static> = Cancel(None);

    /// Returns a cancellation that is set once the flag is `true`.
    pub fn by(flag: &'c AtomicBool) -> Cancel<'c> {
        Cancel(Some(flag))
    }

    /// Whether the work must stop.
    #[inline]
    pub fn is_set(self) -> bool {
        self.0.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}
