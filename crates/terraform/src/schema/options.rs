//! Settings of a schema.

/// Options of the schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Options {
    /// Whether undeclared properties are allowed.
    pub additional: Additional,
    /// Which variables are required.
    pub requires: Requires,
    /// Which values may be null if the variable does not declare it.
    pub nullable: Nullable,
    /// Which conditions are translated.
    pub compatibility: Compatibility,
    /// Whether conditions are included.
    pub conditions: Conditions,
    /// Whether nested values may be null.
    pub nested_values: NestedValues,
}

/// Whether the schema includes the conditions of variables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Conditions {
    /// Conditions that can be translated are included.
    #[default]
    Included,
    /// Conditions are omitted, because the caller evaluates them.
    Omitted,
}

/// Whether items, elements and attributes may be null.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum NestedValues {
    /// They must not be null.
    #[default]
    NonNull,
    /// They may be null, as in Terraform.
    Nullable,
}

/// Whether undeclared properties are allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Additional {
    /// They are allowed.
    #[default]
    Allowed,
    /// They are rejected.
    Refused,
}

/// Which variables are required.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Requires {
    /// Variables without a default.
    #[default]
    WithoutDefault,
    /// All variables and all attributes.
    All,
}

/// Which values may be null if the variable does not declare it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Nullable {
    /// No values.
    #[default]
    AsDeclared,
    /// All variables, as in Terraform.
    All,
}

/// Which conditions are translated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Compatibility {
    /// All that a schema can express.
    #[default]
    Full,
    /// Those that TerraSchema translates, in the same way.
    TerraSchema,
}
