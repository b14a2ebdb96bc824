//! One name is one type: no two types of `src` have the same name.

use std::collections::BTreeMap;
use std::path::Path;

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};

use super::{files, source};

/// The names of the types that some code declares, private and local ones too.
#[derive(Default)]
struct Declared(Vec<String>);

impl<'ast> Visit<'ast> for Declared {
    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        self.0.push(item.ident.to_string());
        visit::visit_item_struct(self, item);
    }

    fn visit_item_enum(&mut self, item: &'ast syn::ItemEnum) {
        self.0.push(item.ident.to_string());
        visit::visit_item_enum(self, item);
    }

    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        self.0.push(item.ident.to_string());
        visit::visit_item_trait(self, item);
    }

    fn visit_item_type(&mut self, item: &'ast syn::ItemType) {
        self.0.push(item.ident.to_string());
        visit::visit_item_type(self, item);
    }

    fn visit_macro(&mut self, code: &'ast syn::Macro) {
        in_tokens(code.tokens.clone(), &mut self.0);
    }
}

/// The names that follow the word of a declaration, in what a macro is given.
fn in_tokens(tokens: TokenStream, found: &mut Vec<String>) {
    let mut declares = false;
    for token in tokens {
        match token {
            TokenTree::Ident(word) if declares => {
                found.push(word.to_string());
                declares = false;
            }
            TokenTree::Ident(word) => {
                declares = ["struct", "enum", "trait"].iter().any(|kind| word == kind);
            }
            TokenTree::Group(group) => {
                in_tokens(group.stream(), found);
                declares = false;
            }
            _ => declares = false,
        }
    }
}

fn declared(code: &str) -> Vec<String> {
    let mut declared = Declared::default();
    declared.visit_file(&syn::parse_file(code).expect("it is Rust"));
    declared.0
}

/// Each name that more than one type has, and their files.
fn repeated(folder: &Path) -> BTreeMap<String, Vec<String>> {
    let mut names: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for file in files(folder) {
        let code = std::fs::read_to_string(&file).expect("it can be read");
        let place = file.strip_prefix(folder).expect("it is below");
        for name in declared(&code) {
            let places = names.entry(name).or_default();
            places.push(place.to_string_lossy().into_owned());
        }
    }
    names.retain(|_, places| places.len() > 1);
    names
}

#[test]
fn no_two_types_have_the_same_name() {
    let repeated = repeated(&source());
    assert!(repeated.is_empty(), "{repeated:#?}");
}

#[test]
fn types_of_every_form_are_seen() {
    let code = "
        struct A; pub(crate) enum B { C } trait D {} type E = u8;
        fn f() { struct G; }
        mod inner { pub struct H<T>(T); }
        declare! { pub enum I { J } struct K {} }
        impl D for A { type L = u8; }
        // struct M
    ";
    assert_eq!(declared(code), ["A", "B", "D", "E", "G", "H", "I", "K"]);
}
