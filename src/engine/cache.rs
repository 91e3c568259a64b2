//! Compiled rules, kept from one request to the next.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::guard::{Language, ParseError, Rules};

/// Bytes of rules texts that are kept; beyond them everything is dropped and compiled anew when asked for.
const LIMIT: usize = 32 << 20;

/// What a shell keeps between requests, so that the same rules are compiled once.
#[derive(Debug, Default)]
pub struct Cache(Mutex<Compiled>);

#[derive(Debug, Default)]
struct Compiled {
    /// By language, name and text: a default rule is named after its file.
    rules: HashMap<(Language, String, String), Arc<Rules>>,
    bytes: usize,
}

impl Cache {
    /// The compiled rules of a text.
    pub(super) fn rules(&self, language: Language, name: &str, text: &str) -> Result<Arc<Rules>, Vec<ParseError>> {
        let key = (language, name.to_owned(), text.to_owned());
        if let Some(known) = self.compiled().rules.get(&key) {
            return Ok(Arc::clone(known));
        }
        let rules = Arc::new(Rules::parse_as(language, name, text)?);
        let mut compiled = self.compiled();
        if compiled.bytes.saturating_add(text.len()) > LIMIT {
            *compiled = Compiled::default();
        }
        compiled.bytes = compiled.bytes.saturating_add(text.len());
        compiled.rules.insert(key, Arc::clone(&rules));
        Ok(rules)
    }

    /// The table is only ever replaced as a whole or added to, so a panic elsewhere leaves it right.
    fn compiled(&self) -> std::sync::MutexGuard<'_, Compiled> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
