//! Waivers: deliberate exceptions with a reason, an owner and an expiry.
//!
//! A waiver removes the findings of its rules in its scope from the verdict and lists them. It comes from the caller
//! ([`Request::waivers`](super::Request::waivers)) or from the document: a comment, or `Metadata.cfn-warden.waivers`.
//! [`waive`] applies all of them to a finished run.

mod apply;
mod fields;
pub mod file;
mod in_place;
mod names;
mod scope;
mod target;
mod waiver;

pub use self::apply::incomplete;
pub(crate) use self::apply::waive;
pub use self::fields::{Field, KEYS, is_date, waiver};
pub use self::in_place::InPlace;
pub(super) use self::in_place::of_document;
pub(super) use self::names::Names;
pub use self::names::is_like_lint;
pub(super) use self::scope::matches;
pub use self::scope::{Patterns, Scope};
pub use self::target::{Target, Units};
pub use self::waiver::{Source, SourceKind, Waiver, WaiverState, WaiverUse};
