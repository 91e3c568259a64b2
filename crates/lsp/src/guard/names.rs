//! The rules and variables of a rules text: where they are declared, and where they are used.

use std::ops::Range;

use super::scan::{Word, WordKind, words};

/// What a name refers to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A rule.
    Rule,
    /// A variable, a parameter of a rule, or the keys that a filter captures.
    Variable,
}

/// A declared name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declaration<'t> {
    /// What it refers to.
    pub kind: Kind,
    /// The name, without the `%` of a variable.
    pub name: &'t str,
    /// The bytes of the name.
    pub range: Range<usize>,
    /// The bytes in which the name has this meaning.
    pub scope: Range<usize>,
    /// The bytes of the declaration: from its keyword to the end of its line, of a rule to its last brace.
    pub span: Range<usize>,
}

/// The names of a rules text.
#[derive(Debug)]
pub struct Names<'t> {
    words: Vec<Word<'t>>,
    /// In the order of the text.
    pub declarations: Vec<Declaration<'t>>,
}

impl<'t> Names<'t> {
    /// Collects the names of a text.
    pub fn of(text: &'t str) -> Names<'t> {
        let words = words(text);
        let declarations = declarations(text, &words);
        Names {
            words,
            declarations,
        }
    }

    /// Returns the word at an offset.
    pub fn word_at(&self, offset: usize) -> Option<&Word<'t>> {
        let is_here = |word: &&Word<'t>| word.range.start <= offset && offset <= word.range.end;
        self.words
            .iter()
            .find(|word| is_here(word) && word.kind != WordKind::Sign)
    }

    /// Returns the declaration of the name that is declared or used at an offset.
    pub fn declaration_at(&self, offset: usize) -> Option<&Declaration<'t>> {
        self.declaration_of(self.word_at(offset)?)
    }

    fn declaration_of(&self, word: &Word<'t>) -> Option<&Declaration<'t>> {
        let kind = match word.kind {
            WordKind::Variable => Kind::Variable,
            WordKind::Name => {
                let own = self.declarations.iter().find(|one| one.range == word.range);
                if own.is_some() {
                    return own;
                }
                Kind::Rule
            }
            WordKind::Key | WordKind::Sign => return None,
        };
        let candidates = self.declarations.iter().filter(|one| {
            let is_in_scope =
                one.scope.start <= word.range.start && word.range.end <= one.scope.end;
            one.kind == kind && one.name == word.text && is_in_scope
        });
        // The innermost block; of several in one block, the last.
        candidates.min_by_key(|one| (one.scope.len(), std::cmp::Reverse(one.range.start)))
    }

    /// Returns the bytes of the uses of a declared name.
    pub fn uses_of(&self, declaration: &Declaration<'t>) -> impl Iterator<Item = Range<usize>> {
        let named = self
            .words
            .iter()
            .filter(|word| word.text == declaration.name);
        let used = named.filter(|word| {
            word.range != declaration.range && self.declaration_of(word) == Some(declaration)
        });
        used.map(|word| word.range.clone())
    }
}

fn declarations<'t>(text: &'t str, words: &[Word<'t>]) -> Vec<Declaration<'t>> {
    let mut found = Vec::new();
    let blocks = blocks(text, words);
    let block_at = |offset: usize| {
        let around = blocks
            .iter()
            .filter(|block| block.start <= offset && offset < block.end);
        around
            .min_by_key(|block| block.len())
            .cloned()
            .unwrap_or(0..text.len())
    };
    let next_block = |offset: usize| {
        let after = blocks.iter().filter(|block| block.start >= offset);
        after
            .min_by_key(|block| block.start)
            .cloned()
            .unwrap_or(offset..text.len())
    };
    for (at, word) in words.iter().enumerate() {
        let next = words
            .get(at.saturating_add(1))
            .filter(|next| next.kind == WordKind::Name);
        match (word.kind, word.text, next) {
            (WordKind::Name, "let", Some(name)) => {
                let scope = block_at(word.range.start);
                let end = text.get(name.range.end..).and_then(|rest| rest.find('\n'));
                let end = end.map_or(text.len(), |length| name.range.end.saturating_add(length));
                found.push(declaration(
                    Kind::Variable,
                    name,
                    scope,
                    word.range.start..end,
                ));
            }
            (WordKind::Name, "rule", Some(name)) => {
                let body = next_block(name.range.end);
                let span = word.range.start..body.end;
                found.push(declaration(Kind::Rule, name, 0..text.len(), span.clone()));
                let parameters = words.iter().skip(at.saturating_add(2));
                let list =
                    parameters.take_while(|word| word.range.end <= body.start && word.text != ")");
                if words
                    .get(at.saturating_add(2))
                    .is_some_and(|sign| sign.text == "(")
                {
                    let names = list.filter(|word| word.kind == WordKind::Name);
                    found.extend(
                        names.map(|name| {
                            declaration(Kind::Variable, name, span.clone(), span.clone())
                        }),
                    );
                }
            }
            // `[ name | ...]` and `[name]`
            (WordKind::Sign, "[", Some(name)) if is_capture(words, at) => {
                found.push(declaration(
                    Kind::Variable,
                    name,
                    block_at(word.range.start),
                    name.range.clone(),
                ));
            }
            _ => {}
        }
    }
    found
}

fn declaration<'t>(
    kind: Kind,
    name: &Word<'t>,
    scope: Range<usize>,
    span: Range<usize>,
) -> Declaration<'t> {
    Declaration {
        kind,
        name: name.text,
        range: name.range.clone(),
        scope,
        span,
    }
}

/// Whether a bracket starts a filter that captures keys.
fn is_capture(words: &[Word<'_>], bracket: usize) -> bool {
    words
        .get(bracket.saturating_add(2))
        .is_some_and(|sign| matches!(sign.text, "|" | "]"))
}

/// Returns the bytes in braces, which have variables of their own.
fn blocks(text: &str, words: &[Word<'_>]) -> Vec<Range<usize>> {
    let (mut open, mut found) = (Vec::new(), Vec::new());
    for word in words.iter().filter(|word| word.kind == WordKind::Sign) {
        match word.text {
            "{" => open.push(word.range.start),
            "}" => found.extend(open.pop().map(|start| start..word.range.end)),
            _ => {}
        }
    }
    found.extend(open.into_iter().map(|start| start..text.len()));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: &str = "\
let buckets = Resources.*[ Type == 'AWS::S3::Bucket' ]
rule named(query, least) {
  %query exists
  let x = count(%query)
}
rule encrypted when %buckets !empty {
  let x = %buckets.Properties
  %x.Encryption exists
  Resources[ id | Type == /x/ ] exists
  %id == 'a'
}
rule all {
  encrypted
  named(%buckets, 1)
}
";

    fn target(used: &str, nth: usize) -> Option<(Kind, usize)> {
        let at = RULES.match_indices(used).nth(nth).unwrap().0 + 1;
        let names = Names::of(RULES);
        names.declaration_at(at).map(|one| {
            (
                one.kind,
                RULES.get(..one.range.start).unwrap().lines().count(),
            )
        })
    }

    #[test]
    fn names_lead_to_their_declarations() {
        assert_eq!(target("%buckets", 0), Some((Kind::Variable, 1)));
        assert_eq!(target("%query", 0), Some((Kind::Variable, 2)));
        assert_eq!(
            target("%x", 0),
            Some((Kind::Variable, 7)),
            "the variable of this rule"
        );
        assert_eq!(target("%id", 0), Some((Kind::Variable, 9)));
        assert_eq!(
            target("  encrypted", 0).or(target("encrypted", 1)),
            Some((Kind::Rule, 6))
        );
        assert_eq!(target("named(%", 0), Some((Kind::Rule, 2)));
        assert_eq!(target(".Encryption", 0), None);
    }

    #[test]
    fn a_declaration_has_uses() {
        let names = Names::of(RULES);
        let buckets = names.declaration_at(5).unwrap();
        assert_eq!(names.uses_of(buckets).count(), 3);
        assert!(
            names
                .uses_of(buckets)
                .all(|range| RULES.get(range) == Some("buckets"))
        );
    }
}
