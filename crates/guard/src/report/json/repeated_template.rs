//! A template for consecutive failures of a clause that differ only in the checked value. The second failure is
//! recorded as text with gaps, and later ones fill the gaps. For example, a key filter (`Resources[ keys == %name ]`)
//! fails for nearly every resource.

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
pub(super) struct SharedParts {
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

impl RepeatedTemplate {
    /// Whether this is the template of failures with these properties. If not, a new template begins for them.
    pub(super) fn is_of(&mut self, shared_parts: SharedParts) -> bool {
        if self.of == Some(shared_parts) {
            return true;
        }
        self.of = Some(shared_parts);
        self.cuts.clear();
        false
    }

    /// Whether the text of the template is recorded.
    pub(super) fn is_recorded(&self) -> bool {
        !self.cuts.is_empty()
    }

    /// Begins recording: the gaps are where this value is written.
    pub(super) fn record(&mut self, from: Ref<'_>) {
        self.recording = Some(address(from));
    }

    /// Records the start or end of a gap, if a template is being recorded for this value.
    pub(super) fn mark_gap(&mut self, value: Ref<'_>, at: usize) {
        if self.recording == Some(address(value)) {
            self.cuts.push(at);
        }
    }

    /// Ends recording; `text` was written from position `start` on.
    pub(super) fn finish(&mut self, start: usize, text: &[u8]) {
        self.recording = None;
        if self.cuts.len() != GAPS * 2 {
            self.cuts.clear();
            return;
        }
        self.cuts
            .iter_mut()
            .for_each(|cut| *cut = cut.saturating_sub(start));
        self.text.clear();
        self.text.extend_from_slice(text);
    }

    /// Returns the text before each gap with the number of the gap, and the text after the last gap.
    pub(super) fn texts(&self) -> (impl Iterator<Item = (usize, &[u8])>, &[u8]) {
        let part = |from: usize, to: usize| self.text.get(from..to).unwrap_or_default();
        let start_of = move |gap: usize| {
            gap.checked_sub(1)
                .and_then(|before| self.cuts.get(before * 2 + 1))
                .copied()
        };
        let before = self.cuts.iter().step_by(2).enumerate();
        let before = before.map(move |(gap, end)| (gap, part(start_of(gap).unwrap_or(0), *end)));
        (
            before,
            self.cuts
                .last()
                .and_then(|last| self.text.get(*last..))
                .unwrap_or_default(),
        )
    }
}

/// Returns the shared properties of a failure, its source and its value; `None` if no template is possible.
pub(super) fn shared_parts<'e>(
    clause: &ClauseReport<'e>,
    depth: usize,
) -> Option<(SharedParts, RenderContext<'e>, Ref<'e>)> {
    let ClauseReport::Binary {
        source,
        context,
        message,
        operator,
        check,
        ..
    } = clause
    else {
        return None;
    };
    let BinaryCheck::One {
        from,
        to,
        why: None,
    } = check
    else {
        return None;
    };
    let context = match context {
        Context::Value(clause) => address(*clause),
        // The context of a key filter is always empty.
        Context::Key => 0,
        _ => return None,
    };
    let PathSource::Node(path) = source.doc.path_of(from.origin) else {
        return None;
    };
    if !from.is_scalar() || std::ptr::eq(*from, *to) {
        return None;
    }
    let message = message.map(|text| (address(text), text.len()));
    Some((
        SharedParts {
            context,
            message,
            operator: *operator,
            path,
            to: address(*to),
            depth,
        },
        *source,
        from,
    ))
}
