//! Output of `lint` other than findings: lists and log messages.

use super::sources::Pass;
use crate::Io;
use cfn_warden_arguments::lint::Args;
use cfn_warden_engine::Run;
use cfn_warden_engine::error::Error;
use cfn_warden_lint::select::is_own;
use cfn_warden_lint::{Page, Settings};

/// Prints cfn-lint's rules, sorted by ID, each followed by its description.
///
/// # Errors
/// [`Error::Write`] when standard output cannot be written.
pub fn rules(settings: &Settings, io: &mut Io<'_>) -> Result<(), Error> {
    io.print(|out| {
        for page in Page::all().filter(|page| !is_own(page.id)) {
            writeln!(out, "{}: {}\n{}", page.id, page.title, page.description)?;
        }
        for rule in settings.custom_rules.iter().map(|rule| rule.rule_ref()) {
            writeln!(out, "{}: {}\n{}", rule.id, rule.title, rule.description)?;
        }
        Ok(())
    })
}

/// Prints the templates of all passes, folders first, or `None` when there are none.
///
/// # Errors
/// [`Error::Write`] when standard output cannot be written.
pub fn templates(passes: &[Pass], io: &mut Io<'_>) -> Result<(), Error> {
    let mut named: Vec<&String> = passes.iter().flat_map(|pass| &pass.templates).collect();
    named.dedup();
    let (folders, files): (Vec<_>, Vec<_>) = named
        .into_iter()
        .partition(|name| std::path::Path::new(name).is_dir());
    io.print(|out| {
        if folders.is_empty() && files.is_empty() {
            return writeln!(out, "None");
        }
        folders
            .iter()
            .try_for_each(|name| writeln!(out, "not a file: {name}"))?;
        files.iter().try_for_each(|name| writeln!(out, "{name}"))
    })
}

/// Returns settings that are safe to log: parameter values may be secrets.
fn without_values(settings: &Settings) -> Settings {
    let fallback = settings
        .fallback
        .as_deref()
        .map(|fallback| Box::new(without_values(fallback)));
    Settings {
        parameter_sets: Vec::new(),
        fallback,
        ..settings.clone()
    }
}

/// Logs progress and settings to standard error if `--info` or `--debug` is set.
pub fn log(args: &Args, settings: &Settings, run: &Run<'_>, io: &mut Io<'_>) {
    if args.debug {
        io.eprint(format_args!("debug: {:?}", without_values(settings)));
    }
    if args.debug || args.info {
        for document in &run.documents {
            let name = if document.name.is_empty() {
                "standard input"
            } else {
                document.name
            };
            io.eprint(format_args!("info: linted {name}"));
        }
    }
}
