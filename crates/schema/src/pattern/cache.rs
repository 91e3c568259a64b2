//! Patterns compiled so far.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use super::{Pattern, PatternError};

/// A pattern as it is shared, or why it cannot be used.
pub type Compiled = Result<Arc<Pattern>, PatternError>;

/// Patterns compiled on first use and kept; shared between runs and threads.
#[derive(Debug, Default)]
pub struct PatternCache {
    patterns: RwLock<HashMap<Box<str>, Compiled>>,
}

/// Patterns of templates are kept too, so there is an end to it.
const MOST: usize = 8192;

impl PatternCache {
    /// An empty cache.
    pub fn new() -> PatternCache {
        PatternCache::default()
    }

    /// The compiled pattern, or why it cannot be used.
    pub fn get(&self, pattern: &str) -> Compiled {
        // Nothing is left half done under the lock, so what a panicking thread left is sound.
        if let Some(known) = self.patterns.read().unwrap_or_else(PoisonError::into_inner).get(pattern) {
            return known.clone();
        }
        let compiled = Pattern::compile(pattern).map(Arc::new);
        let mut patterns = self.patterns.write().unwrap_or_else(PoisonError::into_inner);
        if patterns.len() >= MOST {
            patterns.clear();
        }
        patterns.insert(pattern.into(), compiled.clone());
        compiled
    }
}
