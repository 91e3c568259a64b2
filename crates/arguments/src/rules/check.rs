//! Arguments of `rules check`.

use std::path::PathBuf;

use crate::choices::{self, REPORT_FORMAT};
use crate::color::ColorOption;
use crate::language::DialectOption;
use crate::schemas::SchemaOptions;

/// Check Guard rules for mistakes: undefined names, comparisons that never hold, ineffective filters
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Rules files or folders; `-` or nothing reads standard input
    pub rules: Vec<PathBuf>,
    /// Report format
    #[arg(id = REPORT_FORMAT, value_name = "FORMAT", short = 'f', long = "format", default_value = "pretty", value_parser = choices::none)]
    pub format: String,
    /// When to color the report.
    #[command(flatten)]
    pub color: ColorOption,
    /// Treat warnings as errors
    #[arg(long)]
    pub strict: bool,
    /// The knowledge base and the additional schemas.
    #[command(flatten)]
    pub schemas: SchemaOptions,
    /// The Guard dialect of the rules.
    #[command(flatten)]
    pub dialect: DialectOption,
}
