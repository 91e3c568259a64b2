//! Compiled rules, kept from one request to the next.

use std::sync::{Arc, Mutex, PoisonError};

use crate::cancel::Cancel;
use crate::guard::{Language, ParseError, Rules, hash};

/// Bytes of rules texts that are kept; beyond them everything is dropped and compiled anew when asked for.
const LIMIT: usize = 32 << 20;

/// What a shell keeps between requests, so that the same rules are compiled once.
#[derive(Debug, Default)]
pub struct Cache(Mutex<Compiled>);

#[derive(Debug, Default)]
struct Compiled {
    /// By text, which nearly always says it all.
    rules: hash::Map<String, Vec<Known>>,
    bytes: usize,
}

#[derive(Debug)]
struct Known {
    language: Language,
    /// A default rule is named after its file.
    name: String,
    rules: Arc<Rules>,
}

impl Cache {
    /// The compiled rules of a text.
    pub(super) fn rules(
        &self,
        cancel: Cancel<'_>,
        language: Language,
        name: &str,
        text: &str,
    ) -> Result<Arc<Rules>, Vec<ParseError>> {
        let is_it = |known: &&Known| known.language == language && known.name == name;
        if let Some(known) = self.compiled().rules.get(text).and_then(|all| all.iter().find(is_it)) {
            return Ok(Arc::clone(&known.rules));
        }
        let rules = Arc::new(Rules::parse_until(cancel, language, name, text)?);
        let mut compiled = self.compiled();
        if compiled.bytes.saturating_add(text.len()) > LIMIT {
            *compiled = Compiled::default();
        }
        compiled.bytes = compiled.bytes.saturating_add(text.len());
        let known = Known { language, name: name.to_owned(), rules: Arc::clone(&rules) };
        compiled.rules.entry(text.to_owned()).or_default().push(known);
        Ok(rules)
    }

    /// The table is only ever replaced as a whole or added to, so a panic elsewhere leaves it right.
    fn compiled(&self) -> std::sync::MutexGuard<'_, Compiled> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
