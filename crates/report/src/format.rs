//! What a report format is.

use std::io;

use crate::Paint;
use crate::escaped_run::with_escaped;
use crate::escaping_writer::{Escapes, EscapingWriter, Notation};
use cfn_warden_engine::Run;
use cfn_warden_lint::Wording;

/// A report format.
#[derive(Debug)]
pub struct Format {
    /// The name in `--format`.
    pub name: &'static str,
    /// The title of the page in `docs/formats`.
    pub docs: &'static str,
    /// How control characters of documents are written.
    pub(crate) notation: Notation,
    /// Renders the run. Fails only if the writer does.
    pub(crate) render: fn(&Run<'_>, &mut EscapingWriter<'_>) -> io::Result<()>,
}

impl Format {
    /// Writes the report on a run, with colors if the format has any. Characters of documents that are not visible are escaped,
    /// and nothing starts a command in the log of a CI system.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(&self, run: &Run<'_>, paint: Paint, out: &mut dyn io::Write) -> io::Result<()> {
        let mut writer = EscapingWriter::new(out, paint, self.notation, Escapes::All);
        with_escaped(run, |run| (self.render)(run, &mut writer))
    }

    /// Writes the report on a run for programs that read cfn-lint's: in a format of cfn-lint, only control characters are escaped,
    /// and texts have the line breaks that cfn-lint's have.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write_as_cfn_lint(
        &self,
        run: &Run<'_>,
        paint: Paint,
        out: &mut dyn io::Write,
    ) -> io::Result<()> {
        if !self.is_of_cfn_lint() {
            return self.write(run, paint, out);
        }
        let mut writer = EscapingWriter::new(out, paint, self.notation, Escapes::Controls);
        (self.render)(run, &mut writer)
    }

    /// Returns whether cfn-lint has the format.
    fn is_of_cfn_lint(&self) -> bool {
        self.name.starts_with("cfn-lint") || ["parseable", "quiet", "text"].contains(&self.name)
    }

    /// Returns whether the format shows the fingerprints of findings.
    pub fn shows_fingerprints(&self) -> bool {
        ["asff", "ocsf", "oscal", "sarif"].contains(&self.name)
    }

    /// Returns whether the format shows the project, commit, date and duration of the run.
    pub fn shows_origin(&self) -> bool {
        ["asff", "html", "ocsf", "oscal"].contains(&self.name)
    }

    /// Returns whether people read the format on a terminal.
    pub fn is_for_terminals(&self) -> bool {
        ["pretty", "cfn-lint-pretty", "text", "parseable", "quiet"].contains(&self.name)
    }

    /// Returns whether the format shows source lines.
    pub fn shows_sources(&self) -> bool {
        ["html", "pretty"].contains(&self.name)
    }

    /// Returns whether the format shows cfn-guard's report.
    pub fn shows_guard_report(&self) -> bool {
        self.name == "json"
    }

    /// Returns whether the format shows the number of findings that are in the baseline. Tools that read cfn-lint's formats
    /// do not expect it, and those of consoles have findings only.
    pub fn shows_baseline(&self) -> bool {
        !(self.name.starts_with("cfn-lint")
            || ["asff", "ocsf", "oscal", "parseable", "quiet"].contains(&self.name))
    }

    /// Returns the words of messages in this format: readers of cfn-lint's formats search for cfn-lint's.
    pub fn wording(&self) -> Wording {
        if self.name.starts_with("cfn-lint") {
            Wording::CfnLint
        } else {
            Wording::Plain
        }
    }
}
