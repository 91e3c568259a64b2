//! Options that select lint rules, shared by `lint` and `check`.

/// Which lint rules run, and with which options.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct Selection {
    /// Skip rules with these ID prefixes
    #[arg(long, num_args = 1.., value_delimiter = ',')]
    pub ignore_checks: Vec<String>,
    /// Run rules with these ID prefixes, such as `I`
    #[arg(long, num_args = 1.., value_delimiter = ',')]
    pub include_checks: Vec<String>,
    /// Run these rules even if a template disables them
    #[arg(long, num_args = 1.., value_delimiter = ',')]
    pub mandatory_checks: Vec<String>,
    /// Run experimental rules
    #[arg(long)]
    pub include_experimental: bool,
    /// Set rule options: `RuleId:key=value`
    #[arg(long = "configure-rule", value_name = "RuleId:key=value", num_args = 1.., value_delimiter = ',', value_parser = rule_option)]
    pub configure_rules: Vec<RuleOption>,
}

/// A value of `--configure-rule`.
#[derive(Debug, Clone)]
pub struct RuleOption {
    /// The rule ID.
    pub rule: String,
    /// The name of the option.
    pub name: String,
    /// The value as text.
    pub value: String,
}

/// Parses `RuleId:key=value`.
///
/// # Errors
/// The expected form.
pub fn rule_option(text: &str) -> Result<RuleOption, String> {
    let parts = text
        .split_once(':')
        .and_then(|(rule, rest)| Some((rule, rest.split_once('=')?)));
    let (rule, (name, value)) =
        parts.ok_or("expected RuleId:key=value, as in E3012:strict=true")?;
    Ok(RuleOption {
        rule: rule.to_owned(),
        name: name.to_owned(),
        value: value.to_owned(),
    })
}
