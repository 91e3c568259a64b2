//! Values given for a template's parameters: on a command line, in a file, in a request.

pub mod file;
pub mod literal;

pub use literal::Literal;

use super::{Parameter, Template};
use cfn_warden_syntax::Span;

/// The values that one deployment gives.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ParameterSet {
    /// The file that they stand in, as reports name it; `None` where they come from no file.
    pub source: Option<String>,
    /// Each name once, in order.
    pub values: Vec<Given>,
    /// As whom the values are taken.
    pub reading: Reading,
}

/// Whose rules values are held to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Reading {
    /// CloudFormation's: a text for a list is cut at its commas, and everything that the declaration asks is asked.
    #[default]
    CloudFormation,
    /// cfn-lint's: a text for a list is none; of the declaration, only type and allowed values are looked at.
    CfnLint,
}

/// A value given for a parameter.
#[derive(Debug, Clone, PartialEq)]
pub struct Given {
    /// The parameter's name.
    pub name: String,
    /// The value.
    pub value: Literal,
    /// Where the name stands, in the file it was read from.
    pub at: Option<Span>,
}

impl ParameterSet {
    /// The value of a name.
    pub fn get(&self, name: &str) -> Option<&Given> {
        self.values.iter().find(|given| given.name == name)
    }

    /// No values yet, from a file.
    pub fn from_file(source: &str) -> ParameterSet {
        ParameterSet { source: Some(source.to_owned()), ..ParameterSet::default() }
    }

    /// The values as a template's parameters take them: texts for lists cut at their commas.
    #[must_use]
    pub fn typed(&self, template: &Template<'_>) -> ParameterSet {
        let mut set = self.clone();
        if self.reading == Reading::CfnLint {
            return set;
        }
        for given in &mut set.values {
            let is_list = template.parameter(&given.name).is_some_and(Parameter::is_list);
            if let (true, Literal::Text(text)) = (is_list, &given.value) {
                let parts = text.split(',').map(|part| Literal::Text(part.trim().to_owned()));
                given.value = Literal::List(parts.collect());
            }
        }
        set
    }

    /// Gives a value. Of a name that is given twice the last value counts, and the first place.
    pub fn give(&mut self, given: Given) {
        match self.values.iter_mut().find(|known| known.name == given.name) {
            Some(known) => known.value = given.value,
            None => self.values.push(given),
        }
    }
}
