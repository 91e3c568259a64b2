//! Running a command again whenever one of its inputs changes. Files are polled a few times a second: that works on every
//! file system, containers and network shares among them, and takes a millisecond for a folder of templates.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::files;
use super::{Exit, Io};
use crate::report::Paint;

const PAUSE: Duration = Duration::from_millis(250);

/// The state of each file: modification time and length; of one that is missing, nothing and 0.
type Seen = BTreeMap<PathBuf, State>;
type State = (Option<SystemTime>, u64);

/// Runs a command, and again after each change below the named paths or of an input that the last run reported, until
/// standard output is closed. Returns the exit code of the last run.
pub fn again_and_again(
    named: &[PathBuf],
    paint: Paint,
    io: &mut Io<'_>,
    mut act: impl FnMut(&mut Io<'_>, &mut Vec<PathBuf>) -> Exit,
) -> Exit {
    let mut inputs = Vec::new();
    loop {
        let (before, inputs_before, began) = (below(named), states(&inputs), files::clock());
        if paint == Paint::Ansi {
            let _ = write!(io.out, "\x1b[2J\x1b[H");
        }
        // Errors go to another stream: written later, the clear would take them away.
        let _ = io.out.flush();
        let mut read = Vec::new();
        let exit = act(io, &mut read);
        if exit == Exit::ERROR {
            // It may have ended before it came to all of its inputs.
            read.append(&mut inputs);
        }
        inputs = read;
        // What changed while the command ran counts as a change.
        let mut seen = states(&inputs);
        for (path, state) in &mut seen {
            match inputs_before.get(path) {
                Some(known) => *state = *known,
                None if state.0.is_some_and(|modified| modified >= began) => *state = (None, 0),
                None => {}
            }
        }
        let ready = io.out.write_all(b"\nwatching; Ctrl-C ends\n").and_then(|()| io.out.flush());
        if ready.is_err() {
            return exit;
        }
        while below(named) == before && states(&inputs) == seen {
            std::thread::sleep(PAUSE);
        }
    }
}

/// The files below paths that commands may read.
fn below(paths: &[PathBuf]) -> Seen {
    let all = paths.iter().flat_map(|path| files::below(path, WATCHED).unwrap_or_default());
    all.map(|path| (path.clone(), state(&path))).collect()
}

/// Files, and what is in folders.
fn states(paths: &[PathBuf]) -> Seen {
    let mut seen = Seen::new();
    for path in paths {
        if path.is_dir() {
            seen.extend(files::within(path, WATCHED).into_iter().map(|path| (path.clone(), state(&path))));
        } else {
            seen.insert(path.clone(), state(path));
        }
    }
    seen
}

fn state(path: &Path) -> State {
    let about = std::fs::metadata(path).ok();
    (about.as_ref().and_then(|about| about.modified().ok()), about.map_or(0, |about| about.len()))
}

/// Extensions of the files that are watched in folders: documents, rules and Terraform.
const WATCHED: &[&str] = &["guard", "hcl", "json", "ruleset", "template", "tf", "tfvars", "yaml", "yml"];
