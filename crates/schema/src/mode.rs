//! The modes of a [`Context`](super::Context).

/// Whether the types of values are converted before they are compared with the schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TypeMatching {
    /// They are converted as CloudFormation does: `"1"` is an integer.
    #[default]
    Converted,
    /// Values must have the exact type.
    Exact,
}

/// Whether resources can be referenced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResourceReferences {
    /// `Ref`, `Fn::GetAtt` and `Fn::Sub` can name a resource.
    Allowed,
    /// They cannot.
    Forbidden,
}

/// What the violations of an instance are used for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Purpose {
    /// They are reported.
    Report,
    /// They decide whether a keyword such as `anyOf` is violated. Functions give an unknown result.
    Decide,
    /// As [`Decide`](Self::Decide), for an `if`, where the exceptions that a user configures for a rule do not apply.
    Condition,
}

/// Result of an `if` schema whose properties are absent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AbsentProperties {
    /// Valid, as in JSON Schema. For schemas in which the default of the property is the tested value.
    Holds,
    /// Invalid, unlike in cfn-lint.
    Fails,
}

/// Where the instance comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// The document.
    Written,
    /// The value of a function.
    Function,
    /// The value of a function to which a parameter contributed, so that another deployment can differ.
    Parameter,
}

/// Whether pseudo parameters have values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PseudoValues {
    /// They have those of a region.
    Known,
    /// They have none.
    Unknown,
}

/// Whether the rules attached to template paths run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttachedRules {
    /// They run.
    Run,
    /// They do not.
    Skip,
}

/// Whether strings are searched for `{{resolve:...}}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DynamicReferences {
    /// They are.
    Find,
    /// They are, and a string with one has an unknown value.
    Unknown,
    /// They are not.
    Ignore,
}

impl ResourceReferences {
    /// Returns whether resources can be referenced.
    pub fn are_allowed(self) -> bool {
        self == ResourceReferences::Allowed
    }
}

impl Purpose {
    /// Returns the purpose inside a keyword that combines branches.
    #[must_use]
    pub fn of_branch(self) -> Purpose {
        self.max(Purpose::Decide)
    }

    /// Returns whether the violations decide about a keyword instead of being reported.
    pub fn decides(self) -> bool {
        self != Purpose::Report
    }
}
