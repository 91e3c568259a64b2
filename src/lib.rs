//! Compliance of infrastructure code, answered in milliseconds: CloudFormation templates against cfn-lint's rules, and any
//! YAML or JSON against Guard rules.
//!
//! ```
//! use cfn_warden::{Checker, Document};
//!
//! let checker = Checker::new(1_790_000_000);
//! let report = checker.check(&[Document::new("topic.yaml", "Resources: {T: {Type: AWS::SNS::Topic}}")]);
//! assert!(report.is_compliant());
//! ```
//!
//! # Features
//! `cli` (default): the command line, which `cfn-warden-arguments` declares; it enables `lambda` and `aws`. `lambda`: the
//! Lambda function and Hook handler. `aws`: its client for S3 and CloudFormation (`cfn-warden-fetch`). `knowledge`
//! (default): CloudFormation's resource schemas, as `Knowledge::bundled`. `toml`: waivers in TOML. An embedder needs
//! `default-features = false, features = ["knowledge"]`, or its own [`Knowledge`].
//!
//! # How it works
//! ```text
//! bytes ──▶ syntax ──▶ template ──┬─▶ schema ─▶ lint ──┐
//!                                 └─▶ guard ───────────┴─▶ engine::Run ──▶ report ──▶ bytes
//! ```
//! The crates `cfn-warden-syntax`, `-template`, `-schema`, `-lint`, `-guard` and `-terraform` are the core. The modules here
//! use only those to their left; `tests/tidy.rs` checks it. Apart from [`Checker`] and what it returns, they are internal.

mod checker;

#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
#[doc(hidden)]
pub mod compressed;
#[doc(hidden)]
pub mod engine;
#[doc(hidden)]
pub mod error;
#[cfg(feature = "lambda")]
#[doc(hidden)]
pub mod lambda;
#[doc(hidden)]
pub mod policies;
#[doc(hidden)]
pub mod report;
#[cfg(feature = "toml")]
#[doc(hidden)]
pub mod toml;

pub use cfn_warden_schema::{Knowledge, PackError};
pub use cfn_warden_syntax::Position;
pub use cfn_warden_syntax::finding::Severity;
pub use checker::{
    Category, Checker, ChoiceError, Deployments, Document, FailOn, Filter, Finding, Group, Incomplete, NotSeen, Report,
    RuleLevel, RulesError, SettingError, Status, Summary, Unknowns, formats, nested_templates, packs, unknown_region,
    unknown_rule,
};
