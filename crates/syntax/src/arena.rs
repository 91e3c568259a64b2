//! Values that live as long as their arena.
//!
//! An arena frees its memory at once and drops nothing: what a value in it owned elsewhere would be lost, a little at
//! each of a function's invocations. So only what owns nothing is put there, and the compiler holds that.

use bumpalo::Bump;

/// Puts values that own no memory of their own into an arena.
pub trait ArenaValue {
    /// A value, kept.
    fn keep<T>(&self, value: T) -> &T;

    /// Values, kept side by side.
    fn keep_all<T, I>(&self, values: I) -> &[T]
    where
        I: IntoIterator<Item = T>,
        I::IntoIter: ExactSizeIterator;
}

#[expect(clippy::disallowed_methods, reason = "here it is held that nothing is to be dropped")]
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
