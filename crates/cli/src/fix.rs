//! `check --fix`: applies the fixes of findings to files.

use std::collections::HashSet;
use std::path::Path;

use super::files::{self, File};
use super::{Io, diff};
use cfn_warden_arguments::check::Args;
use cfn_warden_engine::coverage::Policy;
use cfn_warden_engine::error::Error;
use cfn_warden_engine::{self as engine, Cache, Input, Request, Run};
use cfn_warden_report::{counted, deduplicate, log_line, log_text};
use cfn_warden_secrets::Secrets;
use cfn_warden_syntax::finding::Finding;
use cfn_warden_syntax::fix::Safety;
use cfn_warden_syntax::names::listed;
use cfn_warden_syntax::place;

/// The maximum number of files that are listed.
const LISTED: usize = 5;

/// A document that fixes changed.
pub struct Fixed {
    /// Its name.
    pub name: String,
    /// Its text before the fixes.
    pub before: Vec<u8>,
    /// The fixed findings.
    pub findings: Vec<Finding>,
}

/// Returns how unsafe the fixes to apply may be; `None` if none are to be applied.
///
/// # Errors
/// [`Error::Value`] for `--unsafe-fixes` alone.
pub fn most(args: &Args) -> Result<Option<Safety>, Error> {
    match (args.fix || args.diff, args.unsafe_fixes) {
        (true, true) => Ok(Some(Safety::Unsafe)),
        (true, false) => Ok(Some(Safety::Safe)),
        (false, false) => Ok(None),
        (false, true) => {
            let reason = "expected --fix, to apply fixes, or --diff, to print them".to_owned();
            Err(Error::Value {
                name: "--unsafe-fixes".to_owned(),
                reason,
            })
        }
    }
}

/// The folders of files that a build writes again.
const GENERATED: [&str; 3] = ["cdk.out", ".aws-sam", ".terraform"];

/// Applies fixes to documents. Returns those that changed. Generated files stay as they are, which standard error says.
pub fn apply(
    documents: &mut [File],
    request: &Request<'_>,
    most: Safety,
    is_of_assembly: impl Fn(&Path) -> bool,
    io: &mut Io<'_>,
) -> Vec<Fixed> {
    let cache = Cache::default();
    let passed: HashSet<(String, String)> = documents
        .iter()
        .flat_map(|document| engine::passed_parameters(&document.name, &document.content))
        .collect();
    let mut changed = Vec::new();
    let mut generated = Vec::new();
    for document in documents {
        let path = Path::new(&document.name);
        let mut folders = path.components().map(|part| part.as_os_str());
        let is_generated = is_of_assembly(path)
            || folders.any(|folder| GENERATED.iter().any(|name| folder == *name));
        let input = Input {
            name: &document.name,
            content: &document.content,
        };
        let fixed = engine::fix(request, input, most, &cache).and_then(|fixed| {
            match removes_passed_parameter(&input, &fixed.text, &passed) {
                true => engine::fix(request, input, Safety::Safe, &cache),
                false => Some(fixed),
            }
        });
        if let Some(fixed) = fixed {
            if is_generated {
                generated.push(document.name.clone());
                continue;
            }
            let before = std::mem::replace(&mut document.content, fixed.text.into_bytes());
            changed.push(Fixed {
                name: document.name.clone(),
                before,
                findings: fixed.findings,
            });
        }
    }
    if !generated.is_empty() {
        io.eprint(format_args!(
            "not fixed, as a build generates them: {}; fix their sources",
            listed(generated.iter().map(String::as_str), LISTED)
        ));
    }
    changed
}

/// Returns whether fixes of a nested template remove a parameter that another template passes to it: unused here, it is needed
/// there.
fn removes_passed_parameter(
    before: &Input<'_>,
    after: &str,
    passed: &HashSet<(String, String)>,
) -> bool {
    if passed.is_empty() {
        return false;
    }
    let path = engine::path_as_nested(before.name);
    let left = engine::declared_parameters(before.name, after.as_bytes());
    let removed = engine::declared_parameters(before.name, before.content)
        .into_iter()
        .filter(|parameter| !left.contains(parameter));
    removed
        .into_iter()
        .any(|parameter| passed.contains(&(path.clone(), parameter)))
}

/// Whether a document is standard input.
pub fn is_stdin(document: &File) -> bool {
    document.name.is_empty()
}

/// Writes the documents that changed; standard input, changed or not, to standard output.
///
/// # Errors
/// [`Error::Write`] with the path and the system's message.
pub fn write(changed: &[Fixed], documents: &[File], io: &mut Io<'_>) -> Result<(), Error> {
    for document in documents {
        if is_stdin(document) {
            io.print(|out| out.write_all(&document.content))?;
        } else if changed.iter().any(|fixed| fixed.name == document.name) {
            files::replace(Path::new(&document.name), &document.content)?;
        }
    }
    Ok(())
}

/// Prints what changed as a unified diff, without secrets: `secrets` returns those of a text, by its name.
///
/// # Errors
/// [`Error::Write`] if standard output cannot be written.
pub fn print_diff(
    changed: &[Fixed],
    documents: &[File],
    secrets: &dyn Fn(&str, &str) -> Secrets,
    io: &mut Io<'_>,
) -> Result<(), Error> {
    for fixed in changed {
        let Some(document) = documents
            .iter()
            .find(|document| document.name == fixed.name)
        else {
            continue;
        };
        let (before, after) = (
            String::from_utf8_lossy(&fixed.before),
            String::from_utf8_lossy(&document.content),
        );
        let masked = |text: &str| {
            let secrets = secrets(&fixed.name, text);
            secrets
                .mask()
                .source(text)
                .unwrap_or_else(|| text.to_owned())
        };
        let texts = (masked(&before), masked(&after));
        let diff = diff::unified(
            &log_line(shown(&fixed.name)),
            (&before, &after),
            (&texts.0, &texts.1),
        );
        io.print(|out| out.write_all(log_text(&diff).as_bytes()))?;
    }
    Ok(())
}

/// Lists the fixed findings on standard error, and the number of those that are left.
pub fn summarize(changed: &[Fixed], run: &Run<'_>, is_written: bool, io: &mut Io<'_>) {
    let done = if is_written { "fixed" } else { "would fix" };
    let mut count: usize = 0;
    for fixed in changed {
        // A statement that a rule repeats, for example for each reference, has one fix.
        let mut known = HashSet::new();
        for finding in &fixed.findings {
            let fix = finding.fix.as_deref();
            let edits = fix
                .iter()
                .flat_map(|fix| &fix.edits)
                .map(|edit| (edit.span, edit.text.as_str()));
            if !known.insert((&finding.rule.id, finding.span, edits.collect::<Vec<_>>())) {
                continue;
            }
            count = count.saturating_add(1);
            let description = fix.map(|fix| fix.description.as_str()).unwrap_or_default();
            let (name, at, rule) = (shown(&fixed.name), finding.span.start, &finding.rule.id);
            io.eprint(format_args!(
                "{done} {name}:{}:{}: {rule}: {description}",
                at.line, at.column
            ));
        }
    }
    if !is_written {
        list_not_checked(run, io);
    }
    let groups = deduplicate::of(&run.findings);
    let fixes = groups.iter().filter_map(|group| group.finding.fix.as_ref());
    let more = match fixes.filter(|fix| fix.safety == Safety::Unsafe).count() {
        0 => String::new(),
        more => format!(", {more} of them with an unsafe fix"),
    };
    let (count, documents) = (
        counted(count, "finding"),
        counted(changed.len(), "document"),
    );
    io.eprint(format_args!(
        "{done} {count} in {documents}; {} left{more}",
        groups.len()
    ));
}

/// Lists what a report would say was not checked: a diff has none.
fn list_not_checked(run: &Run<'_>, io: &mut Io<'_>) {
    for issue in &run.incomplete {
        io.eprint(format_args!(
            "{}: not checked: {}",
            place(shown(&issue.file), issue.at),
            issue.message
        ));
    }
    for part in run
        .coverage
        .not_seen
        .iter()
        .filter(|part| part.policy == Policy::Fail)
    {
        let at = part.span.map(|span| span.start);
        io.eprint(format_args!(
            "{}: not seen: {}",
            place(shown(&part.file), at),
            part.reason
        ));
    }
}

fn shown(name: &str) -> &str {
    if name.is_empty() { files::STDIN } else { name }
}
