//! The request of the host, and its answer.

use cfn_warden::{Checker, Document, formats};
use serde::Deserialize;

/// A request; `js/options.ts` documents what a user may set.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Request {
    /// Seconds since 1970.
    now: i64,
    format: String,
    documents: Vec<Named>,
    #[serde(default)]
    rules: Vec<Named>,
    #[serde(default = "yes")]
    lint: bool,
    #[serde(default)]
    regions: Option<Vec<String>>,
    #[serde(default)]
    ignore_checks: Vec<String>,
    #[serde(default)]
    include_checks: Vec<String>,
}

/// A text with its name.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Named {
    name: String,
    content: String,
}

fn yes() -> bool {
    true
}

/// Checks the documents of a request and returns the report in its format.
///
/// # Errors
/// The request is not valid, or its rules do not parse.
pub fn answer(input: &[u8]) -> Result<String, String> {
    let request: Request = serde_json::from_slice(input).map_err(|error| format!("invalid options: {error}"))?;
    let mut checker = Checker::new(request.now);
    for rules in &request.rules {
        checker = checker.with_rules(&rules.name, &rules.content).map_err(|error| error.to_string())?;
    }
    if !request.lint {
        checker = checker.without_lint();
    }
    if let Some(regions) = request.regions {
        checker = checker.with_regions(regions);
    }
    checker = checker.without_checks(request.ignore_checks).with_checks(request.include_checks);
    let documents: Vec<_> = request.documents.iter().map(|one| Document::new(&one.name, &one.content)).collect();
    let report = checker.check(&documents);
    report.render(&request.format).ok_or_else(|| {
        let known: Vec<_> = formats().collect();
        format!("invalid value `{}` for `format`; expected one of {}", request.format, known.join(", "))
    })
}
