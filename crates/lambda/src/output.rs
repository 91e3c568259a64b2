//! Writes the answer of a direct request, and its report.

use super::answer;
use super::call::Call;
use super::function::Handled;
use super::log::{InvocationKind, Log, RuleNames};
use super::provenance::Provenance;
use super::report_uri::ReportTarget;
use cfn_warden_engine::{Incomplete, IncompleteKind, Run};
use cfn_warden_fetch::FetchError;
use cfn_warden_report::{Format, Paint, with_escaped};
use cfn_warden_syntax::{Known, text};

/// The content and destination of the answer.
pub(super) struct OutputOptions<'w> {
    /// Whether to return cfn-guard-lambda's `message`.
    pub(super) message: bool,
    /// The report format.
    pub(super) format: Option<&'static Format>,
    /// Where to write the report.
    pub(super) report: Option<&'w ReportTarget>,
    /// Whose names the Guard rules have.
    pub(super) names: RuleNames,
    /// Settings that the request overrides.
    pub(super) settings: Vec<(&'static str, String)>,
}

pub(super) fn handled(run: &mut Run<'_>, output: &OutputOptions<'_>, call: &Call<'_>) -> Handled {
    let answer = reported(run, output, call);
    let log = Log::of_run(run, InvocationKind::Direct, output.names);
    Handled { answer, log }
}

/// Returns the response; if the request has a report URI, writes the report first.
pub(super) fn reported(run: &mut Run<'_>, output: &OutputOptions<'_>, call: &Call<'_>) -> String {
    let Some(ReportTarget { uri, mode }) = output.report else {
        return respond(run, output);
    };
    let (content_type, report) = match output.format {
        Some(format) => ("text/plain; charset=utf-8", rendered(run, format)),
        None => {
            let provenance = Provenance::of(call, None).with(output.settings.iter().cloned());
            (
                "application/json",
                with_escaped(run, |run| answer::in_full(run, output.message, provenance)),
            )
        }
    };
    call.begin_reporting();
    match call
        .fetch
        .put(uri, content_type, report.into_bytes(), *mode)
    {
        Ok(()) => with_escaped(run, |run| answer::at_uri(run, uri)),
        Err(error) => {
            let advice = match error {
                FetchError::Exists => "; use another key, or report_mode: replace",
                _ => "",
            };
            let message = text!(
                "the report cannot be written to {}: {}{}",
                Known(&uri.to_string()),
                Known(&error.to_string()),
                advice
            );
            run.incomplete.push(Incomplete {
                kind: IncompleteKind::Fetch,
                message,
                file: "report_uri".to_owned(),
                at: None,
            });
            respond(run, output)
        }
    }
}

/// Returns the response with the result.
fn respond(run: &Run<'_>, output: &OutputOptions<'_>) -> String {
    let report = output.format.map(|format| rendered(run, format));
    with_escaped(run, |run| answer::of_run(run, output.message, report))
}

pub(super) fn rendered(run: &Run<'_>, format: &Format) -> String {
    let mut bytes = Vec::new();
    // Writing to a vector cannot fail.
    let _ = format.write(run, Paint::Plain, &mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}
