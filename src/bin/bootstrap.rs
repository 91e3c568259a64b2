//! The Lambda function: reads its settings once, then answers one event per invocation.

use std::io::Write;
use std::pin::pin;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use cfn_warden::lambda::call::{Call, Deadline};
use cfn_warden::lambda::config::{Clock, LogLevel, Metrics};
use cfn_warden::lambda::fetch::fetch_limits;
use cfn_warden::lambda::panic_guard::{self, Panicked};
use cfn_warden::lambda::{self, Config, Function, Outcome, metrics};
use cfn_warden_fetch::client::{self, Aws, Endpoints};
use cfn_warden_runtime::{Error, Invocation, answer_all};
use cfn_warden_syntax::cancel::Cancel;
use mimalloc::MiMalloc;
use serde_json::value::RawValue;
use tokio::runtime::Handle;
use tokio::time::Instant;
use tracing::Level;

/// Half the time of the C library's for the many short texts of an answer.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    if is_version_asked() {
        return print_version();
    }
    if std::env::var_os(RUNTIME_API).is_none() {
        let _ = writeln!(
            std::io::stderr().lock(),
            "{RUNTIME_API} is not set: this program runs in AWS Lambda. `cargo lambda watch` runs it locally; \
             `cfn-warden invoke EVENT` answers one event"
        );
        return ExitCode::FAILURE;
    }
    let config = Config::from_env();
    log_to_stdout(config.log_level);
    match serve(config) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tracing::error!(%error, "the function failed");
            ExitCode::FAILURE
        }
    }
}

/// The environment variable with the address that AWS Lambda gives events at.
const RUNTIME_API: &str = "AWS_LAMBDA_RUNTIME_API";

/// Returns whether the version was requested on the command line.
fn is_version_asked() -> bool {
    std::env::args_os()
        .nth(1)
        .is_some_and(|argument| argument == "--version" || argument == "-V")
}

fn print_version() -> ExitCode {
    let written = writeln!(
        std::io::stdout().lock(),
        "bootstrap (cfn-warden) {}",
        env!("CARGO_PKG_VERSION")
    );
    if written.is_ok() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Maximum response time. CloudFormation waits 30 s for a Hook, and the function may be cold.
const LIMIT: Duration = Duration::from_secs(25);
/// The part of the function's own timeout that is kept for sending the response.
const RESERVE: Duration = Duration::from_millis(500);

fn serve(config: Config) -> Result<(), Error> {
    let runtime = client::runtime().map_err(|error| format!("the runtime: {error}"))?;
    let deployed = Arc::new(Deployed::new(config, runtime.handle().clone()));
    let ended = runtime.block_on(answer_all(Box::new(move |invocation| {
        Box::pin(answer(Arc::clone(&deployed), invocation))
    })));
    runtime.shutdown_background();
    ended
}

/// The function's state, which is rebuilt after a panic.
struct Deployed {
    config: Config,
    runtime: Handle,
    function: Mutex<Arc<Function>>,
}

impl Deployed {
    fn new(config: Config, runtime: Handle) -> Deployed {
        let function = make(&config, &runtime);
        for problem in &function.config.problems {
            tracing::error!(%problem, "invalid setting: every event is answered with an error");
        }
        if !function.skipped_rules.is_empty() {
            tracing::warn!(skipped = ?function.skipped_rules, "files other than rules are skipped");
        }
        Deployed {
            config,
            runtime,
            function: Mutex::new(function),
        }
    }

    fn function(&self) -> Arc<Function> {
        Arc::clone(&self.function.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn renew(&self) {
        let new = make(&self.config, &self.runtime);
        *self.function.lock().unwrap_or_else(PoisonError::into_inner) = new;
    }
}

fn make(config: &Config, runtime: &Handle) -> Arc<Function> {
    let client = Aws::new(
        runtime.clone(),
        client::from_environment,
        Endpoints::from_env(),
        fetch_limits(config),
    );
    Arc::new(Function::start(
        config.clone(),
        Box::new(client),
        cfn_warden_rules::bundled(),
    ))
}

async fn answer(deployed: Arc<Deployed>, invocation: Invocation) -> Result<Box<RawValue>, Error> {
    let (until, started) = (invocation.deadline, Instant::now());
    let limit = match deployed.config.clock {
        Clock::System => time_left(until),
        Clock::Deadline => LIMIT,
    };
    let (event, is_late) = (invocation.event, Arc::new(AtomicBool::new(false)));
    let deadline = Deadline::within(limit);
    // The work runs on a separate thread, so that the response is sent in time whatever the evaluation does.
    let mut work = pin!(panic_guard::work({
        let (event, function, is_late) = (event.clone(), deployed.function(), Arc::clone(&is_late));
        let request_id = invocation.request_id.clone();
        move || {
            let (deadline, cancel) = (Some(deadline), Cancel::by(&is_late));
            let call = Call {
                request_id,
                deadline,
                cancel,
                ..Call::new(&function)
            };
            lambda::handle_call(
                &event,
                &Call {
                    now: time_of(&function, until).unwrap_or(call.now),
                    ..call
                },
            )
        }
    }));
    let mut done = tokio::time::timeout(deadline.checking(), &mut work).await;
    if done.is_err() {
        // The work notices the cancellation and reports what is left as incomplete.
        is_late.store(true, Ordering::Relaxed);
        done = tokio::time::timeout(limit.saturating_sub(started.elapsed()), &mut work).await;
    }
    let lambda::Handled { answer, log } = match done {
        Ok(Ok(handled)) => handled,
        Ok(Err(Panicked)) => {
            deployed.renew();
            lambda::failed(&event)
        }
        Err(_) => lambda::too_late(&event, limit),
    };
    let took = started.elapsed();
    let request_id = invocation.request_id;
    write_log(&log, &request_id, took);
    if deployed.config.metrics != Metrics::Off {
        write_metrics(
            &log,
            took,
            &invocation.function_name,
            deployed.config.metrics,
        );
    }
    Ok(RawValue::from_string(answer)?)
}

/// Returns the time of an invocation if its deadline is the clock, in seconds since the Unix epoch.
fn time_of(function: &Function, deadline: SystemTime) -> Option<i64> {
    let since = deadline
        .duration_since(SystemTime::UNIX_EPOCH)
        .ok()
        .filter(|_| function.config.clock == Clock::Deadline);
    i64::try_from(since?.as_secs()).ok()
}

/// Writes the line of an answered event.
fn write_log(log: &lambda::Log, request_id: &str, took: Duration) {
    let (duration_ms, by) = (metrics::milliseconds(took), log.invocation.name());
    let some = |text: &'_ str| Some(text.to_owned()).filter(|text| !text.is_empty());
    let lambda::Log {
        status,
        documents,
        findings,
        incomplete,
        place,
        ..
    } = log;
    let (account, stack) = (some(&place.account), some(&place.stack));
    let (target, point) = (some(&place.target), some(&place.point));
    let [failed, warned, waived] = Outcome::ALL.map(|outcome| log.listed(outcome));
    let reasons = some(&log.reasons.join("; "));
    let (bundle, candidate) = (log.bundle.as_deref(), log.candidate.as_deref());
    let candidate_changes = log.candidate.as_ref().map(|_| log.candidate_changes);
    for (setting, problem) in &log.bundle_problems {
        tracing::error!(
            request_id,
            setting,
            problem,
            "the newest policy bundle or knowledge file cannot be read: the last good one is used, if any"
        );
    }
    match status {
        Some(status) => tracing::info!(
            request_id,
            by,
            ?status,
            documents,
            findings,
            incomplete,
            duration_ms,
            account,
            stack,
            target,
            point,
            failed,
            warned,
            waived,
            reasons,
            bundle,
            candidate,
            candidate_changes,
            "answered"
        ),
        None => tracing::warn!(
            request_id,
            by,
            duration_ms,
            account,
            stack,
            target,
            point,
            reasons,
            "answered with an error: the event could not be checked"
        ),
    }
}

/// Writes a metrics line; CloudWatch reads metrics from log lines of their own.
#[expect(
    clippy::disallowed_methods,
    reason = "the program is where the clock is read"
)]
fn write_metrics(log: &lambda::Log, took: Duration, function: &str, wanted: Metrics) {
    let now = SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .unwrap_or_default();
    let now = u64::try_from(now.as_millis()).unwrap_or(u64::MAX);
    let mut lines = metrics::line(log, took, function, now);
    if wanted == Metrics::Rules {
        for line in metrics::rule_lines(log, function, now) {
            lines.push('\n');
            lines.push_str(&line);
        }
    }
    // Failing to write the log must not suppress the response.
    let _ = writeln!(std::io::stdout().lock(), "{lines}");
}

/// Returns the time for a response, given the deadline of the function.
#[expect(
    clippy::disallowed_methods,
    reason = "the program is where the clock is read"
)]
fn time_left(deadline: SystemTime) -> Duration {
    // A deadline in the past comes from a test server.
    let left = deadline.duration_since(SystemTime::now()).unwrap_or(LIMIT);
    left.saturating_sub(RESERVE).min(LIMIT)
}

fn log_to_stdout(level: LogLevel) {
    let level = match level {
        LogLevel::Error => Level::ERROR,
        LogLevel::Warn => Level::WARN,
        LogLevel::Info => Level::INFO,
    };
    cfn_warden_runtime::log_to_stdout(level);
    // The panic message may quote the document, so only its location is logged.
    panic_guard::watch(|panic| {
        let place = panic
            .location()
            .map(ToString::to_string)
            .unwrap_or_default();
        tracing::error!(place, "panic");
    });
}
