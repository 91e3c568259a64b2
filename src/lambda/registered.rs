//! Schemas of private and third-party types, as they are registered in the account, kept between invocations.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

use super::Function;
use super::fetch::{Fetch, FetchError};
use super::gather::fault;
use crate::engine::Incomplete;
use cfn_warden_schema::Pack;
use cfn_warden_schema::added::Types;

/// The setting that has types looked up, which errors name.
pub const SETTING: &str = "WARDEN_REGISTRY_TYPES";

/// The most types that an invocation looks up.
const MOST: usize = 50;
/// The most bytes of a schema: twice what CloudFormation takes.
const MOST_BYTES: usize = 2 << 20;
/// The most types and bytes of schemas that are kept.
const KEPT: (usize, usize) = (500, 16 << 20);
/// How many seconds a type is taken to be as it was: a new version may be made the default at any time.
const FRESH: i64 = 600;

/// Types that were looked up.
#[derive(Default)]
pub struct RegisteredTypes(Mutex<BTreeMap<String, Entry>>);

struct Entry {
    /// Nothing where the registry has none of this name.
    schema: Option<Arc<Pack>>,
    bytes: usize,
    at: i64,
}

impl std::fmt::Debug for RegisteredTypes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("RegisteredTypes")
    }
}

/// The types there are for an invocation whose documents have these that are unknown. What cannot be looked up is added to
/// the faults; nothing is looked up where the function is not set to.
pub fn types(unknown: BTreeSet<String>, function: &Function, now: i64, incomplete: &mut Vec<Incomplete>) -> Types {
    if !function.config.registry_types {
        return Types::default();
    }
    function.registered_types.get(unknown, function.fetch.as_ref(), now, incomplete)
}

impl RegisteredTypes {
    fn get(&self, names: BTreeSet<String>, fetch: &dyn Fetch, now: i64, incomplete: &mut Vec<Incomplete>) -> Types {
        let mut found = Vec::new();
        if names.len() > MOST {
            incomplete.push(fault(
                SETTING,
                "the schemas of the types that are unknown here",
                &FetchError::TooMany(MOST),
            ));
        }
        for name in names.into_iter().take(MOST) {
            match self.one(&name, fetch, now) {
                Ok(schema) => found.extend(schema.map(|schema| (name, schema))),
                Err(error) => incomplete.push(fault(SETTING, &format!("the schema of {name}"), &error)),
            }
        }
        Types::with(found)
    }

    fn one(&self, name: &str, fetch: &dyn Fetch, now: i64) -> Result<Option<Arc<Pack>>, FetchError> {
        let fresh = |entry: &&Entry| (0..FRESH).contains(&now.saturating_sub(entry.at));
        if let Some(entry) = self.lock().get(name).filter(fresh) {
            return Ok(entry.schema.clone());
        }
        let text = fetch.type_schema(name)?.unwrap_or_default();
        let schema = match text.as_str() {
            "" => None,
            text if text.len() > MOST_BYTES => return Err(FetchError::TooLarge(MOST_BYTES)),
            text => Some(Arc::new(read(text)?)),
        };
        let entry = Entry { schema: schema.clone(), bytes: text.len(), at: now };
        keep(&mut self.lock(), name, entry, KEPT);
        Ok(schema)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, Entry>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn read(text: &str) -> Result<Pack, FetchError> {
    let pack = Pack::from_json(text).map_err(|_| FetchError::Broken("it is no JSON"))?;
    if pack.root().as_object().is_none() {
        return Err(FetchError::Broken("it is no JSON object"));
    }
    Ok(pack)
}

fn keep(kept: &mut BTreeMap<String, Entry>, name: &str, entry: Entry, (most, most_bytes): (usize, usize)) {
    kept.insert(name.to_owned(), entry);
    while kept.len() > most || kept.values().map(|entry| entry.bytes).fold(0, usize::saturating_add) > most_bytes {
        let Some(oldest) = kept.iter().min_by_key(|(_, entry)| entry.at).map(|(name, _)| name.clone()) else { return };
        kept.remove(&oldest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Default)]
    struct Registry(Mutex<u32>);

    impl Fetch for Registry {
        fn presigned(&self, _url: &str) -> Result<Vec<u8>, FetchError> {
            Err(FetchError::NotAvailable)
        }

        fn type_schema(&self, name: &str) -> Result<Option<String>, FetchError> {
            *self.0.lock().unwrap() += 1;
            match name {
                "Acme::Team::Thing" => Ok(Some(r#"{"typeName": "Acme::Team::Thing"}"#.to_owned())),
                "Acme::Team::Broken" => Ok(Some("{".to_owned())),
                "Acme::Team::Denied" => Err(FetchError::Denied("cloudformation:DescribeType")),
                _ => Ok(None),
            }
        }
    }

    fn names(names: &[&str]) -> BTreeSet<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn a_type_is_looked_up_once_in_a_while_whether_it_is_there_or_not() {
        let (types, registry, mut incomplete) = (RegisteredTypes::default(), Registry::default(), Vec::new());
        let both = || names(&["Acme::Team::Thing", "Acme::Team::Nothing"]);
        for (now, lookups) in [(1000, 2), (1599, 2), (1600, 4), (1601, 4), (5, 6)] {
            let found = types.get(both(), &registry, now, &mut incomplete);
            assert!(found.resource("Acme::Team::Thing").is_some() && found.resource("Acme::Team::Nothing").is_none());
            assert_eq!(*registry.0.lock().unwrap(), lookups, "at {now}");
        }
        assert!(incomplete.is_empty());
    }

    #[test]
    fn what_cannot_be_looked_up_is_told_and_tried_again() {
        let (types, registry, mut incomplete) = (RegisteredTypes::default(), Registry::default(), Vec::new());
        for _ in 0..2 {
            types.get(names(&["Acme::Team::Broken", "Acme::Team::Denied"]), &registry, 0, &mut incomplete);
        }
        let said: Vec<&str> = incomplete.iter().map(|fault| fault.message.as_str()).collect();
        assert_eq!(said.len(), 4);
        assert_eq!(said[0], "the schema of Acme::Team::Broken cannot be fetched: it is no JSON");
        assert!(said[1].contains("the function's role needs cloudformation:DescribeType"), "{said:?}");
        assert!(incomplete.iter().all(|fault| fault.file == SETTING));
    }

    #[test]
    fn what_is_kept_and_what_is_looked_up_is_bounded() {
        let mut kept = BTreeMap::new();
        for i in 0..10 {
            keep(&mut kept, &i.to_string(), Entry { schema: None, bytes: 10, at: i }, (5, 30));
        }
        assert_eq!(kept.keys().map(String::as_str).collect::<Vec<_>>(), ["7", "8", "9"]);
        let (types, registry, mut incomplete) = (RegisteredTypes::default(), Registry::default(), Vec::new());
        let many: BTreeSet<String> = (0..=MOST).map(|i| format!("Acme::Team::T{i}")).collect();
        types.get(many, &registry, 0, &mut incomplete);
        assert_eq!((*registry.0.lock().unwrap(), incomplete.len()), (50, 1));
    }
}
