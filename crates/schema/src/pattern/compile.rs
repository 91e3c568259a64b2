//! Compiles a syntax tree to a program.

use super::ast::{Assert, Fold, Node, Repeat};
use super::parse::Parsed;
use super::program::{Inst, NOWHERE, One, Program, Take, Way};

struct Compiler {
    program: Program,
    references: Vec<u32>,
}

/// Compiles the syntax tree of a pattern.
pub(super) fn compile(parsed: Parsed) -> Program {
    // Capturing groups are only recorded if something refers to them.
    let groups = if parsed.references.is_empty() { 0 } else { parsed.groups + 1 };
    let program = Program { insts: Vec::new(), sets: Vec::new(), groups, loops: 0, anchored: false, first: None };
    let mut compiler = Compiler { program, references: parsed.references };
    compiler.node(parsed.root, Way::Forward);
    compiler.emit(Inst::Match);
    let mut program = compiler.program;
    for at in 0..program.insts.len() {
        settle(&mut program, at);
    }
    program.anchored = begins(&program) == Some(Inst::Assert(Assert::Start));
    program.first = match begins(&program) {
        Some(Inst::One(one, Way::Forward)) => Some(one),
        Some(Inst::Run { one, way: Way::Forward, min: 1.., .. }) => Some(one),
        _ => None,
    };
    program
}

impl Compiler {
    fn emit(&mut self, inst: Inst) -> u32 {
        self.program.insts.push(inst);
        self.next() - 1
    }

    /// Returns the index of the next instruction.
    fn next(&self) -> u32 {
        u32::try_from(self.program.insts.len()).unwrap_or(NOWHERE)
    }

    /// Overwrites an instruction whose targets were unknown when it was added.
    fn set(&mut self, at: u32, inst: Inst) {
        if let Some(slot) = self.program.insts.get_mut(at as usize) {
            *slot = inst;
        }
    }

    fn node(&mut self, node: Node, way: Way) {
        let node = match self.one(node) {
            Ok(one) => {
                self.emit(Inst::One(one, way));
                return;
            }
            Err(node) => node,
        };
        match node {
            Node::Sequence(parts) if way == Way::Back => parts.into_iter().rev().for_each(|part| self.node(part, way)),
            Node::Sequence(parts) => parts.into_iter().for_each(|part| self.node(part, way)),
            Node::Branch(branches) => self.branch(branches, way),
            Node::Group(group, body) => self.group(group, *body, way),
            Node::Repeat { body, min, max, kind } => self.repeat(*body, min, max, kind, way),
            Node::Look { behind, positive, body } => {
                let start = self.emit(Inst::Fail);
                self.node(*body, direction(behind));
                let end = self.emit(Inst::Fail);
                let next = self.next();
                let (on_fail, then) = if positive { (NOWHERE, next) } else { (next, NOWHERE) };
                self.set(start, Inst::Sub { on_fail });
                self.set(end, Inst::SubEnd { keep: false, then });
            }
            Node::LookConditional { behind, positive, body, yes, no } => {
                let start = self.emit(Inst::Fail);
                self.node(*body, direction(behind));
                let end = self.emit(Inst::Fail);
                let (yes, no) = self.either(*yes, *no, way);
                let (on_fail, then) = if positive { (no, yes) } else { (yes, no) };
                self.set(start, Inst::Sub { on_fail });
                self.set(end, Inst::SubEnd { keep: false, then });
            }
            Node::Conditional { reference, yes, no } => {
                let start = self.emit(Inst::Fail);
                let (_, no) = self.either(*yes, *no, way);
                let group = self.references.get(reference).copied().unwrap_or(0);
                self.set(start, Inst::IfGroup { group, no });
            }
            Node::Atomic(body) => self.atomic(|compiler| compiler.node(*body, way)),
            Node::Backref { reference, fold } => {
                let group = self.references.get(reference).copied().unwrap_or(0);
                self.emit(Inst::Backref { group, fold, way });
            }
            Node::Assert(assert) => {
                self.emit(Inst::Assert(assert));
            }
            Node::Fail | Node::Char(..) | Node::Any { .. } | Node::Set(_) => {
                self.emit(Inst::Fail);
            }
        }
    }

    /// Converts a node that matches exactly one character; returns other nodes unchanged.
    fn one(&mut self, node: Node) -> Result<One, Node> {
        match node {
            Node::Char(code, Fold::Case) => Ok(One::Folded(code)),
            Node::Char(code, Fold::No) => Ok(One::Char(code)),
            Node::Any { line_feed: false } => Ok(One::NotLineFeed),
            Node::Any { line_feed: true } => Ok(One::Any),
            Node::Set(set) => {
                self.program.sets.push(*set);
                Ok(One::Set(u32::try_from(self.program.sets.len()).unwrap_or(NOWHERE) - 1))
            }
            other => Err(other),
        }
    }

    /// Compiles two alternatives in sequence and returns the start of each.
    fn either(&mut self, yes: Node, no: Node, way: Way) -> (u32, u32) {
        let yes_at = self.next();
        self.node(yes, way);
        let jump = self.emit(Inst::Fail);
        let no_at = self.next();
        self.node(no, way);
        let end = self.next();
        self.set(jump, Inst::Jump(end));
        (yes_at, no_at)
    }

    fn branch(&mut self, branches: Vec<Node>, way: Way) {
        let last = branches.len().saturating_sub(1);
        let mut jumps = Vec::with_capacity(last);
        for (index, branch) in branches.into_iter().enumerate() {
            if index == last {
                self.node(branch, way);
                break;
            }
            let split = self.emit(Inst::Fail);
            self.node(branch, way);
            jumps.push(self.emit(Inst::Fail));
            let second = self.next();
            self.set(split, Inst::Split { first: split + 1, second });
        }
        let end = self.next();
        jumps.into_iter().for_each(|jump| self.set(jump, Inst::Jump(end)));
    }

    fn group(&mut self, group: u32, body: Node, way: Way) {
        if !self.references.contains(&group) {
            return self.node(body, way);
        }
        let (open, close) = if way == Way::Forward { (0, 1) } else { (1, 0) };
        self.emit(Inst::Save(2 * group + open));
        self.node(body, way);
        self.emit(Inst::Save(2 * group + close));
    }

    fn atomic(&mut self, body: impl FnOnce(&mut Compiler)) {
        self.emit(Inst::Sub { on_fail: NOWHERE });
        body(self);
        let next = self.next() + 1;
        self.emit(Inst::SubEnd { keep: true, then: next });
    }

    fn repeat(&mut self, body: Node, min: u32, max: Option<u32>, kind: Repeat, way: Way) {
        if max == Some(0) {
            return;
        }
        let body = match self.one(body) {
            Ok(one) => {
                let take = match kind {
                    Repeat::Greedy => Take::Most,
                    Repeat::Lazy => Take::Least,
                    Repeat::Possessive => Take::All,
                };
                self.emit(Inst::Run { one, way, min, max: max.unwrap_or(NOWHERE), take });
                return;
            }
            Err(body) => body,
        };
        match kind {
            Repeat::Possessive => self.atomic(|compiler| compiler.turns(body, min, max, false, way)),
            kind => self.turns(body, min, max, kind == Repeat::Lazy, way),
        }
    }

    /// Compiles a repetition of a node that is longer than one character; without a counter if possible.
    fn turns(&mut self, body: Node, min: u32, max: Option<u32>, lazy: bool, way: Way) {
        let split = |body: u32, exit: u32| match lazy {
            true => Inst::Split { first: exit, second: body },
            false => Inst::Split { first: body, second: exit },
        };
        match (min, max) {
            (0, Some(1)) => {
                let at = self.emit(Inst::Fail);
                self.node(body, way);
                let inst = split(at + 1, self.next());
                self.set(at, inst);
            }
            (0, None) if !may_be_empty(&body) => {
                let at = self.emit(Inst::Fail);
                self.node(body, way);
                self.emit(Inst::Jump(at));
                let inst = split(at + 1, self.next());
                self.set(at, inst);
            }
            (1, None) if !may_be_empty(&body) => {
                let start = self.next();
                self.node(body, way);
                let inst = split(start, self.next() + 1);
                self.emit(inst);
            }
            _ => {
                let id = self.program.loops;
                self.program.loops += 1;
                self.emit(Inst::LoopStart(id));
                let at = self.emit(Inst::Fail);
                self.node(body, way);
                self.emit(Inst::Jump(at));
                let exit = self.next();
                self.set(at, Inst::Loop { id, min, max: max.unwrap_or(NOWHERE), lazy, exit });
            }
        }
    }
}

fn direction(behind: bool) -> Way {
    if behind { Way::Back } else { Way::Forward }
}

/// Returns whether a node can match the empty string.
fn may_be_empty(node: &Node) -> bool {
    match node {
        Node::Char(..) | Node::Any { .. } | Node::Set(_) | Node::Fail => false,
        Node::Sequence(parts) => parts.iter().all(may_be_empty),
        Node::Branch(parts) => parts.iter().any(may_be_empty),
        Node::Group(_, body) | Node::Atomic(body) => may_be_empty(body),
        Node::Repeat { body, min, .. } => *min == 0 || may_be_empty(body),
        Node::Conditional { yes, no, .. } | Node::LookConditional { yes, no, .. } => {
            may_be_empty(yes) || may_be_empty(no)
        }
        Node::Assert(_) | Node::Look { .. } | Node::Backref { .. } => true,
    }
}

/// Makes a run possessive if backtracking cannot help: the next instruction rejects every character that the run takes.
fn settle(program: &mut Program, at: usize) {
    let Some(Inst::Run { one, way: Way::Forward, min, max, take: Take::Most }) = program.insts.get(at).copied() else {
        return;
    };
    let next = program.insts.iter().skip(at + 1).find(|inst| !matches!(inst, Inst::Save(_))).copied();
    let keeps = match next {
        Some(Inst::Assert(Assert::End) | Inst::Match) => true,
        Some(Inst::Assert(Assert::EndOrLastLine)) => !program.is(one, 0xa),
        Some(Inst::One(One::Char(next), Way::Forward)) => !program.is(one, next),
        _ => false,
    };
    if keeps && let Some(inst) = program.insts.get_mut(at) {
        *inst = Inst::Run { one, way: Way::Forward, min, max, take: Take::All };
    }
}

/// Returns the instruction that a match starts with.
fn begins(program: &Program) -> Option<Inst> {
    program.insts.iter().find(|inst| !matches!(inst, Inst::Save(_))).copied()
}
