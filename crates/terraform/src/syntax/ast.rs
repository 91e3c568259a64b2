//! The syntax tree of configurations.

use std::rc::Rc;

use crate::source::Range;
use crate::value::Value;

/// The content of a file or block.
#[derive(Debug, Clone, Default)]
pub struct Body {
    /// The arguments in source order.
    pub attributes: Vec<Attribute>,
    /// The nested blocks in source order.
    pub blocks: Vec<Block>,
    /// The range from the first to the last character.
    pub range: Range,
    /// For a file in native syntax: its comments, in source order.
    pub comments: Vec<Range>,
}

/// An argument: `name = expression`.
#[derive(Debug, Clone)]
pub struct Attribute {
    /// The name before `=`.
    pub name: Rc<str>,
    /// The range of the name.
    pub name_range: Range,
    /// The expression.
    pub expr: Rc<Expr>,
}

/// A block: `kind "label" { ... }`.
#[derive(Debug, Clone)]
pub struct Block {
    /// The block type.
    pub kind: Rc<str>,
    /// The labels after the block type.
    pub labels: Vec<Label>,
    /// The content between the braces.
    pub body: Body,
    /// The range of the type and labels.
    pub range: Range,
}

/// A block label.
#[derive(Debug, Clone)]
pub struct Label {
    /// The text without quotes and escapes.
    pub text: Rc<str>,
    /// The range in the source file.
    pub range: Range,
}

impl Body {
    /// Returns an argument by name.
    pub fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.attributes
            .iter()
            .find(|attribute| &*attribute.name == name)
    }

    /// Returns the nested blocks of a type.
    pub fn blocks<'b>(&'b self, kind: &'b str) -> impl Iterator<Item = &'b Block> {
        self.blocks.iter().filter(move |block| &*block.kind == kind)
    }
}

impl Block {
    /// Returns the text of a label.
    pub fn label(&self, at: usize) -> Option<&Rc<str>> {
        self.labels.get(at).map(|label| &label.text)
    }
}

/// An expression.
#[derive(Debug, Clone)]
pub struct Expr {
    /// The kind, with the operands.
    pub kind: ExprKind,
    /// The range in the source file.
    pub range: Range,
}

/// The kind of an expression.
#[derive(Debug, Clone)]
pub enum ExprKind {
    /// `1`, `true`, `null`, or a string without interpolation.
    Literal(Value),
    /// `"a ${b}"`
    Template(Vec<Part>),
    /// `"${b}"`: the value of `b`, which may have any type.
    Wrapped(Box<Expr>),
    /// `a.b[0]`: a name followed by constant steps.
    Traversal(Name, Vec<Step>),
    /// `f(x).b`: an expression followed by constant steps.
    Relative(Box<Expr>, Vec<Step>),
    /// `a[b]`
    Index(Box<Expr>, Box<Expr>),
    /// `a[*].b`: the source, and the expression that is evaluated for each item.
    Splat(Box<Expr>, Box<Expr>),
    /// The current item in a splat.
    Item,
    /// `f(x, y...)`
    Call(Box<Call>),
    /// `[a, b]`
    Tuple(Vec<Expr>),
    /// `{a = b}`
    Object(Vec<(Key, Expr)>),
    /// `[for ...]` and `{for ...}`
    For(Box<For>),
    /// `a ? b : c`
    Conditional(Box<[Expr; 3]>),
    /// `a + b`
    Binary(Operator, Box<[Expr; 2]>),
    /// `!a`
    Not(Box<Expr>),
    /// `-a`
    Minus(Box<Expr>),
    /// `(a)`
    Parentheses(Box<Expr>),
}

/// An identifier.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// The characters of the identifier.
    pub text: Rc<str>,
    /// The range in the source file.
    pub range: Range,
}

/// A step of a traversal.
#[derive(Debug, Clone)]
pub enum Step {
    /// `.name`
    Attribute(Name),
    /// `[0]`, `["key"]`, and `.0`
    Index(Value, Range),
}

impl Step {
    /// Returns the range.
    pub fn range(&self) -> Range {
        match self {
            Step::Attribute(name) => name.range,
            Step::Index(_, range) => *range,
        }
    }
}

/// A part of a template.
#[derive(Debug, Clone)]
pub enum Part {
    /// Literal text.
    Text(Rc<str>),
    /// `${a}`
    Interpolation(Expr),
    /// `%{ if a }b%{ else }c%{ endif }`
    If(Expr, Vec<Part>, Vec<Part>, Range),
    /// `%{ for k, v in a }b%{ endfor }`
    For(Option<Name>, Name, Expr, Vec<Part>, Range),
}

/// A function call.
#[derive(Debug, Clone)]
pub struct Call {
    /// The name with its namespaces: `core::max`.
    pub name: Name,
    /// The arguments between the parentheses.
    pub arguments: Vec<Expr>,
    /// Whether the last argument is expanded (`...`).
    pub expand: bool,
}

/// The key of an object element.
#[derive(Debug, Clone)]
pub enum Key {
    /// A bare identifier, which denotes its own text.
    Word(Name),
    /// Any other expression.
    Expr(Expr),
}

/// A `for` expression.
#[derive(Debug, Clone)]
pub struct For {
    /// The key variable.
    pub key_name: Option<Name>,
    /// The value variable.
    pub value_name: Name,
    /// The collection.
    pub source: Expr,
    /// For an object: the key expression, and whether values are grouped by key (`...`). `None` for a tuple.
    pub key: Option<(Expr, bool)>,
    /// The value expression.
    pub value: Expr,
    /// The `if` clause.
    pub condition: Option<Expr>,
}

/// A binary operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operator {
    /// `||`
    Or,
    /// `&&`
    And,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `>`
    Greater,
    /// `<=`
    LessOrEqual,
    /// `>=`
    GreaterOrEqual,
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `%`
    Modulo,
}
