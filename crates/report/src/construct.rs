//! Constructs of the AWS CDK in reports.

use serde::Serialize;

use cfn_warden_engine::{Construct, Document, SourcePlace};
use cfn_warden_syntax::finding::Finding;

/// A construct in the result document.
#[derive(Debug, Serialize)]
pub struct ConstructRecord<'r> {
    path: &'r str,
    #[serde(skip_serializing_if = "Option::is_none")]
    stack: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<SourceRecord<'r>>,
}

#[derive(Debug, Serialize)]
struct SourceRecord<'r> {
    file: &'r str,
    line: u32,
    column: u32,
}

/// Returns the record of a construct.
pub fn record(construct: &Construct) -> ConstructRecord<'_> {
    let Construct {
        path,
        stack,
        source,
    } = construct;
    let source = source
        .as_ref()
        .map(|SourcePlace { file, at }| SourceRecord {
            file,
            line: at.line,
            column: at.column,
        });
    ConstructRecord {
        path,
        stack: stack.as_deref(),
        source,
    }
}

/// Returns the construct that declares the resource of a finding.
pub fn of_finding<'r>(finding: &Finding, documents: &'r [Document<'_>]) -> Option<&'r Construct> {
    let document = documents
        .iter()
        .find(|document| document.name == finding.file)?;
    document.resource(finding.resource()?)?.construct.as_ref()
}
