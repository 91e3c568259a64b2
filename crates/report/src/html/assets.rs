//! The style and the script of the HTML page, compressed; `tests/pages.rs` compares them with the files.

use std::sync::LazyLock;

use cfn_warden_engine::compressed::{SEPARATOR, texts};

/// The texts of `page.css` and `page.js`.
static TEXTS: LazyLock<String> = LazyLock::new(|| texts(cfn_warden_data::HTML));

/// Returns the style.
pub fn style() -> &'static str {
    TEXTS
        .split_once(SEPARATOR)
        .map(|(style, _)| style)
        .unwrap_or_default()
}

/// Returns the script.
pub fn script() -> &'static str {
    TEXTS
        .split_once(SEPARATOR)
        .map(|(_, script)| script)
        .unwrap_or_default()
}
