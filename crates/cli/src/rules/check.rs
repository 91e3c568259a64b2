//! `rules check`: static checks of Guard rules, without documents.

use cfn_warden_syntax::Text;
use std::borrow::Cow;
use std::path::PathBuf;

use crate::error_report::Reports;
use crate::files::{self, File};
use crate::input_kind::RULES;
use crate::language::dialect;
use crate::search::{self, Found};
use crate::{Exit, Io, color, schemas, skipped};
use cfn_warden_arguments::language::DialectOption;
use cfn_warden_arguments::rules::check::Args;
use cfn_warden_authoring::check;
use cfn_warden_engine::error::Error;
use cfn_warden_engine::{Document, FailOn, Incomplete, IncompleteKind, Run, Status};
use cfn_warden_guard::syntax::{ParseError, parse_as};
use cfn_warden_report::{self as report, Paint};
use cfn_warden_schema::Knowledge;

/// Checks the rules files of a command line. A file that does not parse is reported with all its errors.
pub fn run(args: &Args, paint: Paint, io: &mut Io<'_>) -> Exit {
    match check_all(args, color::paint(args.color, paint), io) {
        Ok(status) => Exit::of_status(status),
        Err(error) => {
            Reports::printed(&args.format).write(&error, io);
            io.eprint_error(error);
            Exit::ERROR
        }
    }
}

fn check_all(args: &Args, paint: Paint, io: &mut Io<'_>) -> Result<Status, Error> {
    let files = read(&args.rules, io)?;
    let fail_on = if args.strict {
        FailOn::Warning
    } else {
        FailOn::Error
    };
    let mut run = Run {
        fail_on,
        rules_in_documents: Some(0),
        ..Run::default()
    };
    let knowledge = schemas::knowledge(&args.schemas)?;
    for file in &files {
        check_one(file, args.dialect, &knowledge, &mut run);
    }
    if let Some(format) = report::by_name(&args.format) {
        io.print(|out| format.write(&run, paint, out))?;
    }
    Ok(run.status())
}

fn check_one<'f>(file: &'f File, option: DialectOption, knowledge: &Knowledge, run: &mut Run<'f>) {
    let text = String::from_utf8_lossy(&file.content);
    if let Cow::Owned(_) = text {
        let message = "the file is not UTF-8".into();
        run.incomplete.push(Incomplete {
            kind: IncompleteKind::Rules,
            message,
            file: file.name.clone(),
            at: None,
        });
        return;
    }
    match parse_as(dialect(option).into(), &file.name, &text) {
        Ok(rules) => {
            let count = rules.rules.len().saturating_add(rules.parameterized.len());
            let total = run.rules_in_documents.get_or_insert_default();
            *total = total.saturating_add(count);
            run.findings.extend(check(&rules, &text, knowledge));
        }
        Err(errors) => run.incomplete.extend(errors.iter().map(issue)),
    }
    run.documents.push(Document {
        name: &file.name,
        text,
        ..Document::default()
    });
}

fn issue(error: &ParseError) -> Incomplete {
    Incomplete {
        kind: IncompleteKind::Rules,
        message: Text::known(error.sentence()),
        file: error.file.to_string(),
        at: Some(error.position),
    }
}

fn read(paths: &[PathBuf], io: &mut Io<'_>) -> Result<Vec<File>, Error> {
    if paths.is_empty() {
        return Ok(vec![files::read_stdin(io)?]);
    }
    let mut found = Vec::new();
    for path in paths {
        let Found {
            files: below,
            skipped,
            ..
        } = search::all_below(path, RULES)?;
        skipped::print(&skipped, io);
        if below.is_empty() {
            let reason = "found no files that end in .guard, .ruleset".to_owned();
            return Err(Error::Read {
                path: path.to_string_lossy().into_owned(),
                reason,
            });
        }
        for path in below {
            found.push(files::read(&path, io)?);
        }
    }
    Ok(found)
}
