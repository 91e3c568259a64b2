//! A template for consecutive failures of a clause that differ only in the checked value. The second failure is
//! recorded as text with gaps, and later ones fill the gaps. For example, a key filter (`Resources[ keys == %name ]`)
//! fails for nearly every resource.

use super::clause::Writer;
use super::fragment_cache::address;
use crate::doc::PathSource;
use crate::outcome::Context;
use crate::report::model::{BinaryCheck, ClauseReport, RenderContext};
use crate::syntax::ast::Binary;
use crate::value::Ref;

/// The number of occurrences of the value: in the message with its position, and as the checked value.
const GAPS: usize = 2;

/// The properties that failures with the same template share. Objects are identified by address, because they all
/// outlive the report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct SharedParts {
    context: usize,
    message: Option<(usize, usize)>,
    operator: (Binary, bool),
    /// The node of the path that is shown for the value.
    path: u32,
    to: usize,
    depth: usize,
}

/// The template of the latest failures.
#[derive(Default)]
pub(super) struct RepeatedTemplate {
    of: Option<SharedParts>,
    text: Vec<u8>,
    /// The starts and ends of the gaps in the text; empty until a second failure is written.
    cuts: Vec<usize>,
    /// The address of the value whose gaps are being recorded.
    recording: Option<usize>,
}

impl Writer<'_, '_> {
    /// Writes a failure, using the template of the previous one if possible.
    pub(super) fn clause(&mut self, clause: &ClauseReport<'_>) {
        let Some((shared_parts, source, from)) = shared_parts(clause, self.json_writer.depth()) else {
            return self.clause_in_full(clause);
        };
        if self.repeated_template.of != Some(shared_parts) {
            self.repeated_template.of = Some(shared_parts);
            self.repeated_template.cuts.clear();
            return self.clause_in_full(clause);
        }
        if self.repeated_template.cuts.is_empty() {
            return self.record_template(clause, from);
        }
        self.fill_template(source, from);
    }

    /// Records the start or end of a gap, if a template is being recorded for this value.
    pub(super) fn mark_gap(&mut self, value: Ref<'_>) {
        if self.repeated_template.recording == Some(address(value)) {
            self.repeated_template.cuts.push(self.json_writer.buffered_len());
        }
    }

    fn record_template(&mut self, clause: &ClauseReport<'_>, from: Ref<'_>) {
        let start = self.json_writer.mark();
        self.repeated_template.recording = Some(address(from));
        self.clause_in_full(clause);
        self.repeated_template.recording = None;
        self.json_writer.release();
        if self.repeated_template.cuts.len() != GAPS * 2 {
            self.repeated_template.cuts.clear();
            return;
        }
        self.repeated_template.cuts.iter_mut().for_each(|mark_gap| *mark_gap = mark_gap.saturating_sub(start));
        self.repeated_template.text.clear();
        self.repeated_template.text.extend_from_slice(self.json_writer.since(start));
    }

    fn fill_template(&mut self, source: RenderContext<'_>, from: Ref<'_>) {
        let repeated_template = std::mem::take(&mut self.repeated_template);
        let mut at = 0;
        for (gap, number) in repeated_template.cuts.chunks_exact(2).zip(0..) {
            let [begin, end] = gap else { continue };
            self.json_writer.raw(repeated_template.text.get(at..*begin).unwrap_or_default());
            match number {
                0 => self.position_and_value(source, from),
                _ => self.value(from),
            }
            at = *end;
        }
        self.json_writer.raw(repeated_template.text.get(at..).unwrap_or_default());
        self.repeated_template = repeated_template;
    }
}

/// Returns the shared properties of a failure, its source and its value; `None` if no template is possible.
fn shared_parts<'e>(clause: &ClauseReport<'e>, depth: usize) -> Option<(SharedParts, RenderContext<'e>, Ref<'e>)> {
    let ClauseReport::Binary { source, context, message, operator, check } = clause else { return None };
    let BinaryCheck::One { from, to, why: None } = check else { return None };
    let context = match context {
        Context::Value(clause) => address(*clause),
        // The context of a key filter is always empty.
        Context::Key => 0,
        _ => return None,
    };
    let PathSource::Node(path) = source.doc.path_of(from.origin) else { return None };
    if !from.is_scalar() || std::ptr::eq(*from, *to) {
        return None;
    }
    let message = message.map(|text| (address(text), text.len()));
    Some((SharedParts { context, message, operator: *operator, path, to: address(*to), depth }, *source, from))
}
