//! Our answers, without a process.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use bumpalo::Bump;
use cfn_warden::cli;
use cfn_warden::guard::report::FileReport;
use cfn_warden::guard::{self, Doc, Options, Profile, Rules};
use cfn_warden::syntax::{self, Limits};

use crate::said::Said;

thread_local! {
    static PLACE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Panics are answers here: they are not printed.
pub fn keep_panics() {
    std::panic::set_hook(Box::new(|info| {
        let place = info.location().map(ToString::to_string).unwrap_or_default();
        PLACE.with(|kept| *kept.borrow_mut() = format!("{place} {}", info.payload_as_str().unwrap_or("")));
    }));
}

fn caught<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(run)).map_err(|_| PLACE.with(|kept| kept.borrow().clone()))
}

/// The answer to a rules file and a data file, each a path and a text.
pub fn answer(rules: (&Path, &str), data: (&Path, &str)) -> Said {
    let rules_name = rules.0.file_name().unwrap_or_default().to_string_lossy();
    let data_name = data.0.display().to_string();
    caught(|| evaluated((&rules_name, rules.1), (&data_name, data.1))).unwrap_or_else(Said::Panic)
}

fn evaluated((rules_name, rules): (&str, &str), (name, data): (&str, &str)) -> Said {
    let arena = Bump::new();
    let limits = Limits { depth: 2048, ..Limits::default() };
    let parsed = syntax::parse_within(&arena, data, name, &limits);
    let Some(tree) = parsed.tree else { return Said::Unreadable };
    let Ok(document) = Doc::new(&arena, &[&tree], Profile::Cli) else { return Said::Unreadable };
    let Ok(rules) = Rules::parse(rules_name, rules) else { return Said::Unparsed };
    if rules.is_empty() {
        return Said::NoRules;
    }
    let outcome = match guard::evaluate(&rules, &document, &Options { now: 1_700_000_000, ..Options::default() }) {
        Ok(outcome) => outcome,
        Err(error) => return Said::Error(error.to_string()),
    };
    let mut report = FileReport::new(name);
    report.add(&outcome);
    match serde_json::to_string_pretty(&report) {
        Ok(text) => Said::Report(text),
        Err(error) => Said::Error(error.to_string()),
    }
}

/// What our command line prints: the exit code, and both outputs.
pub fn printed(line: &[String]) -> Result<(i32, String, String), String> {
    caught(|| {
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let mut io = cli::Io { stdin: &mut std::io::empty(), out: &mut out, err: &mut err };
        let exit = cli::run(std::iter::once("cfn-warden").chain(line.iter().map(String::as_str)), &mut io);
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        (i32::from(exit.0), text(out), text(err))
    })
}
