//! Arguments of `model`.

use std::path::PathBuf;

use crate::parameters::{self, Pair};

/// Print a template as JSON: resolved, with source locations
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Template in YAML or JSON; `-` or nothing reads standard input
    pub template: Option<PathBuf>,
    /// Template parameter values: `Name=value`, also for pseudo parameters: `AWS::Region=eu-west-1`
    #[arg(long, num_args = 1.., value_name = "NAME=VALUE", value_parser = parameters::pair)]
    pub parameters: Vec<Pair>,
    /// File with template parameter values
    #[arg(long, value_name = "FILE", conflicts_with = "parameters")]
    pub parameter_file: Option<PathBuf>,
}
