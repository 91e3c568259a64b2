//! `explain`: documentation of a rule.

use std::fmt::Write as _;

use super::{Exit, Io};
use crate::report::{Paint, result::severity_name};
use cfn_warden_lint::{self as lint, Rule, select};
use cfn_warden_syntax::finding::Severity;
use cfn_warden_terraform::variables::{self, About};

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
        let of_variables = || variables::RULES.iter().find(|about| about.id.eq_ignore_ascii_case(name));
        let Some(explanation) = lint.or_else(|| of_variables().map(|about| of_values(about, paint))) else {
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

fn explained(rule: &Rule, paint: Paint) -> String {
    let Rule { id, title, description, source, .. } = rule;
    let colour = match rule.severity() {
        Severity::Error => "1;31",
        Severity::Warning => "1;33",
        Severity::Informational => "1;34",
    };
    let severity = paint.with(colour, severity_name(rule.severity()));
    let mut text = format!("{} {severity}: {title}\n\n{description}.\n", paint.bold(id));
    let on = match rule.severity() {
        _ if select::is_experimental(id) => Some("Experimental: it runs with --include-experimental."),
        Severity::Informational => Some("It runs with --include-checks I."),
        _ => None,
    };
    if let Some(on) = on {
        let _ = writeln!(text, "{on}");
    }
    if !source.is_empty() {
        let _ = writeln!(text, "\nsee {source}");
    }
    let _ = write!(
        text,
        "\nto disable it:\n  everywhere         lint --ignore-checks {id}\n  of a resource      \
         Metadata: {{cfn-lint: {{config: {{ignore_checks: [{id}]}}}}}}\n  of a line or block # cfn-lint: disable={id}\n"
    );
    text
}

/// Explains a rule for values of module variables.
fn of_values(about: &About, paint: Paint) -> String {
    let About { id, title, description } = about;
    format!(
        "{}: {title}\n\n{description}\n\n`cfn-warden terraform check-vars` checks variable values with it, as do Lambda requests \
         variables.\n",
        paint.bold(id)
    )
}

fn unknown(name: &str, id: &str) -> String {
    let family: String = id.chars().take(3).collect();
    let lint = lint::all_rules().map(|rule| rule.id).filter(|known| known.starts_with(&family));
    let of_variables = variables::RULES.iter().map(|about| about.id);
    let near: Vec<&str> =
        lint.chain(of_variables.filter(|known| known.to_ascii_uppercase().starts_with(&family))).collect();
    match near.as_slice() {
        [] => format!("unknown rule `{name}`; `cfn-warden rules list` lists the rules"),
        near => format!("unknown rule `{name}`; similar rules: {}", near.join(", ")),
    }
}
