//! What `validate` shares with `test` and `rulegen`.

use crate::{Exit, Io};
use cfn_warden_guard::{self as guard, Detail};

/// The nesting limit of data; cfn-guard has no limit.
pub(crate) const DEPTH: usize = 2048;

/// Reports an error as cfn-guard does.
pub(crate) fn failed(io: &mut Io<'_>, error: &str) -> Exit {
    let _ = writeln!(io.err, "Error occurred {error}");
    Exit::GUARD_ERROR
}

/// Returns evaluation options with the current time.
#[expect(
    clippy::disallowed_methods,
    reason = "the command line is where the clock is read"
)]
pub(crate) fn options(detail: Detail) -> guard::Options {
    let since = std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .unwrap_or_default();
    let now = i64::try_from(since.as_secs()).unwrap_or(i64::MAX);
    guard::Options { detail, now }
}
