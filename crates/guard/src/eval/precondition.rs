//! The resources for which a clause may record events, found with the index of the document.

use std::rc::Rc;

use crate::compile::program::{MayEmit, Precondition, PreconditionStep};
use crate::doc::Index;
use crate::value::{Kind, Ref};

/// Returns the resources for which a clause with this precondition may record events.
pub(super) fn satisfying(index: &Index<'_>, precondition: &Precondition) -> Rc<[u32]> {
    let Precondition { steps, emits, name } = precondition;
    index.selected(name, || {
        let emits = |at: &&u32| {
            let resource = index.resources.get(**at as usize);
            resource.is_some_and(|resource| may_emit(&resource.value, steps, *emits))
        };
        let mut indices: Vec<u32> = having(index, steps)
            .into_iter()
            .flatten()
            .filter(emits)
            .copied()
            .collect();
        indices.sort_unstable();
        indices.dedup();
        indices
    })
}

/// Returns the resources that have the first keys of `steps`, in any spelling.
fn having<'i>(index: &'i Index<'_>, steps: &'i [PreconditionStep]) -> Vec<&'i [u32]> {
    let mut found = Vec::new();
    let Some(PreconditionStep::Key(first)) = steps.first() else {
        return found;
    };
    for first in first.all() {
        match steps.get(1) {
            Some(PreconditionStep::Key(second)) => {
                found.extend(second.all().map(|second| index.of_keys(first, second)));
            }
            _ => found.push(index.of_key(first)),
        }
    }
    found
}

/// Whether the steps lead to a value for which the clause may record events.
fn may_emit(value: Ref<'_>, steps: &[PreconditionStep], emits: MayEmit) -> bool {
    let Some((step, rest)) = steps.split_first() else {
        return match (emits, value.kind) {
            (MayEmit::Always, _) => true,
            (MayEmit::UnlessText, Kind::List(items)) => {
                items.is_empty() || !items.iter().all(is_text)
            }
            (MayEmit::UnlessText, _) => !is_text(value),
        };
    };
    match (step, value.kind) {
        (PreconditionStep::Key(key), Kind::Map(map)) => {
            key.find_all(map).any(|value| may_emit(value, rest, emits))
        }
        (PreconditionStep::Key(_), _) => false,
        (PreconditionStep::AllValues | PreconditionStep::AllIndices, Kind::List(items)) => {
            items.iter().any(|item| may_emit(item, rest, emits))
        }
        (PreconditionStep::AllValues, Kind::Map(map)) => map
            .entries
            .iter()
            .any(|entry| may_emit(&entry.value, rest, emits)),
        (PreconditionStep::AllValues | PreconditionStep::AllIndices, _) => {
            may_emit(value, rest, emits)
        }
    }
}

fn is_text(value: Ref<'_>) -> bool {
    matches!(value.kind, Kind::Str(_))
}
