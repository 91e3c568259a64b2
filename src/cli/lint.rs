//! `lint`: cfn-lint's command line, output and exit codes.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

use super::files::{self, File, STDIN};
use super::parameters::{self, Pair};
use super::{Exit, Io};
use crate::document::ParameterSet;
use crate::document::given::Reading;
use crate::document::region::{REGIONS, Region};
use crate::engine::{self, Document, Input, Linting, Run};
use crate::error::Error;
use crate::finding::{Engine, Finding, RuleRef, Severity};
use crate::lint::Settings;
use crate::report::{self, Paint};
use crate::schema::added::Types;
use crate::syntax::{Position, Span};

/// All regions, where regions are named.
const ALL_REGIONS: &str = "ALL_REGIONS";

/// Lint templates, as cfn-lint does: its options, output and exit codes
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Templates, as paths or patterns; `-` or nothing is standard input
    templates: Vec<String>,
    /// Templates, where an option before them takes a list
    #[arg(short, long = "template", value_name = "TEMPLATE", num_args = 1.., conflicts_with = "templates")]
    template: Vec<String>,
    /// Values for the template's parameters: `Name=value`
    #[arg(long, num_args = 1.., value_name = "NAME=VALUE", value_parser = parameters::pair)]
    parameters: Vec<Pair>,
    /// Files of values for the template's parameters; the template is linted with each
    #[arg(long, num_args = 1.., value_name = "FILE", conflicts_with_all = ["template", "parameters"])]
    parameter_files: Vec<String>,
    /// Deployment files of Git sync; the templates that they deploy are linted with their values
    #[arg(long, num_args = 1.., value_name = "FILE",
        conflicts_with_all = ["template", "templates", "parameters", "parameter_files"])]
    deployment_files: Vec<String>,
    /// Leave out what cannot be read
    #[arg(short = 'b', long)]
    ignore_bad_template: bool,
    /// Templates to leave out
    #[arg(long, num_args = 1..)]
    ignore_templates: Vec<String>,
    /// How to print findings
    #[arg(short, long, value_enum)]
    format: Option<Output>,
    /// The regions to check for
    #[arg(short, long, num_args = 1.., value_delimiter = ',')]
    regions: Vec<String>,
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
    /// Options of rules: `RuleId:key=value`
    #[arg(short = 'x', long = "configure-rule", num_args = 1.., value_delimiter = ',', value_parser = rule_option)]
    configure_rules: Vec<RuleOption>,
    /// Write to this file instead of standard output
    #[arg(long)]
    output_file: Option<PathBuf>,
    /// From which severity on the exit code says so
    #[arg(long, value_enum, default_value_t = Level::Informational)]
    non_zero_exit_code: Level,
}

/// cfn-lint's names for formats.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Output {
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
}

/// The least severity that the exit code tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Level {
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

/// Lints the templates of a command line.
pub fn run(args: &Args, paint: Paint, io: &mut Io<'_>) -> Exit {
    if let Some(region) = args.regions.iter().find(|name| *name != ALL_REGIONS && Region::named(name).is_none()) {
        io.complain(format_args!("region {region} is not known; there are: {}", REGIONS.join(", ")));
        return Exit::LINT_REGION;
    }
    let named = if args.template.is_empty() { &args.templates } else { &args.template };
    let gives = !(args.parameters.is_empty() && args.parameter_files.is_empty());
    if gives && named.len() > 1 {
        io.complain("values for parameters are for one template: name one only");
        return Exit::LINT_USAGE;
    }
    let linted = passes(args, io).and_then(|(passes, findings)| {
        let mut texts = BTreeMap::new();
        for name in passes.iter().flat_map(|pass| &pass.templates) {
            texts.entry(name.as_str()).or_insert_with(|| read(name, io));
        }
        let nested = files::nested_in(texts.values().flatten());
        let mut run = Run::default();
        passes.iter().for_each(|pass| add(&mut run, pass.run(&texts, &nested, args)));
        for (name, unread) in texts.iter().filter_map(|(name, text)| Some((name, text.as_ref().err()?))) {
            run.documents.push(Document { name, ..Document::default() });
            run.findings.push((**unread).clone());
        }
        if args.ignore_bad_template {
            run.findings.retain(|finding| finding.rule.id != "E0000");
        }
        run.findings.extend(findings);
        run.findings.sort_by(|a, b| place(a).cmp(&place(b)));
        print(&run, args, paint, io)?;
        Ok(exit(&run.findings, args.non_zero_exit_code))
    });
    linted.unwrap_or_else(|error| {
        io.complain(error);
        Exit::LINT_USAGE
    })
}

/// By file, then by line and rule.
fn place(finding: &Finding) -> (&str, u32, &str) {
    (&finding.file, finding.span.start.line, &finding.rule.id)
}

/// Templates by name, and what their parameters are given.
struct Pass {
    templates: Vec<String>,
    parameter_sets: Vec<ParameterSet>,
}

/// Texts by name, or why there is none.
type Texts<'n> = BTreeMap<&'n str, Result<File, Box<Finding>>>;

impl Pass {
    fn run<'f>(&self, texts: &'f Texts<'_>, nested: &'f [File], args: &Args) -> Run<'f> {
        let files = self.templates.iter().filter_map(|name| texts.get(name.as_str())?.as_ref().ok());
        let input = |file: &'f File| Input { name: &file.name, content: &file.content };
        let asked = engine::Request {
            documents: files.map(input).collect(),
            beside: nested.iter().map(input).collect(),
            lint: Linting::All,
            lint_settings: Settings { parameter_sets: self.parameter_sets.clone(), ..settings(args) },
            now: files::now(),
            ..engine::Request::default()
        };
        engine::check(&asked, &engine::Cache::default())
    }
}

/// What is linted with what, and what is wrong with the files that say so. With parameter files the reference lints a
/// template twice, with their values and without.
fn passes(args: &Args, io: &mut Io<'_>) -> Result<(Vec<Pass>, Vec<Finding>), Error> {
    if !args.deployment_files.is_empty() {
        return deployments(args, io);
    }
    let templates = match sources(args) {
        Ok(templates) => templates,
        Err(finding) => return Ok((Vec::new(), vec![*finding])),
    };
    let own = parameters::set(&args.parameters, Reading::CfnLint);
    let plain = Pass { templates: templates.clone(), parameter_sets: own.into_iter().collect() };
    let files = parameters::parameter_files(&args.parameter_files, io)?;
    let with = Pass { templates, parameter_sets: files.read };
    Ok((if with.parameter_sets.is_empty() { vec![plain] } else { vec![with, plain] }, files.findings))
}

fn deployments(args: &Args, io: &mut Io<'_>) -> Result<(Vec<Pass>, Vec<Finding>), Error> {
    let files = parameters::deployment_files(&args.deployment_files, io)?;
    let mut passes: Vec<(String, Pass)> = Vec::new();
    for deployment in files.read {
        let template = files::from_here(Path::new(&deployment.template));
        if let Some((_, pass)) = passes.iter_mut().find(|(known, _)| *known == template) {
            pass.parameter_sets.push(deployment.parameters);
            continue;
        }
        if !Path::new(&template).exists() && !args.ignore_bad_template {
            return Err(Error::Read { path: template, reason: "there is no such file".to_owned() });
        }
        let templates = vec![template.clone()];
        passes.push((template, Pass { templates, parameter_sets: vec![deployment.parameters] }));
    }
    Ok((passes.into_iter().map(|(_, pass)| pass).collect(), files.findings))
}

/// Adds what another run found and this one did not.
fn add<'f>(run: &mut Run<'f>, other: Run<'f>) {
    let key =
        |finding: &Finding| (finding.rule.id.clone(), finding.file.clone(), finding.span, finding.message.clone());
    let known: HashSet<_> = run.findings.iter().map(key).collect();
    run.findings.extend(other.findings.into_iter().filter(|finding| !known.contains(&key(finding))));
    for document in other.documents {
        if run.documents.iter().all(|known| known.name != document.name) {
            run.documents.push(document);
        }
    }
}

/// The templates to read, sorted, in the spelling that findings show; where a pattern finds nothing, E0003 alone.
fn sources(args: &Args) -> Result<Vec<String>, Box<Finding>> {
    let patterns = if args.template.is_empty() { &args.templates } else { &args.template };
    if patterns.is_empty() {
        return Ok(vec![STDIN.to_owned()]);
    }
    let mut names = Vec::new();
    for pattern in patterns {
        let found = files::matching(pattern);
        if found.is_empty() && !args.ignore_bad_template {
            return Err(failure(&E0003, None, format!("{pattern} could not be processed by glob.glob")));
        }
        names.extend(found);
    }
    let left_out: Vec<String> = args.ignore_templates.iter().flat_map(|pattern| files::matching(pattern)).collect();
    names.retain(|name| !left_out.contains(name));
    names.sort();
    Ok(names)
}

fn read(name: &str, io: &mut Io<'_>) -> Result<File, Box<Finding>> {
    let path = Path::new(name);
    files::read(path, io).map_err(|error| {
        let message = match (path.is_dir(), path.exists()) {
            (true, _) => format!("Template references a directory, not a file: {name}"),
            (_, false) => format!("Template file not found: {name}"),
            _ => error.to_string(),
        };
        failure(&E0000, Some(name), message)
    })
}

fn print(run: &Run<'_>, args: &Args, paint: Paint, io: &mut Io<'_>) -> Result<(), Error> {
    let name = args.format.map_or("text", Output::format);
    let Some(format) = report::by_name(name) else {
        return Err(Error::Value { name: "--format".to_owned(), reason: format!("there is no {name}") });
    };
    match &args.output_file {
        Some(path) => {
            let mut bytes = Vec::new();
            // A vector takes all that is written.
            let _ = (format.render)(run, Paint::Plain, &mut bytes);
            // The reference ends what it prints, and not what it writes to a file.
            files::write(path, bytes.strip_suffix(b"\n").unwrap_or(&bytes))
        }
        None => io.print(|out| (format.render)(run, paint, out)),
    }
}

impl Output {
    fn format(self) -> &'static str {
        match self {
            Output::Quiet => "quiet",
            Output::Parseable => "parseable",
            Output::Json => "cfn-lint",
            Output::Junit => "junit",
            Output::Pretty => "cfn-lint-pretty",
            Output::Sarif => "sarif",
        }
    }
}

/// The rule of templates that cannot be read.
static E0000: RuleRef = RuleRef {
    id: Cow::Borrowed("E0000"),
    title: Cow::Borrowed("Parsing error found when parsing the template"),
    description: Cow::Borrowed("Checks for JSON/YAML formatting errors in your template"),
    source: Cow::Borrowed("https://github.com/aws-cloudformation/cfn-lint"),
};

/// The rule of command lines that cannot be followed.
static E0003: RuleRef = RuleRef {
    id: Cow::Borrowed("E0003"),
    title: Cow::Borrowed("Error with cfn-lint configuration"),
    description: Cow::Borrowed("Error as a result of the cfn-lint configuration"),
    source: Cow::Borrowed("https://github.com/aws-cloudformation/cfn-lint"),
};

/// A finding before there is a document. The reference gives one without a file no width.
fn failure(rule: &RuleRef, file: Option<&str>, message: String) -> Box<Finding> {
    Box::new(Finding {
        engine: Engine::Lint,
        rule: rule.clone(),
        severity: Severity::Error,
        message,
        file: file.unwrap_or_default().to_owned(),
        path: None,
        span: if file.is_some() { Span::START } else { Span { start: Position::START, end: Position::START } },
        value_span: None,
        remediation: None,
        children: Vec::new(),
    })
}

fn exit(findings: &[Finding], least: Level) -> Exit {
    let told = |finding: &Finding| match (finding.severity, least) {
        (_, Level::None) => Exit::OK,
        (Severity::Error, _) => Exit::LINT_ERROR,
        (Severity::Warning, Level::Informational | Level::Warning) => Exit::LINT_WARNING,
        (Severity::Informational, Level::Informational) => Exit::LINT_INFORMATIONAL,
        _ => Exit::OK,
    };
    findings
        .iter()
        .map(|finding| finding.children.iter().map(told).fold(told(finding), Exit::and))
        .fold(Exit::OK, Exit::and)
}

fn settings(args: &Args) -> Settings {
    let listed = |list: &[String]| (!list.is_empty()).then(|| list.to_vec());
    let mut configure_rules: BTreeMap<String, BTreeMap<String, Vec<String>>> = BTreeMap::new();
    for option in &args.configure_rules {
        let options = configure_rules.entry(option.rule.clone()).or_default();
        options.insert(option.name.clone(), vec![option.value.clone()]);
    }
    let all = args.regions.iter().any(|name| name == ALL_REGIONS);
    Settings {
        regions: if all {
            Some(REGIONS.iter().map(|name| (*name).to_owned()).collect())
        } else {
            listed(&args.regions)
        },
        ignore_checks: listed(&args.ignore_checks),
        include_checks: listed(&args.include_checks),
        mandatory_checks: args.mandatory_checks.clone(),
        include_experimental: args.include_experimental.then_some(true),
        configure_rules: (!configure_rules.is_empty()).then_some(configure_rules),
        parameter_sets: Vec::new(),
        types: Types::default(),
    }
}

fn rule_option(text: &str) -> Result<RuleOption, String> {
    let parts = text.split_once(':').and_then(|(rule, rest)| Some((rule, rest.split_once('=')?)));
    let (rule, (name, value)) = parts.ok_or("expected RuleId:key=value, as in E3012:strict=true")?;
    Ok(RuleOption { rule: rule.to_owned(), name: name.to_owned(), value: value.to_owned() })
}
