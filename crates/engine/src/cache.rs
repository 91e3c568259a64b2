//! Cache of compiled rules across requests.

use std::sync::{Arc, Mutex, PoisonError};

use cfn_warden_guard::{Language, ParseError, Rules, hash};
use cfn_warden_syntax::cancel::Cancel;

/// Approximate maximum size of cached compiled rules in bytes. When it is exceeded, the cache is emptied.
const LIMIT: usize = 1 << 30;

/// Compiled rules that front ends keep between requests.
#[derive(Debug)]
pub struct Cache(Mutex<Compiled>, usize);

impl Default for Cache {
    fn default() -> Cache {
        Cache::within(LIMIT)
    }
}

#[derive(Debug, Default)]
struct Compiled {
    /// By text; a second entry for the same text is rare.
    rules: hash::Map<String, Vec<CachedRules>>,
    bytes: usize,
}

#[derive(Debug)]
struct CachedRules {
    language: Language,
    /// Part of the key because a default rule is named after its file.
    name: String,
    rules: Arc<Rules>,
}

/// Estimates the compiled size of rules in bytes. It is an upper bound, measured on dense rules.
pub fn compiled_size(text: &str) -> usize {
    const BYTE: usize = 8;
    let part = |byte: &u8| match byte {
        b',' => 110,
        b'.' | b'[' | b'{' | b'\n' => 440,
        _ => 0,
    };
    text.as_bytes()
        .iter()
        .map(part)
        .fold(text.len().saturating_mul(BYTE), usize::saturating_add)
}

impl Cache {
    /// Creates a cache of approximately this many bytes.
    pub fn within(bytes: usize) -> Cache {
        Cache(Mutex::default(), bytes)
    }

    /// Returns the compiled rules of a text.
    pub(super) fn rules(
        &self,
        cancel: Cancel<'_>,
        language: Language,
        name: &str,
        text: &str,
    ) -> Result<Arc<Rules>, Vec<ParseError>> {
        let is_it = |entry: &&CachedRules| entry.language == language && entry.name == name;
        if let Some(entry) = self
            .compiled()
            .rules
            .get(text)
            .and_then(|all| all.iter().find(is_it))
        {
            return Ok(Arc::clone(&entry.rules));
        }
        let rules = Arc::new(Rules::parse_with_cancel(cancel, language, name, text)?);
        let mut compiled = self.compiled();
        let size = compiled_size(text);
        if compiled.bytes.saturating_add(size) > self.1 {
            *compiled = Compiled::default();
        }
        compiled.bytes = compiled.bytes.saturating_add(size);
        let entry = CachedRules {
            language,
            name: name.to_owned(),
            rules: Arc::clone(&rules),
        };
        compiled
            .rules
            .entry(text.to_owned())
            .or_default()
            .push(entry);
        Ok(rules)
    }

    /// The table is only replaced as a whole or extended, so that it stays valid after a panic.
    fn compiled(&self) -> std::sync::MutexGuard<'_, Compiled> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
