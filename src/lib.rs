//! Compliance of infrastructure code, answered in milliseconds.
//!
//! ```text
//! bytes ──▶ syntax ──▶ document ──┬─▶ schema ─▶ lint ──┐
//!                                 └─▶ guard ───────────┴─▶ engine::Run ──▶ report ──▶ bytes
//! ```
//! Each module may use only those to its left; `tests/tidy.rs` holds the direction.

pub mod aws;
pub mod cli;
pub mod engine;
pub mod error;
pub mod lambda;
pub mod report;
