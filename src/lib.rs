//! Compliance of infrastructure code, answered in milliseconds.
//!
//! ```text
//! bytes ──▶ syntax ──▶ document ──┬─▶ schema ─▶ lint ──┐
//!                                 └─▶ guard ───────────┴─▶ engine::Run ──▶ report ──▶ bytes
//! ```
//! Each module may use only those to its left; `tests/tidy.rs` holds the direction.

pub mod arena;
pub mod aws;
pub mod cancel;
pub mod cli;
pub mod document;
pub mod engine;
pub mod error;
pub mod finding;
pub mod guard;
pub mod lambda;
pub mod lint;
pub mod names;
pub mod report;
pub mod schema;
pub mod syntax;
pub mod terraform;
