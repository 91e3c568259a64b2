//! Options of `lint`, and their merge with a configuration file.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use clap::ValueEnum;

use super::config_file::ConfigFile;
use crate::cli::parameters::{self, Pair};
use cfn_warden_lint::Settings;
use cfn_warden_lint::settings::RuleOptions;
use cfn_warden_schema::{Knowledge, Limits};
use cfn_warden_syntax::finding::TemplateSuppressions;
use cfn_warden_template::Compat;
use cfn_warden_template::parameter_values::ValueRules;

/// Lint templates with cfn-lint's options, output and exit codes
#[derive(Debug, Clone, clap::Args)]
pub struct Args {
    /// Templates as paths or glob patterns; `-` or nothing reads standard input
    templates: Vec<String>,
    /// Templates; use this after options that take a list
    #[arg(short, long = "template", value_name = "TEMPLATE", num_args = 1.., conflicts_with = "templates")]
    template: Vec<String>,
    /// Template parameter values: `Name=value`
    #[arg(long, num_args = 1.., value_name = "NAME=VALUE", value_parser = parameters::pair)]
    pub(super) parameters: Vec<Pair>,
    /// Files with template parameter values; each template is linted with each file
    #[arg(long, num_args = 1.., value_name = "FILE", conflicts_with_all = ["template", "parameters"])]
    pub(super) parameter_files: Vec<String>,
    /// Git sync deployment files; lints the templates they deploy with their parameter values
    #[arg(long, num_args = 1.., value_name = "FILE",
        conflicts_with_all = ["template", "templates", "parameters", "parameter_files"])]
    pub(super) deployment_files: Vec<String>,
    /// Skip templates that cannot be read
    #[arg(short = 'b', long)]
    pub(super) ignore_bad_template: bool,
    /// Skip these templates
    #[arg(long, num_args = 1..)]
    pub(super) ignore_templates: Vec<String>,
    /// Report format
    #[arg(short, long, value_enum)]
    pub(super) format: Option<Output>,
    /// Check for these regions
    #[arg(short, long, num_args = 1.., value_delimiter = ',')]
    pub(super) regions: Vec<String>,
    /// Skip rules with these ID prefixes
    #[arg(short, long, num_args = 1.., value_delimiter = ',')]
    ignore_checks: Vec<String>,
    /// Run rules with these ID prefixes, such as `I`
    #[arg(short = 'c', long, num_args = 1.., value_delimiter = ',')]
    include_checks: Vec<String>,
    /// Run these rules even if a template disables them
    #[arg(short, long, num_args = 1.., value_delimiter = ',')]
    mandatory_checks: Vec<String>,
    /// Run experimental rules
    #[arg(short = 'e', long)]
    include_experimental: bool,
    /// Reproduce known defects of cfn-lint, which docs/parity.md lists
    #[arg(long)]
    compat: bool,
    /// Set rule options: `RuleId:key=value`
    #[arg(short = 'x', long = "configure-rule", num_args = 1.., value_delimiter = ',', value_parser = rule_option)]
    configure_rules: Vec<RuleOption>,
    /// Read settings from this file instead of `.cfnlintrc[.yaml|.yml]` in the working and home folders
    #[arg(long, value_name = "FILE")]
    pub(super) config_file: Option<PathBuf>,
    /// Merge the lists of command line, template and configuration file instead of using the first
    #[arg(long)]
    merge_configs: bool,
    /// Custom rules, one per line: `AWS::S3::Bucket BucketName REGEX_MATCH ^team- WARN "message"`
    #[arg(short = 'z', long, value_name = "FILE")]
    pub(super) custom_rules: Option<PathBuf>,
    /// Folders of Python rules; not supported
    #[arg(short, long, num_args = 1.., value_delimiter = ',')]
    pub(super) append_rules: Vec<String>,
    /// File that includes, excludes or patches resource types
    #[arg(short, long, value_name = "FILE")]
    pub(super) override_spec: Option<PathBuf>,
    /// Folders with schemas of additional resource types
    #[arg(short = 's', long, num_args = 1.., value_delimiter = ',', value_name = "FOLDER")]
    pub(super) registry_schemas: Vec<PathBuf>,
    /// Write a Graphviz graph of references next to each template: `TEMPLATE.dot`
    #[arg(short = 'g', long)]
    pub(super) build_graph: bool,
    /// Write to this file instead of standard output
    #[arg(long)]
    pub(super) output_file: Option<PathBuf>,
    /// Minimum severity that sets a non-zero exit code
    #[arg(long, value_enum, default_value_t = Level::Informational)]
    pub(super) non_zero_exit_code: Level,
    /// List the rules and exit
    #[arg(short, long)]
    pub(super) list_rules: bool,
    /// List the templates that would be linted and exit
    #[arg(short = 'L', long)]
    pub(super) list_templates: bool,
    /// Log progress to standard error
    #[arg(short = 'I', long)]
    pub(super) info: bool,
    /// Log progress and settings to standard error
    #[arg(short = 'D', long)]
    pub(super) debug: bool,
    /// Update schemas; not supported, schemas are built in
    #[arg(short, long, hide = true)]
    pub(super) update_specs: bool,
}

/// Report formats by cfn-lint's names.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(super) enum Output {
    /// Rule and line
    Quiet,
    /// One line per finding
    Parseable,
    /// cfn-lint's JSON
    Json,
    /// JUnit XML: one test case per rule
    Junit,
    /// Findings by file and severity, with totals
    Pretty,
    /// SARIF 2.1.0
    Sarif,
    /// GitHub Actions annotations
    Github,
    /// One page with filters
    Html,
    /// Markdown for pull request comments
    Markdown,
}

impl Output {
    /// Returns the name of the report format.
    pub(super) fn format(self) -> &'static str {
        match self {
            Output::Quiet => "quiet",
            Output::Parseable => "parseable",
            Output::Json => "cfn-lint",
            Output::Junit => "junit",
            Output::Pretty => "cfn-lint-pretty",
            Output::Sarif => "cfn-lint-sarif",
            Output::Github => "github",
            Output::Html => "html",
            Output::Markdown => "markdown",
        }
    }
}

/// The minimum severity that sets a non-zero exit code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Level {
    Informational,
    Warning,
    Error,
    None,
}

/// A rule option.
#[derive(Debug, Clone)]
struct RuleOption {
    rule: String,
    name: String,
    value: String,
}

fn rule_option(text: &str) -> Result<RuleOption, String> {
    let parts = text.split_once(':').and_then(|(rule, rest)| Some((rule, rest.split_once('=')?)));
    let (rule, (name, value)) = parts.ok_or("expected RuleId:key=value, as in E3012:strict=true")?;
    Ok(RuleOption { rule: rule.to_owned(), name: name.to_owned(), value: value.to_owned() })
}

impl Args {
    /// Returns the templates on the command line, as paths or patterns.
    pub(super) fn named(&self) -> &[String] {
        if self.template.is_empty() { &self.templates } else { &self.template }
    }

    /// Merges a configuration file into these options; the command line takes precedence. Settings that a template
    /// can also have are merged by [`Args::settings`].
    pub(super) fn with_file(mut self, file: &ConfigFile) -> Args {
        let is_on = |name: &str| file.switches.get(name).copied().unwrap_or_default();
        self.merge_configs |= is_on("merge_configs");
        self.ignore_bad_template |= is_on("ignore_bad_template");
        self.debug |= is_on("debug");
        let merge = self.merge_configs;
        let list = |own: &mut Vec<String>, name: &str| {
            if own.is_empty() || merge {
                own.extend(file.lists.get(name).into_iter().flatten().cloned());
            }
        };
        list(&mut self.templates, "templates");
        list(&mut self.ignore_templates, "ignore_templates");
        list(&mut self.deployment_files, "deployment_files");
        list(&mut self.parameter_files, "parameter_files");
        list(&mut self.mandatory_checks, "mandatory_checks");
        list(&mut self.append_rules, "append_rules");
        let mut folders = self.registry_schemas.iter().map(|path| path.to_string_lossy().into_owned()).collect();
        list(&mut folders, "registry_schemas");
        self.registry_schemas = folders.into_iter().map(PathBuf::from).collect();
        let text = |name: &str| file.texts.get(name);
        let path = |own: Option<PathBuf>, name: &str| own.or_else(|| text(name).map(PathBuf::from));
        self.format = self.format.or_else(|| Output::from_str(text("format")?, false).ok());
        self.output_file = path(self.output_file, "output_file");
        self.override_spec = path(self.override_spec, "override_spec");
        self.custom_rules = path(self.custom_rules, "custom_rules");
        self
    }

    /// Returns the linter's settings: those of the command line and, as fallback after the template's own, those of
    /// the file.
    pub(super) fn settings(&self, file: &ConfigFile, knowledge: Knowledge) -> Settings {
        let listed = |list: &[String]| (!list.is_empty()).then(|| list.to_vec());
        let fallback = Settings {
            regions: file.lists.get("regions").cloned(),
            ignore_checks: file.lists.get("ignore_checks").cloned(),
            include_checks: file.lists.get("include_checks").cloned(),
            include_experimental: file.switches.get("include_experimental").copied(),
            configure_rules: file.configure_rules.clone(),
            parameter_sets: file.parameters.clone().unwrap_or_default(),
            ..Settings::default()
        };
        Settings {
            regions: listed(&self.regions),
            ignore_checks: listed(&self.ignore_checks),
            include_checks: listed(&self.include_checks),
            mandatory_checks: self.mandatory_checks.clone(),
            include_experimental: self.include_experimental.then_some(true),
            deployment_rules: false,
            compat: if self.compat { Compat::CFN_LINT } else { Compat::default() },
            configure_rules: self.rule_options(),
            parameter_sets: parameters::set(&self.parameters, ValueRules::CfnLint).into_iter().collect(),
            knowledge,
            limits: Limits::default(),
            fallback: (fallback != Settings::default()).then(|| Box::new(fallback)),
            merge: self.merge_configs,
            custom_rules: Arc::default(),
            suppressions: TemplateSuppressions::Allow,
        }
    }

    fn rule_options(&self) -> Option<RuleOptions> {
        let mut configured: RuleOptions = BTreeMap::new();
        for option in &self.configure_rules {
            let options = configured.entry(option.rule.clone()).or_default();
            options.insert(option.name.clone(), vec![option.value.clone()]);
        }
        (!configured.is_empty()).then_some(configured)
    }
}
