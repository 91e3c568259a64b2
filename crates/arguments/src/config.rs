//! Arguments of `config`.

use std::path::PathBuf;

/// Show, describe and convert the project file, cfn-warden.toml
#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("what").args(["show", "schema", "import", "lambda", "lambda_waivers"]))]
pub struct Args {
    /// Project file [default: cfn-warden.toml in the working directory or above it]
    #[arg(long, value_name = "FILE", conflicts_with_all = ["schema", "import"])]
    pub config: Option<PathBuf>,
    /// Keep files that `extends` fetches in this folder, by checksum
    #[arg(long, value_name = "DIR", conflicts_with_all = ["schema", "import"])]
    pub cache: Option<PathBuf>,
    /// Print the settings that apply, and where they come from; the default
    #[arg(long)]
    pub show: bool,
    /// Print the JSON Schema of the project file
    #[arg(long)]
    pub schema: bool,
    /// Print a project file with the settings of a configuration file of cfn-lint
    #[arg(long, value_name = "CFNLINTRC")]
    pub import: Option<PathBuf>,
    /// Print the parameters of template.yaml for a function with these settings
    #[arg(long)]
    pub lambda: bool,
    /// Print the project's waivers as a file for the function
    #[arg(long)]
    pub lambda_waivers: bool,
}
