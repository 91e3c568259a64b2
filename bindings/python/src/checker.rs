//! The checker.

use std::sync::Arc;

use cfn_warden as warden;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::SettingError;
use crate::report::{Inputs, Report};
use crate::settings::{self, items};
use crate::sources::{self, Kind, Source};

/// Checks documents with the same rules and settings.
///
/// A checker may be used from several threads; it compiles rules once.
#[pyclass(frozen, module = "cfn_warden")]
pub struct Checker {
    checker: Arc<warden::Checker>,
}

#[pymethods]
impl Checker {
    #[new]
    #[pyo3(signature = (**settings))]
    fn new(settings: Option<&Bound<'_, PyDict>>) -> PyResult<Checker> {
        Ok(Checker {
            checker: Arc::new(settings::checker(settings)?),
        })
    }

    /// Checks a template, or several documents at once.
    #[pyo3(signature = (template=None, *, templates=None, nested=None))]
    fn check(
        &self,
        py: Python<'_>,
        template: Option<&Bound<'_, PyAny>>,
        templates: Option<&Bound<'_, PyAny>>,
        nested: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Report> {
        let documents = match (template, templates) {
            (Some(template), None) => vec![Source::of(template, Kind::Document, "template", "")?],
            (None, Some(templates)) => list("templates", templates)?,
            _ => {
                return Err(PyTypeError::new_err(
                    "expected either `template`, or `templates` with a list of them",
                ));
            }
        };
        if documents.is_empty() {
            return Err(SettingError::new_err(
                "templates: the list is empty; expected at least one document",
            ));
        }
        let given = nested.map(|nested| list("nested", nested)).transpose()?;
        let checker = Arc::clone(&self.checker);
        Ok(py.detach(|| {
            let nested = given.unwrap_or_else(|| sources::nested(&documents));
            Report::of(Inputs {
                checker,
                documents,
                nested,
            })
        }))
    }
}

fn list(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Vec<Source>> {
    let Some(items) = items(value) else {
        let found = value.get_type().name()?;
        return Err(PyTypeError::new_err(format!(
            "{name}: expected a list, not {found}"
        )));
    };
    let of = |(place, item): (usize, Bound<'_, PyAny>)| {
        let name = format!("{name}[{place}]");
        Source::of(&item, Kind::Document, &name, &name)
    };
    items.into_iter().enumerate().map(of).collect()
}

/// Checks a template, or several documents at once, with the settings of `Checker`.
#[pyfunction]
#[pyo3(signature = (template=None, *, templates=None, nested=None, **settings))]
pub fn check(
    py: Python<'_>,
    template: Option<&Bound<'_, PyAny>>,
    templates: Option<&Bound<'_, PyAny>>,
    nested: Option<&Bound<'_, PyAny>>,
    settings: Option<&Bound<'_, PyDict>>,
) -> PyResult<Report> {
    Checker::new(settings)?.check(py, template, templates, nested)
}
