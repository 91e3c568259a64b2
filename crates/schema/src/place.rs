//! CloudFormation paths compiled to a trie: which rules are attached to a location of a template.
//!
//! A path is generic: `Resources/AWS::S3::Bucket/Properties/Tags/*/Key`, with `*` for list indices and pattern keys,
//! and the type instead of the logical ID. The evaluation carries a [`Place`] and gets the next one from [`Places`], so
//! paths are not built as text.

use cfn_warden_syntax::hash::{HashMap, Text};

/// A state of [`Places`]: the current location, as far as attached rules are concerned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Place(u32);

impl Place {
    /// The document root.
    pub const ROOT: Place = Place(0);
    /// A location without attached rules, including everything below it.
    pub const NOWHERE: Place = Place(u32::MAX);
}

/// The values attached to each path: numbers whose meaning the creator of the table defines.
///
/// It is made at every start, so it is three lists, not one for each state.
#[derive(Debug, Default)]
pub struct Places {
    /// The next state by state and step.
    next: HashMap<(Place, Text<'static>), Place>,
    /// For each state, the index of the first of its numbers, which end where those of the next state start.
    starts: Vec<u32>,
    numbers: Vec<u16>,
}

impl Places {
    /// Creates a table from paths and attached numbers.
    pub fn of(attachments: impl IntoIterator<Item = (&'static str, u16)>) -> Places {
        let attachments = attachments.into_iter();
        let mut next = HashMap::default();
        next.reserve(attachments.size_hint().0);
        let mut numbers: Vec<(Place, u16)> = attachments
            .map(|(path, number)| (make(&mut next, path), number))
            .collect();
        numbers.sort_by_key(|(place, _)| place.0);
        let states = 0..=u32::try_from(next.len()).unwrap_or(u32::MAX);
        let mut before = 0;
        let starts = states.map(|state| {
            let rest = numbers.get(before..).unwrap_or_default();
            before += rest.iter().take_while(|(place, _)| place.0 < state).count();
            u32::try_from(before).unwrap_or(u32::MAX)
        });
        Places {
            starts: starts.collect(),
            numbers: numbers.iter().map(|(_, number)| *number).collect(),
            next,
        }
    }

    /// Returns the state one step further.
    #[inline]
    pub fn step(&self, at: Place, step: &str) -> Place {
        if at == Place::NOWHERE {
            return at;
        }
        self.next
            .get(&(at, Text(step)))
            .copied()
            .unwrap_or(Place::NOWHERE)
    }

    /// Returns the state of a whole path.
    pub fn find(&self, path: &str) -> Place {
        path.split('/')
            .fold(Place::ROOT, |at, step| self.step(at, step))
    }

    /// Returns the numbers attached to a location.
    pub fn attached(&self, at: Place) -> &[u16] {
        let state = at.0 as usize;
        let Some(start) = self.starts.get(state) else {
            return &[];
        };
        let end = self
            .starts
            .get(state + 1)
            .map_or(self.numbers.len(), |end| *end as usize);
        self.numbers.get(*start as usize..end).unwrap_or_default()
    }
}

/// Returns the state of a path, and adds those that are missing.
fn make(next: &mut HashMap<(Place, Text<'static>), Place>, path: &'static str) -> Place {
    let mut at = Place::ROOT;
    let mut rest = Some(path).filter(|path| !path.is_empty());
    while let Some(path) = rest {
        // A third of the time of `split`.
        let end = memchr::memchr(b'/', path.as_bytes());
        let step = end.and_then(|end| path.get(..end)).unwrap_or(path);
        rest = end.and_then(|end| path.get(end + 1..));
        let fresh = Place(u32::try_from(next.len() + 1).unwrap_or(u32::MAX));
        at = *next.entry((at, Text(step))).or_insert(fresh);
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_share_prefixes_and_return_attached_rules() {
        let places = Places::of([
            ("Resources/*", 1),
            ("Resources/*/Type", 2),
            ("Resources/*", 3),
            ("*", 4),
        ]);
        assert_eq!(places.attached(places.find("Resources/*")), [1, 3]);
        let at = places.step(places.step(Place::ROOT, "Resources"), "*");
        assert_eq!(places.attached(places.step(at, "Type")), [2]);
        assert_eq!(places.attached(places.find("*")), [4]);
        assert_eq!(places.step(at, "Nope"), Place::NOWHERE);
        assert!(
            places
                .attached(places.step(Place::NOWHERE, "Type"))
                .is_empty()
        );
    }
}
