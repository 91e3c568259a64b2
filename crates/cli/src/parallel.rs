//! Parallel checks of documents.

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use cfn_warden_engine::{self as engine, Cache, Input, Request, Run};

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

/// Runs [`engine::check`] on the documents in parallel and reports the number of finished documents and the name of
/// the last one.
pub fn check<'r>(request: &Request<'r>, mut on_progress: impl FnMut(usize, &str)) -> Run<'r> {
    let cache = Cache::default();
    let Some(threads) = threads(request.documents.len()) else {
        return engine::check(request, &cache);
    };
    // A run without documents reports problems of rules and merged documents. The run of each document repeats these.
    let nested_templates = request
        .nested_templates
        .iter()
        .chain(&request.documents)
        .copied()
        .collect();
    let peers = request
        .documents
        .iter()
        .map(|document| document.name)
        .collect();
    let shared = Request {
        documents: Vec::new(),
        nested_templates,
        peers,
        ..request.clone()
    };
    let mut run = engine::check_part(&shared, &cache);
    let before = run.incomplete.len();
    let one = |document: &Input<'r>| {
        engine::check_part(
            &Request {
                documents: vec![*document],
                ..shared.clone()
            },
            &cache,
        )
    };
    let Some(parts) = each(threads, &request.documents, &one, |done, document| {
        on_progress(done, document.name)
    }) else {
        return engine::check(request, &cache);
    };
    for mut part in parts {
        part.incomplete.drain(..before.min(part.incomplete.len()));
        run.merge(part);
    }
    run.note_rules_not_applied(&request.coverage);
    run
}

#[cfg(test)]
mod tests {
    use super::*;
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
        let parallel = check(&request, |done, name| {
            assert!(names.iter().any(|known| known == name));
            on_progress.push(done);
        });
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
