//! Compliance checks of infrastructure code: a CloudFormation linter, a Guard evaluator and a Terraform evaluator.
//!
//! ```text
//! bytes ──▶ syntax ──▶ document ──┬─▶ schema ─▶ lint ──┐
//!                                 └─▶ guard ───────────┴─▶ engine::Run ──▶ report ──▶ bytes
//! ```
//!
//! Modules may only depend on those to their left, which `tests/tidy.rs` checks.

pub mod aws;
pub mod cli;
pub mod engine;
pub mod error;
pub mod lambda;
pub mod report;
