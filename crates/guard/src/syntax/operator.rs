//! Operators of clauses, and their names in reports and parse trees.

/// A unary operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Unary {
    /// `exists`
    Exists,
    /// `empty`
    Empty,
    /// `is_string`
    IsString,
    /// `is_list`
    IsList,
    /// `is_struct`
    IsStruct,
    /// `is_bool`
    IsBool,
    /// `is_int`
    IsInt,
    /// `is_float`
    IsFloat,
    /// `is_null`
    IsNull,
}

impl Unary {
    /// The name in cfn-guard's JSON.
    pub fn name(self) -> &'static str {
        match self {
            Unary::Exists => "Exists",
            Unary::Empty => "Empty",
            Unary::IsString => "IsString",
            Unary::IsList => "IsList",
            Unary::IsStruct => "IsMap",
            Unary::IsBool => "IsBool",
            Unary::IsInt => "IsInt",
            Unary::IsFloat => "IsFloat",
            Unary::IsNull => "IsNull",
        }
    }
}

/// A binary operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Binary {
    /// `==`, and `!=` when negated
    Equals,
    /// `in`
    In,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
}

impl Binary {
    /// The name in cfn-guard's JSON.
    pub fn name(self) -> &'static str {
        match self {
            Binary::Equals => "Eq",
            Binary::In => "In",
            Binary::Greater => "Gt",
            Binary::GreaterOrEqual => "Ge",
            Binary::Less => "Lt",
            Binary::LessOrEqual => "Le",
        }
    }
}
