//! Data that cfn-warden embeds. `README.md` describes the files, their sources and their format.
//!
//! A crate can only be published with files of its own folder, so that all crates take these files from this one. The
//! linker removes what a program does not read.

/// The knowledge base: `knowledge.pack`.
pub static KNOWLEDGE_PACK: &[u8] = include_bytes!("knowledge.pack");

/// The strings of the knowledge base: `knowledge.txt`.
pub static KNOWLEDGE_TEXT: &str = include_str!("knowledge.txt");

/// The lint rules that are data: `rules.pack`.
pub static RULES_PACK: &[u8] = include_bytes!("rules.pack");

/// The strings of these rules: `rules.txt`.
pub static RULES_TEXT: &str = include_str!("rules.txt");

/// Title, description and link of each lint rule: `pages.pack`.
pub static PAGES_PACK: &[u8] = include_bytes!("pages.pack");

/// The strings of these pages: `pages.txt`.
pub static PAGES_TEXT: &str = include_str!("pages.txt");

/// The whole pages of lint rules, compressed: `pages.z`.
pub static PAGES: &[u8] = include_bytes!("pages.z");

/// The pages of Guard functions and report formats, compressed: `reference.z`.
pub static REFERENCE: &[u8] = include_bytes!("reference.z");

/// Style and script of the HTML report, compressed: `html.z`.
pub static HTML: &[u8] = include_bytes!("html.z");

/// The bundled policies, compressed: `policies.z`.
pub static POLICIES: &[u8] = include_bytes!("policies.z");

/// For each policy a template that fails and one that passes, compressed: `policy-examples.z`.
pub static POLICY_EXAMPLES: &[u8] = include_bytes!("policy-examples.z");

/// Controls that no template can show: a table with the columns ID, title and reason.
pub static NOT_JUDGED: &str = include_str!("not-judged.tsv");
