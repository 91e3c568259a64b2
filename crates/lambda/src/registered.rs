//! Schemas of private and third-party types from the account's registry, cached between invocations.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

use super::fetch::fetch_issue;
use cfn_warden_engine::Incomplete;
use cfn_warden_fetch::{Fetch, FetchError};
use cfn_warden_schema::{Json, Pack};

/// The setting that enables lookups, for error messages.
pub const SETTING: &str = "WARDEN_REGISTRY_TYPES";

/// Maximum number of types per invocation.
const MOST: usize = 50;
/// Maximum size of a schema in bytes: twice CloudFormation's limit.
const MOST_BYTES: usize = 2 << 20;
/// Maximum depth of a schema.
const MOST_LEVELS: usize = 128;
/// Maximum number and total size of cached schemas.
const KEPT: (usize, usize) = (500, 16 << 20);
/// Lifetime of a cached type in seconds. A new default version may be set at any time.
const FRESH: i64 = 600;

/// The cache of looked-up types.
#[derive(Default)]
pub struct RegisteredTypes(Mutex<BTreeMap<String, Entry>>);

struct Entry {
    /// `None` if the registry does not have the type.
    schema: Option<Arc<Pack>>,
    bytes: usize,
    at: i64,
}

impl std::fmt::Debug for RegisteredTypes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("RegisteredTypes")
    }
}

impl RegisteredTypes {
    pub(super) fn get(
        &self,
        names: BTreeSet<String>,
        fetch: &dyn Fetch,
        now: i64,
        incomplete: &mut Vec<Incomplete>,
    ) -> Vec<(String, Arc<Pack>)> {
        let mut found = Vec::new();
        if names.len() > MOST {
            incomplete.push(fetch_issue(
                SETTING,
                "the schemas of unknown types",
                &FetchError::TooMany(MOST),
            ));
        }
        for name in names.into_iter().take(MOST) {
            match self.one(&name, fetch, now) {
                Ok(schema) => found.extend(schema.map(|schema| (name, schema))),
                Err(error) => incomplete.push(fetch_issue(
                    SETTING,
                    &format!("the schema of {name}"),
                    &error,
                )),
            }
        }
        found
    }

    fn one(
        &self,
        name: &str,
        fetch: &dyn Fetch,
        now: i64,
    ) -> Result<Option<Arc<Pack>>, FetchError> {
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
        let entry = Entry {
            schema: schema.clone(),
            bytes: text.len(),
            at: now,
        };
        keep(&mut self.lock(), name, entry, KEPT);
        Ok(schema)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, Entry>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn read(text: &str) -> Result<Pack, FetchError> {
    let pack = Pack::from_json(text).map_err(|_| FetchError::Broken("not JSON"))?;
    if pack.root().as_object().is_none() {
        return Err(FetchError::Broken("not a JSON object"));
    }
    // Without properties, a schema accepts everything. CloudFormation's meta-schema requires them.
    if pack
        .root()
        .get("properties")
        .is_none_or(|properties| properties.entries().next().is_none())
    {
        return Err(FetchError::Broken("the schema has no properties"));
    }
    if has_foreign_reference(pack.root(), MOST_LEVELS) {
        return Err(FetchError::Broken(
            "the schema refers to another one; expected `$ref`s that start with `#/`",
        ));
    }
    Ok(pack)
}

/// Returns whether a schema, which is not read deeper than some levels, refers to something outside of it: nothing would be checked there.
fn has_foreign_reference(schema: Json<'_>, levels: usize) -> bool {
    let Some(levels) = levels.checked_sub(1) else {
        return true;
    };
    let is_foreign = schema
        .get("$ref")
        .and_then(Json::as_str)
        .is_some_and(|reference| !reference.starts_with("#/"));
    is_foreign
        || schema
            .entries()
            .any(|(_, inner)| has_foreign_reference(inner, levels))
        || schema
            .items()
            .any(|inner| has_foreign_reference(inner, levels))
}

fn keep(
    kept: &mut BTreeMap<String, Entry>,
    name: &str,
    entry: Entry,
    (most, most_bytes): (usize, usize),
) {
    kept.insert(name.to_owned(), entry);
    while kept.len() > most
        || kept
            .values()
            .map(|entry| entry.bytes)
            .fold(0, usize::saturating_add)
            > most_bytes
    {
        let Some(oldest) = kept
            .iter()
            .min_by_key(|(_, entry)| entry.at)
            .map(|(name, _)| name.clone())
        else {
            return;
        };
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
                "Acme::Team::Thing" => Ok(Some(
                    r#"{"typeName": "Acme::Team::Thing", "properties": {"A": {"type": "string"}}}"#
                        .to_owned(),
                )),
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
    fn types_are_looked_up_again_after_their_lifetime() {
        let (types, registry, mut incomplete) =
            (RegisteredTypes::default(), Registry::default(), Vec::new());
        let both = || names(&["Acme::Team::Thing", "Acme::Team::Nothing"]);
        for (now, lookups) in [(1000, 2), (1599, 2), (1600, 4), (1601, 4), (5, 6)] {
            let found = cfn_warden_schema::Knowledge::default().with_types(types.get(
                both(),
                &registry,
                now,
                &mut incomplete,
            ));
            assert!(
                found.resource("Acme::Team::Thing").is_some()
                    && found.resource("Acme::Team::Nothing").is_none()
            );
            assert_eq!(*registry.0.lock().unwrap(), lookups, "at {now}");
        }
        assert!(incomplete.is_empty());
    }

    #[test]
    fn failed_lookups_are_reported_and_retried() {
        let (types, registry, mut incomplete) =
            (RegisteredTypes::default(), Registry::default(), Vec::new());
        for _ in 0..2 {
            types.get(
                names(&["Acme::Team::Broken", "Acme::Team::Denied"]),
                &registry,
                0,
                &mut incomplete,
            );
        }
        let messages: Vec<&str> = incomplete
            .iter()
            .map(|issue| issue.message.as_str())
            .collect();
        assert_eq!(messages.len(), 4);
        assert_eq!(
            messages[0],
            "the schema of Acme::Team::Broken cannot be fetched: not JSON"
        );
        assert!(
            messages[1].contains("the function's role needs cloudformation:DescribeType"),
            "{messages:?}"
        );
        assert!(incomplete.iter().all(|issue| issue.file == SETTING));
    }

    #[test]
    fn schemas_that_check_nothing_are_refused() {
        for schema in [
            "{}",
            r#"{"typeName": "A::B::C"}"#,
            r#"{"properties": {}}"#,
            r#"{"properties": {"A": {"$ref": "https://example.com/a.json"}}}"#,
            r#"{"properties": {"A": {"items": [{"$ref": "other.json#/a"}]}}}"#,
            r#"{"properties": {"A": {"$ref": "resource-schema.json"}}}"#,
            r#"{"properties": {"A": {}}, "allOf": [{"$ref": ""}]}"#,
        ] {
            assert!(
                matches!(read(schema), Err(FetchError::Broken(_))),
                "{schema}"
            );
        }
        let local = r##"{"properties": {"A": {"$ref": "#/definitions/A"}}, "definitions": {"A": {"type": "string"}}}"##;
        assert!(read(local).is_ok());
    }

    #[test]
    fn the_cache_and_the_lookups_are_bounded() {
        let mut kept = BTreeMap::new();
        for i in 0..10 {
            keep(
                &mut kept,
                &i.to_string(),
                Entry {
                    schema: None,
                    bytes: 10,
                    at: i,
                },
                (5, 30),
            );
        }
        assert_eq!(
            kept.keys().map(String::as_str).collect::<Vec<_>>(),
            ["7", "8", "9"]
        );
        let (types, registry, mut incomplete) =
            (RegisteredTypes::default(), Registry::default(), Vec::new());
        let many: BTreeSet<String> = (0..=MOST).map(|i| format!("Acme::Team::T{i}")).collect();
        types.get(many, &registry, 0, &mut incomplete);
        assert_eq!((*registry.0.lock().unwrap(), incomplete.len()), (50, 1));
    }
}
