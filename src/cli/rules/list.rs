//! `rules list`: the lint rules.

use std::fmt::Write as _;

use crate::cli::{Exit, Io};
use cfn_warden_lint::{self as lint, Rule};
use cfn_warden_syntax::finding::Severity;

/// List the lint rules
#[derive(Debug, clap::Args)]
pub struct Args {
    /// List only rules with these ID prefixes
    ids: Vec<String>,
    /// Output format
    #[arg(short, long, value_enum, default_value_t = Output::Text)]
    format: Output,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Output {
    /// ID and title
    Text,
    /// The content of docs/rules.md
    Markdown,
}

/// Prints the rules.
pub fn run(args: &Args, io: &mut Io<'_>) -> Exit {
    let wanted = |rule: &&Rule| args.ids.is_empty() || args.ids.iter().any(|id| rule.id.starts_with(id.as_str()));
    let rules: Vec<&Rule> = lint::all_rules().filter(wanted).collect();
    if rules.is_empty() {
        io.eprint(format_args!("no rule ID starts with {}", args.ids.join(" or ")));
        return Exit::ERROR;
    }
    let text = match args.format {
        Output::Text => rules.iter().map(|rule| format!("{}  {}\n", rule.id, rule.title)).collect(),
        Output::Markdown => markdown(&rules),
    };
    match io.print(|out| out.write_all(text.as_bytes())) {
        Ok(()) => Exit::OK,
        Err(error) => {
            io.eprint(error);
            Exit::ERROR
        }
    }
}

/// Renders docs/rules.md.
fn markdown(rules: &[&Rule]) -> String {
    let mut page = String::from(
        "# Lint rules\n\n<!-- Written by `make docs`; a test says when it is stale. -->\n\n\
         Ids are cfn-lint's. The letter is the severity: error, warning, informational. Informational rules run where they \
         are included (`--include-checks I`), experimental ones with `--include-experimental`.\n\n\
         | id | severity | title | description |\n|---|---|---|---|\n",
    );
    for rule in rules {
        let severity = match rule.severity() {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Informational => "informational",
        };
        let id = if rule.source.is_empty() { rule.id.to_owned() } else { format!("[{}]({})", rule.id, rule.source) };
        let experimental = if rule.is_experimental() { ", experimental" } else { "" };
        let _ =
            writeln!(page, "| {id} | {severity}{experimental} | {} | {} |", cell(rule.title), cell(rule.description));
    }
    page.push_str("\n## Options\n\n| rule | option | type | default | what it does |\n|---|---|---|---|---|\n");
    for option in rules.iter().flat_map(|rule| rule.options()) {
        let (kind, about) = (option.kind.name(), cell(option.about));
        let _ = writeln!(page, "| {} | `{}` | {kind} | `{}` | {about} |", option.rule, option.name, option.default);
    }
    page
}

/// Escapes text for a cell of a Markdown table.
fn cell(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|")
}
