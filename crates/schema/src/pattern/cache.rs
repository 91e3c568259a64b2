//! A cache of compiled patterns.

use std::sync::{Arc, PoisonError, RwLock};

use cfn_warden_syntax::hash::{Text, TextMap};

use super::{Pattern, PatternError};

/// A shared compiled pattern, or the reason why it cannot be used.
pub type Compiled = Result<Arc<Pattern>, PatternError>;

/// A cache of compiled patterns, filled on first use and shared between runs and threads.
#[derive(Debug, Default)]
pub struct PatternCache {
    patterns: RwLock<TextMap<Compiled>>,
}

/// Maximum number of entries, because patterns of templates are cached, too.
const MOST: usize = 8192;

impl PatternCache {
    /// Creates an empty cache.
    pub fn new() -> PatternCache {
        PatternCache::default()
    }

    /// Returns the compiled pattern, or the reason why it cannot be used.
    pub fn get(&self, pattern: &str) -> Compiled {
        // Each update under the lock is atomic, so the map is valid even after a panic.
        if let Some(known) = self
            .patterns
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .get(&Text(pattern))
        {
            return known.clone();
        }
        let compiled = Pattern::compile(pattern).map(Arc::new);
        let mut patterns = self
            .patterns
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        if patterns.len() >= MOST {
            patterns.clear();
        }
        patterns.insert(pattern.into(), compiled.clone());
        compiled
    }
}
