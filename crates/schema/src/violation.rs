//! What a value violates: facts, in whose name, and where. Words are made when a report needs them.

use super::context::{InstancePath, Step};
use super::fault::Fault;
use super::keyword;
use super::pack::Json;
use super::types::is_type;
use cfn_warden_syntax::Node;

/// The keyword of a violation that no keyword made: the schema `false`.
pub const NO_KEYWORD: u32 = u32::MAX;

/// A value does not do what a keyword asks.
#[derive(Debug, Clone)]
pub struct Violation<'a> {
    /// The keyword's number; [`NO_KEYWORD`] for the schema `false`.
    pub keyword: u32,
    /// What is wrong.
    pub fault: Fault<'a>,
    /// The rule in whose name it is reported; `None` until an owner claims it ([`Violations::attribute`]).
    pub rule: Option<&'static str>,
    /// Where it is.
    pub trail: InstancePath<'a>,
    /// Where it is shown instead: where a value came from.
    pub shown_at: Option<InstancePath<'a>>,
    /// What the branches of an `anyOf` or `oneOf` violate.
    pub children: Vec<Violation<'a>>,
    /// Whether it only says that the answer is not known.
    pub unknown: bool,
    /// The value.
    pub instance: Node<'a>,
    /// The schema that the keyword stands in; `None` where its `type` is not looked at together with the keyword.
    pub schema: Option<Json<'a>>,
}

/// Whose rule speaks for which keyword: a rule that owns a schema, and those it delegates to.
#[derive(Debug, Clone, Copy)]
pub struct Owner {
    /// The rule that speaks for all other keywords.
    pub rule: &'static str,
    /// Keywords and the rules that speak for them.
    pub names: &'static [(u32, &'static str)],
}

impl Owner {
    /// The rule for a keyword; `None` for functions that the owner does not name: those belong to an outer owner.
    pub fn rule_for(&self, symbol: u32) -> Option<&'static str> {
        if let Some((_, rule)) = self.names.iter().find(|(keyword, _)| *keyword == symbol) {
            return Some(rule);
        }
        (!is_function(symbol)).then_some(self.rule)
    }
}

/// Whether a keyword is the check of an intrinsic function.
pub fn is_function(symbol: u32) -> bool {
    symbol == keyword::REF_FUNCTION || keyword::ALL.get(symbol as usize).is_some_and(|name| name.starts_with("fn"))
}

/// Whether a keyword is the check of a function by its name in the reference: that of `Ref` is `ref`.
pub fn is_named_function(symbol: u32) -> bool {
    symbol != keyword::REF_FUNCTION && is_function(symbol)
}

/// Violations as they are found; or, when only asked whether there are any, no more than that.
#[derive(Debug, Default)]
pub struct Violations<'a> {
    list: Vec<Violation<'a>>,
    probing: bool,
    found: Verdict,
}

/// Whether a value fits a schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Verdict {
    /// Something is violated in the name of an error rule, or of none yet.
    pub wrong: bool,
    /// Something is violated in the name of a warning or an information.
    pub doubtful: bool,
    /// A function stands where its value would be needed.
    pub unknown: bool,
}

impl Verdict {
    /// Whether nothing at all was found.
    pub fn is_clean(self) -> bool {
        self == Verdict::default()
    }
}

impl<'a> Violations<'a> {
    /// To be filled with all violations.
    pub fn new() -> Violations<'a> {
        Violations::default()
    }

    /// To be asked only for a [`Verdict`].
    pub fn probe() -> Violations<'a> {
        Violations { probing: true, ..Violations::default() }
    }

    /// A fresh one of the same kind.
    pub fn alike(&self) -> Violations<'a> {
        Violations { probing: self.probing, ..Violations::default() }
    }

    /// Whether only a verdict is asked for: no need to make words.
    pub fn is_probe(&self) -> bool {
        self.probing
    }

    /// Adds one.
    pub fn push(&mut self, violation: Violation<'a>) {
        self.count(violation.rule, violation.unknown);
        if !self.probing {
            self.list.push(violation);
        }
    }

    /// Notes one without its facts; for probes.
    pub fn count(&mut self, rule: Option<&'static str>, unknown: bool) {
        match rule {
            Some(rule) if !rule.starts_with('E') => self.found.doubtful = true,
            _ if unknown => self.found.unknown = true,
            _ => self.found.wrong = true,
        }
    }

    /// Adds those of another.
    pub fn extend(&mut self, other: Violations<'a>) {
        self.found.wrong |= other.found.wrong;
        self.found.doubtful |= other.found.doubtful;
        self.found.unknown |= other.found.unknown;
        self.list.extend(other.list);
    }

    /// What is known so far.
    pub fn verdict(&self) -> Verdict {
        self.found
    }

    /// How many there are; a mark for [`since`](Self::since).
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.found.is_clean()
    }

    /// Those added since a mark.
    pub fn since(&mut self, mark: usize) -> &mut [Violation<'a>] {
        self.list.get_mut(mark..).unwrap_or_default()
    }

    /// All of them.
    pub fn into_list(self) -> Vec<Violation<'a>> {
        self.list
    }

    /// Gives those added since a mark that no rule has claimed to the rules of an owner.
    pub fn attribute(&mut self, mark: usize, owner: &Owner) {
        self.since(mark).iter_mut().for_each(|violation| violation.attribute(owner));
    }
}

impl<'a> Violation<'a> {
    /// Gives it, where no rule has claimed it, to the rule of an owner; and what its branches violate.
    pub fn attribute(&mut self, owner: &Owner) {
        if self.rule.is_none() {
            self.rule = owner.rule_for(self.keyword);
        }
        self.children.iter_mut().for_each(|child| child.attribute(owner));
    }

    /// How well it explains a failure; the higher, the better: shallow, not just "no branch fits", of a fitting type.
    fn relevance(&self) -> (std::cmp::Reverse<u32>, bool, bool) {
        let weak = matches!(self.keyword, keyword::ANY_OF | keyword::ONE_OF);
        (std::cmp::Reverse(self.trail.len()), !weak, !self.matches_type())
    }

    fn matches_type(&self) -> bool {
        let types = self.schema.and_then(|schema| schema.keyword(keyword::TYPE));
        types.is_some_and(|types| match types.as_str() {
            Some(name) => is_type(self.instance, name),
            None => types.items().filter_map(Json::as_str).any(|name| is_type(self.instance, name)),
        })
    }
}

/// The violation that explains best why a value does not fit; of an `anyOf` or `oneOf`, the deepest of its branches'.
pub fn best_match(violations: Vec<Violation<'_>>) -> Option<Violation<'_>> {
    // Python's max keeps the first of equals.
    let mut best =
        violations.into_iter().reduce(|best, next| if next.relevance() > best.relevance() { next } else { best })?;
    while !best.children.is_empty() {
        let mut children = std::mem::take(&mut best.children);
        children.sort_by_key(Violation::relevance);
        let tied = matches!(children.as_slice(), [first, second, ..] if first.relevance() == second.relevance());
        if tied {
            best.children = children;
            return Some(best);
        }
        match children.into_iter().next() {
            Some(first) => best = first,
            None => break,
        }
    }
    Some(best)
}

/// The last step of a way, where it is a key of the document.
pub fn last_key<'a>(trail: InstancePath<'a>) -> Option<cfn_warden_syntax::NodeId> {
    trail.last().as_ref().and_then(Step::key)
}
