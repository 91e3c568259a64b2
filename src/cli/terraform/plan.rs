//! `terraform plan`: the document that rules for plans are evaluated on.

use std::path::PathBuf;

use super::options::PlanOptions;
use crate::cli::{Exit, Io};
use crate::error::Error;

/// The configuration and the plan options.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Root module's folder
    #[arg(long, value_name = "DIR", default_value = ".")]
    chdir: PathBuf,
    #[command(flatten)]
    options: PlanOptions,
}

/// Prints the plan.
pub fn run(args: &Args, io: &mut Io<'_>) -> Result<Exit, Error> {
    let configuration = args.options.configuration(&args.chdir, &args.chdir)?;
    io.print(|out| out.write_all(configuration.text.as_bytes()))?;
    let incomplete = configuration.incomplete();
    for issue in &incomplete {
        let at = issue.at.map(|at| format!(":{}:{}", at.line, at.column)).unwrap_or_default();
        io.eprint(format_args!("{}{at}: {}", issue.file, issue.message));
    }
    Ok(if incomplete.is_empty() { Exit::OK } else { Exit::NO_VALUE })
}
