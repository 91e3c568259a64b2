//! CloudFormation's schemas and the JSON Schema engine that evaluates them.
//!
//! - [`knowledge`]: the knowledge base, a value that evaluations read: bundled in the library or supplied by the caller
//! - [`pack`]: JSON stored in one block and read in place; equal subtrees are stored once, keywords are numbered
//!   ([`keyword`])
//! - [`file`]: a knowledge base in one file, with date and checksum; [`overlay`]: additional schemas of users
//! - [`evaluation`]: what stays constant in an evaluation, and the input of a keyword's check; [`check`]: evaluation of
//!   an instance against a schema; [`filter`] selects which keywords see which form of the instance
//! - [`context`]: the state at one location (allowed functions, assumed conditions), a small `Copy` value; [`mode`]: its
//!   modes; [`path`]: instance paths and schema paths
//! - [`keywords`]: one file per keyword; [`table`]: the implementation of each keyword, which rules can override
//! - [`violation`]: violations and the rules that report them; [`violation_kind`]: their facts, for which each audience
//!   has its own words; [`Message`]: messages of rules with borrowed values, rendered last
//! - [`budget`]: limits on work and memory, and the record of the limits that were reached
//! - [`draft7`]: standard JSON Schema draft 7 evaluation for documents other than templates
//! - [`place`]: the rules attached to template paths, as trie states that the evaluation follows
//!
//! The engine does not know any rules. The `lint` crate supplies them as checks in a [`table::Table`] and in
//! [`table::RuleChecks`], and as [`violation::Owner`]s.
//!
//! **To add a keyword**: add its name to [`keyword`] and a file with a `pub static KEYWORD` to `keywords/`, then run
//! `make index`.

#[cfg(test)]
extern crate self as cfn_warden_schema;

mod allowed;
pub mod attributes;
pub mod budget;
pub mod check;
mod conditional;
pub mod context;
pub mod cross_resource_state;
pub mod draft7;
pub mod equal;
pub mod evaluation;
pub mod file;
pub mod filter;
pub mod format;
pub mod formats;
pub mod gathered;
mod grouping;
pub mod inline;
pub mod json_length;
pub mod keyword;
pub mod keywords;
pub mod knowledge;
pub mod lookup;
mod memo;
mod mentioned;
mod message;
pub mod mode;
mod once;
pub mod options;
pub mod overlay;
pub mod pack;
pub mod path;
pub mod pattern;
pub mod place;
pub mod pointer;
mod related;
mod representative;
pub mod resolve;
mod scenarios;
mod schema;
pub mod shortcut;
#[cfg(test)]
#[path = "../../../tests/knowledge/small/mod.rs"]
mod small;
mod standard_table;
pub mod table;
pub mod types;
pub mod values;
pub mod violation;
pub mod violation_kind;

pub use attributes::{Attribute, Attributes};
pub use budget::{Budget, Limit, Limits};
pub use context::Context;
pub use evaluation::{Assertion, Evaluation, Part};
pub use file::FileError;
pub use inline::node_of;
pub use knowledge::Knowledge;
pub use memo::ListedType;
pub use message::{Message, MessageFormat, Operand};
pub use pack::{Json, JsonKind, JsonList, JsonObject, Key, Pack, PackError};
pub use path::{InstancePath, SchemaPath, Step};
pub use schema::{KeywordSet, Schema};
pub use table::{
    Attached, AttachedCheck, Check, DataCheck, Keyword, PatternFormat, RuleChecks, Table,
};
pub use violation::{Owner, RelatedValue, Verdict, Violation, Violations};
pub use violation_kind::{Circumstance, Count, KeywordValue, ViolationKind};
