//! The controls that a command line names.

use crate::error::Error;
use crate::policies::{self, Control};

/// Returns the controls that names select.
///
/// # Errors
/// For a name that is neither a pack nor a control.
pub fn selected(names: &[String]) -> Result<Vec<&'static Control<'static>>, Error> {
    policies::select(names.iter().map(String::as_str))
        .map_err(|reason| Error::Value { name: "NAME".to_owned(), reason })
}
