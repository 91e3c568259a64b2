//! Settings of a plan.

/// How sensitive values appear in the plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Sensitive {
    /// They are omitted, as if they were unknown.
    #[default]
    Redacted,
    /// They are included, as Terraform does.
    Shown,
}

/// How `tags_all` of AWS resources is planned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TagsAll {
    /// The provider's default tags merged with the resource's tags, as the AWS provider does.
    #[default]
    Merged,
    /// `tags_all` is unknown.
    Unknown,
}

/// Settings of a plan.
#[derive(Debug, Clone, Copy, Default)]
pub struct PlanSettings {
    /// How sensitive values appear.
    pub sensitive: Sensitive,
    /// How `tags_all` is planned.
    pub tags_all: TagsAll,
}
