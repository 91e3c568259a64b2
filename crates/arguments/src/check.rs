//! Arguments of `check`.

use std::path::PathBuf;

use crate::choices::{self, REPORT_FORMAT};
use crate::color::ColorOption;
use crate::coverage::CoverageOptions;
use crate::language::LanguageOptions;
use crate::packs::PackKey;
use crate::parameters::Options;
use crate::schemas::SchemaOptions;
use crate::selection::Selection;
use crate::terraform::options::PlanOptions;

/// The heading of the options that change documents.
const FIXES: &str = "Fixes";

/// Lint templates, evaluate rules and policies on them, fix findings
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Documents, folders or patterns such as 'templates/**/*.yaml'; `-` or nothing reads standard input
    pub documents: Vec<PathBuf>,
    /// Leave files and folders that match out of folders, for example 'legacy' or 'stacks/**/*.test.yaml'; repeatable
    #[arg(long, value_name = "PATTERN")]
    pub exclude: Vec<String>,
    /// Check only the files in folders that differ from where the branch left this Git revision, such as origin/main; also those
    /// that are not committed
    #[arg(long, value_name = "REVISION")]
    pub changed_since: Option<String>,
    /// Guard rules files or folders
    #[arg(short, long, num_args = 1..)]
    pub rules: Vec<PathBuf>,
    /// Policies to evaluate on templates and Terraform configurations: packs such as fsbp, controls such as S3.8, or a pack of
    /// your own: a folder, a zip file, or https://HOST/FILE.zip#sha256=HEX, also s3://
    #[arg(long, visible_alias = "pack", value_name = "NAME", num_args = 1.., value_delimiter = ',')]
    pub packs: Vec<String>,
    /// The key of packs that are not bundled.
    #[command(flatten)]
    pub pack_key: PackKey,
    /// Keep files that --packs and the project file fetch from URLs in this folder, by checksum, and read them from there
    #[arg(long, value_name = "DIR")]
    pub cache: Option<PathBuf>,
    /// Report format
    #[arg(id = REPORT_FORMAT, value_name = "FORMAT", short = 'f', long = "format", default_value = "pretty", value_parser = choices::none)]
    pub format: String,
    /// Also write a report in this format to a file, for example sarif=report.sarif; repeatable. Formats whose names begin with
    /// cfn-lint cannot be combined with others
    #[arg(long, value_name = "FORMAT=FILE", conflicts_with = "watch")]
    pub output: Vec<String>,
    /// Show at most this many findings, errors first, and count the rest: in the formats pretty, text, github and markdown;
    /// the other formats have all
    #[arg(long, value_name = "N", value_parser = count)]
    pub max_findings: Option<usize>,
    /// Check again whenever a file changes, until interrupted
    #[arg(long, conflicts_with_all = ["fix", "diff"])]
    pub watch: bool,
    /// Show informational findings in the formats pretty, github and markdown, which otherwise count them
    #[arg(long)]
    pub notes: bool,
    /// Print the last line of the format pretty only, and nothing but errors on standard error
    #[arg(short, long)]
    pub quiet: bool,
    /// When to color the report.
    #[command(flatten)]
    pub color: ColorOption,
    /// Which documents to lint
    #[arg(long, value_enum, default_value_t = Lint::Templates)]
    pub lint: Lint,
    /// Lint for these regions
    #[arg(long, num_args = 1.., value_delimiter = ',')]
    pub regions: Vec<String>,
    /// The knowledge base and the additional schemas.
    #[command(flatten)]
    pub schemas: SchemaOptions,
    /// Which lint rules run.
    #[command(flatten)]
    pub selection: Box<Selection>,
    /// The parameter values of templates.
    #[command(flatten)]
    pub parameters: Options,
    /// Merge these documents into each document before rules are evaluated
    #[arg(short, long, num_args = 1..)]
    pub input_params: Vec<PathBuf>,
    /// Whether templates may suppress rules in metadata and comments
    #[arg(long, value_name = "POLICY", value_parser = ["allow", "deny"], default_value = "allow")]
    pub template_suppressions: String,
    /// Waivers in TOML, YAML or JSON: findings that are accepted, with reason, owner and expiry
    #[arg(long, value_name = "FILE")]
    pub waivers: Option<PathBuf>,
    /// Baseline in JSON: known findings, which are counted and do not fail the run
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// Write the errors and warnings of this run to the baseline
    #[arg(long, requires = "baseline", conflicts_with_all = ["watch", "fix", "diff"])]
    pub update_baseline: bool,
    /// With --update-baseline: also accept what was not checked, for this reason
    #[arg(long, value_name = "TEXT", requires_all = ["update_baseline", "until"])]
    pub reason: Option<String>,
    /// The last day on which it is accepted, such as 2027-01-31
    #[arg(long, value_name = "DATE", requires = "reason")]
    pub until: Option<String>,
    /// Who is responsible for that
    #[arg(long, value_name = "NAME", requires = "reason")]
    pub owner: Option<String>,
    /// Severity of a rule, of rules with an ID prefix, or of Guard rules that match a pattern; repeatable
    #[arg(long, value_name = "RULE=LEVEL", value_parser = severity)]
    pub severity: Vec<RuleLevel>,
    /// Minimum severity that makes the run not compliant
    #[arg(long, value_enum, default_value_t = Threshold::Error)]
    pub fail_on: Threshold,
    /// The view of templates and the coverage policies.
    #[command(flatten)]
    pub coverage: CoverageOptions,
    /// The Guard dialect and the evaluation semantics.
    #[command(flatten)]
    pub language: LanguageOptions,
    /// The plan options of Terraform configurations.
    #[command(flatten)]
    pub terraform: Box<PlanOptions>,
    /// Apply safe fixes to the documents, and report what is left
    #[arg(long, help_heading = FIXES)]
    pub fix: bool,
    /// With `--fix` or `--diff`: also apply fixes that can change what is deployed or guess what is meant
    #[arg(long, help_heading = FIXES)]
    pub unsafe_fixes: bool,
    /// Print what `--fix` would change as a unified diff, and write nothing
    #[arg(long, help_heading = FIXES)]
    pub diff: bool,
}

/// A value of `--severity`.
#[derive(Debug, Clone)]
pub struct RuleLevel {
    /// A rule ID, a prefix of rule IDs, or a name or pattern of Guard rules.
    pub rule: String,
    /// The severity.
    pub level: Level,
}

/// The severity of a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// Error
    Error,
    /// Warning
    Warning,
    /// Informational
    Informational,
    /// The findings are left out.
    Off,
}

impl Level {
    /// All levels.
    pub const ALL: [Level; 4] = [
        Level::Error,
        Level::Warning,
        Level::Informational,
        Level::Off,
    ];

    /// Returns the name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Level::Error => "error",
            Level::Warning => "warning",
            Level::Informational => "informational",
            Level::Off => "off",
        }
    }
}

/// Parses a number of findings.
fn count(text: &str) -> Result<usize, String> {
    text.parse()
        .map_err(|_| format!("`{text}` is not a number; expected one such as 50"))
}

/// Parses `RULE=LEVEL`.
///
/// # Errors
/// The expected form.
pub fn severity(text: &str) -> Result<RuleLevel, String> {
    let (rule, level) = text
        .split_once('=')
        .ok_or("expected RULE=LEVEL, as in W3=error")?;
    let found = Level::ALL
        .into_iter()
        .find(|known| known.name() == level.trim());
    let level = found.ok_or_else(|| {
        format!("invalid level `{level}`; expected error, warning, informational or off")
    })?;
    Ok(RuleLevel {
        rule: rule.trim().to_owned(),
        level,
    })
}

/// The documents to lint.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
pub enum Lint {
    /// Documents that are templates
    Templates,
    /// All documents
    All,
    /// No documents
    Off,
}

/// The minimum severity that makes the run not compliant.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
pub enum Threshold {
    /// Errors
    Error,
    /// Errors and warnings
    Warning,
    /// Nothing but incomplete checks
    Never,
}

impl Args {
    /// Returns the files and folders that the command line names.
    pub fn watched(&self) -> Vec<PathBuf> {
        let mut named = self.documents.clone();
        named.extend(self.settings());
        named
    }

    /// Returns the files and folders that the command line names and that are not documents: what they say is for all documents.
    pub fn settings(&self) -> Vec<PathBuf> {
        let named = [&self.rules, &self.input_params].into_iter().flatten();
        named
            .cloned()
            .chain(self.parameters.parameter_file.clone())
            .chain(self.schemas.files().cloned())
            .chain(self.waivers.clone())
            .chain(self.baseline.clone())
            .collect()
    }
}
