//! Parses the top level of a rules file.

use super::Language;
use super::ast::{Block, ParameterizedRule, Rule, RuleClause, RulesFile};
use super::block::{add, block, optional_when, type_block, when_block};
use super::call::assignment;
use super::clause::{clause, clause_or_reference};
use super::conjunction::disjunction;
use super::cursor::Cursor;
use super::error::ParseError;
use super::failure::{Expected, Parse, ParseFailure, Problem};
use super::query::name;
use super::recovery::{resume, to_error};
use cfn_warden_syntax::cancel::Cancel;

/// Parses a rules file.
///
/// # Errors
/// All syntax errors, at most one for each top-level item. The first is the one that cfn-guard reports.
pub fn parse(file: &str, text: &str) -> Result<RulesFile, Vec<ParseError>> {
    parse_as(Language::default(), file, text)
}

/// Parses a rules file in the given dialect and version of the language.
///
/// # Errors
/// The same as [`parse`].
pub fn parse_as(language: Language, file: &str, text: &str) -> Result<RulesFile, Vec<ParseError>> {
    parse_with_cancel(Cancel::default(), language, file, text)
}

/// Parses a rules file, checking for cancellation.
///
/// # Errors
/// The same as [`parse`]; on cancellation, the last error says so.
pub fn parse_with_cancel(
    cancel: Cancel<'_>,
    language: Language,
    file: &str,
    text: &str,
) -> Result<RulesFile, Vec<ParseError>> {
    let mut c = Cursor::new(text, language);
    c.cancel = cancel;
    if u32::try_from(text.len()).is_err() {
        c.record_problem(0, Problem::Size);
        let failure = c.soft_failure();
        return Err(vec![to_error(&mut c, file, failure)]);
    }
    let mut rules = RulesFile {
        name: file.into(),
        language,
        ..RulesFile::default()
    };
    let mut loose = Vec::new();
    let mut errors = Vec::new();
    c.skip();
    while c.peek().is_some() {
        let start = c.at;
        if cancel.is_set() {
            c.record_problem(start, Problem::Cancelled);
            let failure = c.soft_failure();
            errors.push(to_error(&mut c, file, failure));
            break;
        }
        match item(&mut c, &mut rules, &mut loose) {
            Ok(()) => {
                c.skip();
            }
            Err(failure) => {
                c.at = start;
                // If all alternatives fail softly, cfn-guard reports unparsed text at the start of the item.
                let failure = if failure.fatal {
                    failure
                } else {
                    c.soft_failure()
                };
                let error = to_error(&mut c, file, failure);
                resume(&mut c, start, &error);
                errors.push(error);
            }
        }
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    if let Some(rule) = default_rule(&mut c, file, loose) {
        rules.rules.insert(0, rule);
    }
    Ok(rules)
}

/// Clauses at the top level, with the start and end of their item.
type Loose = (Vec<RuleClause>, usize, usize);

/// Parses a top-level item; the alternatives are tried in cfn-guard's order.
fn item(c: &mut Cursor, rules: &mut RulesFile, loose: &mut Vec<Loose>) -> Parse<()> {
    let start = c.at;
    if let Some(found) = attempt(c, assignment)? {
        return add(c, found, &mut rules.assignments);
    }
    if let Some(found) = attempt(c, parameterized_rule)? {
        rules.parameterized.push(found);
        return Ok(());
    }
    if let Some(found) = attempt(c, rule)? {
        rules.rules.push(found);
        return Ok(());
    }
    let found = if let Some(types) = attempt(c, |c| disjunction(c, type_block))? {
        types.into_iter().map(RuleClause::Type).collect()
    } else if let Some(when) = attempt(c, |c| when_block(c, clause_or_reference))? {
        vec![RuleClause::When(when)]
    } else if let Some(clauses) = attempt(c, |c| disjunction(c, clause))? {
        clauses.into_iter().map(RuleClause::Clause).collect()
    } else {
        return Err(c.fail_expecting(Expected::Item));
    };
    loose.push((found, start, c.at));
    Ok(())
}

/// Tries an alternative. If it fails softly, resets the cursor and returns `None`.
fn attempt<'t, T>(
    c: &mut Cursor<'t>,
    alternative: impl Fn(&mut Cursor<'t>) -> Parse<T>,
) -> Parse<Option<T>> {
    let start = c.at;
    match alternative(c) {
        Err(failure) if !failure.fatal => {
            c.at = start;
            Ok(None)
        }
        result => result.map(Some),
    }
}

/// Parses `rule` and the white space after it.
fn rule_keyword(c: &mut Cursor) -> Parse<()> {
    if c.eat("rule") && c.skip() {
        Ok(())
    } else {
        Err(c.soft_failure())
    }
}

/// Parses `rule NAME when CONDITIONS { ... }`.
fn rule(c: &mut Cursor) -> Parse<Rule> {
    let start = c.at;
    rule_keyword(c)?;
    let name = name(c, Expected::RuleName).map_err(ParseFailure::cut)?;
    let conditions = optional_when(c)?;
    let block = block(c, rule_clause).map_err(ParseFailure::cut)?;
    Ok(Rule {
        name: name.into(),
        is_default: false,
        conditions,
        block,
        span: c.span(start),
        location: c.position(start),
    })
}

/// Parses `rule NAME(PARAMETER, ...) { ... }`.
fn parameterized_rule(c: &mut Cursor) -> Parse<ParameterizedRule> {
    let start = c.at;
    rule_keyword(c)?;
    let name = name(c, Expected::RuleName).map_err(ParseFailure::cut)?;
    let parameters = parameters(c)?;
    let block = block(c, rule_clause).map_err(ParseFailure::cut)?;
    let rule = Rule {
        name: name.into(),
        is_default: false,
        conditions: None,
        block,
        span: c.span(start),
        location: c.position(start),
    };
    Ok(ParameterizedRule { parameters, rule })
}

/// Parses `(a, b)`, with at least one parameter and without comments.
fn parameters(c: &mut Cursor) -> Parse<Vec<Box<str>>> {
    if !c.eat("(") {
        return Err(c.soft_failure());
    }
    let mut parameters: Vec<Box<str>> = Vec::new();
    loop {
        c.skip_space();
        let parameter = name(c, Expected::Name).map_err(ParseFailure::cut)?;
        if !parameters.iter().any(|earlier| **earlier == *parameter) {
            parameters.push(parameter.into());
        }
        c.skip_space();
        if !c.eat(",") {
            break;
        }
    }
    if !c.eat(")") {
        c.note_expected(Expected::Comma);
        return Err(c.fail_expecting(Expected::CloseParen).cut());
    }
    Ok(parameters)
}

/// Parses an item in the body of a rule.
fn rule_clause(c: &mut Cursor) -> Parse<RuleClause> {
    c.step()?;
    if let Some(found) = attempt(c, type_block)? {
        return Ok(RuleClause::Type(found));
    }
    if let Some(found) = attempt(c, |c| when_block(c, clause_or_reference))? {
        return Ok(RuleClause::When(found));
    }
    clause_or_reference(c).map(RuleClause::Clause)
}

/// Returns the rule that the top-level clauses form.
fn default_rule(c: &mut Cursor, file: &str, loose: Vec<Loose>) -> Option<Rule> {
    let (start, end) = (loose.first()?.1, loose.last()?.2);
    let name = if file.trim().is_empty() {
        "default".to_owned()
    } else {
        format!("{file}/default")
    };
    let mut span = c.span(start);
    span.end = u32::try_from(end).unwrap_or(u32::MAX);
    Some(Rule {
        name: name.into(),
        is_default: true,
        conditions: None,
        block: Block {
            assignments: Vec::new(),
            conjunctions: loose.into_iter().map(|(found, ..)| found).collect(),
        },
        span,
        location: c.position(start),
    })
}
