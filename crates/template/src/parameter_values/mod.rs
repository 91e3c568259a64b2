//! Parameter values that the user supplies: on the command line, in a file, in a request.

pub mod file;
pub mod literal;

pub use literal::Literal;

use super::{Parameter, Template};
use cfn_warden_syntax::Span;

/// The parameter values of one deployment.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ParameterSet {
    /// The file that contains the values, as named in reports; `None` if they do not come from a file.
    pub source: Option<String>,
    /// The values in order, each name once.
    pub values: Vec<ParameterValue>,
    /// The rules for interpreting the values.
    pub rules: ValueRules,
}

/// The rules for interpreting values.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ValueRules {
    /// CloudFormation's: a string for a list parameter is split at commas, and all constraints of the declaration are
    /// checked.
    #[default]
    CloudFormation,
    /// cfn-lint's: a string is not accepted for a list parameter, and only type and allowed values are checked.
    CfnLint,
}

/// A value that the user supplies for a parameter.
#[derive(Debug, Clone, PartialEq)]
pub struct ParameterValue {
    /// The name of the parameter.
    pub name: String,
    /// The supplied value.
    pub value: Literal,
    /// The span of the name in its file.
    pub at: Option<Span>,
}

impl ParameterSet {
    /// Returns the value of a parameter.
    pub fn get(&self, name: &str) -> Option<&ParameterValue> {
        self.values.iter().find(|parameter| parameter.name == name)
    }

    /// Returns an empty set for a file.
    pub fn from_file(source: &str) -> ParameterSet {
        ParameterSet {
            source: Some(source.to_owned()),
            ..ParameterSet::default()
        }
    }

    /// Converts the values to the types of a template's parameters: splits strings for list parameters at commas.
    #[must_use]
    pub fn typed(&self, template: &Template<'_>) -> ParameterSet {
        let mut set = self.clone();
        if self.rules == ValueRules::CfnLint {
            return set;
        }
        for parameter in &mut set.values {
            let is_list = template
                .parameter(&parameter.name)
                .is_some_and(Parameter::is_list);
            if let (true, Literal::Text(text)) = (is_list, &parameter.value) {
                let parts = text
                    .split(',')
                    .map(|part| Literal::Text(part.trim().to_owned()));
                parameter.value = Literal::List(parts.collect());
            }
        }
        set
    }

    /// Sets a value. A repeated name keeps its first position and its last value.
    pub fn set_value(&mut self, parameter: ParameterValue) {
        match self
            .values
            .iter_mut()
            .find(|previous| previous.name == parameter.name)
        {
            Some(previous) => previous.value = parameter.value,
            None => self.values.push(parameter),
        }
    }
}
