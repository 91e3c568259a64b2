//! cfn-guard's console reports: by resource for CloudFormation and Terraform, line by line for other documents.
//!
//! cfn-guard prints resources in random order; here they are sorted by path.

mod clauses;
mod lines;
mod paint;
mod resources;
mod summary;

pub use self::lines::lines;
pub use self::paint::Paint;
pub use self::resources::{template, terraform};
pub use self::summary::{StatusFilter, summary};

/// The files that a report is about.
#[derive(Debug, Clone, Copy)]
pub struct Files<'r> {
    /// The name of the rules file.
    pub rules: &'r str,
    /// The name of the data file.
    pub data: &'r str,
    /// The text of the data file.
    pub text: &'r str,
    /// Whether to use colors.
    pub paint: Paint,
}
