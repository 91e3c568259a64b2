//! The knowledge base: resource schemas, their regions, rule schemas and tables.
//!
//! [`Knowledge`] is a value that is passed to the evaluation: the bundled schemas, those of a caller, or a few for a
//! test. Values are read on access. `schemas/README.md` describes the content, its sources and how to rebuild it.

#[cfg(all(test, feature = "knowledge"))]
mod bundled_tests;
mod choices;
mod data;
mod derived;
mod file;
mod seen;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use self::data::Data;
use super::pack::{Json, Pack, PackError};
use super::{keyword, pointer};
pub use choices::Choices;
pub(crate) use choices::condition;

const CUSTOM_RESOURCE: &str = "AWS::CloudFormation::CustomResource";
const MODULE: &str = "Module";

/// The knowledge base; cheap to clone, and clones share what was read. Types that the caller added precede those of
/// the data. The default has no types and documents.
#[derive(Clone, Default)]
pub struct Knowledge {
    data: Arc<Data>,
    added: Arc<BTreeMap<String, Arc<Pack>>>,
    removed: Arc<BTreeSet<String>>,
    is_corrected: bool,
}

impl Knowledge {
    /// Returns the schemas bundled in the library. They are opened on first use.
    #[cfg(feature = "knowledge")]
    pub fn bundled() -> Knowledge {
        Knowledge {
            data: Arc::new(Data::bundled()),
            ..Knowledge::default()
        }
    }

    /// Creates a knowledge base from the two parts of a pack ([`Pack::parts`]).
    ///
    /// # Errors
    /// The parts are not a pack, or the pack does not have the content that `schemas/README.md` describes.
    pub fn from_pack(
        words: impl Into<Cow<'static, [u8]>>,
        text: impl Into<Cow<'static, str>>,
    ) -> Result<Knowledge, PackError> {
        Knowledge::of(Pack::new(words, text)?)
    }

    /// Creates a knowledge base from JSON: `{"types": {"AWS::SNS::Topic": {...}}, "documents": {...}}`.
    /// `availability` may be absent: then the types are available in all regions.
    ///
    /// # Errors
    /// The text is not JSON, or does not have the content that `schemas/README.md` describes.
    pub fn from_json(text: &str) -> Result<Knowledge, PackError> {
        Knowledge::of(Pack::from_json(text)?)
    }

    fn of(pack: Pack) -> Result<Knowledge, PackError> {
        Ok(Knowledge {
            data: Arc::new(Data::of(pack)?),
            ..Knowledge::default()
        })
    }

    /// Adds the schemas of resource types, which replace those of the same name.
    #[must_use]
    pub fn with_types(mut self, added: impl IntoIterator<Item = (String, Arc<Pack>)>) -> Knowledge {
        Arc::make_mut(&mut self.added).extend(added);
        self
    }

    /// Adds the schema of a resource type, as JSON with its `typeName`.
    ///
    /// # Errors
    /// The text is not JSON, or does not have a `typeName`.
    pub fn with_schema(self, text: &str) -> Result<Knowledge, PackError> {
        let pack = Pack::from_json(text)?;
        let name = pack
            .root()
            .keyword(keyword::TYPE_NAME)
            .and_then(Json::as_str)
            .map(str::to_owned);
        let name = name.ok_or(PackError::NotASchema)?;
        Ok(self.with_types([(name, Arc::new(pack))]))
    }

    /// Removes types; lookups treat them as unknown.
    #[must_use]
    pub fn without_types(self, removed: BTreeSet<String>) -> Knowledge {
        Knowledge {
            removed: Arc::new(removed),
            ..self
        }
    }

    /// Replaces the schemas of the data that `schemas/overlays` corrects.
    #[must_use]
    pub fn corrected(self) -> Knowledge {
        Knowledge {
            is_corrected: true,
            ..self
        }
    }

    fn correction(&self, name: &str) -> Option<Json<'_>> {
        if self.is_corrected {
            self.data.correction(name)
        } else {
            None
        }
    }

    fn is_removed(&self, type_name: &str) -> bool {
        !self.removed.is_empty() && self.removed.contains(canonical(type_name))
    }

    /// Returns the schema of a resource type, or `None` if the type is unknown. Schemas do not differ between regions.
    pub fn resource(&self, type_name: &str) -> Option<Json<'_>> {
        if self.is_removed(type_name) {
            return None;
        }
        self.added
            .get(type_name)
            .map(|pack| pack.root())
            .or_else(|| match canonical(type_name) {
                MODULE => self.document("stand-ins/module"),
                name => self.correction(name).or_else(|| self.data.resource(name)),
            })
    }

    /// Returns the names of all resource types including serverless types: those of the data, sorted, then the other
    /// types that the caller added, sorted.
    pub fn types(&self) -> impl Iterator<Item = &str> {
        let known = self.data.types();
        let is_new = move |name: &&str| known.is_none_or(|known| !known.has(name));
        let added = self.added.keys().map(String::as_str).filter(is_new);
        known
            .into_iter()
            .flat_map(|known| known.keys())
            .chain(added)
            .filter(|name| !self.removed.contains(*name))
    }

    /// Returns the regions of a resource type: bit n is the n-th region of cfn-lint. Serverless types, custom resources
    /// and types that only the caller added are available in all regions, modules and unknown types in none.
    pub fn regions(&self, type_name: &str) -> u64 {
        match self.data.regions(canonical(type_name)) {
            _ if self.is_removed(type_name) => 0,
            0 if self.added.contains_key(type_name) => u64::MAX,
            regions => regions,
        }
    }

    /// Returns a document by name: `other/template/configuration`, `extensions/aws_rds_dbinstance/engine_version`,
    /// `specs/Policies`, `constants/helpers`, `config`.
    pub fn document(&self, name: &str) -> Option<Json<'_>> {
        self.correction(name).or_else(|| self.data.document(name))
    }

    /// Returns the names of all documents, sorted.
    pub fn documents(&self) -> impl Iterator<Item = &str> {
        self.data
            .documents()
            .into_iter()
            .flat_map(|documents| documents.keys())
    }

    /// Returns a schema that is made from documents; `name` identifies it. It was made when the data was packed, or is made
    /// on first use.
    pub fn derived(&self, name: &'static str, make: impl FnOnce(&Knowledge) -> Pack) -> Json<'_> {
        self.data
            .prepared(name)
            .unwrap_or_else(|| self.data.derived().get(name, || make(self)).root())
    }

    /// Returns the index of a large `allOf` of the data; `None` if the list is short, is of another pack, or does not
    /// have a common key.
    pub fn choices(&self, schemas: Json<'_>) -> Option<Arc<Choices>> {
        self.data.choices(schemas)
    }

    /// Returns the schema of the value that `Ref` returns for a resource type: the schema of its identifier, a string
    /// schema for several identifiers, or an empty schema without identifiers. Returns `None` if the type is unknown or
    /// the identifier's schema cannot be found.
    pub fn reference(&self, type_name: &str) -> Option<Json<'_>> {
        let schema = self.resource(type_name)?;
        let mut identifiers = schema
            .keyword(keyword::PRIMARY_IDENTIFIER)
            .map(Json::items)
            .into_iter()
            .flatten();
        match (identifiers.next(), identifiers.next()) {
            (None, _) => self.document("stand-ins/nothing"),
            (Some(only), None) => pointer::property(schema, only.as_str()?),
            _ => self.document("stand-ins/identifier"),
        }
    }

    /// Returns the source and the size of the data, in the order of `schemas/README.md`.
    pub fn about(&self) -> Option<Json<'_>> {
        self.data.about()
    }
}

/// Returns the type that defines the schema: the type of custom resources for `Custom::X`, and that of modules for
/// `X::MODULE`.
fn canonical(type_name: &str) -> &str {
    if type_name.ends_with("::MODULE") {
        return MODULE;
    }
    if type_name.starts_with("Custom::") {
        CUSTOM_RESOURCE
    } else {
        type_name
    }
}

impl std::fmt::Debug for Knowledge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Knowledge")
            .field("added", &self.added.keys())
            .field("removed", &self.removed.len())
            .finish()
    }
}

/// Compares data and added schemas by identity, not by content.
impl PartialEq for Knowledge {
    fn eq(&self, other: &Knowledge) -> bool {
        let is_same = |(own, other): (&Arc<Pack>, &Arc<Pack>)| Arc::ptr_eq(own, other);
        self.data.is(&other.data)
            && self.is_corrected == other.is_corrected
            && self.removed == other.removed
            && self.added.keys().eq(other.added.keys())
            && self.added.values().zip(other.added.values()).all(is_same)
    }
}
