//! Finds the rules that read certain top-level sections of a document, directly or through variables and other rules.

use std::collections::{BTreeMap, BTreeSet};

use super::check::walk::{Item, walk};
use super::syntax::ast::{Query, QueryPart, RulesFile};

/// Returns the names of the rules that read one of the sections.
pub fn rules_reading(file: &RulesFile, sections: &[&str]) -> BTreeSet<String> {
    let mut rules: BTreeSet<String> = BTreeSet::new();
    let mut variables: BTreeSet<String> = BTreeSet::new();
    // Variables can depend on variables and rules on rules: repeat until nothing new is found.
    loop {
        let before = (rules.len(), variables.len());
        let mut assigned: BTreeMap<(u32, u32), &str> = BTreeMap::new();
        walk(file, &mut |item, scope| match item {
            Item::Assignment(one) => {
                assigned.insert((one.span.start, one.span.end), &one.name);
            }
            Item::Query(query, _) if reads(query, sections, &variables) => {
                let of = |(span, name): (&(u32, u32), &&str)| {
                    (span.0 <= query.span.start && query.span.end <= span.1)
                        .then(|| (*name).to_owned())
                };
                variables.extend(assigned.iter().filter_map(of));
                rules.extend(scope.rule.map(str::to_owned));
            }
            Item::Reference(reference) if rules.contains(&*reference.rule) => {
                rules.extend(scope.rule.map(str::to_owned));
            }
            Item::Call(call) if rules.contains(&*call.rule.rule) => {
                rules.extend(scope.rule.map(str::to_owned))
            }
            _ => {}
        });
        if before == (rules.len(), variables.len()) {
            return rules;
        }
    }
}

fn reads(query: &Query, sections: &[&str], variables: &BTreeSet<String>) -> bool {
    match query.parts.first() {
        Some(QueryPart::Key(key)) => sections.contains(&&**key),
        Some(QueryPart::Variable(name)) => variables.contains(&**name),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::parse_as;

    fn reading(text: &str) -> Vec<String> {
        let file = parse_as(crate::Language::default(), "r", text).unwrap();
        rules_reading(&file, &["HookContext", "Previous"])
            .into_iter()
            .collect()
    }

    #[test]
    fn a_rule_reads_a_section_directly_by_a_variable_or_by_another_rule() {
        let text = "let point = HookContext.InvocationPoint\nlet copy = %point\n\
            rule direct { Previous !exists }\n\
            rule by_variable when %copy == /^DELETE/ { Resources !exists }\n\
            rule by_rule when by_variable { Resources !exists }\n\
            rule inner { Resources.* { let p = HookContext\n %p exists } }\n\
            rule other { Resources.*.Properties.Previous exists }\n";
        assert_eq!(reading(text), ["by_rule", "by_variable", "direct", "inner"]);
    }
}
