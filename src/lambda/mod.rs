//! The function: bytes of an event in, bytes of an answer out. Reads no file and no network of its own.

pub mod answer;
pub mod archive;
pub mod call;
pub mod config;
pub mod error;
pub mod event;
pub mod fetch;
pub mod gather;
pub mod gzip;
pub mod hook;
mod item;
pub mod lint;
pub mod metrics;
pub mod panic_guard;
pub mod provenance;
pub mod registered;
pub mod remote_rules;
pub mod report_uri;
pub mod request;
pub mod rules;
pub mod s3_uri;
mod self_test;
pub mod sizes;
pub mod source;
pub mod terraform;
pub mod variables;
pub mod verdict;

use std::sync::Arc;
use std::time::Duration;

use call::Call;
pub use config::Config;
use error::RequestError;
use event::Event;
pub use fetch::Fetch;
use fetch::FetchError;
use provenance::Provenance;
use registered::RegisteredTypes;
use remote_rules::RemoteRules;
use report_uri::ReportTarget;
use request::Text;
use sizes::Sizes;

use crate::engine::{self, Cache, Incomplete, IncompleteKind, Record, Run, Status};
use crate::error::Error;
use crate::report::{Format, Paint};

/// What outlives an invocation.
#[derive(Debug, Default)]
pub struct Function {
    /// The settings it was deployed with.
    pub config: Config,
    /// Rules compiled so far.
    pub cache: Cache,
    /// The rules it was deployed with, where they are in its own folder.
    pub rules: Arc<[Text]>,
    /// The files beside these rules that are not read.
    pub skipped_rules: Arc<[String]>,
    /// The input parameters that it was deployed with, where they are in its own folder.
    pub input_parameters: Arc<[Text]>,
    /// Rules that are in S3, as far as they were got.
    pub remote_rules: RemoteRules,
    /// Types of the account's registry, as far as they were looked up.
    pub registered_types: RegisteredTypes,
    /// Gets what events only name.
    pub fetch: Box<dyn Fetch>,
}

impl Function {
    /// The function as it was deployed: with the rules that its settings name.
    ///
    /// # Errors
    /// Those of [`rules::deployed`].
    pub fn deployed(config: Config, fetch: Box<dyn Fetch>) -> Result<Function, Error> {
        let mut function = Function::start(config, fetch);
        if function.config.problems.is_empty() { Ok(function) } else { Err(function.config.problems.remove(0)) }
    }

    /// The function as it was deployed. What cannot be used of its settings is among their `problems`, which it then
    /// answers every event with.
    pub fn start(mut config: Config, fetch: Box<dyn Fetch>) -> Function {
        let files = rules::deployed(&config).unwrap_or_else(|problem| {
            config.problems.push(problem);
            rules::Files::default()
        });
        let input_parameters = rules::input_parameters(&config).unwrap_or_else(|problem| {
            config.problems.push(problem);
            Arc::default()
        });
        let sizes = Sizes::of(&config.function);
        Function {
            cache: Cache::within(sizes.rules()),
            remote_rules: RemoteRules::keeping(sizes.kept_rules()),
            rules: files.texts,
            skipped_rules: files.skipped,
            input_parameters,
            config,
            fetch,
            ..Function::default()
        }
    }

    /// How much it takes.
    pub fn sizes(&self) -> Sizes {
        Sizes::of(&self.config.function)
    }

    /// Whether it was deployed with rules, wherever they are.
    pub fn has_rules(&self) -> bool {
        !self.rules.is_empty() || !self.config.rules.uris().is_empty()
    }
}

/// An answer and what may be logged of it.
#[derive(Debug)]
pub struct Handled {
    /// JSON.
    pub answer: String,
    /// Counts; never anything that the event holds.
    pub log: Log,
}

/// What may be logged of an invocation.
#[derive(Debug, Clone, Copy, Default)]
pub struct Log {
    /// The verdict; `None` where there was no run.
    pub status: Option<Status>,
    /// How the function was called.
    pub invocation: Shape,
    /// Documents of the request.
    pub documents: usize,
    /// Findings in them.
    pub findings: usize,
    /// What could not be checked.
    pub incomplete: usize,
}

/// How the function is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Shape {
    /// By a request of its own.
    #[default]
    Direct,
    /// By CloudFormation.
    Hook,
}

impl Shape {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Shape::Direct => "direct",
            Shape::Hook => "hook",
        }
    }
}

impl Log {
    /// What may be logged of a Hook's invocation without a run.
    pub fn of_hook() -> Log {
        Log { invocation: Shape::Hook, ..Log::default() }
    }
}

/// Answers an event that is no invocation of Lambda's.
pub fn handle(event: &[u8], function: &Function) -> Handled {
    handle_call(event, &Call::new(function))
}

/// Answers an event. Whatever it holds, there is an answer, and it says PASS only of what was checked.
pub fn handle_call(event: &[u8], call: &Call<'_>) -> Handled {
    call.begin_fetching();
    let fields = match event::read(event) {
        Ok(Event::Hook(fields)) => return hook::handle(&fields, call),
        Ok(Event::Direct(fields)) if self_test::is_asked(&fields) => {
            return self_test::handle(&fields, call).unwrap_or_else(|error| refused(&error));
        }
        _ if !call.config.problems.is_empty() => {
            return Handled { answer: answer::misconfigured(&call.config.problems), log: Log::default() };
        }
        Ok(Event::Direct(fields)) => fields,
        Err(error) => return refused(&error),
    };
    if variables::is_asked(&fields) {
        return variables::handle(&fields, call).unwrap_or_else(|error| refused(&error));
    }
    let request = request::decode(&fields, &call.config);
    request.map_or_else(|error| refused(&error), |request| checked(request, call))
}

/// Answers an event that met a fault of ours: it must not pass, nor block a deployment without a word. It is the shell
/// that sees it ([`panic_guard`]).
pub fn failed(event: &[u8]) -> Handled {
    match event::read(event) {
        // As the Hook asks, with its token: else its user reads of a malformed answer.
        Ok(Event::Hook(fields)) => hook::failed(&fields),
        _ => Handled { answer: answer::internal_error(), log: Log::default() },
    }
}

/// Answers an event that was not done within a limit of time. It is the shell that knows the time.
pub fn too_late(event: &[u8], limit: Duration) -> Handled {
    match event::read(event) {
        Ok(Event::Hook(fields)) => hook::too_late(&fields, limit),
        _ => Handled { answer: answer::too_late(limit), log: Log::default() },
    }
}

fn refused(error: &RequestError) -> Handled {
    Handled { answer: answer::refusal(error), log: Log::default() }
}

fn checked(mut request: request::Request, call: &Call<'_>) -> Handled {
    let mut gathered = gather::gather(&mut request, call);
    let now = now();
    let mut lint_settings = request.lint_settings.clone();
    lint_settings.regions = lint_settings.regions.or_else(|| Some(vec![gathered.region.clone()?]));
    lint_settings.limits = call.sizes().lint();
    if request.lint != engine::Linting::Off && call.config.registry_types {
        let unknown = engine::unknown_types(gathered.documents.iter().map(|text| text.content.as_bytes()));
        lint_settings.types = registered::types(unknown, call, now, &mut gathered.incomplete);
    }
    let configurations = request.terraform.configurations(&mut gathered.documents);
    let planned = configurations.iter().filter_map(engine::Configuration::input);
    let asked = engine::Request {
        documents: gathered.documents.iter().map(Text::input).chain(planned).collect(),
        beside: Vec::new(),
        peers: Vec::new(),
        rules: gathered.rules.iter().flat_map(|texts| texts.iter()).map(Text::input).collect(),
        rules_reading: &[],
        lint: request.lint,
        language: request.language,
        lint_settings,
        guard_limits: call.sizes().guard(),
        view: request.view,
        context: None,
        coverage: request.coverage.clone(),
        input_parameters: gathered.input_parameters.iter().flat_map(|texts| texts.iter()).map(Text::input).collect(),
        fail_on: request.fail_on,
        guard_report: true,
        record: request.record,
        values: engine::secrets::Values::Masked,
        now,
        cancel: call.cancel,
    };
    let mut run = engine::check(&asked, &call.cache);
    configurations.iter().for_each(|configuration| configuration.relocate(&mut run));
    run.incomplete.extend(gathered.incomplete);
    if request.report.is_some() {
        call.record_rules(&asked.rules);
    }
    let wanted = Wanted {
        message: request.record != Record::None,
        format: request.format,
        report: request.report.as_ref(),
        settings: provenance::settings_of(&request),
    };
    handled(&mut run, &wanted, call)
}

/// What is wanted of a run, and where.
struct Wanted<'w> {
    /// cfn-guard-lambda's `message`.
    message: bool,
    /// The run in a format.
    format: Option<&'static Format>,
    /// Where the report is written.
    report: Option<&'w ReportTarget>,
    /// The settings that the request made for itself.
    settings: Vec<(&'static str, String)>,
}

fn handled(run: &mut Run<'_>, wanted: &Wanted<'_>, call: &Call<'_>) -> Handled {
    let answer = reported(run, wanted, call);
    let log = Log {
        status: Some(run.status()),
        invocation: Shape::Direct,
        documents: run.documents.len(),
        findings: run.findings.len(),
        incomplete: run.incomplete.len(),
    };
    Handled { answer, log }
}

/// The answer to a request; where its report is wanted elsewhere, it is written there first.
fn reported(run: &mut Run<'_>, wanted: &Wanted<'_>, call: &Call<'_>) -> String {
    let Some(ReportTarget { uri, mode }) = wanted.report else {
        return answer::of_run(run, wanted.message, wanted.format.map(|format| rendered(run, format)));
    };
    let (content_type, report) = match wanted.format {
        Some(format) => ("text/plain; charset=utf-8", rendered(run, format)),
        None => {
            let provenance = Provenance::of(call, None).with(wanted.settings.iter().cloned());
            ("application/json", answer::in_full(run, wanted.message, provenance))
        }
    };
    call.begin_reporting();
    match call.fetch.put(uri, content_type, report.into_bytes(), *mode) {
        Ok(()) => answer::elsewhere(run, uri),
        Err(error) => {
            let advice = match error {
                FetchError::Exists => "; name another key, or send report_mode: replace",
                _ => "",
            };
            let message = format!("the report cannot be written to {uri}: {error}{advice}");
            run.incomplete.push(Incomplete {
                kind: IncompleteKind::Fetch,
                message,
                file: "report_uri".to_owned(),
                at: None,
            });
            answer::of_run(run, wanted.message, wanted.format.map(|format| rendered(run, format)))
        }
    }
}

/// Seconds since 1970.
#[expect(clippy::disallowed_methods, reason = "the function's edge is where the clock is read")]
fn now() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
}

fn rendered(run: &Run<'_>, format: &Format) -> String {
    let mut bytes = Vec::new();
    // A vector takes all that is written.
    let _ = (format.render)(run, Paint::Plain, &mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}
