//! Parallel checks of documents.

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use cfn_warden_engine::{Input, Part, Session};

/// The stack size of a worker thread, equal to that of a main thread.
const STACK: usize = 8 << 20;

/// Applies a function to items in parallel; the results have the order of the items.
pub fn map<T: Sync, R: Send>(items: &[T], apply: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let results = threads(items.len()).and_then(|threads| each(threads, items, &apply, |_, _| {}));
    results.unwrap_or_else(|| items.iter().map(apply).collect())
}

/// Returns the number of threads for some items; `None` if one thread is as fast.
fn threads(items: usize) -> Option<usize> {
    let cores = thread::available_parallelism()
        .map_or(1, NonZero::get)
        .min(items);
    (cores > 1).then_some(cores)
}

/// Applies a function to items on several threads and reports the number of finished items and the last one. Returns `None` if
/// no thread can be created.
fn each<T: Sync, R: Send>(
    threads: usize,
    items: &[T],
    apply: &(impl Fn(&T) -> R + Sync),
    mut on_progress: impl FnMut(usize, &T),
) -> Option<Vec<R>> {
    let next = AtomicUsize::new(0);
    let (send, receive) = mpsc::channel();
    let mut results: Vec<(usize, R)> = Vec::with_capacity(items.len());
    thread::scope(|scope| {
        for _ in 0..threads {
            let (send, next) = (send.clone(), &next);
            let work = move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(index) else { break };
                    if send.send((index, apply(item))).is_err() {
                        break;
                    }
                }
            };
            // If a thread cannot be created, the others take its share.
            let _ = thread::Builder::new()
                .stack_size(STACK)
                .spawn_scoped(scope, work);
        }
        drop(send);
        for (index, result) in receive {
            results.push((index, result));
            items
                .get(index)
                .into_iter()
                .for_each(|item| on_progress(results.len(), item));
        }
    });
    results.sort_by_key(|(index, _)| *index);
    (results.len() == items.len()).then(|| results.into_iter().map(|(_, result)| result).collect())
}

/// Checks the documents of a session in parallel and reports the number of finished documents and the name of the last one. The
/// parts have the order of the documents.
pub fn check<'r>(
    session: &Session<'_, 'r>,
    mut on_progress: impl FnMut(usize, &str),
) -> Vec<Part<'r>> {
    let documents = session.documents();
    let check = |document: &Input<'r>| session.check(*document);
    let parts = threads(documents.len()).and_then(|threads| {
        each(threads, &documents, &check, |done, document| {
            on_progress(done, document.name)
        })
    });
    parts.unwrap_or_else(|| documents.iter().map(check).collect())
}

#[cfg(test)]
mod tests {
    use bumpalo::Bump;

    use super::*;
    use cfn_warden_engine::{self as engine, Cache, Request};
    use cfn_warden_lint::Settings;

    #[test]
    fn many_documents_at_once_come_to_the_same_as_one_after_the_other() {
        let texts: Vec<String> = (0..40)
            .map(|n| match n % 4 {
                0 => "Resources: [\n".to_owned(),
                1 => "a: b\n".to_owned(),
                _ => format!("Resources:\n  T{n}:\n    Type: AWS::SNS::Topic\n    Properties: {{TopicNam: x}}\n"),
            })
            .collect();
        let names: Vec<String> = (0..40).map(|n| format!("{n}.yaml")).collect();
        let request = Request {
            documents: names
                .iter()
                .zip(&texts)
                .map(|(name, text)| Input {
                    name,
                    content: text.as_bytes(),
                })
                .collect(),
            rules: vec![
                Input {
                    name: "good",
                    content: b"rule named { Resources.*.Properties.TopicName exists }",
                },
                Input {
                    name: "bad",
                    content: b"rule {",
                },
            ],
            input_parameters: Vec::new(),
            lint_settings: Settings::new(cfn_warden_rules::bundled(), engine::bundled_knowledge()),
            ..Request::default()
        };
        let mut on_progress = Vec::new();
        let (arena, cache) = (Bump::new(), Cache::default());
        let session = Session::open(&request, &cache, &arena);
        let parts = check(&session, |done, name| {
            assert!(names.iter().any(|known| known == name));
            on_progress.push(done);
        });
        let parallel = session.finish(parts, None);
        let sequential = engine::check(&request, &Cache::default());
        assert_eq!(parallel.findings, sequential.findings);
        assert_eq!(
            (&parallel.incomplete, parallel.rules),
            (&sequential.incomplete, sequential.rules)
        );
        assert_eq!(parallel.coverage, sequential.coverage);
        assert!(
            parallel
                .documents
                .iter()
                .map(|document| document.name)
                .eq(names.iter())
        );
        assert!(on_progress.is_empty() || on_progress == (1..=40).collect::<Vec<_>>());
    }
}
