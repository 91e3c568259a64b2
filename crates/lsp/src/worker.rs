//! The thread that checks documents, so that typing does not wait for it.
//!
//! A new version of a document cancels the check of the version before. A check starts at once as long as checks are
//! quick; after a slow one, the thread waits for the end of the typing.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::Duration;

use lsp_types::Uri;

use crate::diagnostic::{self, Positions, Shown};
use crate::host::{Checked, Document, DocumentKind, Host, Problem};
use crate::text::Text;
use cfn_warden_syntax::cancel::Cancel;

/// A version of a document to check.
pub struct Job {
    /// The document.
    pub uri: Uri,
    /// The path of the document.
    pub path: Option<String>,
    /// What it is.
    pub kind: DocumentKind,
    /// The number of the change that led to it.
    pub edition: u64,
    /// The text of the version.
    pub text: Arc<Text>,
    /// Is set once the version is outdated.
    pub cancel: Arc<AtomicBool>,
}

/// The result of a job.
pub struct Done {
    /// The document.
    pub uri: Uri,
    /// The number of the change that led to the version.
    pub edition: u64,
    /// The diagnostics.
    pub shown: Vec<Shown>,
}

/// A check that takes longer delays the next one.
const QUICK: Duration = Duration::from_millis(40);
/// The longest delay.
const PATIENCE: Duration = Duration::from_millis(400);

/// Runs jobs until their sender is gone. `deliver` returns whether anybody waits for more.
pub fn run(host: &impl Host, jobs: &Receiver<Job>, deliver: impl Fn(Done) -> bool) {
    let (mut waiting, mut delay): (Vec<Job>, Duration) = (Vec::new(), Duration::ZERO);
    loop {
        if waiting.is_empty() {
            let Ok(job) = jobs.recv() else { return };
            waiting.push(job);
        }
        loop {
            match jobs.recv_timeout(delay) {
                Ok(job) => waiting.push(job),
                Err(RecvTimeoutError::Timeout) => break,
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
        waiting.retain(|job| !job.cancel.load(Ordering::Relaxed));
        // The document that was changed last is the one that somebody looks at.
        let Some(job) = waiting.pop() else { continue };
        let begin = host.elapsed();
        let done = check(host, &job);
        let took = host.elapsed().saturating_sub(begin);
        delay = if took > QUICK {
            took.min(PATIENCE)
        } else {
            Duration::ZERO
        };
        if !job.cancel.load(Ordering::Relaxed) && !deliver(done) {
            return;
        }
    }
}

fn check(host: &impl Host, job: &Job) -> Done {
    let Job {
        uri,
        path,
        kind,
        edition,
        text,
        cancel,
    } = job;
    let document = Document {
        uri: uri.as_str(),
        path: path.as_deref(),
        kind: *kind,
        text: text.as_str(),
    };
    // A panic of a check must not end the checks of other documents.
    let checked = catch_unwind(AssertUnwindSafe(|| {
        host.check(&document, Cancel::by(cancel))
    }));
    let failed = |_| Checked {
        problems: vec![Problem {
            message: "the check failed: this is an error in cfn-warden".to_owned(),
            at: None,
        }],
        ..Checked::default()
    };
    let checked = checked.unwrap_or_else(failed);
    let shown = diagnostic::of(checked, uri, &Positions::of(text, *kind));
    Done {
        uri: uri.clone(),
        edition: *edition,
        shown,
    }
}

/// Sends jobs to the thread.
pub type Jobs = Sender<Job>;
