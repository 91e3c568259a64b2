//! The syntax tree of a rules file.
//!
//! The tree owns its text, so that a parsed file can be cached and shared between threads. It represents the file as
//! written, except for one addition by the parser (see [`Query`]).

pub use super::literal::{Literal, Range};
pub use super::operator::{Binary, Unary};

use super::Language;
use super::signature::Signature;
use cfn_warden_syntax::Position;

/// A byte range of the rules text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset after the last byte.
    pub end: u32,
}

/// A conjunction of disjunctions: one member of each inner list must hold.
pub type Conjunctions<T> = Vec<Vec<T>>;

/// A rules file. Empty if the text contains only white space and comments.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RulesFile {
    /// The name of the file; it is part of errors and of the default rule's name.
    pub name: Box<str>,
    /// The language in which the file is parsed and evaluated.
    pub language: Language,
    /// The assignments of the file in source order, including repeated names.
    pub assignments: Vec<Let>,
    /// The rules in source order, including repeated names. Top-level clauses, type blocks and `when` blocks form the
    /// default rule, which is always the first.
    pub rules: Vec<Rule>,
    /// The rules with parameters in source order.
    pub parameterized: Vec<ParameterizedRule>,
}

/// `rule NAME when CONDITIONS { ... }`.
#[derive(Debug, Clone, PartialEq)]
pub struct Rule {
    /// The name; for the default rule, `default`, or `FILE/default` if the file has a name.
    pub name: Box<str>,
    /// Whether this is the default rule.
    pub is_default: bool,
    /// The conditions of the header.
    pub conditions: Option<Conjunctions<Condition>>,
    /// The body. The default rule has no assignments, because top-level assignments belong to the file.
    pub block: Block<RuleClause>,
    /// From `rule` to `}`; for the default rule, from its first item to the end of its last item.
    pub span: Span,
    /// The position of `rule`; for the default rule, of its first item.
    pub location: Position,
}

/// `rule NAME(PARAMETER, ...) { ... }`, which has no conditions.
#[derive(Debug, Clone, PartialEq)]
pub struct ParameterizedRule {
    /// The names of the parameters, in order and without repetitions.
    pub parameters: Vec<Box<str>>,
    /// The name and the body.
    pub rule: Rule,
}

/// The body of a block. Assignments apply to the whole body, regardless of their order.
#[derive(Debug, Clone, PartialEq)]
pub struct Block<T> {
    /// The assignments in source order, including repeated names.
    pub assignments: Vec<Let>,
    /// The clauses; empty if the block has only assignments.
    pub conjunctions: Conjunctions<T>,
}

/// `let NAME = VALUE`.
#[derive(Debug, Clone, PartialEq)]
pub struct Let {
    /// The name, without `%`.
    pub name: Box<str>,
    /// The assigned value.
    pub value: Operand,
    /// From `let` to the end of the value.
    pub span: Span,
}

/// An item in the body of a rule.
#[derive(Debug, Clone, PartialEq)]
pub enum RuleClause {
    /// A clause; in the default rule, never a reference.
    Clause(Clause),
    /// A `when` block, whose body can refer to rules.
    When(WhenBlock),
    /// `AWS::S3::Bucket { ... }`.
    Type(TypeBlock),
}

/// A clause of a body.
#[derive(Debug, Clone, PartialEq)]
pub enum Clause {
    /// `a.b == 1`.
    Comparison(Comparison),
    /// A reference to a rule; only in the body of a rule, and of a `when` block directly in a rule or at the top level.
    Reference(RuleReference),
    /// `name(arguments)`.
    Call(RuleCall),
    /// `a.b { ... }`.
    Block(QueryBlock),
    /// `when CONDITIONS { ... }`.
    When(WhenBlock),
}

/// A clause in the conditions of `when`.
#[derive(Debug, Clone, PartialEq)]
pub enum Condition {
    /// `a.b == 1`.
    Comparison(Comparison),
    /// A reference to a rule.
    Reference(RuleReference),
    /// `name(arguments)`.
    Call(RuleCall),
}

/// `not QUERY OPERATOR RIGHT <<message>>`.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// `not` or `!` before the query.
    pub negated: bool,
    /// The left side.
    pub query: Query,
    /// The operator and the right side.
    pub test: Test,
    /// The custom message.
    pub message: Option<Message>,
    /// From the first character, including `not`, to the end of the message.
    pub span: Span,
    /// The position of the clause, which reports show.
    pub location: Position,
}

/// An operator with its own negation (`!=`, `not in`, `!exists`), separate from that of the clause.
#[derive(Debug, Clone, PartialEq)]
pub enum Test {
    /// A unary operator.
    Unary {
        /// The operator.
        operator: Unary,
        /// Whether `not` or `!` directly precedes the operator.
        negated: bool,
    },
    /// A binary operator.
    Binary {
        /// The operator; `!=` is [`Binary::Equals`] negated.
        operator: Binary,
        /// Whether the operator is `!=`, or follows `not` or `!`.
        negated: bool,
        /// The right side.
        right: Operand,
    },
}

/// A right side, an assigned value or an argument.
#[derive(Debug, Clone, PartialEq)]
pub enum Operand {
    /// A literal.
    Literal(Literal, Span),
    /// A query; its `some` has an effect only in assignments.
    Query(Query),
    /// A function call.
    Call(FunctionCall),
}

impl Operand {
    /// Returns the span.
    pub fn span(&self) -> Span {
        match self {
            Operand::Literal(_, span) => *span,
            Operand::Query(query) => query.span,
            Operand::Call(call) => call.span,
        }
    }
}

/// `function(arguments)`, with a valid number of arguments.
#[derive(Debug, Clone, PartialEq)]
pub struct FunctionCall {
    /// The signature of the function.
    pub function: &'static Signature,
    /// The arguments, as many as the signature requires.
    pub arguments: Vec<Operand>,
    /// From the name to `)`.
    pub span: Span,
    /// The position of the name. Its column counts bytes, as in cfn-guard, which counts characters elsewhere.
    pub location: Position,
}

/// A query, which selects values of a document.
///
/// If the head is a variable followed by parts, and the first of these is not [`QueryPart::AllIndices`], the parser
/// inserts `AllIndices(None)` after the head, as the language requires: `%v.a` means `%v[*].a`. A lone `%v` is
/// unchanged.
#[derive(Debug, Clone, PartialEq)]
pub struct Query {
    /// Whether the query has `some`: one passing value is enough (the negation of cfn-guard's `match_all`).
    pub some: bool,
    /// The head and the following parts; never empty.
    pub parts: Vec<QueryPart>,
    /// From the head, or its `some`, to the last part.
    pub span: Span,
}

/// A part of a query. The head is always `This`, `Key`, `Variable` or `Call`.
#[derive(Debug, Clone, PartialEq)]
pub enum QueryPart {
    /// `this`; only as the head.
    This,
    /// `a`, `.a`, `."a"` or `["a"]`; never starts with `%`. The evaluator uses a key that is an integer as an index.
    Key(Box<str>),
    /// `%a`, `.%a` or `"%a"`: the name without `%`, which can be any text in quotes.
    Variable(Box<str>),
    /// `.*`, or `[ name ]`, which captures keys in the variable `name`.
    AllValues(Option<Box<str>>),
    /// `[*]`, or `[name]` without white space before the name.
    AllIndices(Option<Box<str>>),
    /// `[0]` or `.0`; may be negative.
    Index(i64),
    /// `[ clauses ]`, or `[ name | clauses ]`, which captures the keys of selected values.
    Filter {
        /// The variable that captures keys.
        capture: Option<Box<str>>,
        /// The clauses; never empty.
        clauses: Conjunctions<Clause>,
    },
    /// `[ keys == ... ]`; boxed to keep the other variants small.
    KeyFilter(Box<KeyFilter>),
    /// A function's result as the head; only in `Dialect::Extended`.
    Call(Box<FunctionCall>),
}

/// A key filter, `[ name | keys OPERATOR RIGHT ]`.
#[derive(Debug, Clone, PartialEq)]
pub struct KeyFilter {
    /// The variable before `|`, which has no effect in cfn-guard.
    pub capture: Option<Box<str>>,
    /// The comparison with the right side.
    pub operator: KeyOperator,
    /// Whether the operator is `!=`, or follows `not` or `!`.
    pub negated: bool,
    /// The right side: a literal or a query, never a call.
    pub right: Operand,
}

/// The operators of key filters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum KeyOperator {
    /// `==`, and `!=` when negated
    Equals,
    /// `in`
    In,
}

/// A custom message, `<<text>>`.
#[derive(Debug, Clone, PartialEq)]
pub struct Message {
    /// The text as written.
    pub text: Box<str>,
    /// The parts of the text if it has placeholders, otherwise empty.
    pub parts: Vec<MessagePart>,
}

/// A part of a message; only in `Dialect::Extended`.
#[derive(Debug, Clone, PartialEq)]
pub enum MessagePart {
    /// Text.
    Text(Box<str>),
    /// A placeholder, `%name` or `%{query}`.
    Query {
        /// The query.
        query: Query,
        /// The placeholder as written.
        written: Box<str>,
    },
}

/// A reference to a rule, used as a clause.
#[derive(Debug, Clone, PartialEq)]
pub struct RuleReference {
    /// Whether `not` or `!` precedes the name.
    pub negated: bool,
    /// The name of the rule.
    pub rule: Box<str>,
    /// The custom message.
    pub message: Option<Message>,
    /// From `not` or the name to the end of the name or message.
    pub span: Span,
    /// The position of the start.
    pub location: Position,
}

/// A call of a rule with parameters.
#[derive(Debug, Clone, PartialEq)]
pub struct RuleCall {
    /// The rule, the negation and the message.
    pub rule: RuleReference,
    /// The arguments, in any number: the evaluator compares it with the number of parameters.
    pub arguments: Vec<Operand>,
}

/// `QUERY { ... }`: the clauses must hold for each selected value.
#[derive(Debug, Clone, PartialEq)]
pub struct QueryBlock {
    /// The query before the brace.
    pub query: Query,
    /// Whether `not empty` precedes the brace: then the block fails if the query selects nothing.
    pub not_empty: bool,
    /// The clauses for each value.
    pub block: Block<Clause>,
    /// From the query to `}`.
    pub span: Span,
    /// The position of the query.
    pub location: Position,
}

/// `when CONDITIONS { ... }`.
#[derive(Debug, Clone, PartialEq)]
pub struct WhenBlock {
    /// The conditions under which the body is evaluated.
    pub conditions: Conjunctions<Condition>,
    /// The body.
    pub block: Block<Clause>,
    /// From `when` to `}`.
    pub span: Span,
    /// The position of `when`.
    pub location: Position,
}

/// `TYPE when CONDITIONS { ... }`: the clauses must hold for each resource of the type.
#[derive(Debug, Clone, PartialEq)]
pub struct TypeBlock {
    /// The resource type, such as `AWS::S3::Bucket`, without a trailing `::MODULE`.
    pub type_name: Box<str>,
    /// The conditions after `when`.
    pub conditions: Option<Conjunctions<Condition>>,
    /// The body; a body without braces has one clause.
    pub block: Block<Clause>,
    /// From the type name to the end of the body.
    pub span: Span,
    /// The position of the type name, which is also that of the implied comparison `Type == "..."`.
    pub location: Position,
}
