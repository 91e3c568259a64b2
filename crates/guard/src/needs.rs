//! Finds the resource types without which a rule applies to nothing.

use super::syntax::ast::{
    Clause, Comparison, Condition, Conjunctions, Operand, Query, QueryPart, Rule, RuleClause,
    RulesFile, Test,
};
use super::syntax::literal::Literal;
use super::syntax::operator::{Binary, Unary};

/// Returns the resource types that a rule selects: without a resource of one of them, it does not apply. `None` if it may apply
/// to any template.
///
/// A rule of this kind has only type blocks, or a condition that a selection by type is not empty:
///
/// ```text
/// rule a { AWS::S3::Bucket { ... } }
/// let buckets = Resources.*[ Type == "AWS::S3::Bucket" ]
/// rule b when %buckets !empty { ... }
/// ```
pub fn resource_types<'f>(file: &'f RulesFile, rule: &'f Rule) -> Option<Vec<&'f str>> {
    let of_condition = rule
        .conditions
        .iter()
        .flatten()
        .find_map(|any| match any.as_slice() {
            [Condition::Comparison(comparison)] => types_of_condition(file, rule, comparison),
            _ => None,
        });
    of_condition.or_else(|| types_of_blocks(&rule.block.conjunctions))
}

/// Returns the types of a body that has only type blocks.
fn types_of_blocks(body: &Conjunctions<RuleClause>) -> Option<Vec<&str>> {
    let types = body.iter().flatten().map(|clause| match clause {
        RuleClause::Type(block) => Some(&*block.type_name),
        _ => None,
    });
    let types: Vec<&str> = types.collect::<Option<_>>()?;
    (!types.is_empty()).then_some(types)
}

/// Returns the types of `%variable !empty`.
fn types_of_condition<'f>(
    file: &'f RulesFile,
    rule: &'f Rule,
    condition: &'f Comparison,
) -> Option<Vec<&'f str>> {
    let Test::Unary {
        operator: Unary::Empty,
        negated,
    } = &condition.test
    else {
        return None;
    };
    let [QueryPart::Variable(name)] = condition.query.parts.as_slice() else {
        return None;
    };
    // A variable of the rule hides that of the file, and a repeated one is not simple.
    let mut of_file = file.assignments.iter().filter(|one| one.name == *name);
    let (Some(variable), None) = (of_file.next(), of_file.next()) else {
        return None;
    };
    let is_hidden = rule.block.assignments.iter().any(|one| one.name == *name);
    match &variable.value {
        Operand::Query(query) if *negated != condition.negated && !is_hidden => {
            types_of_selection(query)
        }
        _ => None,
    }
}

/// Returns the types of `Resources.*[ Type == "..." ]` and `Resources.*[ Type in [...] ]`, whatever other conditions it has.
fn types_of_selection(query: &Query) -> Option<Vec<&str>> {
    let [
        QueryPart::Key(section),
        QueryPart::AllValues(_),
        QueryPart::Filter { clauses, .. },
        ..,
    ] = query.parts.as_slice()
    else {
        return None;
    };
    (&**section == "Resources").then_some(())?;
    clauses.iter().find_map(|any| match any.as_slice() {
        [Clause::Comparison(comparison)] => types_of_comparison(comparison),
        _ => None,
    })
}

fn types_of_comparison(comparison: &Comparison) -> Option<Vec<&str>> {
    let [QueryPart::Key(key)] = comparison.query.parts.as_slice() else {
        return None;
    };
    let Test::Binary {
        operator,
        negated: false,
        right: Operand::Literal(literal, _),
        ..
    } = &comparison.test
    else {
        return None;
    };
    if &**key != "Type" || comparison.negated {
        return None;
    }
    match (operator, literal) {
        (Binary::Equals | Binary::In, Literal::String(name)) => Some(vec![&**name]),
        (Binary::In, Literal::List(items)) => items.iter().map(text).collect(),
        _ => None,
    }
}

fn text(literal: &Literal) -> Option<&str> {
    if let Literal::String(text) = literal {
        Some(text)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::parse_as;

    #[test]
    fn rules_need_the_types_that_they_select() {
        let buckets = "let b = Resources.*[ Type == 'AWS::S3::Bucket' ]\n";
        for (text, expected) in [
            ("rule a { AWS::S3::Bucket { A exists } }", "AWS::S3::Bucket"),
            (
                "rule a { AWS::S3::Bucket { A exists }\n AWS::SQS::Queue { A exists } }",
                "AWS::S3::Bucket AWS::SQS::Queue",
            ),
            (
                "rule a { AWS::S3::Bucket { A exists }\n Resources exists }",
                "-",
            ),
            ("rule a when %b !empty { %b.A exists }", "AWS::S3::Bucket"),
            (
                "rule a when not %b empty { %b.A exists }",
                "AWS::S3::Bucket",
            ),
            ("rule a when %b empty { Resources exists }", "-"),
            (
                "rule a when %b !empty or Resources exists { %b.A exists }",
                "-",
            ),
            (
                "rule a when Resources exists\n %b !empty { %b.A exists }",
                "AWS::S3::Bucket",
            ),
            (
                "rule a when %c !empty { %c.A exists }\nlet c = Resources.*[ Type in ['A::B::C', 'D::E::F']\n Properties exists ]",
                "A::B::C D::E::F",
            ),
            (
                "rule a when %c !empty { %c.A exists }\nlet c = Resources.*[ Type == /Bucket/ ]",
                "-",
            ),
            (
                "rule a when %c !empty { %c.A exists }\nlet c = Resources.*[ Type != 'A::B::C' ]",
                "-",
            ),
            (
                "rule a when %c !empty { %c.A exists }\nlet c = Parameters.*[ Type == 'String' ]",
                "-",
            ),
            ("rule a { %b.A exists }", "-"),
        ] {
            let file =
                parse_as(crate::Language::default(), "r", &format!("{buckets}{text}")).unwrap();
            let rule = file.rules.iter().find(|rule| &*rule.name == "a").unwrap();
            let found =
                resource_types(&file, rule).map_or_else(|| "-".to_owned(), |types| types.join(" "));
            assert_eq!(found, expected, "{text}");
        }
    }
}
