//! The trace of an evaluation that ends where deployments differ.

use std::rc::Rc;

use bumpalo::Bump;

use cfn_warden_syntax::deployments::Variation;

use super::points::{Below, Points};
use crate::compile::program::{Part, Precondition};
use crate::doc::Index;
use crate::eval::error::EvalError;
use crate::eval::result::QueryResult;
use crate::eval::trace::Trace;
use crate::outcome::{Check, Context, Notice, Record};
use crate::syntax::ast::Unary;
use crate::value::{Entry, Kind, Ref};

/// Records nothing, and ends an evaluation that reaches something that differs between deployments.
pub(super) struct Detector<'e> {
    points: &'e Points<'e>,
    /// Whether an evaluation was ended, even if a caller ignored the error.
    pub found: bool,
}

impl<'e> Detector<'e> {
    pub fn new(points: &'e Points<'e>) -> Detector<'e> {
        Detector {
            points,
            found: false,
        }
    }

    /// Whether all values of a map may be absent: a query of an empty map has another result, and a filter by type may not
    /// visit the values.
    fn may_be_empty(&self, value: Ref<'e>) -> bool {
        let Kind::Map(map) = value.kind else {
            return false;
        };
        let is_optional = |entry: &Entry<'_>| {
            matches!(
                self.points.at(entry.value.origin),
                Some(Variation::Present(_) | Variation::Choice(_))
            )
        };
        !map.entries.is_empty()
            && self.points.below(value.origin).choices
            && map.entries.iter().all(is_optional)
    }

    fn end_if(&mut self, differs: bool) -> Result<(), EvalError> {
        self.found |= differs;
        if differs {
            Err(EvalError::fatal(String::new()))
        } else {
            Ok(())
        }
    }
}

impl<'e> Trace<'e> for Detector<'e> {
    fn open(&mut self, _: Context<'e>) -> u32 {
        0
    }
    fn close(&mut self, _: u32, _: Record<'e>) {}
    fn forget(&mut self, _: u32) {}
    fn leaf(&mut self, _: Context<'e>, _: Record<'e>) {}
    fn check(&mut self, _: Context<'e>, _: Check<'e>, _: &'e Bump) {}
    fn notice(&mut self, _: Notice<'e>) {}
    fn touch(&mut self) {}
    fn is_full(&self) -> bool {
        false
    }

    /// A choice may be absent. An unknown value can be passed on, but nothing below it is known.
    fn reach(&mut self, value: Ref<'e>, next: Option<&Part>) -> Result<(), EvalError> {
        let differs = match (self.points.at(value.origin), next) {
            (None, Some(Part::Index(_) | Part::Number(..))) => {
                self.points.below(value.origin).choices
            }
            (None, Some(Part::AllValues(_))) => self.may_be_empty(value),
            (None, _) => false,
            (Some(Variation::Unknown(_)), None | Some(Part::This | Part::Call(_))) => false,
            (Some(_), _) => true,
        };
        self.end_if(differs)
    }

    fn read(&mut self, results: &[QueryResult<'e>]) -> Result<(), EvalError> {
        let mut values = results.iter().filter_map(QueryResult::value);
        let differs = values.any(|value| self.points.below(value.origin) != Below::default());
        self.end_if(differs)
    }

    fn test(&mut self, operator: Unary, results: &[QueryResult<'e>]) -> Result<(), EvalError> {
        if operator == Unary::Exists {
            return Ok(());
        }
        let mut values = results.iter().filter_map(QueryResult::value);
        let differs = values.any(|value| {
            let is_varied = self.points.at(value.origin).is_some();
            is_varied || operator == Unary::Empty && self.points.below(value.origin).choices
        });
        self.end_if(differs)
    }

    fn exceptions(&self, index: &Index<'e>, precondition: &Precondition) -> Option<Rc<[u32]>> {
        self.points.varying_at(index, precondition)
    }
}
