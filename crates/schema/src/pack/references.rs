//! The texts of references, which the text of a pack does not contain: they are resolved by symbol, and only messages print them.

use std::sync::OnceLock;

use super::layout::PREFIX;

/// Texts by symbol, each made on first use.
#[derive(Default)]
pub(super) struct References(OnceLock<Box<[Block]>>);

/// The texts of [`BLOCK`] symbols.
type Block = OnceLock<Box<[OnceLock<Box<str>>]>>;

const BLOCK: usize = 256;

impl References {
    /// Returns [`PREFIX`] and a name, whose symbol is below `strings`.
    pub(super) fn text(&self, symbol: u32, strings: usize, name: &str) -> Option<&str> {
        let symbol = usize::try_from(symbol).ok()?;
        let blocks = self.0.get_or_init(|| empty(strings.div_ceil(BLOCK)));
        let texts = blocks.get(symbol / BLOCK)?.get_or_init(|| empty(BLOCK));
        Some(
            texts
                .get(symbol % BLOCK)?
                .get_or_init(|| [PREFIX, name].concat().into()),
        )
    }
}

fn empty<T>(count: usize) -> Box<[OnceLock<T>]> {
    std::iter::repeat_with(OnceLock::new).take(count).collect()
}
