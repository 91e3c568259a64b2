//! Compiled rules, kept from one request to the next.

use std::sync::{Arc, Mutex, PoisonError};

use cfn_warden_guard::{Language, ParseError, Rules, hash};
use cfn_warden_syntax::cancel::Cancel;

/// About how many bytes of compiled rules are kept; beyond them everything is dropped and compiled anew when asked for.
const LIMIT: usize = 1 << 30;

/// What a shell keeps between requests, so that the same rules are compiled once.
#[derive(Debug)]
pub struct Cache(Mutex<Compiled>, usize);

impl Default for Cache {
    fn default() -> Cache {
        Cache::within(LIMIT)
    }
}

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

/// About how many bytes a rules text is when it is compiled, at most: measured on rules that are dense.
pub fn compiled_size(text: &str) -> usize {
    const BYTE: usize = 8;
    let part = |byte: &u8| match byte {
        b',' => 110,
        b'.' | b'[' | b'{' | b'\n' => 440,
        _ => 0,
    };
    text.as_bytes().iter().map(part).fold(text.len().saturating_mul(BYTE), usize::saturating_add)
}

impl Cache {
    /// One that keeps about so many bytes of compiled rules.
    pub fn within(bytes: usize) -> Cache {
        Cache(Mutex::default(), bytes)
    }

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
        let rules = Arc::new(Rules::parse_with_cancel(cancel, language, name, text)?);
        let mut compiled = self.compiled();
        let size = compiled_size(text);
        if compiled.bytes.saturating_add(size) > self.1 {
            *compiled = Compiled::default();
        }
        compiled.bytes = compiled.bytes.saturating_add(size);
        let known = Known { language, name: name.to_owned(), rules: Arc::clone(&rules) };
        compiled.rules.entry(text.to_owned()).or_default().push(known);
        Ok(rules)
    }

    /// The table is only ever replaced as a whole or added to, so a panic elsewhere leaves it right.
    fn compiled(&self) -> std::sync::MutexGuard<'_, Compiled> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
