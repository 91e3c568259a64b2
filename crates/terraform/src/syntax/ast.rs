//! What a configuration says.

use std::rc::Rc;

use crate::source::Range;
use crate::value::Value;

/// Arguments and blocks.
#[derive(Debug, Clone, Default)]
pub struct Body {
    /// Its arguments, in their order.
    pub attributes: Vec<Attribute>,
    /// Its blocks, in their order.
    pub blocks: Vec<Block>,
    /// From its first character to its last.
    pub range: Range,
}

/// `name = expression`
#[derive(Debug, Clone)]
pub struct Attribute {
    /// The name.
    pub name: Rc<str>,
    /// Where the name stands.
    pub name_range: Range,
    /// The expression.
    pub expr: Rc<Expr>,
}

/// `kind "label" { ... }`
#[derive(Debug, Clone)]
pub struct Block {
    /// Its type.
    pub kind: Rc<str>,
    /// Its labels.
    pub labels: Vec<Label>,
    /// What it holds.
    pub body: Body,
    /// Its type and labels.
    pub range: Range,
}

/// A block's label.
#[derive(Debug, Clone)]
pub struct Label {
    /// Its text.
    pub text: Rc<str>,
    /// Where it stands.
    pub range: Range,
}

impl Body {
    /// The expression of an argument.
    pub fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.attributes.iter().find(|attribute| &*attribute.name == name)
    }

    /// The blocks of a type.
    pub fn blocks<'b>(&'b self, kind: &'b str) -> impl Iterator<Item = &'b Block> {
        self.blocks.iter().filter(move |block| &*block.kind == kind)
    }
}

impl Block {
    /// The text of a label.
    pub fn label(&self, at: usize) -> Option<&Rc<str>> {
        self.labels.get(at).map(|label| &label.text)
    }
}

/// An expression and its place.
#[derive(Debug, Clone)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it stands.
    pub range: Range,
}

/// What an expression is.
#[derive(Debug, Clone)]
pub enum ExprKind {
    /// `1`, `true`, `null`, or a text without anything to fill in.
    Literal(Value),
    /// `"a ${b}"`
    Template(Vec<Part>),
    /// `"${b}"`: b itself, of any type.
    Wrapped(Box<Expr>),
    /// `a.b[0]`: a name and the steps from it that are written out.
    Traversal(Name, Vec<Step>),
    /// `f(x).b`: the steps from a value.
    Relative(Box<Expr>, Vec<Step>),
    /// `a[b]`
    Index(Box<Expr>, Box<Expr>),
    /// `a[*].b`: what is done with each item.
    Splat(Box<Expr>, Box<Expr>),
    /// The item within a splat.
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

/// A name and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// The name.
    pub text: Rc<str>,
    /// Where it stands.
    pub range: Range,
}

/// A step from a value to one that it holds.
#[derive(Debug, Clone)]
pub enum Step {
    /// `.name`
    Attribute(Name),
    /// `[0]`, `["key"]`, and `.0`
    Index(Value, Range),
}

impl Step {
    /// Where it stands.
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
    /// As it is.
    Text(Rc<str>),
    /// `${a}`
    Interpolation(Expr),
    /// `%{ if a }b%{ else }c%{ endif }`
    If(Expr, Vec<Part>, Vec<Part>, Range),
    /// `%{ for k, v in a }b%{ endfor }`
    For(Option<Name>, Name, Expr, Vec<Part>, Range),
}

/// A function's call.
#[derive(Debug, Clone)]
pub struct Call {
    /// The name, with its namespaces: `core::max`.
    pub name: Name,
    /// What it is given.
    pub arguments: Vec<Expr>,
    /// The last argument is a list of arguments.
    pub expand: bool,
}

/// An object's key.
#[derive(Debug, Clone)]
pub enum Key {
    /// A bare word, which is its own text.
    Word(Name),
    /// Anything else.
    Expr(Expr),
}

/// A loop.
#[derive(Debug, Clone)]
pub struct For {
    /// What the key is called.
    pub key_name: Option<Name>,
    /// What the value is called.
    pub value_name: Name,
    /// Through what it goes.
    pub source: Expr,
    /// The key of each element of an object, and whether the values of one key are grouped; a tuple has none.
    pub key: Option<(Expr, bool)>,
    /// What is made of each.
    pub value: Expr,
    /// Which are left out.
    pub condition: Option<Expr>,
}

/// An operator between two values.
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
