//! Work on a thread of its own, answered for even where it panics, in a program that does not unwind.
//!
//! The function is built to abort at a panic: what unwinding needs would be loaded at every cold start. So a
//! thread that panics never comes to that: it tells who waits for it, and stands still for good. What it holds is lost, locks
//! too: who waited goes on without what the work had in its hands.

use std::cell::Cell;
use std::future::{Future, poll_fn};
use std::panic::PanicHookInfo;
use std::pin::pin;
use std::task::Poll;

use tokio::sync::oneshot::{Sender, channel};

thread_local! {
    /// Who waits for this thread's work.
    static WAITING: Cell<Option<Sender<()>>> = const { Cell::new(None) };
}

/// The work met a fault of ours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Panicked;

/// From now on, threads that panic at work stand still rather than end the program. `log` is told of every panic.
pub fn watch(log: impl Fn(&PanicHookInfo<'_>) + Send + Sync + 'static) {
    std::panic::set_hook(Box::new(move |panic| {
        log(panic);
        let Some(waiting) = WAITING.take() else { return };
        // Who does not wait any more needs no word.
        let _ = waiting.send(());
        loop {
            std::thread::park();
        }
    }));
}

/// What the work comes to, done on a thread of the runtime's that may block. Where it panicked, the runtime cannot be waited
/// for any more: it is to be shut down in the background.
///
/// # Errors
/// [`Panicked`]; where nobody watches ([`watch`]) and the program unwinds, too.
pub async fn work<T: Send + 'static>(run: impl FnOnce() -> T + Send + 'static) -> Result<T, Panicked> {
    let (waiting, told) = channel();
    let mut told = pin!(told);
    let mut task = pin!(tokio::task::spawn_blocking(move || {
        WAITING.set(Some(waiting));
        let done = run();
        WAITING.set(None);
        done
    }));
    poll_fn(|cx| match task.as_mut().poll(cx) {
        Poll::Ready(done) => Poll::Ready(done.map_err(|_| Panicked)),
        Poll::Pending => match told.as_mut().poll(cx) {
            Poll::Ready(Ok(())) => Poll::Ready(Err(Panicked)),
            // Done: the task is about to say so.
            Poll::Ready(Err(_)) | Poll::Pending => Poll::Pending,
        },
    })
    .await
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::{Arc, Mutex};

    use super::*;

    /// Threads that stand still would keep this process from its end: the test is a process of its own.
    const CHILD: &str = "CFN_WARDEN_RESCUE";

    #[test]
    fn work_that_panics_is_told_and_its_thread_stays() {
        if std::env::var_os(CHILD).is_some() {
            panic_at_work();
            std::process::exit(0);
        }
        let name = "lambda::panic_guard::tests::work_that_panics_is_told_and_its_thread_stays";
        let mut child = std::process::Command::new(std::env::current_exe().unwrap());
        let ended = child.args(["--exact", name, "--nocapture"]).env(CHILD, "1").output().unwrap();
        assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
        assert!(String::from_utf8_lossy(&ended.stdout).contains("running 1 test"));
    }

    fn panic_at_work() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let panics = Arc::new(AtomicUsize::new(0));
        watch({
            let (panics, before) = (Arc::clone(&panics), std::panic::take_hook());
            move |panic| {
                panics.fetch_add(1, Ordering::SeqCst);
                before(panic);
            }
        });
        let lock = Arc::new(Mutex::new(()));
        for _ in 0..3 {
            let held = Arc::clone(&lock);
            let panicking = work(move || {
                let _held = held.try_lock();
                panic!("for this test");
            });
            assert_eq!(runtime.block_on(panicking), Err::<(), _>(Panicked));
            assert_eq!(runtime.block_on(work(|| 7)), Ok(7));
        }
        assert_eq!(panics.load(Ordering::SeqCst), 3);
        // Nothing was unwound: who held the lock holds it still.
        assert!(matches!(lock.try_lock(), Err(std::sync::TryLockError::WouldBlock)));
        runtime.shutdown_background();
    }
}
