//! Options for template parameter values.

use std::path::PathBuf;

/// A parameter and its value as written on the command line.
#[derive(Debug, Clone)]
pub struct Pair {
    /// The name of the parameter.
    pub name: String,
    /// The value as text.
    pub value: String,
}

/// Parses `Name=value`.
///
/// # Errors
/// The expected form.
pub fn pair(text: &str) -> Result<Pair, String> {
    let (name, value) = text
        .split_once('=')
        .ok_or("expected Name=value, as in Env=prod")?;
    Ok(Pair {
        name: name.trim().to_owned(),
        value: value.trim().to_owned(),
    })
}

/// Options for parameter values.
#[derive(Debug, Default, clap::Args)]
pub struct Options {
    /// Template parameter values: `Name=value`, also for pseudo parameters: `AWS::Region=eu-west-1`
    #[arg(long, num_args = 1.., value_name = "NAME=VALUE", value_parser = pair)]
    pub parameters: Vec<Pair>,
    /// File with template parameter values
    #[arg(long, value_name = "FILE", conflicts_with = "parameters")]
    pub parameter_file: Option<PathBuf>,
    /// Evaluate rules on resolved templates: parameters, conditions and functions evaluated
    #[arg(long)]
    pub resolve: bool,
}
