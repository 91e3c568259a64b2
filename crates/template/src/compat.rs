//! Errors of cfn-lint 1.58.0 that cfn-warden does not repeat by default, as data: each difference is a [`Quirk`].
//!
//! Inputs on which cfn-lint raises an exception are not quirks, because users do not rely on that behavior.

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
    UnusedVariables, "unused variables of `Fn::Sub`",
        "W1019",
        "nothing: the rule exists but receives only the text, without the variables";
    /// E2010, I2010
    ParameterLimit, "a number of parameters above or close to the limit of 200",
        "E2010, I2010",
        "nothing: the rules belong to a keyword that the schema of the section does not contain";
    /// E0001
    EmptyLoops, "`Fn::ForEach` over an empty literal list",
        "generates nothing",
        "E0001, and nothing else is checked; an empty list from a parameter generates nothing";
    /// E0001
    LanguageExtensions, "`AWS::LanguageExtensions`",
        "processed as AWS does: items of a collection may be empty strings, numbers and booleans; an `Fn::FindInMap` \
         that depends on loop identifiers only is replaced by its value or its `DefaultValue`; E0001 for what AWS \
         refuses: names of loops and identifiers that are taken, more than five nested loops, loops outside `Resources`, \
         `Conditions` and `Outputs`, collections that are `NoEcho`, undeclared or unknown before deployment, arguments \
         of `Fn::FindInMap` and `Fn::Length` and policies that depend on resources, functions that `Fn::ToJsonString` \
         does not support, null values",
        "E0001 for these items, in the words of Python's exceptions; nothing for the others";
    /// E3702
    UnreachableArtifacts, "artifacts of a pipeline action that depend on the same condition as its type",
        "checks each type with the artifacts of its branch",
        "E3702 \"is not reachable\" for the artifacts of the other branch";
    /// E3060
    OverlapPath, "the path of E3060",
        "the property that contains the addresses",
        "the path from the section, appended to the path of the properties; it does not exist, so `Properties` is \
         shown";
    /// W3694, E3023, E3661
    AbsentChoices, "W3694, E3023, E3661 if the property that they depend on is missing, always or under some condition",
        "nothing: E3003 reports the missing property",
        "the requirements for all values of the property at once";
    /// All rules about partitions
    Partitions, "`AWS::Partition` and `AWS::URLSuffix` in isolated regions and in `eusc-de-east-1`; ARNs of these \
         partitions",
        "`aws-iso`, `aws-iso-b`, `aws-iso-e`, `aws-iso-f`, `aws-eusc`, and their suffixes; an ARN matches if the same \
         ARN in `aws` does",
        "`aws`, `amazonaws.com`; E3031 if a pattern does not name the partition; E3716 counts the length of other \
         partitions";
    /// E3040
    ReadOnly, "read-only properties",
        "E3040, except for `AWS::Serverless` types, some of whose read-only properties can be set (`Name` of a state \
         machine)",
        "nothing: the rule is not attached to any keyword";
    /// E3724, E3002
    Globals, "an unknown key in `Globals`",
        "E3724",
        "E3724, and E3002 at the same position, attributed to the first function";
    /// E1010, E1011, E1019, E1020, E3005, E6101, E8003 and its like, W4001
    LongLists, "an undeclared name, if there are more than 30 valid names",
        "the ten most similar names, \"and N more\"",
        "all valid names";
    /// All rules about values of functions
    FirstValues, "a function with more than 512 possible values",
        "all values, unless the values beyond 512 exceed 16,384 in the whole template, which E0002 reports",
        "the first 512, without reporting the others";
    /// E3724, E3002, E3001, E3005, E3017, E1010, E1019, E1020 in templates with the SAM transform
    ServerlessSpecification, "schemas of `AWS::Serverless` types, `Globals` and `Connectors`, and the resources that SAM generates",
        "as SAM accepts them: the schemas that `schemas/overlays` corrects, and references to all resources that SAM \
         generates under an ID without a hash",
        "E3724, E3002, E3001, E3017 for properties that SAM accepts, E1010, E1019, E1020, E3005 for references to resources \
         that SAM generates";
}
