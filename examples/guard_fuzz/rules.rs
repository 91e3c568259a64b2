//! Generates rules files about given documents, with the whole grammar.

use crate::data::Node;
use crate::random::Random;

/// A variable that a clause may use.
#[derive(Debug, Clone)]
pub struct Variable {
    pub name: String,
    /// A value that it may hold.
    pub sample: Option<Node>,
    /// Whether the sample is a key.
    pub is_key: bool,
}

pub struct Writer<'a> {
    pub random: &'a mut Random,
    /// The documents as rules see them.
    pub documents: &'a [Node],
    pub variables: Vec<Variable>,
    /// The names of rules without parameters.
    pub names: Vec<String>,
    /// The names of parameterized rules, with the number of parameters.
    pub parameterised: Vec<(String, usize)>,
}

/// Generates a rules file about these documents.
pub fn file(random: &mut Random, documents: &[Node]) -> String {
    let mut writer = Writer {
        random,
        documents,
        variables: Vec::new(),
        names: Vec::new(),
        parameterised: Vec::new(),
    };
    writer.file()
}

impl Writer<'_> {
    fn file(&mut self) -> String {
        let mut items = Vec::new();
        if self.random.chance(10) {
            items.push("# A comment, and \"quotes\" in it".to_owned());
        }
        for _ in 0..self.random.share(&[50, 30, 20]) {
            let root = self.root();
            items.push(self.assignment(&root, 2));
        }
        for at in 0..self.random.share(&[80, 20]) {
            items.push(self.parameterised_rule(at));
        }
        for at in 0..1 + self.random.share(&[35, 35, 20, 10]) {
            items.push(self.item(at));
        }
        if self.random.chance(5) {
            let root = self.root();
            items.push(self.assignment(&root, 1));
        }
        if self.random.chance(3) {
            let at = self.random.below(items.len());
            items.swap(0, at);
        }
        let mut text = items.join("\n");
        text.push('\n');
        if self.random.chance(3) {
            text.replace('\n', "\r\n")
        } else {
            text
        }
    }

    /// Returns one of the documents.
    pub fn root(&mut self) -> Node {
        self.random.pick(self.documents).clone()
    }

    pub fn one_of(&mut self, texts: &[&'static str]) -> &'static str {
        self.random.word(texts)
    }

    pub fn gap(&mut self) -> &'static str {
        self.one_of(&[" ", "\n", "\n    ", " # c\n"])
    }

    fn item(&mut self, at: usize) -> String {
        let root = self.root();
        match self.random.share(&[76, 8, 6, 10]) {
            0 => self.rule(at),
            1 => self.type_blocks(),
            2 => {
                let conditions = self.conditions(&root);
                let body = self.body(&root, 2, |writer, at| writer.clause(at, 2));
                format!("when {conditions} {body}")
            }
            _ => self.conjunction(&root, 2, &[70, 30]),
        }
    }

    fn rule(&mut self, at: usize) -> String {
        let root = self.root();
        let conditions = match self.random.chance(28) {
            true => format!(" when {}", self.conditions(&root)),
            false => String::new(),
        };
        let body = self.body(&root, 2, Self::rule_item);
        let at = if self.random.chance(3) { 0 } else { at };
        let name = format!("r{at}");
        self.names.push(name.clone());
        format!("rule {name}{conditions} {body}")
    }

    fn rule_item(&mut self, at: &Node) -> String {
        let references = if self.names.is_empty() { 0 } else { 10 };
        match self.random.share(&[76, 12, references]) {
            0 => self.clause(at, 2),
            1 => self.type_block(),
            _ => self.reference(),
        }
    }

    /// Generates a rule's name as a clause. The next clause must start on a new line.
    pub fn reference(&mut self) -> String {
        let not = if self.random.chance(25) {
            self.random.word(&["not ", "!"])
        } else {
            ""
        };
        let name = match self.random.share(&[94, 5, 1]) {
            0 => self.random.pick(&self.names).clone(),
            1 => "r1".to_owned(),
            _ => "nowhere".to_owned(),
        };
        format!(
            "{not}{name}{}",
            self.one_of(&["\n", "\n", " # c\n", " <<m>>\n"])
        )
    }

    fn parameterised_rule(&mut self, at: usize) -> String {
        let root = self.root();
        let arity = 1 + self.random.below(2);
        let outside = self.variables.len();
        let parameters: Vec<String> = (0..arity).map(|at| format!("p{at}")).collect();
        for name in &parameters {
            let sample = self.query(&root, 0).sample;
            self.variables.push(Variable {
                name: name.clone(),
                sample,
                is_key: false,
            });
        }
        let body = self.body(&root, 1, |writer, at| writer.clause(at, 1));
        self.variables.truncate(outside);
        let name = format!("q{at}");
        let text = format!("rule {name}({}) {body}", parameters.join(", "));
        self.parameterised.push((name, arity));
        text
    }

    fn type_blocks(&mut self) -> String {
        let count = 1 + self.random.share(&[80, 20]);
        let blocks: Vec<String> = (0..count).map(|_| self.type_block()).collect();
        blocks.join(" or ")
    }

    fn type_block(&mut self) -> String {
        let (name, resource) = self.resource();
        let conditions = match self.random.chance(25) {
            true => format!("when {} ", self.conditions(&resource)),
            false => String::new(),
        };
        if conditions.is_empty() && self.random.chance(20) {
            return format!("{name} {}", self.clause(&resource, 1));
        }
        let body = self.body(&resource, 1, |writer, at| writer.clause(at, 1));
        format!("{name} {conditions}{body}")
    }

    /// Returns the name of a type and a resource of a document, or a default if there is none.
    pub fn resource(&mut self) -> (String, Node) {
        let root = self.root();
        let none = (
            "AWS::SQS::Queue".to_owned(),
            Node::Map(vec![("Type".to_owned(), Node::Null)]),
        );
        let Node::Map(sections) = &root else {
            return none;
        };
        let Some((_, Node::Map(resources))) = sections.iter().find(|(key, _)| key == "Resources")
        else {
            return none;
        };
        if resources.is_empty() {
            return none;
        }
        let (_, resource) = self.random.pick(resources);
        let Node::Map(entries) = resource else {
            return none;
        };
        match entries.iter().find(|(key, _)| key == "Type") {
            Some((_, Node::Text(name))) if name.contains("::") => (name.clone(), resource.clone()),
            _ => (none.0, resource.clone()),
        }
    }
}
