//! Requests of the kind `self-test`, which report the configuration and check that it works. Intended for
//! deployments.

use cfn_warden_syntax::{self as syntax, Known, text};
use std::collections::BTreeMap;

use serde::Serialize;

use super::call::Call;
use super::decode::scalar;
use super::error::RequestError;
use super::event::Fields;
use super::fetch::fetch_issue;
use super::gather::input_parameters;
use super::knowledge;
use super::policy::Deployed;
use super::provenance::FunctionRecord;
use super::rule_record::RuleRecord;
use super::text::Text;
use super::{Handled, InvocationKind, Log, answer};
use cfn_warden_engine::waivers::Waiver;
use cfn_warden_engine::{self as engine, Incomplete, Input, Linting, Run, Status, sha256};
use cfn_warden_fetch::WriteMode;
use cfn_warden_report::result::{self, ErrorRecord};
use cfn_warden_schema::Knowledge;

/// The value of `kind`.
const KIND: &str = "self-test";

/// The prefix that report bucket tests write to.
const REPORTS: &str = "self-test/";

#[derive(Debug, Serialize)]
struct Answer<'c> {
    kind: &'static str,
    /// `PASS`, or `ERROR` if a part of the configuration does not work.
    status: &'static str,
    function: FunctionRecord<'c>,
    settings: BTreeMap<String, String>,
    rules: Vec<RuleRecord>,
    /// Files next to the rules that are not rules.
    skipped_rules: Vec<String>,
    /// The policy bundle in force: name and version.
    #[serde(skip_serializing_if = "Option::is_none")]
    bundle: Option<String>,
    input_parameters: Vec<String>,
    /// The object written to the report bucket, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    report_uri: Option<String>,
    errors: Vec<ErrorRecord<'c>>,
}

/// Returns whether a request is a self-test.
pub fn is_self_test(fields: &Fields<'_>) -> bool {
    fields
        .get("kind")
        .is_some_and(|kind| serde_json::from_str::<&str>(kind.get()).is_ok_and(|kind| kind == KIND))
}

/// Runs the self-test.
///
/// # Errors
/// [`RequestError`] for a field that is unknown or invalid.
pub fn handle(fields: &Fields<'_>, call: &Call<'_>) -> Result<Handled, RequestError> {
    const FIELDS: [&str; 2] = ["kind", "write_report"];
    if let Some(other) = fields.keys().find(|name| !FIELDS.contains(&name.as_str())) {
        return Err(RequestError::field(
            other.as_str(),
            format!("unknown field; expected {}", FIELDS.join(" or ")),
        ));
    }
    let writes = scalar(fields, "write_report", "true or false")?.unwrap_or(false);
    let mut incomplete = Vec::new();
    let uris = call.config.rules.uris();
    let remote = call
        .remote_rules
        .get(uris, call.fetch.as_ref(), &mut incomplete);
    let parameters = input_parameters(call, &mut incomplete);
    let texts = |lists: &[std::sync::Arc<[Text]>]| {
        lists.iter().flat_map(|list| list.iter()).cloned().collect()
    };
    let mut rules: Vec<Text> = call.rules.to_vec();
    let (fetched, parameters): (Vec<Text>, Vec<Text>) = (texts(&remote), texts(&parameters));
    rules.extend(fetched);
    let schemas = call.schemas();
    let is_noted = |issue: &&Incomplete| issue.file != knowledge::KNOWLEDGE;
    incomplete.extend(schemas.incomplete.iter().filter(is_noted).cloned());
    incomplete.extend(
        schemas
            .problem
            .iter()
            .map(|problem| setting(knowledge::KNOWLEDGE, syntax::Text::known(problem.as_str()))),
    );
    let mut unread = Vec::new();
    let deployed = Deployed::of(None, call, &mut unread);
    incomplete.extend(
        unread
            .into_iter()
            .filter(|issue| issue.file != "WARDEN_BUNDLE"),
    );
    incomplete.extend(
        deployed
            .problems()
            .into_iter()
            .map(|(name, problem)| setting(name, syntax::Text::known(problem))),
    );
    match call
        .sizes()
        .check_rules(rules.iter().map(|text| text.content.as_str()))
    {
        Ok(()) => {
            let waivers = deployed.waivers();
            incomplete.append(&mut compile(&rules, &parameters, &waivers, call));
        }
        Err(error) => incomplete.push(setting(
            "WARDEN_RULES",
            syntax::Text::known(error.to_string()),
        )),
    }
    if call.config.problems.is_empty() && !call.has_rules() && !call.config.hook.lint {
        let message =
            "the function has no Guard rules and its linter is off: every Hook invocation fails";
        incomplete.push(setting("WARDEN_RULES", message));
    }
    let report_uri = if writes {
        write_report(call, &mut incomplete)
    } else {
        None
    };
    let skipped_rules: Vec<String> = call
        .skipped_rules
        .iter()
        .cloned()
        .chain(call.remote_rules.skipped(uris))
        .collect();
    let run = Run {
        incomplete,
        ..Run::default()
    };
    let errors: Vec<ErrorRecord<'_>> = call
        .config
        .problems
        .iter()
        .map(answer::of_setting)
        .chain(run.incomplete.iter().map(result::error))
        .collect();
    let status = if call.config.problems.is_empty() {
        run.status()
    } else {
        Status::Error
    };
    let log = Log {
        status: Some(status),
        invocation: InvocationKind::Direct,
        incomplete: errors.len(),
        ..Log::default()
    };
    let answer = Answer {
        kind: KIND,
        status: result::status_name(status),
        function: FunctionRecord::of(call),
        settings: call.config.effective(),
        rules: rules
            .iter()
            .map(|text| RuleRecord::of(&text.input()))
            .collect(),
        skipped_rules,
        bundle: deployed.bundle().map(ToString::to_string),
        input_parameters: parameters.iter().map(|text| text.name.clone()).collect(),
        report_uri,
        errors,
    };
    // Serialization of this struct cannot fail.
    Ok(Handled {
        answer: serde_json::to_string(&answer).unwrap_or_default(),
        log,
    })
}

/// Compiles the rules, and parses the parameters by evaluating the rules on an empty template. Waivers of rules that
/// neither the linter nor the function has are errors here.
fn compile(
    rules: &[Text],
    parameters: &[Text],
    waivers: &[Waiver],
    call: &Call<'_>,
) -> Vec<Incomplete> {
    let request = engine::Request {
        documents: vec![Input {
            name: "self-test",
            content: b"{\"Resources\":{}}",
        }],
        rules: rules.iter().map(Text::input).collect(),
        input_parameters: parameters.iter().map(Text::input).collect(),
        language: call.config.language,
        lint: Linting::Off,
        waivers,
        guard_limits: call.sizes().guard(),
        cancel: call.cancel,
        ..engine::Request::for_deployment(call.lint_rules, Knowledge::default(), call.now)
    };
    let incomplete = engine::check(&request, &call.cache).incomplete;
    incomplete
        .into_iter()
        .filter(|issue| issue.kind != engine::IncompleteKind::NothingToCheck)
        .collect()
}

/// Writes a new object to the report bucket.
fn write_report(call: &Call<'_>, incomplete: &mut Vec<Incomplete>) -> Option<String> {
    const SETTING: &str = "WARDEN_REPORT_BUCKET";
    let Some(bucket) = &call.config.report_bucket else {
        incomplete.push(setting(SETTING, "write_report requires a report bucket"));
        return None;
    };
    let time = call.now;
    let id = match call.request_id.as_str() {
        "" => sha256(format!("{time} {:?}", call.started).as_bytes())
            .chars()
            .take(32)
            .collect(),
        id => id.to_owned(),
    };
    let at = bucket.below(&format!("{REPORTS}{time}-{id}.json"));
    let body = format!("{{\"kind\":\"{KIND}\",\"time\":{time}}}");
    call.begin_reporting();
    match call.fetch.put(
        &at,
        "application/json",
        body.into_bytes(),
        WriteMode::Create,
    ) {
        Ok(()) => Some(at.to_string()),
        Err(error) => {
            let mut failed = fetch_issue(SETTING, &at.to_string(), &error);
            failed.message = text!(
                "{} cannot be written: {}",
                Known(&at.to_string()),
                Known(&error.to_string())
            );
            incomplete.push(failed);
            None
        }
    }
}

fn setting(name: &str, message: impl Into<syntax::Text>) -> Incomplete {
    Incomplete {
        kind: engine::IncompleteKind::Fetch,
        message: message.into(),
        file: name.to_owned(),
        at: None,
    }
}
