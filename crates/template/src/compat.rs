//! Errors of cfn-lint 1.58.0 that cfn-warden does not repeat by default, as data: each difference is a [`Quirk`].
//!
//! Inputs on which cfn-lint raises an exception are not quirks, because nobody needs that behavior.

/// The set of quirks to reproduce; empty by default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Compat(u32);

impl Compat {
    /// All quirks: behave exactly like cfn-lint.
    pub const CFN_LINT: Compat = Compat(u32::MAX);

    /// Whether a quirk is reproduced.
    pub fn has(self, quirk: Quirk) -> bool {
        self.0 & (1 << (quirk as u32)) != 0
    }
}

macro_rules! quirks {
    ($($(#[$doc:meta])* $variant:ident, $name:literal, $ours:literal, $theirs:literal;)*) => {
        /// One error of cfn-lint.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Quirk { $($(#[$doc])* $variant,)* }

        impl Quirk {
            /// All quirks, in the order of docs/parity.md.
            pub const ALL: &[Quirk] = &[$(Quirk::$variant,)*];

            /// Returns the subject of the quirk.
            pub fn name(self) -> &'static str {
                match self { $(Quirk::$variant => $name,)* }
            }

            /// Returns what cfn-warden reports by default.
            pub fn ours(self) -> &'static str {
                match self { $(Quirk::$variant => $ours,)* }
            }

            /// Returns what cfn-lint reports, and cfn-warden with `--compat`.
            pub fn theirs(self) -> &'static str {
                match self { $(Quirk::$variant => $theirs,)* }
            }
        }
    };
}

quirks! {
    /// W1019
    UnusedVariables, "variables of `Fn::Sub` that its text does not use",
        "W1019",
        "nothing: the rule is there, and is handed the text without the variables";
    /// E2010, I2010
    ParameterLimit, "more than 200 parameters, or nearly so many",
        "E2010, I2010",
        "nothing: the rules wait for a keyword that the schema of the section does not have";
    /// E0001
    EmptyLoops, "`Fn::ForEach` over an empty list that is written out",
        "it makes nothing",
        "E0001, and nothing else is checked; of an empty list that a parameter gives it makes nothing";
    /// E3702
    UnreachableArtifacts, "artifacts of an action of a pipeline that depend on the condition which its type depends on",
        "each type with the artifacts that go with it",
        "E3702 \"is not reachable\" for those that go with the other type";
    /// E3060
    OverlapPath, "the path of E3060",
        "the property that has the addresses",
        "the way from the section on, put after the way to the properties, a place that is not there: it is shown at `Properties`";
    /// W3694, E3023, E3661
    AbsentChoices, "W3694, E3023, E3661 where the property that decides is not there, or not under some condition",
        "nothing: E3003 says that it is missing",
        "what the rule asks where the property has the value, for all values at once";
    /// All rules about partitions
    Partitions, "`AWS::Partition` and `AWS::URLSuffix` in isolated regions and in `eusc-de-east-1`; ARNs there",
        "`aws-iso`, `aws-iso-b`, `aws-iso-e`, `aws-iso-f`, `aws-eusc`, and their suffixes; their ARNs fit what such an ARN of `aws` fits",
        "`aws`, `amazonaws.com`; E3031 where a pattern does not name the partition; E3716 counts the letters of other partitions";
    /// E3040
    ReadOnly, "properties that are read-only",
        "E3040, but for `AWS::Serverless` types, some of whose can be set (`Name` of a state machine)",
        "nothing: the rule is attached to no place";
    /// E3724, E3002
    Globals, "an unknown key in `Globals`",
        "E3724",
        "E3724, and E3002 at the same place, in the name of the first function";
    /// E1010, E1011, E1019, E1020, E3005, E6101, E8003 and its like, W4001
    LongLists, "a name that the template does not declare, where more than 30 would do",
        "the ten that are most alike, \"and N more\"",
        "all of them";
    /// All rules about values of functions
    FirstValues, "a function with more than 512 possible values",
        "all of them, where those beyond 512 are fewer than 16,384 in the whole template; where they are more, E0002 says so",
        "the first 512; it says nothing of the others";
}
