//! Violations of schemas: the facts, the rule that reports them, and the location.

use super::keyword;
use super::mode::TypeMatching;
use super::pack::Json;
use super::path::{InstancePath, Step};
use super::types;
use super::violation_kind::ViolationKind;
use cfn_warden_syntax::Node;
use cfn_warden_syntax::finding::{RuleId, Severity};

/// The keyword of a violation of the schema `false`, which does not contain a keyword.
pub const NO_KEYWORD: u32 = u32::MAX;

/// A value that does not satisfy a keyword.
#[derive(Debug, Clone)]
pub struct Violation<'a> {
    /// The keyword's symbol; [`NO_KEYWORD`] for the schema `false`.
    pub keyword: u32,
    /// The facts.
    pub kind: ViolationKind<'a>,
    /// The rule that reports the violation; `None` until it is assigned ([`Violations::attribute`]).
    pub rule: Option<RuleId>,
    /// The path of the value that violates the schema, from the root of the template.
    pub instance_path: InstancePath<'a>,
    /// The path to report instead: the origin of a resolved value.
    pub shown_at: Option<InstancePath<'a>>,
    /// The violations in the branches of an `anyOf` or `oneOf`.
    pub children: Vec<Violation<'a>>,
    /// For a child, the index of its branch.
    pub branch: u32,
    /// Other values that the violation is about.
    pub related: &'a [RelatedValue<'a>],
    /// Whether the result is unknown rather than a violation.
    pub unknown: bool,
    /// The value.
    pub instance: Node<'a>,
    /// The schema that contains the keyword; `None` if its `type` is not used to rank the violation.
    pub schema: Option<Json<'a>>,
}

/// Another value that a violation is about.
#[derive(Debug, Clone, Copy)]
pub struct RelatedValue<'a> {
    /// The path of the value.
    pub path: InstancePath<'a>,
    /// What the value is to the violation, as a noun phrase.
    pub text: &'static str,
    /// Whether the same violation is also found there: each of two resources has the name of the other.
    pub is_mutual: bool,
}

/// The rules that report violations of a schema: the rule that owns the schema, and those of individual keywords.
#[derive(Debug, Clone, Copy)]
pub struct Owner {
    /// The rule for all other keywords.
    pub rule: RuleId,
    /// Keywords and their rules.
    pub by_keyword: &'static [(u32, RuleId)],
}

impl Owner {
    /// Returns the rule for a keyword; `None` for functions that are not listed, which belong to an outer owner.
    pub fn rule_for(&self, symbol: u32) -> Option<RuleId> {
        if let Some((_, rule)) = self
            .by_keyword
            .iter()
            .find(|(keyword, _)| *keyword == symbol)
        {
            return Some(*rule);
        }
        (!is_function(symbol)).then_some(self.rule)
    }
}

/// Returns whether a keyword is the check of an intrinsic function.
pub fn is_function(symbol: u32) -> bool {
    symbol == keyword::REF_FUNCTION
        || keyword::ALL
            .get(symbol as usize)
            .is_some_and(|name| name.starts_with("fn"))
}

/// Returns whether a keyword is the check of an intrinsic function under cfn-lint's name for it, such as `ref` for
/// `Ref`.
pub fn is_named_function(symbol: u32) -> bool {
    symbol != keyword::REF_FUNCTION && is_function(symbol)
}

/// A collection of violations, or, as a probe, only a record of whether there are any.
#[derive(Debug, Default)]
pub struct Violations<'a> {
    list: Vec<Violation<'a>>,
    probing: bool,
    found: Verdict,
}

/// The result of evaluating a value against a schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Verdict {
    /// Whether there is a violation that an error rule reports, or that is not yet assigned to a rule.
    pub wrong: bool,
    /// Whether there is a violation that a warning or informational rule reports.
    pub doubtful: bool,
    /// Whether the result depends on the value of a function.
    pub unknown: bool,
}

impl Verdict {
    /// Returns whether nothing was found.
    pub fn is_clean(self) -> bool {
        self == Verdict::default()
    }
}

impl<'a> Violations<'a> {
    /// Creates a collection of all violations.
    pub fn new() -> Violations<'a> {
        Violations::default()
    }

    /// Creates a probe, which only records a [`Verdict`].
    pub fn probe() -> Violations<'a> {
        Violations {
            probing: true,
            ..Violations::default()
        }
    }

    /// Creates an empty collection of the same kind.
    pub fn alike(&self) -> Violations<'a> {
        Violations {
            probing: self.probing,
            ..Violations::default()
        }
    }

    /// Returns whether this is a probe, which does not need messages.
    pub fn is_probe(&self) -> bool {
        self.probing
    }

    /// Adds a violation. Most values have none: what leads here does not need to be fast.
    #[cold]
    pub fn push(&mut self, violation: Violation<'a>) {
        self.count(violation.rule, violation.unknown);
        if !self.probing {
            self.list.push(violation);
        }
    }

    /// Records a violation without its details, for probes.
    pub fn count(&mut self, rule: Option<RuleId>, unknown: bool) {
        match rule {
            Some(rule) if rule.severity() != Severity::Error => self.found.doubtful = true,
            _ if unknown => self.found.unknown = true,
            _ => self.found.wrong = true,
        }
    }

    /// Adds the violations of another collection.
    pub fn extend(&mut self, other: Violations<'a>) {
        self.found.wrong |= other.found.wrong;
        self.found.doubtful |= other.found.doubtful;
        self.found.unknown |= other.found.unknown;
        self.list.extend(other.list);
    }

    /// Returns the result so far.
    pub fn verdict(&self) -> Verdict {
        self.found
    }

    /// Returns the number of violations; also the mark for [`since`](Self::since).
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Returns whether there are no violations.
    pub fn is_empty(&self) -> bool {
        self.found.is_clean()
    }

    /// Returns the violations added since a mark.
    pub fn since(&mut self, mark: usize) -> &mut [Violation<'a>] {
        self.list.get_mut(mark..).unwrap_or_default()
    }

    /// Removes violations added since a mark.
    pub fn retain_since(&mut self, mark: usize, keep: impl Fn(&Violation<'a>) -> bool) {
        let mut index = 0usize;
        self.list.retain(|violation| {
            index = index.saturating_add(1);
            index <= mark || keep(violation)
        });
    }

    /// Returns all violations.
    pub fn into_list(self) -> Vec<Violation<'a>> {
        self.list
    }

    /// Assigns the violations added since a mark that do not have a rule to the rules of an owner.
    pub fn attribute(&mut self, mark: usize, owner: &Owner) {
        self.since(mark)
            .iter_mut()
            .for_each(|violation| violation.attribute(owner));
    }
}

impl<'a> Violation<'a> {
    /// Assigns the violation and its children to the rules of an owner, unless they already have a rule.
    pub fn attribute(&mut self, owner: &Owner) {
        if self.rule.is_none() {
            self.rule = owner.rule_for(self.keyword);
        }
        self.children
            .iter_mut()
            .for_each(|child| child.attribute(owner));
    }

    /// Ranks how well the violation explains a failure, higher is better: a short path, a keyword other than `anyOf`
    /// and `oneOf`, and a type that does not match.
    fn relevance(&self) -> (std::cmp::Reverse<u32>, bool, bool) {
        let weak = matches!(self.keyword, keyword::ANY_OF | keyword::ONE_OF);
        (
            std::cmp::Reverse(self.instance_path.len()),
            !weak,
            !self.matches_type(),
        )
    }

    fn matches_type(&self) -> bool {
        let types = self.schema.and_then(|schema| schema.keyword(keyword::TYPE));
        types.is_some_and(|types| types::fits(self.instance, types, TypeMatching::Exact))
    }
}

/// Returns the violation that best explains why a value is invalid; for an `anyOf` or `oneOf`, searches its branches.
pub fn best_match(violations: Vec<Violation<'_>>) -> Option<Violation<'_>> {
    // Python's `max` returns the first of equal values.
    let mut best = violations.into_iter().reduce(|best, next| {
        if next.relevance() > best.relevance() {
            next
        } else {
            best
        }
    })?;
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

/// Returns the node of a path's last step, if it is a key of the document.
pub fn last_key<'a>(instance_path: InstancePath<'a>) -> Option<cfn_warden_syntax::NodeId> {
    instance_path.last().as_ref().and_then(Step::key)
}
