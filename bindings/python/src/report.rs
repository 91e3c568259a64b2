//! Reports.

use std::sync::Arc;

use cfn_warden::{self as warden, Document, Filter, Status};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyList;
use self_cell::self_cell;

use crate::SettingError;
use crate::records::{Finding, Incomplete, NotSeen, Summary};
use crate::settings::texts;
use crate::sources::Source;

/// What a report borrows from.
pub struct Inputs {
    /// The checker.
    pub checker: Arc<warden::Checker>,
    /// The documents.
    pub documents: Vec<Source>,
    /// The templates of nested stacks.
    pub nested: Vec<Source>,
}

type Borrowed<'i> = warden::Report<'i>;

self_cell!(
    struct Checked {
        owner: Inputs,
        #[covariant]
        dependent: Borrowed,
    }
);

/// The result of a check.
#[pyclass(frozen, module = "cfn_warden")]
pub struct Report {
    checked: Checked,
    /// Made when they are first read.
    findings: PyOnceLock<Vec<Finding>>,
}

impl Report {
    /// Checks documents. Needs no interpreter.
    pub fn of(inputs: Inputs) -> Report {
        let checked = Checked::new(inputs, |inputs| {
            let [documents, nested] = [&inputs.documents, &inputs.nested].map(|all| named(all));
            inputs.checker.check_with(&documents, &nested)
        });
        Report {
            checked,
            findings: PyOnceLock::new(),
        }
    }

    fn report(&self) -> &warden::Report<'_> {
        self.checked.borrow_dependent()
    }
}

#[pymethods]
impl Report {
    /// Whether everything was checked and nothing is violated that counts.
    #[getter]
    fn compliant(&self) -> bool {
        self.report().is_compliant()
    }

    /// The verdict: PASS, FAIL or ERROR.
    #[getter]
    fn status(&self) -> &'static str {
        match self.report().status() {
            Status::Pass => "PASS",
            Status::Fail => "FAIL",
            Status::Error => "ERROR",
        }
    }

    /// Whether there are no incomplete checks and nothing that was not seen.
    #[getter]
    fn complete(&self) -> bool {
        self.report().is_complete()
    }

    /// Why the report is not complete, one line each.
    #[getter]
    fn reasons(&self) -> Vec<String> {
        self.report().reasons()
    }

    /// The counts.
    #[getter]
    fn summary(&self) -> Summary {
        self.report().summary().into()
    }

    /// The findings by document, line and rule, one for each cause.
    #[getter]
    fn findings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let findings = self.findings.get_or_init(py, || {
            self.report().groups().iter().map(Finding::from).collect()
        });
        PyList::new(py, findings.iter().cloned())
    }

    /// What could not be checked.
    #[getter]
    fn incomplete(&self) -> Vec<Incomplete> {
        self.report().incomplete().map(Incomplete::from).collect()
    }

    /// The parts of documents that were not seen.
    #[getter]
    fn not_seen(&self) -> Vec<NotSeen> {
        self.report().not_seen().map(NotSeen::from).collect()
    }

    /// Returns the findings that match all arguments. A list has alternatives.
    #[pyo3(signature = (*, rule=None, category=None, resource=None, resource_type=None))]
    fn filter(
        &self,
        rule: Option<&Bound<'_, PyAny>>,
        category: Option<&Bound<'_, PyAny>>,
        resource: Option<&Bound<'_, PyAny>>,
        resource_type: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Vec<Finding>> {
        let list = |name, given: Option<&Bound<'_, PyAny>>| {
            given.map_or(Ok(Vec::new()), |given| texts(name, given))
        };
        let mut filter = Filter::new();
        for category in list("category", category)? {
            filter = filter.category(
                category
                    .parse()
                    .map_err(|error| SettingError::new_err(format!("{error}")))?,
            );
        }
        filter = list("rule", rule)?.into_iter().fold(filter, Filter::rule);
        filter = list("resource", resource)?
            .into_iter()
            .fold(filter, Filter::resource);
        filter = list("resource_type", resource_type)?
            .into_iter()
            .fold(filter, Filter::resource_type);
        let matches = |group: &&warden::Group<'_>| {
            filter.matches(&group.finding())
                || group.also().iter().any(|finding| filter.matches(finding))
        };
        Ok(self
            .report()
            .groups()
            .iter()
            .filter(matches)
            .map(Finding::from)
            .collect())
    }

    /// Returns the result document, byte for byte what `cfn-warden check --format json` prints.
    fn to_json(&self, py: Python<'_>) -> String {
        py.detach(|| self.report().to_json())
    }

    /// Returns the result document as a dict.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("json")?
            .call_method1("loads", (self.to_json(py),))
    }

    /// Returns the report in a format that `formats` lists.
    fn render(&self, py: Python<'_>, format: &str) -> PyResult<String> {
        py.detach(|| self.report().render(format)).ok_or_else(|| {
            let names = warden::formats().collect::<Vec<_>>().join(", ");
            SettingError::new_err(format!(
                "unknown format `{format}`; expected one of {names}"
            ))
        })
    }

    fn __repr__(&self) -> String {
        let warden::Summary {
            errors,
            warnings,
            not_checked,
            ..
        } = self.report().summary();
        format!(
            "<Report {}: {errors} errors, {warnings} warnings, {not_checked} not checked>",
            self.status()
        )
    }
}

fn named(all: &[Source]) -> Vec<Document<'_>> {
    all.iter()
        .map(|one| Document::new(&one.name, &one.content))
        .collect()
}
