//! The reference's reports for people: by resource for CloudFormation and Terraform, line by line for everything else.
//!
//! Where the reference prints resources in random order, these are in the order of their paths.

mod clauses;
mod lines;
mod paint;
mod resources;
mod summary;

pub use self::lines::lines;
pub use self::paint::Paint;
pub use self::resources::{template, terraform};
pub use self::summary::{Shown, summary};

/// What a report is about.
#[derive(Debug, Clone, Copy)]
pub struct Files<'r> {
    /// The rules file's name.
    pub rules: &'r str,
    /// The data file's name.
    pub data: &'r str,
    /// The data file's text.
    pub text: &'r str,
    /// Whether the report has colours.
    pub paint: Paint,
}
