//! The pages of `docs/rules`, `docs/functions` and `docs/formats`, compressed, for `explain` and for the help text of SARIF.

use std::collections::HashMap;
use std::sync::LazyLock;

use cfn_warden_engine::compressed::{self, SEPARATOR};

/// What a page describes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A lint rule, or a rule for values of Terraform variables.
    Rule,
    /// A Guard function.
    Function,
    /// A report format.
    Format,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 3] = [Kind::Rule, Kind::Function, Kind::Format];

    /// The folder of the pages in `docs`.
    pub fn folder(self) -> &'static str {
        match self {
            Kind::Rule => "rules",
            Kind::Function => "functions",
            Kind::Format => "formats",
        }
    }
}

/// The pages by folder, and by the name in their heading: `# NAME: title`.
type Pages = HashMap<(&'static str, &'static str), &'static str>;

/// The pages of rules.
static RULES: LazyLock<Pages> = LazyLock::new(|| {
    static TEXT: LazyLock<String> = LazyLock::new(|| compressed::texts(cfn_warden_data::PAGES));
    parsed(&TEXT)
});

/// The pages of functions and formats, apart from those of rules: the function of AWS Lambda does not contain them.
static REFERENCE: LazyLock<Pages> = LazyLock::new(|| {
    static TEXT: LazyLock<String> = LazyLock::new(|| compressed::texts(cfn_warden_data::REFERENCE));
    parsed(&TEXT)
});

/// Returns the pages of a text, each after a line with its folder; `tests/pages.rs` compares them with the files.
fn parsed(text: &'static str) -> Pages {
    let named = |page: &'static str| {
        let (folder, page) = page.split_once('\n')?;
        let (name, _) = page.strip_prefix("# ")?.split_once(": ")?;
        Some(((folder, name), page))
    };
    text.split(SEPARATOR).filter_map(named).collect()
}

/// The page of a rule ID, in Markdown.
pub fn of_rule(id: &str) -> Option<&'static str> {
    RULES.get(&(Kind::Rule.folder(), id)).copied()
}

/// The page of a rule ID, function or format, in Markdown.
pub fn of(kind: Kind, name: &str) -> Option<&'static str> {
    match kind {
        Kind::Rule => of_rule(name),
        Kind::Function | Kind::Format => REFERENCE.get(&(kind.folder(), name)).copied(),
    }
}
