//! Arena allocation for values without destructors.
//!
//! An arena frees its memory without dropping its values, so memory that a value owns elsewhere would leak with every
//! invocation of the Lambda function. [`ArenaValue`] rejects types with destructors at compile time.

use bumpalo::Bump;

/// Allocation of values that need no drop.
pub trait ArenaValue {
    /// Moves a value into the arena.
    fn keep<T>(&self, value: T) -> &T;

    /// Moves values into the arena as a slice.
    fn keep_all<T, I>(&self, values: I) -> &[T]
    where
        I: IntoIterator<Item = T>,
        I::IntoIter: ExactSizeIterator;
}

#[expect(
    clippy::disallowed_methods,
    reason = "here it is held that nothing is to be dropped"
)]
impl ArenaValue for Bump {
    #[inline]
    fn keep<T>(&self, value: T) -> &T {
        const { assert!(!std::mem::needs_drop::<T>(), "an arena drops nothing") };
        self.alloc(value)
    }

    #[inline]
    fn keep_all<T, I>(&self, values: I) -> &[T]
    where
        I: IntoIterator<Item = T>,
        I::IntoIter: ExactSizeIterator,
    {
        const { assert!(!std::mem::needs_drop::<T>(), "an arena drops nothing") };
        self.alloc_slice_fill_iter(values)
    }
}
