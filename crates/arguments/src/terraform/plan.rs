//! Arguments of `terraform plan`.

use std::path::PathBuf;

use super::options::PlanOptions;

/// The configuration and the plan options.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Root module's folder
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub chdir: PathBuf,
    /// The plan options.
    #[command(flatten)]
    pub options: PlanOptions,
}
