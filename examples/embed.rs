//! A program that embeds the checker: `cargo run --example embed`.
//!
//! In its own `Cargo.toml`:
//! ```toml
//! cfn-warden = { version = "0.1", default-features = false, features = ["knowledge"] }
//! ```
#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "a program: it prints, and it has a clock"
)]

use std::error::Error;
use std::time::{SystemTime, UNIX_EPOCH};

use cfn_warden::{Checker, Document};

const RULES: &str = "
rule buckets_are_versioned when Resources.*[ Type == 'AWS::S3::Bucket' ] !empty {
  Resources.*[ Type == 'AWS::S3::Bucket' ].Properties.VersioningConfiguration.Status == 'Enabled'
    <<Enable versioning, so that deleted objects can be restored.>>
}
";

const TEMPLATE: &str = "
Resources:
  Reports:
    Type: AWS::S3::Bucket
    Properties:
      VersioningConfiguration: {Status: Suspended}
";

fn main() -> Result<(), Box<dyn Error>> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs();
    let checker = Checker::new(now.try_into()?)
        .with_regions(["eu-west-1"])
        .with_rules("buckets.guard", RULES)?;

    let report = checker.check(&[Document::new("reports.yaml", TEMPLATE)]);

    for finding in report.findings() {
        println!("{finding}");
    }
    for incomplete in report.incomplete() {
        println!(
            "not checked: {}: {}",
            incomplete.file(),
            incomplete.message()
        );
    }
    println!("compliant: {}", report.is_compliant());
    Ok(())
}
