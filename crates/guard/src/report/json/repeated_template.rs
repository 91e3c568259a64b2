//! A template for consecutive failures of a clause that differ only in the checked value. The second such failure is
//! recorded as text with gaps, and later ones fill the gaps. For example, a key filter (`Resources[ keys == %name ]`)
//! fails for nearly every resource.

use super::clause::Writer;
use super::fragment_cache::place;
use crate::doc::PathOf;
use crate::outcome::Context;
use crate::report::model::{BinaryCheck, ClauseReport, Source};
use crate::syntax::ast::Binary;
use crate::value::Ref;

/// The number of occurrences of the value: in the message with its position, and as the checked value.
const GAPS: usize = 2;

/// The properties that failures with the same template share. Objects are identified by address, because they all
/// outlive the report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Common {
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
    of: Option<Common>,
    text: Vec<u8>,
    /// The starts and ends of the gaps in the text; empty until a second failure is written.
    cuts: Vec<usize>,
    /// The address of the value whose gaps are being recorded.
    held: Option<usize>,
}

impl Writer<'_, '_> {
    /// Writes a failure, using the template of the previous one if possible.
    pub(super) fn clause(&mut self, clause: &ClauseReport<'_>) {
        let Some((common, source, from)) = common(clause, self.json_writer.depth()) else { return self.whole(clause) };
        if self.repeated_template.of != Some(common) {
            self.repeated_template.of = Some(common);
            self.repeated_template.cuts.clear();
            return self.whole(clause);
        }
        if self.repeated_template.cuts.is_empty() {
            return self.cut_out(clause, from);
        }
        self.fill(source, from);
    }

    /// Records the start or end of a gap, if a template is being recorded for this value.
    pub(super) fn cut(&mut self, value: Ref<'_>) {
        if self.repeated_template.held == Some(place(value)) {
            self.repeated_template.cuts.push(self.json_writer.here());
        }
    }

    fn cut_out(&mut self, clause: &ClauseReport<'_>, from: Ref<'_>) {
        let start = self.json_writer.mark();
        self.repeated_template.held = Some(place(from));
        self.whole(clause);
        self.repeated_template.held = None;
        self.json_writer.release();
        if self.repeated_template.cuts.len() != GAPS * 2 {
            self.repeated_template.cuts.clear();
            return;
        }
        self.repeated_template.cuts.iter_mut().for_each(|cut| *cut = cut.saturating_sub(start));
        self.repeated_template.text.clear();
        self.repeated_template.text.extend_from_slice(self.json_writer.since(start));
    }

    fn fill(&mut self, source: Source<'_>, from: Ref<'_>) {
        let repeated_template = std::mem::take(&mut self.repeated_template);
        let mut at = 0;
        for (gap, number) in repeated_template.cuts.chunks_exact(2).zip(0..) {
            let [begin, end] = gap else { continue };
            self.json_writer.raw(repeated_template.text.get(at..*begin).unwrap_or_default());
            match number {
                0 => self.place_and_value(source, from),
                _ => self.value(from),
            }
            at = *end;
        }
        self.json_writer.raw(repeated_template.text.get(at..).unwrap_or_default());
        self.repeated_template = repeated_template;
    }
}

/// Returns the shared properties of a failure, its source and its value; `None` if no template is possible.
fn common<'e>(clause: &ClauseReport<'e>, depth: usize) -> Option<(Common, Source<'e>, Ref<'e>)> {
    let ClauseReport::Binary { source, context, message, operator, check } = clause else { return None };
    let BinaryCheck::One { from, to, why: None } = check else { return None };
    let context = match context {
        Context::Value(clause) => place(*clause),
        // The context of a key filter is always empty.
        Context::Key => 0,
        _ => return None,
    };
    let PathOf::Node(path) = source.doc.path_of(from.origin) else { return None };
    if !from.is_scalar() || std::ptr::eq(*from, *to) {
        return None;
    }
    let message = message.map(|text| (place(text), text.len()));
    Some((Common { context, message, operator: *operator, path, to: place(*to), depth }, *source, from))
}
