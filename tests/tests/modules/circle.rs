//! Circles among modules that stand side by side.

use std::collections::{BTreeMap, BTreeSet};

use crate::imports::{Import, Module};

/// Which of the modules beside it each module uses, itself or by one of its children.
type Uses = BTreeMap<Module, BTreeSet<Module>>;

/// One circle of each group of modules that have any, as text.
///
/// A parent and its children may use each other: together they are one module to those beside it.
pub(crate) fn circles(imports: &[Import]) -> Vec<String> {
    let mut groups: BTreeMap<Module, Uses> = BTreeMap::new();
    for (user, used) in imports {
        let shared = user.iter().zip(used).take_while(|(a, b)| a == b).count();
        if shared < user.len().min(used.len()) {
            let uses = groups.entry(user[..shared].to_vec()).or_default();
            let beside = uses.entry(user[..=shared].to_vec()).or_default();
            beside.insert(used[..=shared].to_vec());
        }
    }
    let circles = groups.values().filter_map(|uses| {
        let start = uses.keys().find_map(|start| way_back(uses, start))?;
        Some(written(&start))
    });
    circles.collect()
}

/// The shortest way from a module over what it uses to itself.
fn way_back(uses: &Uses, start: &Module) -> Option<Vec<Module>> {
    let mut ways = vec![vec![start.clone()]];
    let mut seen = BTreeSet::new();
    while !ways.is_empty() {
        let mut longer = Vec::new();
        for way in ways {
            for next in way
                .last()
                .and_then(|last| uses.get(last))
                .into_iter()
                .flatten()
            {
                let way = [way.as_slice(), std::slice::from_ref(next)].concat();
                if next == start {
                    return Some(way);
                }
                if seen.insert(next) {
                    longer.push(way);
                }
            }
        }
        ways = longer;
    }
    None
}

fn written(way: &[Module]) -> String {
    let names: Vec<String> = way.iter().map(|module| module.join("::")).collect();
    names.join(" → ")
}
