//! The options of a rule, from its block in `.tflint.hcl`.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::value::Value;

/// The options of a rule.
#[derive(Debug, Clone, Copy)]
pub struct Options<'o> {
    values: Option<&'o BTreeMap<Rc<str>, Value>>,
}

impl<'o> Options<'o> {
    /// Returns options with these values.
    pub fn of(values: Option<&'o Value>) -> Options<'o> {
        Options {
            values: values.and_then(Value::elements),
        }
    }

    fn get(&self, name: &str) -> Option<&'o Value> {
        self.values?.get(name).filter(|value| !value.is_null())
    }

    /// Returns a text; `None` if it is not set.
    ///
    /// # Errors
    /// The option is not a string.
    pub fn text(&self, name: &str) -> Result<Option<&'o str>, String> {
        self.get(name)
            .map(|value| {
                value
                    .str()
                    .ok_or_else(|| format!("{name}: expected a string"))
            })
            .transpose()
    }

    /// Returns a flag; `None` if it is not set.
    ///
    /// # Errors
    /// The option is not a bool.
    pub fn flag(&self, name: &str) -> Result<Option<bool>, String> {
        self.get(name)
            .map(|value| {
                value
                    .bool()
                    .ok_or_else(|| format!("{name}: expected true or false"))
            })
            .transpose()
    }

    /// Returns a list of texts; `None` if it is not set.
    ///
    /// # Errors
    /// The option is not a list of strings.
    pub fn texts(&self, name: &str) -> Result<Option<Vec<&'o str>>, String> {
        let texts = |value: &'o Value| {
            value
                .items()
                .and_then(|items| items.iter().map(Value::str).collect())
        };
        self.get(name)
            .map(|value| texts(value).ok_or_else(|| format!("{name}: expected a list of strings")))
            .transpose()
    }

    /// Returns the options in a block or an object; `None` if it is not set.
    pub fn inner(&self, name: &str) -> Option<Options<'o>> {
        Some(Options::of(Some(self.get(name)?)))
    }
}
