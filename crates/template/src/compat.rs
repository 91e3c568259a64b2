//! Errors of cfn-lint 1.58.0 that cfn-warden does not repeat by default, as data: each difference is a [`Quirk`].
//!
//! Inputs on which cfn-lint raises an exception are not quirks, because users do not rely on that behavior.

/// The set of quirks to reproduce; empty by default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Compat(u64);

impl Compat {
    /// All quirks: behave exactly like cfn-lint.
    pub const CFN_LINT: Compat = Compat(u64::MAX);

    /// Returns these quirks and another one.
    pub fn with(self, quirk: Quirk) -> Compat {
        Compat(self.0 | (1 << (quirk as u64)))
    }

    /// Whether a quirk is reproduced.
    pub fn has(self, quirk: Quirk) -> bool {
        self.0 & (1 << (quirk as u64)) != 0
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
    /// W1020
    EscapedVariables, "`Fn::Sub` without variables, but with `${!Name}`",
        "nothing: the function writes `${Name}`; without it, the text would contain `${!Name}`",
        "W1020";
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
         whose keys are written, or are loop identifiers, is replaced by its value, and others are looked up in each \
         deployment; loops run over supplied parameter values; E0001 for what AWS refuses: names of loops and identifiers that are taken, more than five nested loops, loops outside `Resources`, \
         `Conditions` and `Outputs`, collections that are `NoEcho`, undeclared or unknown before deployment, arguments \
         of `Fn::FindInMap` and `Fn::Length` and policies that depend on resources, functions that `Fn::ToJsonString` \
         does not support, null values",
        "E0001 for these items, in the words of Python's exceptions; nothing for the others. An unknown key of \
         `Fn::FindInMap` is guessed";
    /// E3702
    UnreachableArtifacts, "artifacts of a pipeline action that depend on the same condition as its type",
        "checks each type with the artifacts of its branch",
        "E3702 \"is not reachable\" for the artifacts of the other branch";
    /// E3060
    OverlapPath, "the path of E3060",
        "the property that contains the addresses",
        "the path from the section, appended to the path of the properties; it does not exist, so `Properties` is \
         shown";
    /// E0000
    SurrogatePairs, "a character above U+FFFF as two escapes, `\\ud83d\\ude00`, as Python's `json.dumps` writes it",
        "the character, as in JSON",
        "E0000; nothing else is checked";
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
        "E3040, a warning, except for `AWS::Serverless` types, some of whose read-only properties can be set (`Name` of a state \
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
    /// E2015
    DefaultTypes, "E2015: a default and `AllowedValues` of different YAML types (`5` and `\"5\"`)",
        "compared as text, and as numbers for the type `Number`",
        "E2015: values of different types are not equal";
    /// E3023
    MailPreference, "E3023: an MX record with a preference from 60000 to 65499",
        "accepted",
        "E3023: a repetition in the pattern has the form `{1-3}`";
    /// E3051
    DocumentText, "E3051: `Content` of an SSM document as a literal string",
        "parsed as JSON or YAML and checked",
        "E3051 \"Template could not be parsed\"";
    /// E3039
    UnknownKeys, "E3039: a function as `AttributeName` in a `KeySchema`",
        "the key can be any of the defined attributes",
        "E3039, because the key is ignored";
    /// E3022
    MissingSubnets, "E3022: associations without `SubnetId`",
        "only E3003",
        "E3022: both associate the subnet `None`";
    /// E3615
    AlarmPeriod, "E3615: an alarm with a period of 20 seconds",
        "accepted",
        "E3615";
    /// E3671
    VolumeLimits, "E3671: `Iops` of a `gp3` volume from 16,001 to 80,000",
        "accepted",
        "E3671";
    /// E3692
    ClusterAuthentication, "E3692: `EnableIAMDatabaseAuthentication` of a Multi-AZ DB cluster",
        "accepted",
        "E3692";
    /// E3698, E3699
    SameResource, "E3698, E3699: one API as `!Ref Api` and as `!GetAtt Api.RestApiId`",
        "equal",
        "E3698, E3699";
    /// E3503
    DomainCase, "E3503: domain names that differ in case",
        "equal",
        "E3503";
    /// I3510
    ArnForms, "I3510: a resource type with several ARN formats",
        "all formats",
        "the last format";
    /// E3701
    RunOrder, "E3701: an input artifact of an action with a lower `RunOrder` that is written further down in the stage",
        "accepted",
        "E3701";
    /// W4005
    IncludeChecks, "W4005: `include_checks` in `Metadata.cfn-lint.config`",
        "accepted",
        "W4005, although the key takes effect";
    /// I3013
    ClusterBackups, "I3013: a DB instance with `DBClusterIdentifier`",
        "nothing: E3719 forbids the property there",
        "I3013 requires `BackupRetentionPeriod`";
    /// E1020
    UndocumentedTypes, "E1020: `Ref` to a parameter of an undocumented type (W2002)",
        "a list for types with `List<...>`, otherwise a string",
        "E1020 for both";
    /// E4002
    MetadataTypes, "E4002: decimal numbers and dates in `Metadata`",
        "accepted",
        "E4002";
    /// E1041
    TaskRoles, "E1041: `Ref` to a role as `TaskRoleArn` of an ECS task definition",
        "accepted: the property is an ARN or the name of a role",
        "E1041";
    /// E1700, E8001
    Names, "E1700, E8001: `_` in the name of a rule, `.` in the name of a condition",
        "accepted",
        "E1700, E8001";
    /// E1017, E1018, E1022
    NestedFunctions, "E1017, E1018, E1022: `Fn::Select` as the index of an `Fn::Select`; `Fn::Split` of `Fn::GetStackOutput`",
        "accepted",
        "E1017, E1018, E1022";
    /// E3017, E3018
    ScenarioChoices, "E3017, E3018: a choice that each scenario of `Fn::If` satisfies with another property",
        "evaluated in each scenario",
        "E3017, E3018 and E3003: no schema matches in all scenarios";
    /// All rules about values
    UnreachableBranches, "a branch of `Fn::If` that cannot be reached, because of the condition of the resource or an enclosing \
         `Fn::If`",
        "W1028, also in `DeletionPolicy` and `UpdateReplacePolicy`; the branch is not checked",
        "W1028 except in the two policies, and the findings of the branch";
    /// E3601
    TaskPartitions, "E3601: `Resource` of a task in another partition (`arn:aws-us-gov:states:::sns:publish`)",
        "accepted",
        "E3601";
    /// W3688
    SnapshotParameters, "W3688: `MasterUsername` of a DB cluster whose `SnapshotIdentifier` is a function, for example a `Ref` to a \
         parameter",
        "W3688 where both are set",
        "nothing";
    /// All rules about several properties
    DynamicReferences, "rules about several properties or about one service, if a property is a dynamic reference \
         (`{{resolve:ssm:/db/version}}`)",
        "its value is unknown, as that of a `Ref` to a parameter",
        "its text is taken for its value";
    /// E3690, E3691, W3690, W3691
    EngineVersions, "E3690, E3691, W3690, W3691: the major version of an RDS engine as `EngineVersion` (`8.0` for `mysql`), if RDS \
         still creates databases with one of its minor versions",
        "accepted",
        "E3690, E3691; W3690, W3691 for the engines whose lists contain major versions";
    /// E3002
    Networks, "E3002: CIDR blocks with host bits (`10.0.0.1/16`), and IPv6 blocks, where the service accepts them",
        "accepted",
        "E3002: one strict IPv4 format for all properties whose names end in `Cidr` and the like";
    /// E1040
    SourceGroups, "E1040: `SourceSecurityGroup.GroupName` of a Classic Load Balancer as `SourceSecurityGroupName`",
        "accepted",
        "E1040";
    /// E1010, E6101
    WaitData, "E1010, E6101: `Data` of a wait condition",
        "a string",
        "an object, which an output or a property of type string cannot be";
    /// E3051
    DocumentTypes, "E3051: `Content` of an SSM document of a type that has its own format (`ChangeCalendar`, \
         `CloudFormation`, types of AppConfig)",
        "accepted",
        "E3051: `schemaVersion` is required";
    /// E1001
    HooksSection, "E1001: the section `Hooks` in a template with the transform `AWS::CodeDeployBlueGreen`",
        "accepted",
        "E1001";
    /// E3001, E3006 and errors of other rules
    Macros, "errors in what a macro processes: in a template with a macro in `Transform`, or next to an `Fn::Transform`",
        "warnings; with a macro in `Transform`, unknown attributes and types of resources (E3001, E3006) are accepted; a missing `Type` stays an error",
        "errors";
    /// E3006
    OtherVendors, "E3006: a type that is not one of AWS's and not in the public registry, such as a private type of an account",
        "its properties are not linted, which the coverage lists (`unknown_type`)",
        "E3006";
    /// E3001
    ResourceDescription, "E3001: the attribute `Description` of a resource",
        "accepted, as CloudFormation does",
        "E3001";
    /// W3005
    CdkOrder, "W3005: `DependsOn` in a template of the AWS CDK",
        "nothing: nobody can change it",
        "W3005";
}
