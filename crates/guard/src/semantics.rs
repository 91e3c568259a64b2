//! What versions of cfn-guard judge differently, as data: every place where they part asks for a [`Change`].
//!
//! Sources: the sources of cfn-guard 3.2.0 and 3.2.1 and what both answer; for the next version, what 3.2.1 announces when
//! it runs and what the pull requests that are open say.

/// A version of cfn-guard.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Version {
    /// 3.2.0
    V3_2_0,
    /// 3.2.1
    #[default]
    V3_2_1,
    /// The one that is announced.
    Next,
}

impl Version {
    /// All of them, the oldest first.
    pub const ALL: [Version; 3] = [Version::V3_2_0, Version::V3_2_1, Version::Next];

    /// As it is written on command lines and in requests.
    pub fn name(self) -> &'static str {
        match self {
            Version::V3_2_0 => "3.2.0",
            Version::V3_2_1 => "3.2.1",
            Version::Next => "next",
        }
    }

    /// The version of this name.
    pub fn named(name: &str) -> Option<Version> {
        Version::ALL.into_iter().find(|version| version.name() == name)
    }
}

/// A set of changes: by which of them rules are read and judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Semantics(u32);

impl Default for Semantics {
    fn default() -> Self {
        Version::default().into()
    }
}

impl From<Version> for Semantics {
    /// All changes up to this version.
    fn from(version: Version) -> Semantics {
        Change::ALL.iter().filter(|change| change.since() <= version).fold(Semantics(0), |all, one| all.with(*one))
    }
}

impl Semantics {
    /// Whether a change is among them.
    pub fn has(self, change: Change) -> bool {
        self.0 & change.bit() != 0
    }

    /// The same, with this one.
    #[must_use]
    pub fn with(self, change: Change) -> Semantics {
        Semantics(self.0 | change.bit())
    }

    /// The same, without this one.
    #[must_use]
    pub fn without(self, change: Change) -> Semantics {
        Semantics(self.0 & !change.bit())
    }

    /// The changes that one of the two has and the other has not.
    pub fn differences(self, other: Semantics) -> impl Iterator<Item = Change> {
        Change::ALL.iter().copied().filter(move |change| self.has(*change) != other.has(*change))
    }
}

macro_rules! changes {
    ($($(#[$doc:meta])* $variant:ident, $since:ident, $name:literal, $now:literal, $before:literal;)*) => {
        /// One thing that changed.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Change { $($(#[$doc])* $variant,)* }

        impl Change {
            /// All of them, in the order of docs/guard.md.
            pub const ALL: &[Change] = &[$(Change::$variant,)*];

            /// The version that has it first.
            pub fn since(self) -> Version {
                match self { $(Change::$variant => Version::$since,)* }
            }

            /// What it is called.
            pub fn name(self) -> &'static str {
                match self { $(Change::$variant => $name,)* }
            }

            /// How it is since that version.
            pub fn now(self) -> &'static str {
                match self { $(Change::$variant => $now,)* }
            }

            /// How it was before.
            pub fn before(self) -> &'static str {
                match self { $(Change::$variant => $before,)* }
            }
        }
    };
}

changes! {
    /// `not a == 1`
    LeadingNot, V3_2_1, "leading-not",
        "`not` before a comparison negates it.",
        "It was read and forgotten, except before operators without a right side.";
    /// `not r(1)`
    CallsLikeNames, V3_2_1, "calls-like-names",
        "A call of a rule with arguments is judged as a rule's name is: `not` negates it, and a skipped rule is no pass.",
        "It had the rule's own verdict, `not` or no `not`.";
    /// A name of a skipped rule.
    UndecidedNames, V3_2_1, "undecided-names",
        "The name of a rule that is skipped fails as a claim, with `not` too; as a condition it is skipped, with `not` it passes.",
        "It failed, and with `not` it passed, wherever it stood.";
    /// Nothing on the right.
    EmptyRight, V3_2_1, "empty-right",
        "A claim whose right side finds nothing fails.",
        "It was skipped.";
    /// A variable that holds nothing.
    EmptyVariable, V3_2_1, "empty-variable",
        "A claim that compares a variable that holds nothing fails.",
        "It was skipped.";
    /// Errors of a clause.
    UnanswerableClauses, V3_2_1, "unanswerable-clauses",
        "A claim without an answer (`empty` of a number, a text that is no integer) fails; as a condition it fails what it decides.",
        "It ended the evaluation of all rules with an error.";
    /// `%x empty`
    EmptyOfVariables, V3_2_1, "empty-of-variables",
        "`empty` of a variable asks whether its values are empty.",
        "It asked whether they are null.";
    /// `empty` of a boolean.
    EmptyOfBooleans, V3_2_1, "empty-of-booleans",
        "`empty` of a boolean has no answer.",
        "A boolean was not empty.";
    /// `AWS::S3::Bucket when ... {`
    ConditionsPerResource, V3_2_1, "conditions-per-resource",
        "The conditions of a type block are asked of each resource.",
        "They were asked once, of what is around the block.";
    /// No `Resources`.
    NoResources, V3_2_1, "no-resources",
        "A type block is skipped where `Resources` is missing or empty.",
        "It ended the evaluation of all rules with an error.";
    /// `[-1]`
    NegativeIndexes, V3_2_1, "negative-indexes",
        "A negative index counts from the end.",
        "Its sign was dropped.";
    /// `[4294967296]`
    WideIndexes, V3_2_1, "wide-indexes",
        "Indexes have 64 bits.",
        "They had 32: larger ones were cut, and a larger number in quotes was a key.";
    /// `a.%names[0]`
    IndexedNames, V3_2_1, "indexed-names",
        "In `a.%names[0]` the index chooses among the names.",
        "It was applied to the value found, too, and found nothing there.";
    /// `5 == 5.0`
    MixedNumbers, V3_2_1, "mixed-numbers",
        "Integers and floats are compared with each other, and with ranges of each other.",
        "They could not be compared.";
    /// Ranges among the results of queries.
    RangesAsValues, V3_2_1, "ranges-as-values",
        "In lists and where results are compared with results, a range is equal to the same range only.",
        "It was equal to a number or character inside it that stands to its left, and to no range.";
    /// `substring`
    SubstringCharacters, V3_2_1, "substring-characters",
        "`substring` counts characters, and a negative offset is an error.",
        "It counted bytes, with offsets cut to 16 bits.";
    /// `trueish`
    WholeWords, V3_2_1, "whole-words",
        "`this`, `keys`, `exists`, `empty`, `null`, `true` and `false` end where a name would end.",
        "The rest of the name was read as what follows.";
    /// `5x`
    WholeNumbers, V3_2_1, "whole-numbers",
        "A number cannot run into a letter, digit or `_`.",
        "The rest was read as what follows.";
    /// `TRUE`
    MoreSpellings, V3_2_1, "more-spellings",
        "`TRUE`, `FALSE` and `Null` are values.",
        "They were names.";
    /// `-1.5`, `1e5`
    SignedFloats, V3_2_1, "signed-floats",
        "Floats can be negative, and their exponent need not have a sign.",
        "`-1.5` was `-1` and a rest; `1e5` was `1` and a rest.";
    /// A name of a skipped rule, as a claim.
    SkippedNames, Next, "skipped-names",
        "The name of a rule that is skipped, or its call, is skipped as a claim, too, and with `not` it passes.",
        "It failed.";
    /// `Tags == 1` of an empty list.
    NothingCompared, Next, "nothing-compared",
        "A claim on an empty list fails where it is compared; negated, it is skipped.",
        "It passed, without anything being compared.";
    /// `a not in ["x"]` of a number.
    IncomparableMembers, Next, "incomparable-members",
        "`not in` fails for a value that cannot be compared with anything in the list.",
        "Such a value was not in the list, so that it passed.";
    /// `Resources.*[ ... ]` without `Resources`.
    EmptySelections, Next, "empty-selections",
        "A filter behind `.*` selects nothing where there is nothing to go through.",
        "The query did not resolve.";
    /// `whenever exists`
    WholeWhen, Next, "whole-when",
        "`when` ends where a name would end.",
        "A clause could not start with a name such as `whenCreated`.";
    /// `[ name ]`
    BlanksInBrackets, Next, "blanks-in-brackets",
        "`[ name ]` means the same as `[name]`.",
        "It went through all values, as `.*` does.";
    /// `let a = 1 let a = 2`
    OneAssignment, Next, "one-assignment",
        "A variable is assigned once in a block.",
        "Of several assignments a literal won over a function over a query, and of two of a kind the last.";
}

impl Change {
    fn bit(self) -> u32 {
        1 << (self as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_grow() {
        let [old, current, next] = Version::ALL.map(Semantics::from);
        assert_eq!(old, Semantics(0));
        assert_eq!(Semantics::default(), current);
        assert_eq!(old.differences(current).count(), 20);
        assert!(current.differences(next).all(|change| change.since() == Version::Next));
        assert_eq!(current.with(Change::SkippedNames).without(Change::SkippedNames), current);
    }

    #[test]
    fn names_are_unique_and_bits_suffice() {
        let names: std::collections::HashSet<_> = Change::ALL.iter().map(|change| change.name()).collect();
        assert_eq!(names.len(), Change::ALL.len());
        assert!(Change::ALL.len() <= 32);
        assert_eq!(Version::named("3.2.1"), Some(Version::V3_2_1));
        assert_eq!(Version::named("3"), None);
    }
}
