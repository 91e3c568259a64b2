//! The log: lines of JSON on standard output, which Lambda sends to CloudWatch.

use tracing::level_filters::LevelFilter;
use tracing::span::{Attributes, Id, Record};
use tracing::subscriber::{Interest, Subscriber};
use tracing::{Event, Level, Metadata};
use tracing_subscriber::fmt::{self, MakeWriter};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::registry::{Extensions, ExtensionsMut, LookupSpan, SpanData};
use tracing_subscriber::util::SubscriberInitExt;

/// Writes the log as lines of JSON to standard output.
pub fn log_to_stdout(level: Level) {
    log_to(std::io::stdout, level).init();
}

fn log_to<W: for<'a> MakeWriter<'a> + Send + Sync + 'static>(
    writer: W,
    level: Level,
) -> impl Subscriber + Send + Sync {
    let lines = fmt::layer()
        .json()
        .with_writer(writer)
        .with_ansi(false)
        .without_time()
        .with_target(false);
    WithoutSpans
        .with(LevelFilter::from_level(level))
        .with(lines)
}

/// Events, but no spans: a registry of spans is 32 KiB, which every start would fill.
struct WithoutSpans;

impl Subscriber for WithoutSpans {
    fn register_callsite(&self, metadata: &'static Metadata<'static>) -> Interest {
        if metadata.is_event() {
            Interest::always()
        } else {
            Interest::never()
        }
    }

    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.is_event()
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(u64::MAX)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, _: &Event<'_>) {}

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

impl<'a> LookupSpan<'a> for WithoutSpans {
    type Data = NoSpan;

    fn span_data(&'a self, _: &Id) -> Option<NoSpan> {
        None
    }
}

/// The data of a span: there are none.
enum NoSpan {}

impl<'a> SpanData<'a> for NoSpan {
    fn id(&self) -> Id {
        match *self {}
    }

    fn metadata(&self) -> &'static Metadata<'static> {
        match *self {}
    }

    fn parent(&self) -> Option<&Id> {
        match *self {}
    }

    fn extensions(&self) -> Extensions<'_> {
        match *self {}
    }

    fn extensions_mut(&self) -> ExtensionsMut<'_> {
        match *self {}
    }
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::Arc;

    use super::*;

    #[test]
    fn an_event_is_a_line_of_json_with_or_without_a_span() {
        let (reader, writer) = io::pipe().unwrap();
        let log = log_to(Arc::new(writer), Level::INFO);
        tracing::subscriber::with_default(log, || {
            let span = tracing::info_span!("request", request_id = "1");
            assert!(span.is_disabled());
            span.in_scope(|| tracing::info!(documents = 2, "answered"));
            tracing::debug!("not logged");
            tracing::error!("the function failed");
        });
        let expected = r#"{"level":"INFO","fields":{"message":"answered","documents":2}}
{"level":"ERROR","fields":{"message":"the function failed"}}
"#;
        assert_eq!(io::read_to_string(reader).unwrap(), expected);
    }
}
