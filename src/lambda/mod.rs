//! The Lambda function: from an event to a response. Does not access files or the network itself.

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
use cfn_warden_schema::Knowledge;

/// State that is kept between invocations.
#[derive(Debug)]
pub struct Function {
    /// The settings.
    pub config: Config,
    /// The compiled rules.
    pub cache: Cache,
    /// The rules in the function's own folder.
    pub rules: Arc<[Text]>,
    /// Other files in that folder.
    pub skipped_rules: Arc<[String]>,
    /// The input parameters in the function's own folder.
    pub input_parameters: Arc<[Text]>,
    /// Cached rules from S3.
    pub remote_rules: RemoteRules,
    /// The schemas that templates are checked against.
    pub knowledge: Knowledge,
    /// Cached types from the account's registry.
    pub registered_types: RegisteredTypes,
    /// The AWS client.
    pub fetch: Box<dyn Fetch>,
}

/// The function with the bundled schemas, default settings and no rules.
impl Default for Function {
    fn default() -> Function {
        Function {
            config: Config::default(),
            cache: Cache::default(),
            rules: Arc::default(),
            skipped_rules: Arc::default(),
            input_parameters: Arc::default(),
            remote_rules: RemoteRules::default(),
            knowledge: engine::bundled_knowledge(),
            registered_types: RegisteredTypes::default(),
            fetch: Box::default(),
        }
    }
}

impl Function {
    /// Creates the function with the rules that its settings name.
    ///
    /// # Errors
    /// The first invalid setting.
    pub fn deployed(config: Config, fetch: Box<dyn Fetch>) -> Result<Function, Error> {
        let mut function = Function::start(config, fetch);
        if function.config.problems.is_empty() { Ok(function) } else { Err(function.config.problems.remove(0)) }
    }

    /// Creates the function. Invalid settings are added to `problems`, and the function then answers every event with
    /// them.
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
            remote_rules: RemoteRules::with_capacity(sizes.kept_rules()),
            rules: files.texts,
            skipped_rules: files.skipped,
            input_parameters,
            config,
            fetch,
            ..Function::default()
        }
    }

    /// Returns the size limits for the function's memory.
    pub fn sizes(&self) -> Sizes {
        Sizes::of(&self.config.function)
    }

    /// Returns whether the function has rules in its folder or in S3.
    pub fn has_rules(&self) -> bool {
        !self.rules.is_empty() || !self.config.rules.uris().is_empty()
    }
}

/// A response and its log record.
#[derive(Debug)]
pub struct Handled {
    /// The response, JSON.
    pub answer: String,
    /// Counts, without contents of the event.
    pub log: Log,
}

/// The log record of an invocation.
#[derive(Debug, Clone, Copy, Default)]
pub struct Log {
    /// The verdict; `None` if there was no run.
    pub status: Option<Status>,
    /// How the function was invoked.
    pub invocation: InvocationKind,
    /// The number of documents.
    pub documents: usize,
    /// The number of findings.
    pub findings: usize,
    /// The number of incomplete checks.
    pub incomplete: usize,
}

/// How the function was invoked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum InvocationKind {
    /// By a direct request.
    #[default]
    Direct,
    /// By CloudFormation as a Hook.
    Hook,
}

impl InvocationKind {
    /// Returns the name used in logs.
    pub fn name(self) -> &'static str {
        match self {
            InvocationKind::Direct => "direct",
            InvocationKind::Hook => "hook",
        }
    }
}

impl Log {
    /// Returns the log record of a Hook invocation without a run.
    pub fn of_hook() -> Log {
        Log { invocation: InvocationKind::Hook, ..Log::default() }
    }
}

/// Answers an event outside of Lambda.
pub fn handle(event: &[u8], function: &Function) -> Handled {
    handle_call(event, &Call::new(function))
}

/// Answers an event. Every event gets a response, and its status is PASS only if everything was checked.
pub fn handle_call(event: &[u8], call: &Call<'_>) -> Handled {
    call.begin_fetching();
    let fields = match event::read(event) {
        Ok(Event::Hook(fields)) => return hook::handle(&fields, call),
        Ok(Event::Direct(fields)) if self_test::is_self_test(&fields) => {
            return self_test::handle(&fields, call).unwrap_or_else(|error| refused(&error));
        }
        _ if !call.config.problems.is_empty() => {
            return Handled { answer: answer::misconfigured(&call.config.problems), log: Log::default() };
        }
        Ok(Event::Direct(fields)) => fields,
        Err(error) => return refused(&error),
    };
    if variables::is_variables_request(&fields) {
        return variables::handle(&fields, call).unwrap_or_else(|error| refused(&error));
    }
    let request = request::decode(&fields, &call.config);
    request.map_or_else(|error| refused(&error), |request| checked(request, call))
}

/// Returns the response to an event that caused a panic: it must neither pass nor block a deployment without
/// explanation. Front ends catch panics with [`panic_guard`].
pub fn failed(event: &[u8]) -> Handled {
    match event::read(event) {
        // A Hook needs its token in the response; otherwise CloudFormation reports a malformed response.
        Ok(Event::Hook(fields)) => hook::failed(&fields),
        _ => Handled { answer: answer::internal_error(), log: Log::default() },
    }
}

/// Returns the response to an event that timed out. Front ends measure the time.
pub fn too_late(event: &[u8], limit: Duration) -> Handled {
    match event::read(event) {
        Ok(Event::Hook(fields)) => hook::too_late(&fields, limit),
        _ => Handled { answer: answer::too_late(limit), log: Log::default() },
    }
}

fn refused(error: &RequestError) -> Handled {
    Handled { answer: answer::invalid_request(error), log: Log::default() }
}

fn checked(mut request: request::Request, call: &Call<'_>) -> Handled {
    let mut gathered = gather::gather(&mut request, call);
    let now = now();
    let mut lint_settings = request.lint_settings.clone();
    lint_settings.regions = lint_settings.regions.or_else(|| Some(vec![gathered.region.clone()?]));
    lint_settings.limits = call.sizes().lint();
    lint_settings.knowledge = call.knowledge.clone();
    if request.lint != engine::Linting::Off && call.config.registry_types {
        let unknown =
            engine::unknown_types(&call.knowledge, gathered.documents.iter().map(|text| text.content.as_bytes()));
        lint_settings.knowledge = registered::types(unknown, call, now, &mut gathered.incomplete);
    }
    let configurations = request.terraform.configurations(&mut gathered.documents);
    let planned = configurations.iter().filter_map(engine::Configuration::input);
    let engine_request = engine::Request {
        documents: gathered.documents.iter().map(Text::input).chain(planned).collect(),
        nested_templates: Vec::new(),
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
    let mut run = engine::check(&engine_request, &call.cache);
    configurations.iter().for_each(|configuration| configuration.relocate(&mut run));
    run.incomplete.extend(gathered.incomplete);
    if request.report.is_some() {
        call.record_rules(&engine_request.rules);
    }
    let output = OutputOptions {
        message: request.record != Record::None,
        format: request.format,
        report: request.report.as_ref(),
        settings: provenance::settings_of(&request),
    };
    handled(&mut run, &output, call)
}

/// The content and destination of the answer.
struct OutputOptions<'w> {
    /// Whether to return cfn-guard-lambda's `message`.
    message: bool,
    /// The report format.
    format: Option<&'static Format>,
    /// Where to write the report.
    report: Option<&'w ReportTarget>,
    /// Settings that the request overrides.
    settings: Vec<(&'static str, String)>,
}

fn handled(run: &mut Run<'_>, output: &OutputOptions<'_>, call: &Call<'_>) -> Handled {
    let answer = reported(run, output, call);
    let log = Log {
        status: Some(run.status()),
        invocation: InvocationKind::Direct,
        documents: run.documents.len(),
        findings: run.findings.len(),
        incomplete: run.incomplete.len(),
    };
    Handled { answer, log }
}

/// Returns the response; if the request has a report URI, writes the report first.
fn reported(run: &mut Run<'_>, output: &OutputOptions<'_>, call: &Call<'_>) -> String {
    let Some(ReportTarget { uri, mode }) = output.report else {
        return answer::of_run(run, output.message, output.format.map(|format| rendered(run, format)));
    };
    let (content_type, report) = match output.format {
        Some(format) => ("text/plain; charset=utf-8", rendered(run, format)),
        None => {
            let provenance = Provenance::of(call, None).with(output.settings.iter().cloned());
            ("application/json", answer::in_full(run, output.message, provenance))
        }
    };
    call.begin_reporting();
    match call.fetch.put(uri, content_type, report.into_bytes(), *mode) {
        Ok(()) => answer::at_uri(run, uri),
        Err(error) => {
            let advice = match error {
                FetchError::Exists => "; use another key, or report_mode: replace",
                _ => "",
            };
            let message = format!("the report cannot be written to {uri}: {error}{advice}");
            run.incomplete.push(Incomplete {
                kind: IncompleteKind::Fetch,
                message,
                file: "report_uri".to_owned(),
                at: None,
            });
            answer::of_run(run, output.message, output.format.map(|format| rendered(run, format)))
        }
    }
}

/// Returns the current time in seconds since the Unix epoch.
#[expect(clippy::disallowed_methods, reason = "the front end is where the clock is read")]
fn now() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
}

fn rendered(run: &Run<'_>, format: &Format) -> String {
    let mut bytes = Vec::new();
    // Writing to a vector cannot fail.
    let _ = (format.render)(run, Paint::Plain, &mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}
