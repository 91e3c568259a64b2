//! Arguments of `terraform plan`.

use std::path::{Path, PathBuf};

use super::options::PlanOptions;

/// The configuration and the plan options.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Root module's folder [default: the working folder]
    #[arg(value_name = "DIR")]
    pub folder: Option<PathBuf>,
    /// The same as DIR
    #[arg(long, value_name = "DIR", conflicts_with = "folder")]
    pub chdir: Option<PathBuf>,
    /// The plan options.
    #[command(flatten)]
    pub options: PlanOptions,
}

impl Args {
    /// Returns the folder of the root module.
    pub fn root(&self) -> &Path {
        let named = self.folder.as_deref().or(self.chdir.as_deref());
        named.unwrap_or(Path::new("."))
    }
}
