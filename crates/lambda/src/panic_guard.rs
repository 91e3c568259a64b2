//! Panic handling for work on a separate thread, in a program that does not unwind.
//!
//! The function is built with `panic = "abort"`: unwind tables would be loaded at every cold start. The panic hook
//! runs before the abort, so that it notifies the waiting task and parks the panicking thread forever. Everything
//! that the thread owns is leaked, including locks it holds.

use std::cell::Cell;
use std::future::{Future, poll_fn};
use std::panic::PanicHookInfo;
use std::pin::pin;
use std::task::Poll;

use tokio::sync::oneshot::{Receiver, Sender, channel};

thread_local! {
    /// The channel that notifies the task waiting for this thread.
    static WAITER: Cell<Option<Sender<()>>> = const { Cell::new(None) };
}

/// The work panicked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Panicked;

/// Installs the panic hook: threads that panic at work are parked instead of ending the program. `log` is called for
/// every panic.
pub fn watch(log: impl Fn(&PanicHookInfo<'_>) + Send + Sync + 'static) {
    std::panic::set_hook(Box::new(move |panic| {
        log(panic);
        let Some(waiter) = WAITER.take() else { return };
        // The receiver may have been dropped.
        let _ = waiter.send(());
        loop {
            std::thread::park();
        }
    }));
}

/// Runs work on a blocking thread of the runtime. After a panic, the runtime must be shut down in the background, as
/// waiting for it would block.
///
/// # Errors
/// [`Panicked`] when the work panics. Without [`watch`], in a program that unwinds, this holds, too.
pub async fn work<T: Send + 'static>(
    run: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Panicked> {
    let (waiter, notified) = channel();
    let task = tokio::task::spawn_blocking(move || {
        WAITER.set(Some(waiter));
        let done = run();
        WAITER.set(None);
        done
    });
    finished(task, notified).await
}

/// Waits for a task, or for the message of the panic hook.
async fn finished<T, E>(
    task: impl Future<Output = Result<T, E>>,
    notified: Receiver<()>,
) -> Result<T, Panicked> {
    let mut task = pin!(task);
    let mut notified = Some(notified);
    poll_fn(|cx| {
        if let Poll::Ready(done) = task.as_mut().poll(cx) {
            return Poll::Ready(done.map_err(|_| Panicked));
        }
        match notified.as_mut().map(|notified| pin!(notified).poll(cx)) {
            Some(Poll::Ready(Ok(()))) => return Poll::Ready(Err(Panicked)),
            // The sender was dropped without a message: the work is done and the task is about to finish. Until then, a
            // thread that has to wait for a processor may leave time for further calls, and a receiver panics if it is polled
            // after its end.
            Some(Poll::Ready(Err(_))) => notified = None,
            Some(Poll::Pending) | None => {}
        }
        Poll::Pending
    })
    .await
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::{Arc, Mutex};

    use super::*;

    #[test]
    fn a_task_that_is_about_to_finish_may_be_polled_often() {
        let (sender, notified) = channel();
        let mut polls = 0;
        let task = poll_fn(move |_| {
            polls += 1;
            if polls < 4 {
                Poll::Pending
            } else {
                Poll::Ready(Ok::<_, ()>(7))
            }
        });
        let mut done = pin!(finished(task, notified));
        let mut cx = std::task::Context::from_waker(std::task::Waker::noop());
        assert_eq!(done.as_mut().poll(&mut cx), Poll::Pending);
        drop(sender);
        assert_eq!(done.as_mut().poll(&mut cx), Poll::Pending);
        assert_eq!(done.as_mut().poll(&mut cx), Poll::Pending);
        assert_eq!(done.as_mut().poll(&mut cx), Poll::Ready(Ok(7)));
    }

    /// Parked threads would keep this process from exiting, so that the test runs in a child process.
    const CHILD: &str = "CFN_WARDEN_PANIC_TEST";

    #[test]
    fn a_panic_is_reported_and_its_thread_parked() {
        if std::env::var_os(CHILD).is_some() {
            panic_at_work();
            std::process::exit(0);
        }
        let name = "panic_guard::tests::a_panic_is_reported_and_its_thread_parked";
        let mut child = std::process::Command::new(std::env::current_exe().unwrap());
        let ended = child
            .args(["--exact", name, "--nocapture"])
            .env(CHILD, "1")
            .output()
            .unwrap();
        assert!(
            ended.status.success(),
            "{}",
            String::from_utf8_lossy(&ended.stderr)
        );
        assert!(String::from_utf8_lossy(&ended.stdout).contains("running 1 test"));
    }

    fn panic_at_work() {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .build()
            .unwrap();
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
        // Nothing was unwound: the panicked thread still holds the lock.
        assert!(matches!(
            lock.try_lock(),
            Err(std::sync::TryLockError::WouldBlock)
        ));
        runtime.shutdown_background();
    }
}
