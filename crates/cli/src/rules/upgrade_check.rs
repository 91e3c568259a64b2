//! `rules upgrade-check`: rules whose verdicts differ between two versions of cfn-guard, and controls whose verdicts differ
//! between two versions of a pack.

mod json;
mod packs;
mod report;
mod text;

use bumpalo::Bump;

use self::report::{Found, Report};
use crate::check::read;
use crate::files::{self, File};
use crate::input_kind::{DOCUMENTS, RULES};
use crate::language::{dialect, version};
use crate::{Exit, Io};
use cfn_warden_arguments::rules::upgrade_check::{Args, Format};
use cfn_warden_engine::error::Error;
use cfn_warden_guard::upgrade::{Data, RulesText, VersionPair, Versions};
use cfn_warden_guard::{Doc, Profile};
use cfn_warden_syntax::{self as syntax, Limits, place};

/// Compares the rules of a command line. Files that cannot be read or evaluated are reported on standard error, and
/// the others are still compared.
pub fn run(args: &Args, io: &mut Io<'_>) -> Exit {
    let compared = match (&args.from_pack, &args.to_pack) {
        (Some(from), Some(to)) => compare_packs(args, from, to, io),
        _ => compare_all(args, io),
    };
    match compared {
        Ok(exit) => exit,
        Err(error) => {
            io.eprint_error(error);
            Exit::ERROR
        }
    }
}

fn compare_all(args: &Args, io: &mut Io<'_>) -> Result<Exit, Error> {
    let rules = read(&args.rules, RULES, io)?;
    let data = read(&args.data, DOCUMENTS, io)?;
    let versions = Versions {
        from: version(&args.from),
        to: version(&args.to),
    };
    let mut errors = Vec::new();
    let rules: Vec<(&File, String)> = rules
        .iter()
        .filter_map(|file| text_of(file, &mut errors))
        .collect();
    let pairs: Vec<(&File, VersionPair<'_>)> = rules
        .iter()
        .filter_map(|(file, text)| Some((*file, pair(args, file, text, versions, &mut errors)?)))
        .collect();
    let mut report = Report {
        versions,
        compared: 0,
        found: Vec::new(),
    };
    for file in &data {
        compare(file, &pairs, &mut report, &mut errors);
    }
    let rendered = match args.format {
        Format::Text => text::render(&report),
        Format::Json => json::render(&report),
    };
    io.print(|out| out.write_all(rendered.as_bytes()))?;
    errors.iter().for_each(|message| io.eprint_error(message));
    Ok(exit(errors.is_empty(), report.found.is_empty()))
}

fn compare_packs(args: &Args, from: &str, to: &str, io: &mut Io<'_>) -> Result<Exit, Error> {
    let data = read(&args.data, DOCUMENTS, io)?;
    let comparison = packs::compare(from, to, args.key.pack_key.as_deref(), &data)?;
    io.print(|out| out.write_all(packs::render(&comparison, args.format).as_bytes()))?;
    comparison
        .errors
        .iter()
        .for_each(|message| io.eprint_error(message));
    Ok(exit(comparison.errors.is_empty(), comparison.is_same()))
}

fn exit(is_complete: bool, is_same: bool) -> Exit {
    match (is_complete, is_same) {
        (false, _) => Exit::ERROR,
        (true, false) => Exit::DIFFERENT,
        (true, true) => Exit::OK,
    }
}

fn text_of<'f>(file: &'f File, errors: &mut Vec<String>) -> Option<(&'f File, String)> {
    match syntax::decode(&file.content) {
        Ok(text) => Some((file, text.into_owned())),
        Err(_) => {
            errors.push(format!("{}: the file is not UTF-8", file.name));
            None
        }
    }
}

fn pair<'s>(
    args: &Args,
    file: &'s File,
    text: &'s str,
    versions: Versions,
    errors: &mut Vec<String>,
) -> Option<VersionPair<'s>> {
    let subject = RulesText {
        name: &file.name,
        text,
        dialect: dialect(args.dialect),
    };
    VersionPair::new(subject, versions)
        .map_err(|found| errors.extend(found.iter().map(ToString::to_string)))
        .ok()
}

fn compare<'r>(
    file: &'r File,
    pairs: &[(&'r File, VersionPair<'_>)],
    report: &mut Report<'r>,
    errors: &mut Vec<String>,
) {
    let Some((_, text)) = text_of(file, errors) else {
        return;
    };
    let arena = Bump::new();
    let parsed = syntax::parse_within(&arena, &text, &file.name, &Limits::default());
    let Some(tree) = parsed.tree else {
        errors.extend(parsed.errors.iter().map(|error| {
            format!(
                "{}: {}",
                place(&file.name, Some(error.span.start)),
                error.message.escaped()
            )
        }));
        return;
    };
    let doc = match Doc::new(&arena, &[&tree], Profile::Cli) {
        Ok(doc) => doc,
        Err(error) => return errors.push(format!("{}: {}", file.name, error.message.escaped())),
    };
    let data = Data {
        doc: &doc,
        tree: &tree,
        now: files::now(),
    };
    for (rules, pair) in pairs {
        match pair.compare(data) {
            Ok(found) => {
                report.compared = report.compared.saturating_add(pair.count());
                let found = found.into_iter().map(|difference| Found {
                    rules,
                    data: file,
                    difference,
                });
                report.found.extend(found);
            }
            Err(error) => errors.push(format!(
                "{}: cannot be evaluated on {}: {error}",
                rules.name, file.name
            )),
        }
    }
}
