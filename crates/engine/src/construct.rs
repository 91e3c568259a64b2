//! Constructs of the AWS CDK: where a resource of a synthesised template comes from.
//! <https://docs.aws.amazon.com/cdk/v2/guide/identifiers.html>

use std::fmt;

use cfn_warden_syntax::{Node, Position};

/// The key of the path in `Metadata`.
const PATH: &str = "aws:cdk:path";

/// The construct that declares a resource.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Construct {
    /// The path in the tree of constructs: `Storage/Reports/Resource`.
    pub path: String,
    /// The name of the deployed stack, if the assembly is known.
    pub stack: Option<String>,
    /// Where the user's code creates the construct, if the assembly has it.
    pub source: Option<SourcePlace>,
}

/// A place in the code of a CDK app.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourcePlace {
    /// The name of the file, relative to the working directory if it is below.
    pub file: String,
    /// The line and column.
    pub at: Position,
}

impl fmt::Display for SourcePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.at.line, self.at.column)
    }
}

impl Construct {
    /// Returns the construct that the metadata of a resource names.
    pub fn of(resource: Node<'_>) -> Option<Construct> {
        let path = resource.get("Metadata")?.get(PATH)?.as_str()?.to_owned();
        Some(Construct {
            path,
            ..Construct::default()
        })
    }

    /// Returns the construct in words: `Storage/Reports/Resource, created at bin/app.ts:12:5`.
    pub fn described(&self) -> String {
        let source = self
            .source
            .as_ref()
            .map(|source| format!(", created at {source}"))
            .unwrap_or_default();
        format!("{}{source}", self.path)
    }
}
