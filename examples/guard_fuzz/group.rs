//! Groups of documents of one shape and rules files about them.

use std::path::PathBuf;

use crate::data::{self, Node};
use crate::random::Random;
use crate::said::Said;
use crate::{render, rules};

const DOCUMENTS: usize = 5;
const RULES: usize = 40;

pub struct Group {
    pub seed: u64,
    pub at: u64,
    pub rules: Vec<String>,
    pub data: Vec<String>,
    pub nodes: Vec<Node>,
}

impl Group {
    /// Generates the group with this index. The same seed and index give the same group.
    pub fn new(seed: u64, at: u64) -> Group {
        let mut random = Random::new(seed, at);
        let first = data::document(&mut random);
        let mut nodes = vec![first];
        while nodes.len() < DOCUMENTS {
            let mut next = random.pick(&nodes).clone();
            (0..1 + random.below(3)).for_each(|_| data::mutate(&mut random, &mut next));
            nodes.push(next);
        }
        let meanings: Vec<Node> = nodes.iter().map(Node::meaning).collect();
        let data = nodes
            .iter()
            .map(|node| render::render(&mut random, node))
            .collect();
        let rules = (0..RULES)
            .map(|_| rules::file(&mut random, &meanings))
            .collect();
        Group {
            seed,
            at,
            rules,
            data,
            nodes,
        }
    }

    /// Reads a group from rules files and data files.
    pub fn of(files: &[PathBuf]) -> Group {
        let mut group = Group {
            seed: 0,
            at: 0,
            rules: Vec::new(),
            data: Vec::new(),
            nodes: Vec::new(),
        };
        for path in files {
            let text = std::fs::read_to_string(path).unwrap();
            match path
                .extension()
                .is_some_and(|extension| extension == "guard")
            {
                true => group.rules.push(text),
                false => group.data.push(text),
            }
        }
        group.nodes = vec![Node::Null; group.data.len()];
        group
    }

    /// Returns up to `count` pairs that cfn-guard answers without a panic or timeout.
    pub fn some(&self, count: usize, answers: &[Vec<Option<Said>>]) -> Vec<(usize, usize)> {
        let mut random = Random::new(self.seed, !self.at);
        let pairs = (0..count).map(|_| {
            (
                random.below(self.rules.len()),
                random.below(self.data.len()),
            )
        });
        pairs.filter(|(row, column)| matches!(&answers[*row][*column], Some(said) if !matches!(said, Said::Panic(_) | Said::Hung))).collect()
    }
}
