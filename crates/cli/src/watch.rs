//! Repeated runs of a command when its inputs change. Files are polled four times a second, which works on every file
//! system, including containers and network shares, and takes a millisecond for a folder of templates.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::files;
use super::input_kind::has_extension;
use super::{Exit, Io};
use cfn_warden_report::Paint;

const PAUSE: Duration = Duration::from_millis(250);

/// The modification time and length of each file; `None` and 0 for a missing file.
type Seen = BTreeMap<PathBuf, State>;
type State = (Option<SystemTime>, u64);

/// Runs a command once, and again after each change of files below the named paths or of inputs that the last run
/// reported, until standard output is closed. The paths are determined before each run. Returns the exit code of the last
/// run.
pub fn run_repeatedly(
    named: impl Fn() -> Vec<PathBuf>,
    paint: Paint,
    io: &mut Io<'_>,
    mut act: impl FnMut(&mut Io<'_>, &mut Vec<PathBuf>) -> Exit,
) -> Exit {
    let mut inputs = Vec::new();
    loop {
        let named = named();
        let (before, inputs_before, began) = (below(&named), states(&inputs), files::clock());
        if paint == Paint::Ansi {
            let _ = write!(io.out, "\x1b[2J\x1b[H");
        }
        // Errors go to standard error: flushing later would clear them from the screen.
        let _ = io.out.flush();
        let mut read = Vec::new();
        let exit = act(io, &mut read);
        if exit == Exit::ERROR {
            // The run may have ended before it reported all inputs.
            read.append(&mut inputs);
        }
        inputs = read;
        // A change during the run counts.
        let mut seen = states(&inputs);
        for (path, state) in &mut seen {
            match inputs_before.get(path) {
                Some(known) => *state = *known,
                None if state.0.is_some_and(|modified| modified >= began) => *state = (None, 0),
                None => {}
            }
        }
        let ready = io
            .out
            .write_all(b"\nwatching for changes; press Ctrl-C to stop\n")
            .and_then(|()| io.out.flush());
        if ready.is_err() {
            return exit;
        }
        while below(&named) == before && states(&inputs) == seen {
            std::thread::sleep(PAUSE);
        }
    }
}

/// Returns the state of the files below some paths.
fn below(paths: &[PathBuf]) -> Seen {
    let is_watched = |file: &Path| has_extension(&file.to_string_lossy(), WATCHED);
    let all = paths
        .iter()
        .flat_map(|path| files::wanted_below(path, is_watched).unwrap_or_default());
    all.map(|path| (path.clone(), state(&path))).collect()
}

/// Returns the state of files, and of the files directly in folders.
fn states(paths: &[PathBuf]) -> Seen {
    let mut seen = Seen::new();
    for path in paths {
        if path.is_dir() {
            seen.extend(
                files::within(path, WATCHED)
                    .into_iter()
                    .map(|path| (path.clone(), state(&path))),
            );
        } else {
            seen.insert(path.clone(), state(path));
        }
    }
    seen
}

fn state(path: &Path) -> State {
    let about = std::fs::metadata(path).ok();
    (
        about.as_ref().and_then(|about| about.modified().ok()),
        about.map_or(0, |about| about.len()),
    )
}

/// The extensions of files that are watched in folders: documents, rules and Terraform.
const WATCHED: &[&str] = &[
    "guard", "hcl", "json", "ruleset", "template", "tf", "tfvars", "yaml", "yml",
];
