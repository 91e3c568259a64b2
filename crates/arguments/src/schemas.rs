//! Options for the schemas that templates and rules are checked against.

use std::path::PathBuf;

/// The knowledge base, and additional schemas.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct SchemaOptions {
    /// Use the schemas of this knowledge file instead of the bundled ones
    #[arg(long, value_name = "FILE")]
    pub knowledge: Option<PathBuf>,
    /// Accept the knowledge file only if FILE.minisig is its signature with the secret key of this public key of minisign: the
    /// key or a file with it
    #[arg(long, value_name = "KEY")]
    pub knowledge_key: Option<String>,
    /// Add resource types, and properties of known types, from these files in JSON or YAML; repeatable
    #[arg(
        long,
        visible_alias = "additional-schema",
        value_name = "FILE",
        value_delimiter = ','
    )]
    pub schemas: Vec<PathBuf>,
}

impl SchemaOptions {
    /// Returns the files.
    pub fn files(&self) -> impl Iterator<Item = &PathBuf> {
        self.knowledge.iter().chain(&self.schemas)
    }
}
