//! CloudFormation paths compiled to a trie: which rules are attached to a location of a template.
//!
//! A path is generic: `Resources/AWS::S3::Bucket/Properties/Tags/*/Key`, with `*` for list indices and pattern keys,
//! and the type instead of the logical ID. The evaluation carries a [`Place`] and gets the next one from [`Places`], so
//! paths are not built as text.

use cfn_warden_syntax::hash::HashMap;

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
#[derive(Debug, Default)]
pub struct Places {
    /// The next state by step, for each state.
    next: Vec<HashMap<&'static str, Place>>,
    attached: Vec<Vec<u16>>,
}

impl Places {
    /// Creates a table from paths and attached numbers.
    pub fn of(attachments: impl IntoIterator<Item = (&'static str, u16)>) -> Places {
        let mut places = Places { next: vec![HashMap::default()], attached: vec![Vec::new()] };
        for (path, number) in attachments {
            let place = places.make(path);
            if let Some(attached) = places.attached.get_mut(place.0 as usize) {
                attached.push(number);
            }
        }
        places
    }

    fn make(&mut self, path: &'static str) -> Place {
        let mut at = Place::ROOT;
        for step in path.split('/').filter(|_| !path.is_empty()) {
            let fresh = Place(u32::try_from(self.next.len()).unwrap_or(u32::MAX));
            let Some(steps) = self.next.get_mut(at.0 as usize) else { return Place::NOWHERE };
            at = *steps.entry(step).or_insert(fresh);
            if at == fresh {
                self.next.push(HashMap::default());
                self.attached.push(Vec::new());
            }
        }
        at
    }

    /// Returns the state one step further.
    pub fn step(&self, at: Place, step: &str) -> Place {
        self.next.get(at.0 as usize).and_then(|steps| steps.get(step)).copied().unwrap_or(Place::NOWHERE)
    }

    /// Returns the state of a whole path.
    pub fn find(&self, path: &str) -> Place {
        path.split('/').fold(Place::ROOT, |at, step| self.step(at, step))
    }

    /// Returns the numbers attached to a location.
    pub fn attached(&self, at: Place) -> &[u16] {
        self.attached.get(at.0 as usize).map(Vec::as_slice).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_share_prefixes_and_return_attached_rules() {
        let places = Places::of([("Resources/*", 1), ("Resources/*/Type", 2), ("Resources/*", 3), ("*", 4)]);
        assert_eq!(places.attached(places.find("Resources/*")), [1, 3]);
        let at = places.step(places.step(Place::ROOT, "Resources"), "*");
        assert_eq!(places.attached(places.step(at, "Type")), [2]);
        assert_eq!(places.attached(places.find("*")), [4]);
        assert_eq!(places.step(at, "Nope"), Place::NOWHERE);
        assert!(places.attached(places.step(Place::NOWHERE, "Type")).is_empty());
    }
}
