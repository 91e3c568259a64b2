//! The option for colors.

/// When to color a report.
#[derive(Debug, Clone, Copy, Default, clap::Args)]
pub struct ColorOption {
    /// When to use colors
    #[arg(long, value_name = "WHEN", value_enum, default_value_t)]
    pub color: Color,
}

/// When to use colors.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Color {
    /// On a terminal, unless NO_COLOR or CLICOLOR says otherwise, or if CLICOLOR_FORCE is set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}
