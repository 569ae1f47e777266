//! Which module of a package uses which, read from its sources.
//!
//! Code that only tests compile is left out, and so is what stands inside the arguments of a macro.

use std::collections::{BTreeMap, BTreeSet};

use syn::visit::{self, Visit};
use syn::{Attribute, ItemMod, ItemUse, Path, UseTree, Visibility};

/// The names that lead to a module from the root of its package.
pub(crate) type Module = Vec<String>;

/// A module, and a module that it uses.
pub(crate) type Import = (Module, Module);

/// A file of a package.
pub(crate) struct Source {
    module: Module,
    code: syn::File,
}

impl Source {
    /// Reads a file by its path below `src`.
    pub(crate) fn new(path: &str, text: &str) -> Self {
        let name = path.strip_suffix(".rs").expect("a source ends in .rs");
        let is_root = matches!(name, "lib" | "main");
        let names = name.split('/').filter(|_| !is_root);
        Self {
            module: names.map(str::to_owned).collect(),
            code: syn::parse_file(text).expect("a source is Rust"),
        }
    }
}

/// Every use of one module by another.
pub(crate) fn imports(sources: &[Source]) -> Vec<Import> {
    let mut reader = Reader::default();
    for source in sources {
        reader.module.clone_from(&source.module);
        reader.modules.insert(source.module.clone());
        reader.visit_file(&source.code);
    }
    let is_for_tests_alone =
        |module: &Module| reader.tests.iter().any(|test| module.starts_with(test));
    let uses = reader
        .paths
        .iter()
        .filter(|(user, _)| !is_for_tests_alone(user));
    uses.map(|(user, path)| (user.clone(), reader.owner(path)))
        .collect()
}

#[derive(Default)]
struct Reader {
    /// The module that is being read.
    module: Module,
    modules: BTreeSet<Module>,
    /// Modules that only tests compile.
    tests: BTreeSet<Module>,
    /// Each path in the code, with the module where it stands.
    paths: Vec<(Module, Vec<String>)>,
    /// What a path is a second name of.
    second_names: BTreeMap<Vec<String>, Vec<String>>,
}

impl Reader {
    /// The module that has what a path names.
    fn owner(&self, path: &[String]) -> Module {
        let mut path = path.to_vec();
        // A second name may stand for another second name, but never for itself.
        for _ in 0..self.second_names.len() {
            let first = (1..=path.len()).find_map(|end| {
                let (name, rest) = path.split_at(end);
                Some([self.second_names.get(name)?, rest].concat())
            });
            match first {
                Some(longer) => path = longer,
                None => break,
            }
        }
        while !path.is_empty() && !self.modules.contains(&path) {
            path.pop();
        }
        path
    }

    /// A path of the module that is being read, from the root of its package; none where it leads out of it.
    ///
    /// A path that begins with none of the keywords may begin with a child, which is known at the end.
    fn resolved(&self, names: &[String]) -> Option<Vec<String>> {
        let supers = names.iter().take_while(|name| *name == "super").count();
        let (depth, rest) = match names.first()?.as_str() {
            "crate" => (0, &names[1..]),
            "self" => (self.module.len(), &names[1..]),
            _ => (self.module.len().checked_sub(supers)?, &names[supers..]),
        };
        Some([&self.module[..depth], rest].concat())
    }

    fn use_tree(&mut self, tree: &UseTree, before: &[String], is_passed_on: bool) {
        let with = |name: &syn::Ident| [before, &[name.to_string()]].concat();
        let (names, called) = match tree {
            UseTree::Path(path) => {
                return self.use_tree(&path.tree, &with(&path.ident), is_passed_on);
            }
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.use_tree(tree, before, is_passed_on);
                }
                return;
            }
            UseTree::Name(name) if name.ident == "self" => (before.to_vec(), None),
            UseTree::Name(name) => (with(&name.ident), Some(&name.ident)),
            UseTree::Rename(rename) => (with(&rename.ident), Some(&rename.rename)),
            UseTree::Glob(_) => (before.to_vec(), None),
        };
        let Some(path) = self.resolved(&names) else {
            return;
        };
        if let Some(name) = called.filter(|_| is_passed_on) {
            let second = [&self.module[..], &[name.to_string()]].concat();
            if second != path {
                self.second_names.insert(second, path.clone());
            }
        }
        self.paths.push((self.module.clone(), path));
    }
}

impl<'ast> Visit<'ast> for Reader {
    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        self.module.push(item.ident.to_string());
        self.modules.insert(self.module.clone());
        if item.attrs.iter().any(is_for_tests) {
            self.tests.insert(self.module.clone());
        }
        visit::visit_item_mod(self, item);
        self.module.pop();
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        let is_passed_on = !matches!(item.vis, Visibility::Inherited);
        self.use_tree(&item.tree, &[], is_passed_on);
    }

    fn visit_path(&mut self, path: &'ast Path) {
        let names: Vec<String> = path
            .segments
            .iter()
            .map(|part| part.ident.to_string())
            .collect();
        if names.len() > 1
            && let Some(path) = self.resolved(&names)
        {
            self.paths.push((self.module.clone(), path));
        }
        visit::visit_path(self, path);
    }
}

fn is_for_tests(attribute: &Attribute) -> bool {
    let condition = attribute.parse_args::<syn::Ident>();
    attribute.path().is_ident("cfg") && condition.is_ok_and(|condition| condition == "test")
}
