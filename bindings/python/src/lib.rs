//! The extension module of the Python package `cfn-warden`. Its interface is described in `python/cfn_warden/__init__.pyi`.

mod checker;
mod records;
mod report;
mod settings;
mod sources;

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

create_exception!(
    cfn_warden,
    SettingError,
    PyValueError,
    "An argument with an invalid value."
);
create_exception!(
    cfn_warden,
    RulesError,
    PyValueError,
    "Guard rules that do not parse."
);

/// The native part of `cfn_warden`.
#[pymodule]
mod _native {
    #[pymodule_export]
    use crate::checker::{Checker, check};
    #[pymodule_export]
    use crate::records::{Finding, Incomplete, NotSeen, Summary};
    #[pymodule_export]
    use crate::report::Report;
    #[pymodule_export]
    use crate::settings::{formats, packs};
    #[pymodule_export]
    use crate::{RulesError, SettingError};
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
