//! The messages of findings: cfn-lint's words and plain words for violations, and the templates of rules that are data.

mod cfn_lint;
mod operand;
mod plain;
mod template;

pub use cfn_lint::{declared_names, keep_sentence, render, render_text, render_with};
pub use operand::Lists;
pub(crate) use plain::shown;
pub use plain::{Context, Words, in_words, words};
pub use template::MessageTemplate;
