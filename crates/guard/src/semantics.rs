//! The differences between versions of cfn-guard. Each difference is a [`Change`] that the parser and the evaluator
//! check.
//!
//! Sources: the source code of cfn-guard 3.2.0 and 3.2.1 and the output of both; for the next version, the notices that
//! 3.2.1 prints and the open pull requests.

/// A version of cfn-guard.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Version {
    /// 3.2.0
    V3_2_0,
    /// 3.2.1
    #[default]
    V3_2_1,
    /// The announced next version.
    Next,
}

impl Version {
    /// All versions, oldest first.
    pub const ALL: [Version; 3] = [Version::V3_2_0, Version::V3_2_1, Version::Next];

    /// The name on command lines and in requests.
    pub fn name(self) -> &'static str {
        match self {
            Version::V3_2_0 => "3.2.0",
            Version::V3_2_1 => "3.2.1",
            Version::Next => "next",
        }
    }

    /// Returns the version with this name.
    pub fn named(name: &str) -> Option<Version> {
        Version::ALL
            .into_iter()
            .find(|version| version.name() == name)
    }
}

/// The set of changes that apply when rules are parsed and evaluated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Semantics(u32);

impl Default for Semantics {
    fn default() -> Self {
        Version::default().into()
    }
}

impl From<Version> for Semantics {
    /// All changes up to and including a version.
    fn from(version: Version) -> Semantics {
        Change::ALL
            .iter()
            .filter(|change| change.since() <= version)
            .fold(Semantics(0), |all, one| all.with(*one))
    }
}

impl Semantics {
    /// Whether a change applies.
    pub fn has(self, change: Change) -> bool {
        self.0 & change.bit() != 0
    }

    /// Adds a change.
    #[must_use]
    pub fn with(self, change: Change) -> Semantics {
        Semantics(self.0 | change.bit())
    }

    /// Removes a change.
    #[must_use]
    pub fn without(self, change: Change) -> Semantics {
        Semantics(self.0 & !change.bit())
    }

    /// The changes that apply in exactly one of the two sets.
    pub fn differences(self, other: Semantics) -> impl Iterator<Item = Change> {
        Change::ALL
            .iter()
            .copied()
            .filter(move |change| self.has(*change) != other.has(*change))
    }
}

macro_rules! changes {
    ($($(#[$doc:meta])* $variant:ident, $since:ident, $name:literal, $now:literal, $before:literal;)*) => {
        /// A change of behavior between versions.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Change { $($(#[$doc])* $variant,)* }

        impl Change {
            /// All changes, in the order of docs/guard.md.
            pub const ALL: &[Change] = &[$(Change::$variant,)*];

            /// The first version with this change.
            pub fn since(self) -> Version {
                match self { $(Change::$variant => Version::$since,)* }
            }

            /// The identifier in reports and documentation.
            pub fn name(self) -> &'static str {
                match self { $(Change::$variant => $name,)* }
            }

            /// The behavior since that version.
            pub fn now(self) -> &'static str {
                match self { $(Change::$variant => $now,)* }
            }

            /// The behavior before that version.
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
        "It was ignored, except before unary operators.";
    /// `not r(1)`
    CallsLikeNames, V3_2_1, "calls-like-names",
        "A call of a rule is evaluated like a reference to a rule: `not` negates it, and a skipped rule does not pass.",
        "It had the verdict of the rule, with or without `not`.";
    /// A reference to a skipped rule.
    UndecidedNames, V3_2_1, "undecided-names",
        "A reference to a skipped rule fails as an assertion, also with `not`; as a condition it is skipped, and with `not` it passes.",
        "It failed, and with `not` it passed, both as an assertion and as a condition.";
    /// A right side that resolves to nothing.
    EmptyRight, V3_2_1, "empty-right",
        "An assertion whose right side resolves to nothing fails.",
        "It was skipped.";
    /// A comparison of an empty variable.
    EmptyVariable, V3_2_1, "empty-variable",
        "An assertion that compares an empty variable fails.",
        "It was skipped.";
    /// Errors that end a clause.
    UnanswerableClauses, V3_2_1, "unanswerable-clauses",
        "An assertion that cannot be evaluated (`empty` on a number, a string that is not an integer) fails; a condition that cannot be evaluated fails the rule or block it guards.",
        "It ended the evaluation of all rules with an error.";
    /// `%x empty`
    EmptyOfVariables, V3_2_1, "empty-of-variables",
        "`empty` on a variable tests whether its values are empty.",
        "It tested whether they are null.";
    /// `empty` of a boolean.
    EmptyOfBooleans, V3_2_1, "empty-of-booleans",
        "`empty` cannot be evaluated on a boolean.",
        "A boolean was not empty.";
    /// `AWS::S3::Bucket when ... {`
    ConditionsPerResource, V3_2_1, "conditions-per-resource",
        "The conditions of a type block are evaluated for each resource.",
        "They were evaluated once, in the scope around the block.";
    /// A type block without `Resources`.
    NoResources, V3_2_1, "no-resources",
        "A type block is skipped if `Resources` is missing or empty.",
        "It ended the evaluation of all rules with an error.";
    /// `[-1]`
    NegativeIndexes, V3_2_1, "negative-indexes",
        "A negative index counts from the end.",
        "Its sign was dropped.";
    /// `[4294967296]`
    WideIndexes, V3_2_1, "wide-indexes",
        "Indexes have 64 bits.",
        "They had 32 bits: larger ones were truncated, and a larger number in quotes was a key.";
    /// `a.%names[0]`
    IndexedNames, V3_2_1, "indexed-names",
        "In `a.%names[0]`, the index selects one of the names.",
        "It was also applied to the value found, where it resolved to nothing.";
    /// `5 == 5.0`
    MixedNumbers, V3_2_1, "mixed-numbers",
        "Integers and floats are comparable with each other, and with ranges of each other.",
        "They were not comparable.";
    /// Ranges in the results of queries.
    RangesAsValues, V3_2_1, "ranges-as-values",
        "In lists, and between the results of two queries, a range equals only the same range.",
        "It equaled any number or character in the range on its left side, and no range.";
    /// `substring`
    SubstringCharacters, V3_2_1, "substring-characters",
        "`substring` counts characters, and a negative offset is an error.",
        "It counted bytes, with offsets truncated to 16 bits.";
    /// `trueish`
    WholeWords, V3_2_1, "whole-words",
        "`this`, `keys`, `exists`, `empty`, `null`, `true` and `false` must be whole words.",
        "The rest of a longer word was parsed as what follows.";
    /// `5x`
    WholeNumbers, V3_2_1, "whole-numbers",
        "A letter, digit or `_` must not directly follow a number.",
        "The rest was parsed as what follows.";
    /// `TRUE`
    MoreSpellings, V3_2_1, "more-spellings",
        "`TRUE`, `FALSE` and `Null` are values.",
        "They were names.";
    /// `-1.5`, `1e5`
    SignedFloats, V3_2_1, "signed-floats",
        "Floats can be negative, and the sign of their exponent is optional.",
        "`-1.5` was parsed as `-1` and a rest, and `1e5` as `1` and a rest.";
    /// A reference to a skipped rule, as a clause.
    SkippedNames, Next, "skipped-names",
        "A reference to a skipped rule, or a call of one, is skipped as an assertion, too; with `not` it passes.",
        "It failed.";
    /// `Tags == 1` on an empty list.
    NothingCompared, Next, "nothing-compared",
        "An assertion that compares an empty list fails; if negated, it is skipped.",
        "It passed without comparing anything.";
    /// `a not in ["x"]` on a number.
    IncomparableMembers, Next, "incomparable-members",
        "`not in` fails for a value that is incomparable with everything in the list.",
        "The value was not in the list, so it passed.";
    /// `Resources.*[ ... ]` without `Resources`.
    EmptySelections, Next, "empty-selections",
        "A filter after `.*` selects nothing if there are no values.",
        "The query did not resolve.";
    /// `whenever exists`
    WholeWhen, Next, "whole-when",
        "`when` must be a whole word.",
        "A clause could not start with a name such as `whenCreated`.";
    /// `[ name ]`
    BlanksInBrackets, Next, "blanks-in-brackets",
        "`[ name ]` means the same as `[name]`.",
        "It selected all values, as `.*` does.";
    /// `let a = 1 let a = 2`
    OneAssignment, Next, "one-assignment",
        "A variable can be assigned only once in a block.",
        "Literals took precedence over function calls, and these over queries; among assignments of the same kind, the last one won.";
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
    fn versions_add_changes() {
        let [old, current, next] = Version::ALL.map(Semantics::from);
        assert_eq!(old, Semantics(0));
        assert_eq!(Semantics::default(), current);
        assert_eq!(old.differences(current).count(), 20);
        assert!(
            current
                .differences(next)
                .all(|change| change.since() == Version::Next)
        );
        assert_eq!(
            current
                .with(Change::SkippedNames)
                .without(Change::SkippedNames),
            current
        );
    }

    #[test]
    fn names_are_unique_and_bits_suffice() {
        let names: std::collections::HashSet<_> =
            Change::ALL.iter().map(|change| change.name()).collect();
        assert_eq!(names.len(), Change::ALL.len());
        assert!(Change::ALL.len() <= 32);
        assert_eq!(Version::named("3.2.1"), Some(Version::V3_2_1));
        assert_eq!(Version::named("3"), None);
    }
}
