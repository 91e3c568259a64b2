//! Copies a pack that another program wrote, whose keywords have other symbols.

use crate::pack::{Json, JsonKind, Pack, PackError, Writer};
use cfn_warden_syntax::hash::HashMap;

/// Returns the pack with the keywords of this program.
///
/// # Errors
/// [`PackError::TooLarge`]
pub fn with_keywords(pack: &Pack) -> Result<Pack, PackError> {
    let mut copier = Copier {
        writer: Writer::new(),
        known: HashMap::default(),
    };
    let root = copier.copy(pack.root());
    copier.writer.finish(root)
}

struct Copier {
    writer: Writer,
    /// The IDs in the new pack by those in the old one: shared values are copied once.
    known: HashMap<u32, u32>,
}

impl Copier {
    /// Copies a value; [`super::shape`] limits the depth.
    fn copy(&mut self, json: Json<'_>) -> u32 {
        if let Some(known) = self.known.get(&json.id()) {
            return *known;
        }
        let id = match json.kind() {
            JsonKind::List(list) => {
                let items: Vec<u32> = list.iter().map(|item| self.copy(item)).collect();
                self.writer.list(&items)
            }
            JsonKind::Object(object) => {
                let mut entries = Vec::with_capacity(object.len());
                for (key, value) in object.entries() {
                    let value = self.copy(value);
                    entries.push((self.writer.symbol(key.text), value));
                }
                self.writer.object(&entries)
            }
            _ => self.writer.copy(json),
        };
        self.known.insert(json.id(), id);
        id
    }
}
