//! Arguments of `explain`.

use std::path::PathBuf;

use crate::color::ColorOption;

/// Explain rules, controls, Guard functions and report formats
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Rule IDs as in findings (`E3012`, `variable_type`), controls (`S3.8`), packs (`fsbp`), Guard functions (`count`), formats
    /// (`sarif`), other names that a report prints (`not-seen`), and controls and rules of your own
    #[arg(required = true, value_name = "NAME")]
    pub names: Vec<String>,
    /// Also explain the controls of a pack of your own, the folder or zip file; repeatable [default: those of the project file]
    #[arg(long, visible_alias = "pack", value_name = "PATH")]
    pub packs: Vec<PathBuf>,
    /// Also explain the rules of a Guard rules file or folder; repeatable [default: those of the project file]
    #[arg(short, long, value_name = "FILE")]
    pub rules: Vec<PathBuf>,
    /// Output format
    #[arg(short, long, value_enum, default_value_t = Output::Text)]
    pub format: Output,
    /// When to color the pages.
    #[command(flatten)]
    pub color: ColorOption,
}

/// The output format.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
pub enum Output {
    /// Pages for people
    Text,
    /// A list of objects for programs
    Json,
}
