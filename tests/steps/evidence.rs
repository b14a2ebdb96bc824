//! A test behind a criterion as it is written: whether it could be green without
//! having shown anything.

use std::path::Path;

use syn::visit::{self, Visit};
use syn::{Expr, ExprCall, ExprClosure, ExprReturn, Item, ItemFn, Lit, Macro, Stmt};

/// What is wrong with `tests/wire.rs::name`, which has to be a test of that file
/// that asserts, goes on to its end and records there that it did.
pub fn problems(root: &Path, test: &str) -> Vec<String> {
    let Some(function) = function(root, test) else {
        return vec!["does not exist".into()];
    };
    let mut problems = Vec::new();
    let named = |name: &str| {
        function.attrs.iter().any(|attribute| {
            let last = attribute.path().segments.last();
            last.is_some_and(|segment| segment.ident == name)
        })
    };
    if !named("test") {
        problems.push("is no test: it lacks #[test]".into());
    }
    for attribute in ["ignore", "cfg", "cfg_attr", "should_panic"] {
        if named(attribute) {
            problems.push(format!("is not always run: it has #[{attribute}]"));
        }
    }
    let mut body = Body::default();
    body.visit_block(&function.block);
    if body.returns {
        problems.push("may return before its end".into());
    }
    if !body.asserts {
        problems.push("asserts nothing".into());
    }
    if recorded(&function).as_deref() != Some(test) {
        problems.push(format!("does not end in record::shown({test:?})"));
    }
    problems
}

fn function(root: &Path, test: &str) -> Option<ItemFn> {
    let (file, name) = test.split_once("::")?;
    let text = std::fs::read_to_string(root.join(file)).ok()?;
    let items = syn::parse_file(&text).ok()?.items;
    items.into_iter().find_map(|item| match item {
        Item::Fn(function) if function.sig.ident == name => Some(function),
        _ => None,
    })
}

/// What the last statement records.
fn recorded(function: &ItemFn) -> Option<String> {
    let Some(Stmt::Expr(Expr::Call(ExprCall { func, args, .. }), Some(_))) =
        function.block.stmts.last()
    else {
        return None;
    };
    let Expr::Path(called) = &**func else {
        return None;
    };
    let segments = &called.path.segments;
    let names: Vec<String> = segments.iter().map(|one| one.ident.to_string()).collect();
    if !names.ends_with(&["record".into(), "shown".into()]) {
        return None;
    }
    match args.first() {
        Some(Expr::Lit(literal)) => match &literal.lit {
            Lit::Str(text) => Some(text.value()),
            _ => None,
        },
        _ => None,
    }
}

/// What a body does.
#[derive(Debug, Default)]
struct Body {
    returns: bool,
    asserts: bool,
}

impl<'a> Visit<'a> for Body {
    fn visit_expr_return(&mut self, _: &'a ExprReturn) {
        self.returns = true;
    }

    fn visit_expr_closure(&mut self, closure: &'a ExprClosure) {
        let returns = self.returns;
        visit::visit_expr_closure(self, closure);
        // What a closure returns from is the closure.
        self.returns = returns;
    }

    fn visit_item_fn(&mut self, _: &'a ItemFn) {}

    fn visit_macro(&mut self, called: &'a Macro) {
        let name = called.path.segments.last();
        let asserts = name.is_some_and(|name| name.ident.to_string().starts_with("assert"));
        self.asserts |= asserts && !called.tokens.to_string().starts_with("true");
    }
}
