//! Function calls: one for each list of arguments that some deployments have in common.

use cfn_warden_syntax::deployments::DeploymentSet;

use super::Evaluator;
use super::scope::{Answers, Found, Scope};
use crate::budget::{BudgetVec, LimitExceeded};
use crate::compile::program::Call;
use crate::eval::result::QueryResult;
use crate::functions;

impl<'e> Evaluator<'e> {
    /// Calls a function, once for each list of arguments that some deployments have in common.
    pub(super) fn function(
        &mut self,
        call: &'e Call,
        scope: &Scope<'_, 'e>,
        under: DeploymentSet,
        out: &mut Answers<'e>,
    ) -> Result<(), LimitExceeded> {
        let (mut arguments, mut under) = (Vec::with_capacity(call.arguments.len()), under);
        for argument in &call.arguments {
            if let Some(error) = self.enter()? {
                let (error, fatal) = self.failed(error, under);
                out.errors(error, fatal, self.sets);
                return Ok(());
            }
            let answers = self.operand(argument, scope, under);
            self.depth -= 1;
            let answers = answers?;
            out.errors(answers.error, answers.fatal, self.sets);
            under = answers.valid(under, self.sets);
            arguments.push(answers);
        }
        let queries: Vec<&[Found<'e>]> = arguments
            .iter()
            .map(|answers| answers.found.as_slice())
            .collect();
        for world in self.worlds(&queries, under)? {
            let function = functions::get(call.function);
            let counts = function.name == "count";
            if let Some(unknown) = world.unknown.filter(|_| world.open || !counts) {
                // AWS and Terraform reject a policy that is not JSON. If its text counted as a possible error, one policy that is
                // not known would leave the findings on all others undecided.
                match function.name {
                    "json_parse" if !world.unsure => out.open(world.set, unknown),
                    _ => out.call(world.set, unknown),
                }
                continue;
            }
            let lists: Vec<_> = world
                .lists
                .iter()
                .map(|list| {
                    let mut results = BudgetVec::new(&self.doc.budget);
                    results.extend_from_slice(list);
                    results
                })
                .collect();
            let (doc, now, semantics) = (self.doc, self.plain.now, self.plain.semantics);
            match (function.call)(&functions::Input {
                arguments: &lists,
                doc,
                now,
                semantics,
            }) {
                Ok(values) => {
                    for value in values {
                        out.push(
                            world.set,
                            QueryResult::Resolved(self.plain.alloc_value(value)),
                        );
                    }
                }
                Err(error) => {
                    let (error, fatal) = self.failed(error, world.set);
                    out.errors(error, fatal, self.sets);
                }
            }
        }
        Ok(())
    }
}
