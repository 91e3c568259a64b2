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
//! (default): CloudFormation's resource schemas, as `Knowledge::bundled`. `toml`: waivers in TOML.
//! `requests`: checks as JSON, for bindings to other languages. An embedder needs
//! `default-features = false, features = ["knowledge"]`, or its own [`Knowledge`].
//!
//! # How it works
//! ```text
//! bytes ──▶ syntax ──▶ template ──┬─▶ schema ─▶ lint ──┐
//!                                 └─▶ guard ───────────┴─▶ engine::Run ──▶ report ──▶ bytes
//! ```
//! The crates `cfn-warden-syntax`, `-template`, `-schema`, `-lint`, `-rules`, `-guard` and `-terraform` are the core; `-engine`
//! and `-report` use them, `-lambda` and `-cli` read and write. Apart from [`Checker`] and what it returns, all is internal.

mod checker;
#[cfg(feature = "requests")]
#[doc(hidden)]
pub mod request;

#[cfg(feature = "cli")]
#[doc(hidden)]
pub use cfn_warden_cli as cli;
#[cfg(feature = "toml")]
#[doc(hidden)]
pub use cfn_warden_engine::toml;
#[doc(hidden)]
pub use cfn_warden_engine::{self as engine, compressed, error};
#[cfg(feature = "lambda")]
#[doc(hidden)]
pub use cfn_warden_lambda as lambda;
#[doc(hidden)]
pub use cfn_warden_policies as policies;
#[doc(hidden)]
pub use cfn_warden_report as report;

pub use cfn_warden_schema::{Knowledge, PackError};
pub use cfn_warden_syntax::Position;
pub use cfn_warden_syntax::finding::Severity;
pub use checker::{
    Category, Checker, ChoiceError, Deployments, Document, FailOn, Filter, Finding, Group,
    Incomplete, NotSeen, Report, RuleLevel, RulesError, SettingError, Status, Summary, Unknowns,
    formats, invalid_rule_option, nested_templates, packs, unknown_region, unknown_rule,
};
