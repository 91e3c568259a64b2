//! Serialization shared by the reports.

use serde::ser::{Serialize, Serializer};

use super::model::Operator;
use crate::outcome::Status;

impl Serialize for Status {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl Serialize for Operator {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (name, negated) = match self {
            Operator::Binary(operator, negated) => (operator.name(), negated),
            Operator::Unary(operator, negated) => (operator.name(), negated),
        };
        (name, negated).serialize(serializer)
    }
}
