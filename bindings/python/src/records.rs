//! What reports consist of.

use cfn_warden::{self as warden, Severity};
use pyo3::prelude::*;

/// A violated rule at a position of a document.
#[pyclass(frozen, get_all, eq, hash, skip_from_py_object, module = "cfn_warden")]
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Finding {
    rule: String,
    engine: &'static str,
    category: &'static str,
    severity: &'static str,
    message: String,
    title: Option<String>,
    file: Option<String>,
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
    path: Option<String>,
    part: Option<String>,
    resource: Option<String>,
    resource_type: Option<String>,
    construct: Option<String>,
    remediation: Option<String>,
    documentation: Option<String>,
    enforced: bool,
    causes: Vec<Finding>,
    also: Vec<Finding>,
    more: usize,
}

/// Something that could not be checked.
#[pyclass(frozen, get_all, eq, hash, skip_from_py_object, module = "cfn_warden")]
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Incomplete {
    message: String,
    file: Option<String>,
    line: Option<u32>,
    column: Option<u32>,
}

/// A part of a document that was not seen.
#[pyclass(frozen, get_all, eq, hash, skip_from_py_object, module = "cfn_warden")]
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct NotSeen {
    kind: &'static str,
    fails: bool,
    message: String,
    file: Option<String>,
    path: Option<String>,
    line: Option<u32>,
    column: Option<u32>,
}

/// Counts of a report.
#[pyclass(frozen, get_all, eq, hash, skip_from_py_object, module = "cfn_warden")]
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Summary {
    documents: usize,
    errors: usize,
    warnings: usize,
    informational: usize,
    waived: usize,
    not_checked: usize,
}

impl From<&warden::Group<'_>> for Finding {
    fn from(group: &warden::Group<'_>) -> Finding {
        let also = group.also().iter().map(Finding::from).collect();
        Finding {
            also,
            more: group.more(),
            ..Finding::from(&group.finding())
        }
    }
}

impl From<&warden::Finding<'_>> for Finding {
    fn from(finding: &warden::Finding<'_>) -> Finding {
        let (start, end) = (finding.position(), finding.end());
        Finding {
            rule: finding.rule().to_owned(),
            engine: finding.engine(),
            category: finding.category().name(),
            severity: severity(finding.severity()),
            message: finding.message().to_owned(),
            title: finding.title().map(str::to_owned),
            file: named(finding.file()),
            line: start.line,
            column: start.column,
            end_line: end.line,
            end_column: end.column,
            path: finding.path(),
            part: finding.part().map(str::to_owned),
            resource: finding.resource().map(str::to_owned),
            resource_type: finding.resource_type().map(str::to_owned),
            construct: finding.construct().map(str::to_owned),
            remediation: finding.remediation().map(str::to_owned),
            documentation: finding.documentation().map(str::to_owned),
            enforced: finding.is_enforced(),
            causes: finding
                .causes()
                .map(|cause| Finding::from(&cause))
                .collect(),
            also: Vec::new(),
            more: 0,
        }
    }
}

impl From<warden::Incomplete<'_>> for Incomplete {
    fn from(one: warden::Incomplete<'_>) -> Incomplete {
        let at = one.position();
        Incomplete {
            message: one.message().to_owned(),
            file: named(one.file()),
            line: at.map(|at| at.line),
            column: at.map(|at| at.column),
        }
    }
}

impl From<warden::NotSeen<'_>> for NotSeen {
    fn from(part: warden::NotSeen<'_>) -> NotSeen {
        let at = part.position();
        NotSeen {
            kind: part.kind(),
            fails: part.fails(),
            message: part.message().to_owned(),
            file: named(part.file()),
            path: part.path(),
            line: at.map(|at| at.line),
            column: at.map(|at| at.column),
        }
    }
}

impl From<warden::Summary> for Summary {
    fn from(summary: warden::Summary) -> Summary {
        let warden::Summary {
            documents,
            errors,
            warnings,
            informational,
            waived,
            not_checked,
            ..
        } = summary;
        Summary {
            documents,
            errors,
            warnings,
            informational,
            waived,
            not_checked,
        }
    }
}

fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Informational => "informational",
    }
}

fn named(file: &str) -> Option<String> {
    Some(file.to_owned()).filter(|file| !file.is_empty())
}

/// Returns a location as in messages: `stack.yaml:3:5`.
fn location(file: Option<&String>, line: Option<u32>, column: Option<u32>) -> String {
    let file = file.map_or("<text>", String::as_str);
    match line.zip(column) {
        Some((line, column)) => format!("{file}:{line}:{column}"),
        None => file.to_owned(),
    }
}

#[pymethods]
impl Finding {
    fn __str__(&self) -> String {
        let at = location(self.file.as_ref(), Some(self.line), Some(self.column));
        format!("{at}: {} {}: {}", self.severity, self.rule, self.message)
    }

    fn __repr__(&self) -> String {
        format!("<Finding {}>", self.__str__())
    }
}

#[pymethods]
impl Incomplete {
    fn __str__(&self) -> String {
        format!(
            "{}: {}",
            location(self.file.as_ref(), self.line, self.column),
            self.message
        )
    }

    fn __repr__(&self) -> String {
        format!("<Incomplete {}>", self.__str__())
    }
}

#[pymethods]
impl NotSeen {
    fn __str__(&self) -> String {
        format!(
            "{}: {}",
            location(self.file.as_ref(), self.line, self.column),
            self.message
        )
    }

    fn __repr__(&self) -> String {
        format!("<NotSeen {} {}>", self.kind, self.__str__())
    }
}

#[pymethods]
impl Summary {
    fn __repr__(&self) -> String {
        let Summary {
            documents,
            errors,
            warnings,
            informational,
            waived,
            not_checked,
        } = self;
        format!(
            "Summary(documents={documents}, errors={errors}, warnings={warnings}, informational={informational}, \
             waived={waived}, not_checked={not_checked})"
        )
    }
}
