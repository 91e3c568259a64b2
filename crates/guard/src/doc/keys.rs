//! Keys of maps: detects repeated keys and merges documents.

use bumpalo::Bump;

use super::LoadError;
use crate::value::{Entry, Kind, Map, Value};
use cfn_warden_syntax::arena::ArenaValue;
use cfn_warden_syntax::{Operand, text};

/// Detects repeated keys: pairwise in small maps, by sorted hashes in large maps.
#[derive(Default)]
pub(super) struct RepeatedKeys {
    hashes: Vec<u32>,
}

impl RepeatedKeys {
    pub(super) fn any(&mut self, entries: &[Entry<'_>]) -> bool {
        if entries.len() <= 8 {
            return entries.iter().enumerate().any(|(at, entry)| {
                entries
                    .iter()
                    .take(at)
                    .any(|other| other.hash == entry.hash)
            });
        }
        self.hashes.clear();
        self.hashes.extend(entries.iter().map(|entry| entry.hash));
        self.hashes.sort_unstable();
        self.hashes
            .windows(2)
            .any(|pair| pair.first() == pair.last())
    }
}

/// Merges two documents, such as parameters and data.
pub(super) fn merge<'a>(
    arena: &'a Bump,
    before: Value<'a>,
    after: Value<'a>,
) -> Result<Value<'a>, LoadError> {
    let error = |message| Err(LoadError { message, at: None });
    match (before.kind, after.kind) {
        (Kind::List(one), Kind::List(other)) => {
            let all = arena.keep_all(one.iter().chain(other).copied().collect::<Vec<_>>());
            Ok(before.with(Kind::List(all)))
        }
        (Kind::Map(one), Kind::Map(other)) => {
            if let Some(entry) = other
                .entries
                .iter()
                .find(|entry| one.get(entry.key, entry.hash).is_some())
            {
                return error(text!(
                    "Conflicting rule or variable assignments inside the same scope `Key {}, already exists in map`",
                    Operand::Name(entry.key)
                ));
            }
            let all = arena.keep_all(
                one.entries
                    .iter()
                    .chain(other.entries)
                    .copied()
                    .collect::<Vec<_>>(),
            );
            Ok(before.with(Kind::Map(arena.keep(Map::new(arena, all, None)))))
        }
        _ => error(text!(
            "Types or variable assignments are incompatible `Types are not compatible for merges {}, {}`",
            before.type_name(),
            after.type_name()
        )),
    }
}
