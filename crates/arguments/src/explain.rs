//! Arguments of `explain`.

/// Explain rules, Guard functions and report formats: print their pages
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Rule IDs as in findings (`E3012`, `variable_type`), Guard functions (`count`), formats (`sarif`)
    #[arg(required = true, value_name = "NAME")]
    pub names: Vec<String>,
}
