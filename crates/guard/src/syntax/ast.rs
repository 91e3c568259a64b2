//! The tree of a rules file.
//!
//! It owns its text, so that a parsed file can be kept for as long as a process lives and be shared between threads.
//! It says what was written, with the one addition that the language itself makes while reading (see [`Query`]).

pub use super::literal::{Literal, Range};
pub use super::operator::{Binary, Unary};

use super::Language;
use super::signature::Signature;
use cfn_warden_syntax::Position;

/// A stretch of the rules text, in bytes; `end` is after its last byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset after the last byte.
    pub end: u32,
}

/// All of the inner lists must hold; one member of each is enough.
pub type Conjunctions<T> = Vec<Vec<T>>;

/// A whole rules file. Empty where the text holds nothing but blanks and comments.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RulesFile {
    /// The name that the front end gave; errors and the default rule's name start with it.
    pub name: Box<str>,
    /// The language that it was read in, and is judged by.
    pub language: Language,
    /// The file's variables, in the order written, repeated names included.
    pub assignments: Vec<Let>,
    /// The rules, in the order written, repeated names included. Loose clauses, type blocks and `when` blocks of the top
    /// level form one more rule, which is always the first.
    pub rules: Vec<Rule>,
    /// The rules with parameters, in the order written.
    pub parameterized: Vec<ParameterizedRule>,
}

/// `rule NAME when CONDITIONS { ... }`.
#[derive(Debug, Clone, PartialEq)]
pub struct Rule {
    /// For the default rule `default`, or `FILE/default` where the file has a name.
    pub name: Box<str>,
    /// Whether it was made of the loose items of the top level.
    pub is_default: bool,
    /// The header's conditions.
    pub conditions: Option<Conjunctions<Condition>>,
    /// The body. Has no assignments in the default rule: those of the top level are the file's.
    pub block: Block<RuleClause>,
    /// From `rule` to `}`; for the default rule, from its first item to the end of its last.
    pub span: Span,
    /// Where `rule` stands; for the default rule, its first item.
    pub location: Position,
}

/// `rule NAME(PARAMETER, ...) { ... }`; it has no conditions of its own.
#[derive(Debug, Clone, PartialEq)]
pub struct ParameterizedRule {
    /// The parameters' names in order; a repeated name is one parameter, at its first place.
    pub parameters: Vec<Box<str>>,
    /// Name and body.
    pub rule: Rule,
}

/// What stands between braces: assignments apply to all of it, wherever they are written.
#[derive(Debug, Clone, PartialEq)]
pub struct Block<T> {
    /// The variables, in the order written, repeated names included.
    pub assignments: Vec<Let>,
    /// The clauses; empty where the block has assignments only.
    pub conjunctions: Conjunctions<T>,
}

/// `let NAME = VALUE`.
#[derive(Debug, Clone, PartialEq)]
pub struct Let {
    /// The name, without `%`.
    pub name: Box<str>,
    /// What it is set to.
    pub value: Operand,
    /// From `let` to the end of the value.
    pub span: Span,
}

/// An item of a rule's body.
#[derive(Debug, Clone, PartialEq)]
pub enum RuleClause {
    /// A clause; in a default rule never a reference.
    Clause(Clause),
    /// A `when` block whose body may refer to rules.
    When(WhenBlock),
    /// `AWS::S3::Bucket { ... }`.
    Type(TypeBlock),
}

/// An item of any body.
#[derive(Debug, Clone, PartialEq)]
pub enum Clause {
    /// `a.b == 1`.
    Comparison(Comparison),
    /// The name of a rule; only in the body of a rule, and of a `when` that stands directly in a rule or in the file.
    Reference(RuleReference),
    /// `name(arguments)`.
    Call(RuleCall),
    /// `a.b { ... }`.
    Block(QueryBlock),
    /// `when CONDITIONS { ... }`.
    When(WhenBlock),
}

/// An item of the conditions of `when`.
#[derive(Debug, Clone, PartialEq)]
pub enum Condition {
    /// `a.b == 1`.
    Comparison(Comparison),
    /// The name of a rule.
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
    /// The operator, and what it compares with.
    pub test: Test,
    /// The text between `<<` and `>>`, as written.
    pub message: Option<Message>,
    /// From the first character, `not` included, to the last of the message.
    pub span: Span,
    /// Where the clause starts: what reports call its location.
    pub location: Position,
}

/// An operator with its own negation (`!=`, `not in`, `!exists`), apart from that of the clause.
#[derive(Debug, Clone, PartialEq)]
pub enum Test {
    /// An operator without a right side.
    Unary {
        /// The operator.
        operator: Unary,
        /// `not` or `!` directly before the operator.
        negated: bool,
    },
    /// An operator with a right side.
    Binary {
        /// The operator; `!=` is [`Binary::Equals`] negated.
        operator: Binary,
        /// `!=`, or `not` or `!` before `in`.
        negated: bool,
        /// The right side.
        right: Operand,
    },
}

/// A right side, the value of an assignment, or an argument.
#[derive(Debug, Clone, PartialEq)]
pub enum Operand {
    /// A value as written.
    Literal(Literal, Span),
    /// A query; its `some` has a meaning in assignments only.
    Query(Query),
    /// A function's result.
    Call(FunctionCall),
}

impl Operand {
    /// Where it stands in the text.
    pub fn span(&self) -> Span {
        match self {
            Operand::Literal(_, span) => *span,
            Operand::Query(query) => query.span,
            Operand::Call(call) => call.span,
        }
    }
}

/// `function(arguments)`: the number of arguments is right.
#[derive(Debug, Clone, PartialEq)]
pub struct FunctionCall {
    /// Which function.
    pub function: &'static Signature,
    /// As many as the signature says.
    pub arguments: Vec<Operand>,
    /// From the name to `)`.
    pub span: Span,
    /// Where the name starts; the column counts bytes here, as the reference counts it in this one place.
    pub location: Position,
}

/// Which values of a document a clause is about.
///
/// Where the head is a variable with parts after it, and the first of them is not [`QueryPart::AllIndices`], the parser
/// has inserted `AllIndices(None)` after the head, as the language asks: `%v.a` reads `%v[*].a`, while `%v` stays alone.
#[derive(Debug, Clone, PartialEq)]
pub struct Query {
    /// `some`: one value that passes is enough (the reference's `match_all`, turned round).
    pub some: bool,
    /// The head and what follows it; never empty.
    pub parts: Vec<QueryPart>,
    /// From the head or its `some` to the last part.
    pub span: Span,
}

/// A step of a query. As the head only `This`, `Key`, `Variable` and `Call` occur.
#[derive(Debug, Clone, PartialEq)]
pub enum QueryPart {
    /// `this`, as the head only.
    This,
    /// `a`, `.a`, `."a"`, `["a"]`: never starts with `%`. Text that reads as an integer is an index to the evaluator.
    Key(Box<str>),
    /// `%a`, `.%a`, also quoted (`"%a"`): the name without `%`, which in quotes may be any text.
    Variable(Box<str>),
    /// `.*`, or `[ name ]`, which captures the key in variable `name`.
    AllValues(Option<Box<str>>),
    /// `[*]`, or `[name]` without a space before the name.
    AllIndices(Option<Box<str>>),
    /// `[0]`, `.0`; may be negative.
    Index(i64),
    /// `[ clauses ]`, or `[ name | clauses ]`, which captures the keys of what is selected.
    Filter {
        /// The variable that captures.
        capture: Option<Box<str>>,
        /// Never empty.
        clauses: Conjunctions<Clause>,
    },
    /// `[ keys == ... ]`; boxed for the size of the others.
    KeyFilter(Box<KeyFilter>),
    /// A function's result as the head. Not in the reference's language: only with `Dialect::Extended`.
    Call(Box<FunctionCall>),
}

/// `[ name | keys OPERATOR RIGHT ]`.
#[derive(Debug, Clone, PartialEq)]
pub struct KeyFilter {
    /// Accepted, and without effect in the reference.
    pub capture: Option<Box<str>>,
    /// [`Binary::Equals`] or [`Binary::In`].
    pub operator: KeyOperator,
    /// `!=`, or `not` or `!` before `in`.
    pub negated: bool,
    /// A literal or a query, never a call.
    pub right: Operand,
}

/// Operators of a key filter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum KeyOperator {
    /// `==`, and `!=` when negated
    Equals,
    /// `in`
    In,
}

/// The text between `<<` and `>>`.
#[derive(Debug, Clone, PartialEq)]
pub struct Message {
    /// As written.
    pub text: Box<str>,
    /// The same taken apart, where something in it stands for values; else empty.
    pub parts: Vec<MessagePart>,
}

/// A part of a message. Not in the reference's language: only with `Dialect::Extended`.
#[derive(Debug, Clone, PartialEq)]
pub enum MessagePart {
    /// Text.
    Text(Box<str>),
    /// `%name`, `%{query}`.
    Query {
        /// What is shown.
        query: Query,
        /// How it is written.
        written: Box<str>,
    },
}

/// The name of a rule as a clause, whose verdict it takes.
#[derive(Debug, Clone, PartialEq)]
pub struct RuleReference {
    /// `not` or `!` before the name.
    pub negated: bool,
    /// The rule's name.
    pub rule: Box<str>,
    /// The text between `<<` and `>>`.
    pub message: Option<Message>,
    /// From `not` or the name to the end of name or message.
    pub span: Span,
    /// Where it starts.
    pub location: Position,
}

/// A call of a rule with parameters.
#[derive(Debug, Clone, PartialEq)]
pub struct RuleCall {
    /// The rule, its negation, and the message.
    pub rule: RuleReference,
    /// May be empty, and of any number: it is the evaluator who compares it with the rule's parameters.
    pub arguments: Vec<Operand>,
}

/// `QUERY { ... }`: the clauses hold for each selected value.
#[derive(Debug, Clone, PartialEq)]
pub struct QueryBlock {
    /// Which values.
    pub query: Query,
    /// `not empty` before the brace: selecting nothing is a failure.
    pub not_empty: bool,
    /// What holds for each.
    pub block: Block<Clause>,
    /// From the query to `}`.
    pub span: Span,
    /// Where the query starts.
    pub location: Position,
}

/// `when CONDITIONS { ... }`.
#[derive(Debug, Clone, PartialEq)]
pub struct WhenBlock {
    /// What must hold for the body to count.
    pub conditions: Conjunctions<Condition>,
    /// The body.
    pub block: Block<Clause>,
    /// From `when` to `}`.
    pub span: Span,
    /// Where `when` stands.
    pub location: Position,
}

/// `TYPE when CONDITIONS { ... }`: the clauses hold for each resource of the type.
#[derive(Debug, Clone, PartialEq)]
pub struct TypeBlock {
    /// `AWS::S3::Bucket` or `Custom::Thing`; a written `::MODULE` is dropped.
    pub type_name: Box<str>,
    /// The conditions.
    pub conditions: Option<Conjunctions<Condition>>,
    /// The body; without braces it has one clause.
    pub block: Block<Clause>,
    /// From the type's name to the end of the body.
    pub span: Span,
    /// Where the type's name starts: also the location of the comparison `Type == "..."` that selects the resources.
    pub location: Position,
}
