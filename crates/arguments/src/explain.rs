//! Arguments of `explain`.

use crate::color::ColorOption;

/// Explain rules, controls, Guard functions and report formats
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Rule IDs as in findings (`E3012`, `variable_type`), controls (`S3.8`), packs (`fsbp`), Guard functions (`count`), formats
    /// (`sarif`), and other names that a report prints (`not-seen`)
    #[arg(required = true, value_name = "NAME")]
    pub names: Vec<String>,
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
