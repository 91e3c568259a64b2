//! What a report format is.

use std::io;

use cfn_warden_guard::report::console::Paint;

use crate::engine::Run;

/// A report format.
#[derive(Debug)]
pub struct Format {
    /// The name in `--format`.
    pub name: &'static str,
    /// The title of the page in `docs/formats`.
    pub docs: &'static str,
    /// Renders the run, with colors if the format has any. Fails only if the writer does.
    pub render: fn(&Run<'_>, Paint, &mut dyn io::Write) -> io::Result<()>,
}
