//! What a template may say: the knowledge base, and the JSON Schema engine that reads it.
//!
//! - [`pack`]: JSON read in place, equal subtrees once, keywords numbered ([`keyword`]);
//! - [`check`]: the walk of a schema and a value side by side, [`filter`] deciding which keywords see which form of it;
//! - [`context`]: what holds at a place (functions allowed, conditions pinned, the way there), a small `Copy` value;
//! - [`keywords`]: one file a keyword; [`table`]: which check a keyword has where, for rules redefine some;
//! - [`violation`]: facts with the rule that owns them; [`fault`]: sentences with borrowed values, written out last;
//! - [`budget`]: how much a template may take, and what is said where it takes more;
//! - [`draft7`]: the same walk by the standard alone, for documents that are no templates;
//! - [`place`]: which rules are attached to which places, as states the walk carries along.
//!
//! The engine knows no rule. A rule of `lint` comes in as a check in a [`table::Table`] and as an [`violation::Owner`].
//!
//! **To add a keyword**: its word in [`keyword`], and one file in `keywords/` with a `pub static KEYWORD`; `make index`.

pub mod added;
pub mod attributes;
pub mod budget;
pub mod check;
pub mod context;
pub mod cross_resource_state;
pub mod draft7;
pub mod equal;
pub mod fault;
pub mod filter;
pub mod formats;
pub mod gathered;
mod grouping;
pub mod inline;
pub mod json_length;
pub mod keyword;
pub mod keywords;
pub mod lookup;
mod mentioned;
pub mod options;
pub mod pack;
pub mod pattern;
pub mod place;
pub mod pointer;
pub mod resolve;
pub mod shortcut;
pub mod store;
pub mod table;
pub mod types;
pub mod violation;

pub use attributes::{Attribute, Attributes};
pub use budget::{Budget, Limit, Limits};
pub use check::{Part, Schema, Site, Walk};
pub use context::{Context, InstancePath, SchemaPath, Step};
pub use fault::{Fault, Operand};
pub use inline::node_of;
pub use pack::{Json, JsonKind, JsonList, JsonObject, Key, Pack, PackError};
pub use table::{Check, Keyword, Table};
pub use violation::{Owner, Verdict, Violation, Violations};
