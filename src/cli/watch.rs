//! Doing something again whenever a file changes. Files are looked at a few times a second: that works on every file
//! system, containers and network shares among them, and a folder of templates is looked through in a millisecond.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::Io;
use super::files;
use crate::report::Paint;

const PAUSE: Duration = Duration::from_millis(250);

/// What is known of each file: when it was written, and how long it is.
type Seen = BTreeMap<PathBuf, (Option<SystemTime>, u64)>;

/// Does something, and again after each change of a file below the paths. Ends when standard output is closed.
pub fn again_and_again(paths: &[PathBuf], paint: Paint, io: &mut Io<'_>, mut act: impl FnMut(&mut Io<'_>)) {
    loop {
        let seen = look(paths);
        if paint == Paint::Ansi {
            let _ = write!(io.out, "\x1b[2J\x1b[H");
        }
        act(io);
        let ready = io.out.write_all(b"\nwatching; Ctrl-C ends\n").and_then(|()| io.out.flush());
        if ready.is_err() {
            return;
        }
        while look(paths) == seen {
            std::thread::sleep(PAUSE);
        }
    }
}

fn look(paths: &[PathBuf]) -> Seen {
    let all = paths.iter().flat_map(|path| files::below(path, WATCHED).unwrap_or_default());
    let state = |path: &Path| {
        let about = std::fs::metadata(path).ok();
        (about.as_ref().and_then(|about| about.modified().ok()), about.map_or(0, |about| about.len()))
    };
    all.map(|path| (path.clone(), state(&path))).collect()
}

/// What is looked at in folders: documents and rules.
const WATCHED: &[&str] = &["guard", "json", "ruleset", "template", "yaml", "yml"];
