//! `explain`: documentation of a rule.

use std::fmt::Write as _;

use super::{Exit, Io};
use crate::report::{Paint, pages, result::severity_name};
use cfn_warden_lint::{self as lint, Rule, select};
use cfn_warden_syntax::finding::Severity;
use cfn_warden_terraform::variables::{self, RuleInfo};

/// Show what a rule checks, where that is documented, and how to disable it
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Rule IDs as findings show them: `E3012`, `variable_type`
    #[arg(required = true)]
    rules: Vec<String>,
}

/// Explains the rules of a command line.
pub fn run(args: &Args, paint: Paint, io: &mut Io<'_>) -> Exit {
    let mut text = String::new();
    for name in &args.rules {
        let id = name.to_ascii_uppercase();
        let lint = lint::all_rules().find(|rule| rule.id == id).map(|rule| explained(rule, paint));
        let of_variables = || variables::RULES.iter().find(|rule| rule.id.eq_ignore_ascii_case(name));
        let Some(explanation) = lint.or_else(|| of_variables().map(|rule| of_values(rule, paint))) else {
            io.eprint(unknown(name, &id));
            return Exit::ERROR;
        };
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&explanation);
    }
    match io.print(|out| out.write_all(text.as_bytes())) {
        Ok(()) => Exit::OK,
        Err(error) => {
            io.eprint(error);
            Exit::ERROR
        }
    }
}

/// The page of a rule, then how to disable the rule.
fn explained(rule: &Rule, paint: Paint) -> String {
    let id = rule.id;
    let colour = match rule.severity() {
        Severity::Error => "1;31",
        Severity::Warning => "1;33",
        Severity::Informational => "1;34",
    };
    let severity = paint.with(colour, severity_name(rule.severity()));
    let mut text = format!("{} {severity}: {}\n", paint.bold(id), rule.page().title);
    for line in pages::of(id).unwrap_or_default().lines().skip(1) {
        match line.strip_prefix("## ") {
            Some(heading) => text.push_str(&paint.bold(heading).to_string()),
            None => text.push_str(line),
        }
        text.push('\n');
    }
    let enable = match rule.severity() {
        _ if select::is_experimental(id) => Some("Experimental: enable it with --include-experimental."),
        Severity::Informational => Some("Enable it with --include-checks I."),
        _ => None,
    };
    if let Some(enable) = enable {
        let _ = writeln!(text, "\n{enable}");
    }
    let _ = write!(
        text,
        "\nTo disable it:\n  everywhere         lint --ignore-checks {id}\n  for a resource     \
         Metadata: {{cfn-lint: {{config: {{ignore_checks: [{id}]}}}}}}\n  for a line or block # cfn-lint: disable={id}\n"
    );
    text
}

/// Explains a rule for values of module variables.
fn of_values(rule: &RuleInfo, paint: Paint) -> String {
    let RuleInfo { id, title, description } = rule;
    format!(
        "{}: {title}\n\n{description}\n\n`cfn-warden terraform check-vars` checks variable values with it, as do Lambda requests \
         variables.\n",
        paint.bold(id)
    )
}

fn unknown(name: &str, id: &str) -> String {
    let family: String = id.chars().take(3).collect();
    let lint = lint::all_rules().map(|rule| rule.id).filter(|known| known.starts_with(&family));
    let of_variables = variables::RULES.iter().map(|rule| rule.id);
    let near: Vec<&str> =
        lint.chain(of_variables.filter(|known| known.to_ascii_uppercase().starts_with(&family))).collect();
    match near.as_slice() {
        [] => format!("unknown rule `{name}`; `cfn-warden rules list` lists the rules"),
        near => format!("unknown rule `{name}`; similar rules: {}", near.join(", ")),
    }
}
