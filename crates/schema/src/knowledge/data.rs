//! The data of a knowledge base, and what is built from it on first use.

use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use super::choices::Choices;
use super::derived::Derived;
use super::seen::Seen;
use crate::pack::{Json, JsonObject, Pack, PackError};
use cfn_warden_syntax::hash::HashMap;
use cfn_warden_template::region::REGIONS;

/// A pack in the form of `schemas/README.md`.
#[derive(Default)]
pub(super) struct Data {
    source: Source,
    opened: OnceLock<Option<Opened>>,
    /// By the list's ID. There are few large lists.
    choices: RwLock<HashMap<u32, Option<Arc<Choices>>>>,
    derived: Derived,
    seen_types: Seen,
    seen_regions: Seen,
    seen_documents: Seen,
}

/// Where the pack comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Source {
    /// `opened` is set, or there is no data.
    #[default]
    Caller,
    /// The bundled files, which are opened on first use.
    #[cfg(feature = "knowledge")]
    Bundled,
}

/// An open pack and the IDs of its parts.
struct Opened {
    pack: Pack,
    types: u32,
    /// Bit masks of regions by type; absent if all types are available everywhere.
    availability: Option<u32>,
    documents: u32,
    /// Corrected schemas by the name of a type or document; absent if there are none.
    corrections: Option<u32>,
    /// Schemas that rules make from documents, by their name; absent in files of other programs.
    prepared: Option<u32>,
    about: Option<u32>,
    /// By bit of `availability`: the bit of the region in [`REGIONS`]; `None` if they are the same.
    bits: Option<Vec<Option<usize>>>,
}

impl Data {
    #[cfg(feature = "knowledge")]
    pub(super) fn bundled() -> Data {
        Data {
            source: Source::Bundled,
            ..Data::default()
        }
    }

    pub(super) fn of(pack: Pack) -> Result<Data, PackError> {
        let opened = Opened::of(pack)?;
        Ok(Data {
            opened: OnceLock::from(Some(opened)),
            ..Data::default()
        })
    }

    #[inline]
    fn opened(&self) -> Option<&Opened> {
        self.opened.get_or_init(|| self.source.open()).as_ref()
    }

    /// Returns whether both are the same data.
    pub(super) fn is(&self, other: &Data) -> bool {
        let is_caller = self.source == Source::Caller;
        self.source == other.source
            && (!is_caller
                || std::ptr::eq(self, other)
                || (self.opened().is_none() && other.opened().is_none()))
    }

    pub(super) fn types(&self) -> Option<JsonObject<'_>> {
        self.opened()
            .and_then(|opened| opened.pack.json(opened.types).as_object())
    }

    pub(super) fn documents(&self) -> Option<JsonObject<'_>> {
        self.opened()
            .and_then(|opened| opened.pack.json(opened.documents).as_object())
    }

    pub(super) fn resource(&self, name: &str) -> Option<Json<'_>> {
        self.seen_types.get(self.types()?, name)
    }

    pub(super) fn document(&self, name: &str) -> Option<Json<'_>> {
        self.seen_documents.get(self.documents()?, name)
    }

    pub(super) fn correction(&self, name: &str) -> Option<Json<'_>> {
        self.opened()
            .and_then(|opened| opened.pack.json(opened.corrections?).get(name))
    }

    /// Returns a schema that was made from documents when the data was packed.
    pub(super) fn prepared(&self, name: &str) -> Option<Json<'_>> {
        self.opened()
            .and_then(|opened| opened.pack.json(opened.prepared?).get(name))
    }

    pub(super) fn about(&self) -> Option<Json<'_>> {
        self.opened()
            .and_then(|opened| Some(opened.pack.json(opened.about?)))
    }

    pub(super) fn regions(&self, type_name: &str) -> u64 {
        let Some(opened) = self.opened() else {
            return 0;
        };
        match opened.availability {
            Some(masks) => {
                let masks = opened.pack.json(masks).as_object();
                let mask =
                    masks.and_then(|masks| self.seen_regions.get(masks, type_name)?.as_i64());
                let mask = mask.map_or(0, i64::cast_unsigned);
                opened
                    .bits
                    .as_deref()
                    .map_or(mask, |bits| translated(mask, bits))
            }
            None if opened.pack.json(opened.types).get(type_name).is_some() => u64::MAX,
            None => 0,
        }
    }

    pub(super) fn derived(&self) -> &Derived {
        &self.derived
    }

    pub(super) fn choices(&self, schemas: Json<'_>) -> Option<Arc<Choices>> {
        Choices::is_worthwhile(schemas).then_some(())?;
        self.opened()
            .filter(|opened| std::ptr::eq(&opened.pack, schemas.pack()))?;
        // Each update under the lock is atomic, so the map is valid even after a panic.
        if let Some(known) = self
            .choices
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .get(&schemas.id())
        {
            return known.clone();
        }
        let choices = Choices::of(schemas).map(Arc::new);
        self.choices
            .write()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(schemas.id(), choices.clone());
        choices
    }
}

impl Source {
    fn open(self) -> Option<Opened> {
        match self {
            Source::Caller => None,
            // A test checks that the bundled pack is valid.
            #[cfg(feature = "knowledge")]
            Source::Bundled => {
                let (words, text) = (
                    cfn_warden_data::KNOWLEDGE_PACK,
                    cfn_warden_data::KNOWLEDGE_TEXT,
                );
                Pack::new(words, text).and_then(Opened::of).ok()
            }
        }
    }
}

impl Opened {
    fn of(pack: Pack) -> Result<Opened, PackError> {
        let part = |name| pack.root().get(name).map(Json::id);
        let object = |name| part(name).filter(|id| pack.json(*id).as_object().is_some());
        let types = object("types").ok_or(PackError::NotAPack("`types` is not an object"))?;
        let documents =
            object("documents").ok_or(PackError::NotAPack("`documents` is not an object"))?;
        let (availability, corrections, prepared) = (
            object("availability"),
            object("corrections"),
            object("prepared"),
        );
        let bits = part("regions").and_then(|names| bits_of(pack.json(names)));
        let about = part("about");
        Ok(Opened {
            pack,
            types,
            availability,
            documents,
            corrections,
            prepared,
            about,
            bits,
        })
    }
}

/// Returns the bits of regions in [`REGIONS`]; `None` if the regions are the same.
fn bits_of(names: Json<'_>) -> Option<Vec<Option<usize>>> {
    let names = names.items().map(|name| name.as_str().unwrap_or_default());
    let bit = |name: &str| REGIONS.iter().position(|known| *known == name);
    (!names.clone().eq(REGIONS.iter().copied())).then(|| names.map(bit).collect())
}

/// Returns a mask with other bits; regions that this program does not know are left out.
fn translated(mask: u64, bits: &[Option<usize>]) -> u64 {
    let is_set = |place: usize| {
        u32::try_from(place)
            .ok()
            .and_then(|place| mask.checked_shr(place))
            .unwrap_or(0)
            & 1
            == 1
    };
    let known = bits
        .iter()
        .enumerate()
        .filter(|(place, _)| is_set(*place))
        .filter_map(|(_, bit)| *bit);
    known.fold(0, |mask, bit| mask | 1 << bit)
}
