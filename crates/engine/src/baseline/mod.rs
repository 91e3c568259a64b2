//! Baselines: findings that are known, listed in a file.
//!
//! An entry of a baseline has the fingerprint of a finding: the rule, the path and the value, in words that do not depend
//! on the format of the document. [`compare`] matches entries and findings one to one, [`apply`] moves the known findings
//! out of the verdict, and [`updated`] returns the entries of the next baseline.

mod acceptance;
mod accepted;
mod apply;
mod canonical;
mod compare;
mod effect;
mod entry;
mod failing_list;
mod files;
mod fingerprint;
mod parse;
mod shorten;
mod used;
mod write;

pub use self::acceptance::{Acceptance, AcceptedEntry};
pub use self::accepted::{accept, updated_acceptances};
pub use self::apply::{apply, new_findings, updated};
pub(super) use self::canonical::{canonical_with, key_text, mapped};
pub use self::entry::{Entry, digest, finding_digest, finding_effect};
pub use self::files::Files;
pub(super) use self::fingerprint::{DocumentTrees, add};
pub use self::parse::{Contents, parse};
pub(super) use self::shorten::shortened;
pub use self::used::BaselineUse;
pub use self::write::write;
