//! Lookup of nested values through all branches of `Fn::If`.

use super::context::Context;
use super::evaluation::Evaluation;
use super::path::Step;
use cfn_warden_syntax::{Node, Value};
use cfn_warden_template::condition::AssumptionKind;
use cfn_warden_template::function::{Function, function_of};

/// A value found at the end of a path (`None` if it is absent), and its context.
pub type Found<'a> = (Option<Node<'a>>, Context<'a>);

impl<'a> Evaluation<'a> {
    /// Returns the values at the end of a path of keys (`*` for every item of a list), one for each reachable branch of
    /// an `Fn::If`, each with its context. Other functions end the lookup: they are returned if they are at the end of
    /// the path, and are absent otherwise.
    pub fn values(&self, cx: &Context<'a>, node: Node<'a>, path: &[&'a str]) -> Vec<Found<'a>> {
        let mut found = Vec::new();
        self.collect(cx, Some(node), path, &mut found);
        found
    }

    fn collect(
        &self,
        cx: &Context<'a>,
        node: Option<Node<'a>>,
        path: &[&'a str],
        found: &mut Vec<Found<'a>>,
    ) {
        if !self.spend(1) {
            return;
        }
        if let Some((function, argument)) = node.and_then(function_of) {
            return self.collect_function(cx, node, (function, argument), path, found);
        }
        let Some((key, rest)) = path.split_first() else {
            return found.push((node, *cx));
        };
        match (node.map(|node| node.value), *key) {
            (Some(Value::List(items)), "*") => {
                for (index, item) in (0u32..).zip(items) {
                    self.collect(
                        &self.below(cx, Step::Index(index), None),
                        Some(*item),
                        rest,
                        found,
                    );
                }
            }
            (Some(Value::Map(_)), key) => {
                let entry = node.and_then(|node| node.entry(key));
                let step = entry.map_or(Step::Name(key), |entry| Step::Key(entry.key));
                self.collect(
                    &self.below(cx, step, None),
                    entry.map(|entry| entry.value),
                    rest,
                    found,
                );
            }
            _ => found.push((None, *cx)),
        }
    }

    fn collect_function(
        &self,
        cx: &Context<'a>,
        node: Option<Node<'a>>,
        (function, argument): (Function, Node<'a>),
        path: &[&'a str],
        found: &mut Vec<Found<'a>>,
    ) {
        let inside = || self.below(cx, Step::Name(function.name()), None);
        match (function, argument.value) {
            (Function::If, Value::List([condition, then, other])) => {
                let Some(name) = condition.as_str() else {
                    return;
                };
                for (index, branch, holds) in [(1, *then, true), (2, *other, false)] {
                    let Ok(conditions) = self.template.conditions.pin(
                        cx.conditions,
                        &[(name, holds)],
                        AssumptionKind::Fact,
                    ) else {
                        continue;
                    };
                    let below = self.below(
                        &Context {
                            conditions,
                            ..inside()
                        },
                        Step::Index(index),
                        None,
                    );
                    self.collect(&below, Some(branch), path, found);
                }
            }
            (Function::If, _) => {}
            (Function::Ref, Value::Str("AWS::NoValue")) => found.push((None, inside())),
            _ if path.is_empty() => found.push((node, *cx)),
            _ => {}
        }
    }
}
