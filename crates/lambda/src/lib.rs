//! The Lambda function: from an event to a response. Does not access files or the network itself.

pub mod answer;
pub mod archive;
mod bundle;
pub mod call;
pub mod config;
mod decode;
pub mod error;
pub mod event;
pub mod fetch;
mod field;
mod function;
pub mod gather;
pub mod hook;
mod item;
mod knowledge;
pub mod lint;
mod log;
pub mod metrics;
mod output;
pub mod panic_guard;
mod policy;
pub mod provenance;
pub mod registered;
pub mod remote_rules;
pub mod report_uri;
pub mod request;
mod rule_record;
pub mod rules;
mod schemas;
mod self_test;
pub mod sizes;
pub mod source;
pub mod terraform;
mod text;
pub mod variables;
pub mod verdict;
mod waivers;

use std::time::Duration;

use call::Call;
pub use config::Config;
use error::RequestError;
use event::Event;
pub use function::{Function, Handled};
use log::RuleNames;
pub use log::{InvocationKind, Log, Outcome};
use output::{OutputOptions, handled};
use policy::Deployed;
use text::Text;

use cfn_warden_engine::{self as engine, Fingerprints, Origin, Record, SourceTexts, WaiverCheck};
use cfn_warden_report::Format;
use cfn_warden_schema::Knowledge;

/// Answers an event outside of Lambda.
pub fn handle(event: &[u8], function: &Function) -> Handled {
    handle_call(event, &Call::new(function))
}

/// Answers an event. Every event gets a response, and its status is PASS only if everything was checked.
pub fn handle_call(event: &[u8], call: &Call<'_>) -> Handled {
    call.begin_fetching();
    let mut handled = answered(event, call);
    let problem = call
        .used_schemas()
        .and_then(|schemas| schemas.problem.clone());
    handled
        .log
        .bundle_problems
        .extend(problem.map(|problem| (knowledge::KNOWLEDGE, problem)));
    handled
}

fn answered(event: &[u8], call: &Call<'_>) -> Handled {
    let fields = match event::read(event) {
        Ok(Event::Hook(fields)) => return hook::handle(&fields, call),
        Ok(Event::Direct(fields)) if self_test::is_self_test(&fields) => {
            return self_test::handle(&fields, call).unwrap_or_else(|error| refused(&error));
        }
        _ if !call.config.problems.is_empty() => {
            let reason = format!("settings: {}", call.config.problems.len());
            let log = Log::of_failure(InvocationKind::Direct, reason);
            return Handled {
                answer: answer::misconfigured(&call.config.problems),
                log,
            };
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
        _ => {
            let log = Log::of_failure(InvocationKind::Direct, "internal error".to_owned());
            Handled {
                answer: answer::internal_error(),
                log,
            }
        }
    }
}

/// Returns the response to an event that timed out. Front ends measure the time.
pub fn too_late(event: &[u8], limit: Duration) -> Handled {
    match event::read(event) {
        Ok(Event::Hook(fields)) => hook::too_late(&fields, limit),
        _ => {
            let log = Log::of_failure(InvocationKind::Direct, "timed out".to_owned());
            Handled {
                answer: answer::too_late(limit),
                log,
            }
        }
    }
}

fn refused(error: &RequestError) -> Handled {
    Handled {
        answer: answer::invalid_request(error),
        log: Log::of_request(error),
    }
}

fn checked(mut request: request::Request, call: &Call<'_>) -> Handled {
    let mut gathered = gather::gather(&mut request, call);
    let now = call.now;
    let mut lint_settings = request.lint_settings.clone();
    lint_settings.regions = lint_settings
        .regions
        .or_else(|| Some(vec![gathered.region.clone()?]));
    lint_settings.deployment_rules = true;
    lint_settings.limits = call.sizes().lint();
    lint_settings.wording = request.format.map(Format::wording).unwrap_or_default();
    let schemas = call.schemas();
    gathered
        .incomplete
        .extend(schemas.incomplete.iter().cloned());
    (lint_settings.rules, lint_settings.knowledge) = (call.lint_rules, schemas.knowledge.clone());
    if request.lint != engine::Linting::Off && call.config.registry_types {
        let unknown = engine::unknown_types(
            &schemas.knowledge,
            gathered
                .documents
                .iter()
                .map(|text| text.content.as_bytes()),
        );
        lint_settings.knowledge = function::types(
            &schemas.knowledge,
            unknown,
            call,
            now,
            &mut gathered.incomplete,
        );
    }
    let packs = request.packs.take();
    let deployed = Deployed::of(packs.as_ref(), call, &mut gathered.incomplete);
    let (policy, waivers) = (deployed.policy(), deployed.waivers());
    let configurations = request.terraform.configurations(
        &mut gathered.documents,
        request.lint,
        &request.lint_settings,
        call.sizes().terraform(),
        call.cancel,
    );
    let mut engine_request =
        engine::Request::for_deployment(call.lint_rules, Knowledge::default(), call.now);
    engine_request.target = request.documents.target();
    policy.apply_to(&mut engine_request);
    let engine_request = engine::Request {
        documents: gathered.documents.iter().map(Text::input).collect(),
        configurations: &configurations,
        rules: gathered
            .rules
            .iter()
            .flat_map(|texts| texts.iter())
            .map(Text::input)
            .collect(),
        waivers: &waivers,
        waiver_check: WaiverCheck::SharedFiles,
        lint: request.lint,
        language: request.language,
        lint_settings,
        guard_limits: call.sizes().guard(),
        view: request.view,
        unknown: request.unknown,
        coverage: request.coverage.clone(),
        input_parameters: gathered
            .input_parameters
            .iter()
            .flat_map(|texts| texts.iter())
            .map(Text::input)
            .collect(),
        fail_on: request.fail_on,
        fingerprints: Fingerprints::when(request.format.is_some_and(Format::shows_fingerprints)),
        guard_report: true,
        record: request.record,
        texts: if request.format.is_some_and(Format::shows_sources) {
            SourceTexts::Kept
        } else {
            SourceTexts::Omitted
        },
        cancel: call.cancel,
        ..engine_request
    };
    let mut run = engine::check(&engine_request, &call.cache);
    run.incomplete.extend(gathered.incomplete.iter().cloned());
    deployed.note(&mut run, None);
    let target = engine_request.target;
    run.origin = Origin {
        time: Some(now),
        account: target.account.map(str::to_owned),
        region: gathered.region.clone(),
        ..Origin::default()
    };
    if let Some(candidate) = deployed.candidate() {
        let (policy, waivers) = (candidate.policy(), candidate.waivers());
        let mut request = engine::Request {
            waivers: &waivers,
            guard_report: false,
            record: Record::None,
            texts: SourceTexts::Omitted,
            ..engine_request.clone()
        };
        policy.apply_to(&mut request);
        let mut then = engine::check(&request, &call.cache);
        then.incomplete.extend(gathered.incomplete);
        deployed.note(&mut run, Some(&then));
    }
    if request.report.is_some() {
        call.record_rules(&engine_request.rules);
    }
    let output = OutputOptions {
        message: request.record != Record::None,
        format: request.format,
        report: request.report.as_ref(),
        names: match request.rules.is_some() || !request.rules_uri.is_empty() {
            true => RuleNames::OfEvent,
            false => RuleNames::OfSettings,
        },
        settings: provenance::settings_of(&request),
    };
    handled(&mut run, &output, call)
}
