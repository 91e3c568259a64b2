//! Circular references, as cfn-lint reports them: for each resource the first cycle on a walk from it.
//!
//! Source: cfn-lint 1.58.0, `Graph.get_cycles`, over networkx's `find_cycle` and `edge_dfs`.

use cfn_warden_syntax::Node;
use cfn_warden_syntax::hash::HashSet;

use super::graph::{Edge, Graph};

/// An edge: source, target, and the index among the edges between the two.
type Step = (usize, usize, usize);

impl<'a> Graph<'a> {
    /// Returns the edges of all cycles found, each once, in order of discovery. `root` is the template; `spend`
    /// receives the number of edges walked and returns whether to continue.
    pub fn cycles(&self, root: Node<'_>, spend: &mut dyn FnMut(u64) -> bool) -> Vec<Edge<'a>> {
        let mut found: Vec<Step> = Vec::new();
        let mut known: HashSet<Step> = HashSet::default();
        let circular = self.can_reach_cycle();
        if circular.iter().any(|circular| *circular) {
            for entry in root
                .get("Resources")
                .and_then(|node| node.as_map())
                .unwrap_or_default()
            {
                let start = entry.key.as_str().and_then(|name| self.resource(name));
                let Some(start) = start.filter(|start| circular.get(*start) == Some(&true)) else {
                    continue;
                };
                let (cycle, walked) = self.first_cycle(start);
                found.extend(cycle.into_iter().filter(|step| known.insert(*step)));
                if !spend(walked) {
                    break;
                }
            }
        }
        found
            .into_iter()
            .filter_map(|(source, target, number)| self.edge(source, target, number))
            .collect()
    }

    fn edge(&self, source: usize, target: usize, number: usize) -> Option<Edge<'a>> {
        let (_, edges) = self
            .out
            .get(source)?
            .iter()
            .find(|(neighbour, _)| *neighbour == target)?;
        edges.get(number).copied()
    }

    /// Returns, by vertex, whether a walk from it can reach a cycle. Removes vertices without outgoing edges until none
    /// is left.
    fn can_reach_cycle(&self) -> Vec<bool> {
        let mut left: Vec<usize> = self.out.iter().map(Vec::len).collect();
        let mut back: Vec<Vec<usize>> = vec![Vec::new(); self.out.len()];
        for (source, out) in self.out.iter().enumerate() {
            for (target, _) in out {
                if let Some(list) = back.get_mut(*target) {
                    list.push(source);
                }
            }
        }
        let mut open: Vec<usize> = (0..left.len())
            .filter(|place| left.get(*place) == Some(&0))
            .collect();
        while let Some(place) = open.pop() {
            for source in back.get(place).into_iter().flatten() {
                if let Some(count) = left.get_mut(*source) {
                    *count = count.saturating_sub(1);
                    if *count == 0 {
                        open.push(*source);
                    }
                }
            }
        }
        left.into_iter().map(|count| count > 0).collect()
    }

    /// Returns the first cycle on a walk, and the number of edges walked.
    fn first_cycle(&self, start: usize) -> (Vec<Step>, u64) {
        let mut path: Vec<Step> = Vec::new();
        let mut walked = 0u64;
        let mut active = vec![false; self.out.len()];
        mark(&mut active, start, true);
        let mut previous: Option<usize> = None;
        let mut walk = Walk {
            graph: self,
            stack: vec![start],
            next: vec![(0, 0); self.out.len()],
        };
        while let Some(step) = walk.next_edge() {
            let (tail, head, _) = step;
            walked = walked.saturating_add(1);
            if previous.is_some_and(|previous| previous != tail) {
                // The walk returned to the path, which continues from the start of this edge.
                loop {
                    let Some((_, popped, _)) = path.pop() else {
                        active.fill(false);
                        mark(&mut active, tail, true);
                        break;
                    };
                    mark(&mut active, popped, false);
                    if path.last().is_some_and(|(_, last, _)| *last == tail) {
                        break;
                    }
                }
            }
            path.push(step);
            if active.get(head) == Some(&true) {
                let first = path
                    .iter()
                    .position(|(tail, ..)| *tail == head)
                    .unwrap_or_default();
                return (path.split_off(first), walked);
            }
            mark(&mut active, head, true);
            previous = Some(head);
        }
        (Vec::new(), walked)
    }
}

fn mark(active: &mut [bool], place: usize, value: bool) {
    if let Some(slot) = active.get_mut(place) {
        *slot = value;
    }
}

/// Depth-first search over all reachable edges, each once.
struct Walk<'g, 'a> {
    graph: &'g Graph<'a>,
    stack: Vec<usize>,
    /// By vertex: the next neighbor and the next edge to it.
    next: Vec<(usize, usize)>,
}

impl Walk<'_, '_> {
    fn next_edge(&mut self) -> Option<Step> {
        while let Some(current) = self.stack.last().copied() {
            let out = self.graph.out.get(current)?;
            let (neighbour, number) = self.next.get_mut(current)?;
            let Some((target, edges)) = out.get(*neighbour) else {
                self.stack.pop();
                continue;
            };
            let step = (current, *target, *number);
            *number += 1;
            if *number >= edges.len() {
                (*neighbour, *number) = (*neighbour + 1, 0);
            }
            self.stack.push(step.1);
            return Some(step);
        }
        None
    }
}
