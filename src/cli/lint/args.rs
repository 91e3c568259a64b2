//! The options of `lint`, and how a configuration file fills those that the command line leaves open.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use clap::ValueEnum;

use super::config_file::ConfigFile;
use crate::cli::parameters::{self, Pair};
use cfn_warden_lint::Settings;
use cfn_warden_lint::settings::RuleOptions;
use cfn_warden_schema::Limits;
use cfn_warden_schema::added::Types;
use cfn_warden_syntax::finding::TemplateSuppressions;
use cfn_warden_template::Compat;
use cfn_warden_template::parameter_values::Reading;

/// Lint templates, as cfn-lint does: its options, output and exit codes
#[derive(Debug, Clone, clap::Args)]
pub struct Args {
    /// Templates, as paths or patterns; `-` or nothing is standard input
    templates: Vec<String>,
    /// Templates, where an option before them takes a list
    #[arg(short, long = "template", value_name = "TEMPLATE", num_args = 1.., conflicts_with = "templates")]
    template: Vec<String>,
    /// Values for the template's parameters: `Name=value`
    #[arg(long, num_args = 1.., value_name = "NAME=VALUE", value_parser = parameters::pair)]
    pub(super) parameters: Vec<Pair>,
    /// Files of values for the template's parameters; the template is linted with each
    #[arg(long, num_args = 1.., value_name = "FILE", conflicts_with_all = ["template", "parameters"])]
    pub(super) parameter_files: Vec<String>,
    /// Deployment files of Git sync; the templates that they deploy are linted with their values
    #[arg(long, num_args = 1.., value_name = "FILE",
        conflicts_with_all = ["template", "templates", "parameters", "parameter_files"])]
    pub(super) deployment_files: Vec<String>,
    /// Leave out what cannot be read
    #[arg(short = 'b', long)]
    pub(super) ignore_bad_template: bool,
    /// Templates to leave out
    #[arg(long, num_args = 1..)]
    pub(super) ignore_templates: Vec<String>,
    /// How to print findings
    #[arg(short, long, value_enum)]
    pub(super) format: Option<Output>,
    /// The regions to check for
    #[arg(short, long, num_args = 1.., value_delimiter = ',')]
    pub(super) regions: Vec<String>,
    /// Leave out rules whose ids begin so
    #[arg(short, long, num_args = 1.., value_delimiter = ',')]
    ignore_checks: Vec<String>,
    /// Include rules whose ids begin so (`I`)
    #[arg(short = 'c', long, num_args = 1.., value_delimiter = ',')]
    include_checks: Vec<String>,
    /// Rules that no template can leave out
    #[arg(short, long, num_args = 1.., value_delimiter = ',')]
    mandatory_checks: Vec<String>,
    /// Include experimental rules
    #[arg(short = 'e', long)]
    include_experimental: bool,
    /// Answer as cfn-lint does also where it is wrong: docs/parity.md says where
    #[arg(long)]
    compat: bool,
    /// Options of rules: `RuleId:key=value`
    #[arg(short = 'x', long = "configure-rule", num_args = 1.., value_delimiter = ',', value_parser = rule_option)]
    configure_rules: Vec<RuleOption>,
    /// Read the settings in this file rather than `.cfnlintrc`, `.cfnlintrc.yaml` or `.cfnlintrc.yml` of the working and the home folder
    #[arg(long, value_name = "FILE")]
    pub(super) config_file: Option<PathBuf>,
    /// Put the lists of command line, template and configuration file together; otherwise the first counts alone
    #[arg(long)]
    merge_configs: bool,
    /// Rules of your own, a line each: `AWS::S3::Bucket BucketName REGEX_MATCH ^team- WARN "message"`
    #[arg(short = 'z', long, value_name = "FILE")]
    pub(super) custom_rules: Option<PathBuf>,
    /// Folders of rules in Python: refused, with what to use instead
    #[arg(short, long, num_args = 1.., value_delimiter = ',')]
    pub(super) append_rules: Vec<String>,
    /// Resource types that there are and that there are not, and changes of their schemas
    #[arg(short, long, value_name = "FILE")]
    pub(super) override_spec: Option<PathBuf>,
    /// Folders of schemas of resource types of your own
    #[arg(short = 's', long, num_args = 1.., value_delimiter = ',', value_name = "FOLDER")]
    pub(super) registry_schemas: Vec<PathBuf>,
    /// Write who refers to whom beside each template, for Graphviz: `TEMPLATE.dot`
    #[arg(short = 'g', long)]
    pub(super) build_graph: bool,
    /// Write to this file instead of standard output
    #[arg(long)]
    pub(super) output_file: Option<PathBuf>,
    /// From which severity on the exit code says so
    #[arg(long, value_enum, default_value_t = Level::Informational)]
    pub(super) non_zero_exit_code: Level,
    /// List the rules instead
    #[arg(short, long)]
    pub(super) list_rules: bool,
    /// List the templates that would be linted instead
    #[arg(short = 'L', long)]
    pub(super) list_templates: bool,
    /// Say on standard error what is being done
    #[arg(short = 'I', long)]
    pub(super) info: bool,
    /// Say on standard error what is being done, and with which settings
    #[arg(short = 'D', long)]
    pub(super) debug: bool,
    /// Get newer schemas: refused, as they are part of the program
    #[arg(short, long, hide = true)]
    pub(super) update_specs: bool,
}

/// cfn-lint's names for formats.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(super) enum Output {
    /// Rule and line
    Quiet,
    /// One line a finding
    Parseable,
    /// cfn-lint's JSON
    Json,
    /// JUnit's XML: a test case for each rule
    Junit,
    /// Findings by file and severity, and how many there are
    Pretty,
    /// SARIF 2.1.0
    Sarif,
    /// Annotations of GitHub Actions
    Github,
    /// One page with filters
    Html,
    /// For comments on pull requests
    Markdown,
}

impl Output {
    /// Our name for it.
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

/// The least severity that the exit code tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Level {
    Informational,
    Warning,
    Error,
    None,
}

/// An option of a rule.
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
    /// The templates that are named, as paths or patterns.
    pub(super) fn named(&self) -> &[String] {
        if self.template.is_empty() { &self.templates } else { &self.template }
    }

    /// These options, with a file's where the command line says nothing. What a template may say too is left to
    /// [`Args::settings`].
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

    /// The linter's settings: the command line's, with a configuration file's as the fallback.
    pub(super) fn settings(&self, file: &ConfigFile, types: Types) -> Settings {
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
            compat: if self.compat { Compat::REFERENCE } else { Compat::default() },
            configure_rules: self.rule_options(),
            parameter_sets: parameters::set(&self.parameters, Reading::CfnLint).into_iter().collect(),
            types,
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
