//! One of the two parts of a pack.

use std::borrow::Cow;
use std::ops::Deref;

/// A text or bytes, of the program or of a file. Unlike a `Cow`, whose kinds have different layouts, it is read without a branch.
pub(super) enum Part<T: ?Sized + 'static> {
    Bundled(&'static T),
    Read(Box<T>),
}

impl<T: ?Sized> Deref for Part<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        match self {
            Part::Bundled(part) => part,
            Part::Read(part) => part,
        }
    }
}

impl<T: ?Sized + ToOwned<Owned: Into<Box<T>>>> From<Cow<'static, T>> for Part<T> {
    fn from(part: Cow<'static, T>) -> Part<T> {
        match part {
            Cow::Borrowed(part) => Part::Bundled(part),
            Cow::Owned(part) => Part::Read(part.into()),
        }
    }
}
