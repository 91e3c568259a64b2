//! Limits of fetches by the function's settings and memory, and the entry for a source that cannot be fetched.

use cfn_warden_syntax::{Known, text};
use std::time::Duration;

use cfn_warden_fetch::{FetchError, Limits};

use super::config::{Config, FetchSeconds};
use super::sizes::Sizes;
use cfn_warden_engine::{Incomplete, IncompleteKind};

/// Returns the limits for a function's configuration and memory size.
pub fn fetch_limits(config: &Config) -> Limits {
    let (sizes, FetchSeconds(seconds)) = (Sizes::of(&config.function), config.fetch);
    let limits = Limits::within(Duration::from_secs(seconds), Sizes::enough_mb());
    Limits {
        bytes: sizes.object(),
        all_bytes: sizes.documents(),
        ..limits
    }
}

/// Returns the entry for a source that cannot be fetched: field, source and reason.
pub fn fetch_issue(field: &str, what: &str, error: &FetchError) -> Incomplete {
    let message = text!(
        "{} cannot be fetched: {}",
        Known(what),
        Known(&error.to_string())
    );
    Incomplete {
        kind: IncompleteKind::Fetch,
        message,
        file: field.to_owned(),
        at: None,
    }
}
