//! The bundled policies: one Guard file for each control, with a header, and packs of them.
//!
//! The files are in `policies/`; `make index` compresses them. They are read when a request first names a pack or a
//! control.

mod bundled;
#[cfg(feature = "custom")]
pub mod custom;
mod examples;
mod header;
mod not_judged;
mod packs;
mod policy;

pub use self::bundled::{all, find, is_bundled};
pub use self::examples::{Examples, examples};
pub use self::header::parse;
pub use self::not_judged::{NotJudged, not_judged};
pub use self::packs::{PACKS, Pack, select};
pub use self::policy::Policy;
