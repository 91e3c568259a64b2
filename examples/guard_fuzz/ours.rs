//! cfn-warden's answers, evaluated in this process.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use bumpalo::Bump;
use cfn_warden::cli;
use cfn_warden_guard::report::FileReport;
use cfn_warden_guard::syntax::Language;
use cfn_warden_guard::{self as guard, Doc, Options, Profile, Rules};
use cfn_warden_syntax::{self as syntax, Limits};

use crate::said::Said;

thread_local! {
    static PLACE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Records panics as answers instead of printing them.
pub fn keep_panics() {
    std::panic::set_hook(Box::new(|info| {
        let place = info.location().map(ToString::to_string).unwrap_or_default();
        PLACE.with(|kept| {
            *kept.borrow_mut() = format!("{place} {}", info.payload_as_str().unwrap_or(""))
        });
    }));
}

fn caught<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(run)).map_err(|_| PLACE.with(|kept| kept.borrow().clone()))
}

/// A path and the file's content.
pub type File<'t> = (PathBuf, &'t str);

/// Returns the answers for each rules file (row) and data file (column). A document is read once for all rules, as in
/// the commands.
pub fn answers(language: Language, rules: &[File<'_>], data: &[File<'_>]) -> Vec<Vec<Said>> {
    let arenas: Vec<Bump> = data.iter().map(|_| Bump::new()).collect();
    let names: Vec<String> = data
        .iter()
        .map(|(path, _)| path.display().to_string())
        .collect();
    let mut documents: Vec<Result<Doc<'_>, Said>> = Vec::new();
    for ((arena, name), (_, text)) in arenas.iter().zip(&names).zip(data) {
        documents.push(
            caught(|| document(arena, name, text)).unwrap_or_else(|place| Err(Said::Panic(place))),
        );
    }
    let row = |(path, text): &File<'_>| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let rules = caught(|| Rules::parse_as(language, &name, text))
            .map(|parsed| parsed.map_err(|_| Said::Unparsed));
        let rules = rules.unwrap_or_else(|place| Err(Said::Panic(place)));
        let answer = |(document, name): (&Result<Doc<'_>, Said>, &String)| match (document, &rules)
        {
            (Err(said), _) | (_, Err(said)) => said.clone(),
            (Ok(_), Ok(rules)) if rules.is_empty() => Said::NoRules,
            (Ok(document), Ok(rules)) => {
                caught(|| evaluated(rules, document, name)).unwrap_or_else(Said::Panic)
            }
        };
        documents.iter().zip(&names).map(answer).collect()
    };
    rules.iter().map(row).collect()
}

fn document<'a>(arena: &'a Bump, name: &str, text: &'a str) -> Result<Doc<'a>, Said> {
    let limits = Limits {
        depth: 2048,
        ..Limits::default()
    };
    let tree = syntax::parse_within(arena, text, name, &limits)
        .tree
        .ok_or(Said::Unreadable)?;
    Doc::new(arena, &[&tree], Profile::Cli).map_err(|_| Said::Unreadable)
}

fn evaluated(rules: &Rules, document: &Doc<'_>, name: &str) -> Said {
    match guard::evaluate(
        rules,
        document,
        &Options {
            now: 1_700_000_000,
            ..Options::default()
        },
    ) {
        Ok(outcome) => {
            let mut report = FileReport::new(name);
            report.add(&outcome);
            Said::Report(report.to_pretty_json())
        }
        Err(error) => Said::Error(error.to_string()),
    }
}

/// Runs a command; returns the exit code, standard output and standard error.
pub fn printed(line: &[String]) -> Result<(i32, String, String), String> {
    caught(|| {
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let mut io = cli::Io {
            stdin: &mut std::io::empty(),
            out: &mut out,
            err: &mut err,
            lint_rules: cfn_warden_rules::bundled(),
            answer: None,
        };
        let exit = cli::run(
            std::iter::once("cfn-warden").chain(line.iter().map(String::as_str)),
            &mut io,
        );
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        (i32::from(exit.0), text(out), text(err))
    })
}
