//! The assertions in `Rules`, which decide which deployments exist.

use super::conditions::Truth;
use super::guarded::Guarded;
use crate::function::{Function, lone_function};
use crate::resolve::evaluate::Evaluator;
use cfn_warden_syntax::deployments::DeploymentSet;
use cfn_warden_syntax::{Node, Tree, Value};

impl<'a, 'i> Evaluator<'a, Guarded<'a, 'i>> {
    /// Returns the deployments that do not violate an assertion. One that cannot be decided is not violated.
    pub fn valid(&mut self, tree: &Tree<'a>) -> DeploymentSet {
        let rules = tree
            .root
            .get("Rules")
            .and_then(|section| section.as_map())
            .unwrap_or_default();
        let mut valid = DeploymentSet::ALL;
        for rule in rules {
            let applies = rule
                .value
                .get("RuleCondition")
                .map_or(Truth::TRUE, |condition| self.truth(condition, 0));
            let assertions = rule
                .value
                .get("Assertions")
                .and_then(|list| list.as_list())
                .unwrap_or_default();
            for assertion in assertions
                .iter()
                .filter_map(|assertion| assertion.get("Assert"))
            {
                let truth = self.truth(assertion, 0);
                let fails = self.negated(truth).holds;
                let violated = self.facts.deployments.and(applies.holds, fails);
                valid = self.facts.deployments.minus(valid, violated);
            }
        }
        valid
    }

    fn truth(&mut self, node: Node<'a>, depth: usize) -> Truth {
        if !self.step(depth) {
            return Truth::UNKNOWN;
        }
        let below = depth.saturating_add(1);
        let Some((function, entry)) = lone_function(node) else {
            return Truth::UNKNOWN;
        };
        let items = entry.value.as_list().unwrap_or_default();
        match (function, items) {
            (Function::Condition, _) => match entry.value.as_str() {
                Some(name) => Truth {
                    holds: self.condition_set(name, below),
                    open: DeploymentSet::NONE,
                },
                None => Truth::UNKNOWN,
            },
            (Function::Not, [inner]) => {
                let inner = self.truth(*inner, below);
                self.negated(inner)
            }
            (Function::And, [_, ..]) => self.all(items, |this, item| this.truth(item, below)),
            (Function::Or, [_, ..]) => self.any_of(items, |this, item| this.truth(item, below)),
            (Function::Equals, [one, other]) => self.equal(*one, *other, below),
            (Function::Contains, [list, value]) => self.contains(*list, *value, below),
            (Function::EachMemberEquals, [list, value]) => {
                self.each(*list, below, |this, member| {
                    this.equal(member, *value, below)
                })
            }
            (Function::EachMemberIn, [list, allowed]) => self.each(*list, below, |this, member| {
                this.contains(*allowed, member, below)
            }),
            _ => Truth::UNKNOWN,
        }
    }

    /// Whether a list contains a value.
    fn contains(&mut self, list: Node<'a>, value: Node<'a>, depth: usize) -> Truth {
        let mut found = Truth {
            holds: DeploymentSet::NONE,
            open: DeploymentSet::NONE,
        };
        for (set, members) in self.members(list, depth) {
            let inside = match members {
                Some(members) => {
                    self.any_of(&members, |this, member| this.equal(member, value, depth))
                }
                None => Truth::UNKNOWN,
            };
            found = self.joined(found, set, inside);
        }
        found
    }

    /// Whether something is true for each member of a list.
    fn each(
        &mut self,
        list: Node<'a>,
        depth: usize,
        mut holds: impl FnMut(&mut Self, Node<'a>) -> Truth,
    ) -> Truth {
        let mut found = Truth {
            holds: DeploymentSet::NONE,
            open: DeploymentSet::NONE,
        };
        for (set, members) in self.members(list, depth) {
            let inside = match members {
                Some(members) => self.all(&members, &mut holds),
                None => Truth::UNKNOWN,
            };
            found = self.joined(found, set, inside);
        }
        found
    }

    /// Adds what is true within a set.
    fn joined(&self, found: Truth, set: DeploymentSet, inside: Truth) -> Truth {
        let deployments = &self.facts.deployments;
        Truth {
            holds: deployments.or(found.holds, deployments.and(set, inside.holds)),
            open: deployments.or(found.open, deployments.and(set, inside.open)),
        }
    }

    fn all(
        &mut self,
        items: &[Node<'a>],
        mut truth: impl FnMut(&mut Self, Node<'a>) -> Truth,
    ) -> Truth {
        items.iter().fold(Truth::TRUE, |all, item| {
            let item = truth(self, *item);
            self.both(all, item)
        })
    }

    fn any_of(
        &mut self,
        items: &[Node<'a>],
        mut truth: impl FnMut(&mut Self, Node<'a>) -> Truth,
    ) -> Truth {
        let none = Truth {
            holds: DeploymentSet::NONE,
            open: DeploymentSet::NONE,
        };
        items.iter().fold(none, |any, item| {
            let item = truth(self, *item);
            self.either(any, item)
        })
    }

    /// Returns the members of a list in the deployments of each set; `None` if they are not known.
    fn members(
        &mut self,
        list: Node<'a>,
        depth: usize,
    ) -> Vec<(DeploymentSet, Option<Vec<Node<'a>>>)> {
        let function =
            lone_function(list).map(|(function, entry)| (function, entry.value.as_str()));
        match (function, list.value) {
            (None, Value::List(items)) => vec![(DeploymentSet::ALL, Some(items.to_vec()))],
            (Some((Function::RefAll, Some(kind))), _) => {
                let of_kind = self
                    .facts
                    .parameters
                    .iter()
                    .filter(|parameter| parameter.kind == kind);
                let names: Vec<_> = of_kind.map(|parameter| parameter.name).collect();
                vec![(
                    DeploymentSet::ALL,
                    Some(
                        names
                            .into_iter()
                            .map(|name| self.reference_to(name))
                            .collect(),
                    ),
                )]
            }
            _ => {
                let lists = self.lists(list, depth);
                let members =
                    |texts: Vec<String>| texts.iter().map(|text| self.facts.text(text)).collect();
                lists
                    .into_iter()
                    .map(|(set, texts)| (set, texts.map(members)))
                    .collect()
            }
        }
    }
}
