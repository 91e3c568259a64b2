//! One list of reports, one for each data file.

use bumpalo::Bump;
use serde::ser::{SerializeSeq, Serializer};

use super::input::{File, Inputs};
use super::{Exit, Format, Io, options};
use crate::guard::report::FileReport;
use crate::guard::{self, Detail, Doc, Profile, Rules, Status};
use crate::syntax::{self, Tree};

/// How deep data may be nested: the reference has no limit of its own.
const DEPTH: usize = 2048;

pub(super) fn run(format: Format, inputs: &Inputs, io: &mut Io<'_>) -> Result<Exit, String> {
    let mut exit = Exit::OK;
    let rules = parse(&inputs.rules, &mut exit, io);
    if format != Format::Json {
        return Err("only JSON is there yet".to_owned());
    }
    let mut failed = false;
    let mut broken = false;
    let Io { out, err, .. } = io;
    let mut json = serde_json::Serializer::pretty(out);
    let mut list = json.serialize_seq(None).map_err(|error| error.to_string())?;
    for file in &inputs.data {
        let arena = Bump::new();
        let loaded = load(&arena, &inputs.parameters, file);
        let trees = match &loaded {
            Ok(trees) => trees.iter().collect::<Vec<_>>(),
            Err(error) => {
                let _ = writeln!(err, "Error occurred {error}");
                broken = true;
                continue;
            }
        };
        let doc = match Doc::new(&arena, &trees, Profile::Cli) {
            Ok(doc) => doc,
            Err(error) => {
                let _ = writeln!(err, "Error occurred {}", error.message);
                broken = true;
                continue;
            }
        };
        let mut report = FileReport::new(&file.name);
        for rules in &rules {
            match guard::evaluate(rules, &doc, &options(Detail::Failures)) {
                Ok(outcome) => {
                    failed |= outcome.status == Status::Fail;
                    report.add(&outcome);
                }
                Err(error) => {
                    let _ = writeln!(err, "Error occurred {error}");
                    broken = true;
                }
            }
        }
        list.serialize_element(&report).map_err(|error| error.to_string())?;
    }
    list.end().map_err(|error| error.to_string())?;
    Ok(match (broken, failed) {
        (true, _) => Exit::GUARD_ERROR,
        (false, true) => Exit::GUARD_FAIL,
        (false, false) => exit,
    })
}

/// The rules files that parse; of the others the reference's message, and its exit code.
fn parse(files: &[File], exit: &mut Exit, io: &mut Io<'_>) -> Vec<Rules> {
    let mut parsed = Vec::with_capacity(files.len());
    for file in files {
        match Rules::parse(&file.name, &file.text) {
            Ok(rules) if rules.is_empty() => {}
            Ok(rules) => parsed.push(rules),
            Err(errors) => {
                let first = errors.first().map(|error| error.reference.render(&file.text)).unwrap_or_default();
                let _ = writeln!(io.err, "Parsing error handling rule file = {}, Error = {first}\n---", file.name);
                *exit = Exit::GUARD_RULES;
            }
        }
    }
    parsed
}

/// The trees of the parameters and of a data file.
fn load<'a>(arena: &'a Bump, parameters: &'a [File], file: &'a File) -> Result<Vec<Tree<'a>>, String> {
    parameters.iter().chain([file]).map(|file| tree(arena, file)).collect()
}

fn tree<'a>(arena: &'a Bump, file: &'a File) -> Result<Tree<'a>, String> {
    let name = &file.name;
    if file.text.trim().is_empty() {
        let what = format!("Unable to parse a template from data file: {name} is empty");
        return Err(format!("Parser Error when parsing `{what}`"));
    }
    let limits = syntax::Limits { depth: DEPTH, ..syntax::Limits::default() };
    syntax::parse_within(arena, &file.text, name, &limits).tree.ok_or_else(|| {
        let beginning = file.text.get(..file.text.floor_char_boundary(100)).unwrap_or_default();
        format!(
            "Parser Error when parsing `Error encountered while parsing data file: {name}, data beginning with \n{beginning}\n ...`"
        )
    })
}
