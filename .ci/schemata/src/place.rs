//! Puts mutants where they belong.

use std::collections::HashMap;
use std::ops::Range;

use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{
    Arm, BinOp, Block, Expr, ExprBinary, ExprMatch, ExprStruct, ExprUnary, ImplItemFn, ItemFn, Pat,
    ReturnType, Signature, TraitItemFn, Type,
};

use crate::Mutant;
use crate::edits::{Edits, Piece};

/// Walks through a file and changes it for each mutant that is due.
pub struct Placer<'a> {
    text: &'a str,
    krate: &'a str,
    /// Genre, and offset of the first byte that it changes → mutants.
    pub due: HashMap<(String, usize), Vec<Mutant>>,
    pub left: HashMap<u32, String>,
    pub edits: Edits,
}

fn range(spanned: &impl Spanned) -> Range<usize> {
    spanned.span().byte_range()
}

impl<'a> Placer<'a> {
    pub fn new(text: &'a str, krate: &'a str, due: HashMap<(String, usize), Vec<Mutant>>) -> Self {
        Self {
            text,
            krate,
            due,
            left: HashMap::new(),
            edits: Edits::default(),
        }
    }

    fn take(&mut self, genre: &str, at: usize) -> Vec<Mutant> {
        self.due.remove(&(genre.to_owned(), at)).unwrap_or_default()
    }

    /// The question whether the fault is chosen.
    fn asked(&self, mutant: &Mutant) -> String {
        format!("{}::mutant({})", self.krate, mutant.id)
    }

    fn whole(&mut self, mutants: &[Mutant], place: Range<usize>) {
        for mutant in mutants {
            self.edits.whole(mutant.id, place.clone());
        }
    }

    /// `if … { a - b } else if … { a * b } else { a + b }`.
    fn branches(&self, mutants: &[Mutant], operator: &str) -> Piece {
        let mut piece = Piece::default().say(")) { (left__, right__) => ");
        for mutant in mutants {
            let branch = format!(
                "if {} {{ left__ {} right__ }} else ",
                self.asked(mutant),
                mutant.replacement
            );
            piece = piece.only(mutant.id, &branch);
        }
        piece.say(&format!("{{ left__ {operator} right__ }} }})"))
    }

    fn function(&mut self, signature: &Signature, block: &Block) {
        let Some(first) = block.stmts.first() else {
            return;
        };
        let mutants = self.take("FnValue", range(first).start);
        if mutants.is_empty() {
            return;
        }
        if signature.constness.is_some() {
            for mutant in mutants {
                self.left.insert(mutant.id, "const fn".to_owned());
            }
            return;
        }
        let body = range(block);
        let (open, close) = (body.start + 1, body.end - 1);
        let opaque = matches!(&signature.output, ReturnType::Type(_, kind) if matches!(**kind, Type::ImplTrait(_)));
        if !opaque {
            let mut piece = Piece::default();
            for mutant in &mutants {
                let branch = format!(
                    " if {} {{ return {}; }}",
                    self.asked(mutant),
                    mutant.replacement
                );
                piece = piece.only(mutant.id, &branch);
            }
            self.edits.open(open, piece);
            return;
        }
        // A function has one type: it may be `impl Iterator`, which all of this is.
        let any: Vec<String> = mutants.iter().map(|mutant| self.asked(mutant)).collect();
        let mut piece = Piece::default().say(&format!(
            "}}).take(if {} {{ 0 }} else {{ usize::MAX }})",
            any.join(" || ")
        ));
        for mutant in &mutants {
            let branch = format!(
                ".chain(({}).take(if {} {{ usize::MAX }} else {{ 0 }}))",
                mutant.replacement,
                self.asked(mutant)
            );
            piece = piece.only(mutant.id, &branch);
        }
        self.whole(&mutants, open..close);
        self.edits.open(open, Piece::default().say("({"));
        self.edits.close(close, piece);
    }

    fn lazy(&mut self, binary: &ExprBinary, mutants: &[Mutant]) {
        let [mutant] = mutants else {
            return self.leave(mutants, "an operator of too many mutants");
        };
        if holds_let(&binary.left) || holds_let(&binary.right) {
            return self.leave(mutants, "unviable: a chain of `let` knows no `||`");
        }
        let place = range(binary);
        let sign = if matches!(binary.op, BinOp::And(_)) {
            "=="
        } else {
            "!="
        };
        let asked = self.asked(mutant);
        self.whole(mutants, place.clone());
        self.edits
            .open(place.start, Piece::default().say("({ let left__: bool = "));
        let middle = format!("; if left__ {sign} {asked} {{ left__ }} else {{ ");
        self.edits
            .replace(range(&binary.op), Piece::default().say(&middle));
        self.edits.close(place.end, Piece::default().say(" } })"));
    }

    fn leave(&mut self, mutants: &[Mutant], reason: &str) {
        for mutant in mutants {
            self.left.insert(mutant.id, reason.to_owned());
        }
    }
}

fn holds_let(expr: &Expr) -> bool {
    match expr {
        Expr::Let(_) => true,
        Expr::Binary(binary) => holds_let(&binary.left) || holds_let(&binary.right),
        _ => false,
    }
}

impl Visit<'_> for Placer<'_> {
    fn visit_item_fn(&mut self, item: &ItemFn) {
        self.function(&item.sig, &item.block);
        if item.sig.constness.is_none() {
            visit::visit_block(self, &item.block);
        }
    }

    fn visit_impl_item_fn(&mut self, item: &ImplItemFn) {
        self.function(&item.sig, &item.block);
        if item.sig.constness.is_none() {
            visit::visit_block(self, &item.block);
        }
    }

    fn visit_trait_item_fn(&mut self, item: &TraitItemFn) {
        if let Some(block) = &item.default {
            self.function(&item.sig, block);
            visit::visit_block(self, block);
        }
    }

    // What is known when it is compiled asks for nothing.
    fn visit_item_const(&mut self, _: &syn::ItemConst) {}
    fn visit_item_static(&mut self, _: &syn::ItemStatic) {}
    fn visit_impl_item_const(&mut self, _: &syn::ImplItemConst) {}
    fn visit_expr_const(&mut self, _: &syn::ExprConst) {}
    fn visit_type(&mut self, _: &Type) {}
    fn visit_expr_repeat(&mut self, repeat: &syn::ExprRepeat) {
        self.visit_expr(&repeat.expr);
    }
    fn visit_pat(&mut self, _: &Pat) {}
    fn visit_attribute(&mut self, _: &syn::Attribute) {}

    fn visit_expr_binary(&mut self, binary: &ExprBinary) {
        let operator = range(&binary.op);
        let mutants = self.take("BinaryOperator", operator.start);
        let text = &self.text[operator.clone()];
        if mutants.is_empty() {
            return visit::visit_expr_binary(self, binary);
        }
        let place = range(binary);
        match binary.op {
            BinOp::And(_) | BinOp::Or(_) => self.lazy(binary, &mutants),
            _ if text.ends_with('=') && !matches!(text, "==" | "!=" | "<=" | ">=") => {
                let target = &self.text[range(&binary.left)];
                let mut piece = Piece::default().say(") { right__ => ");
                for mutant in &mutants {
                    let (asked, sign) = (self.asked(mutant), &mutant.replacement);
                    let branch = format!("if {asked} {{ {target} {sign} right__; }} else ");
                    piece = piece.only(mutant.id, &branch);
                }
                let piece = piece.say(&format!("{{ {target} {text} right__; }} }})"));
                self.whole(&mutants, place.clone());
                let right = range(&binary.right);
                self.edits
                    .replace(place.start..right.start, Piece::default().say("(match ("));
                self.edits.close(place.end, piece);
                return self.visit_expr(&binary.right);
            }
            _ => {
                let compares = matches!(text, "==" | "!=" | "<" | "<=" | ">" | ">=");
                let sign = if compares { "&" } else { "" };
                self.whole(&mutants, place.clone());
                let open = format!("(match ({sign}(");
                self.edits.open(place.start, Piece::default().say(&open));
                let middle = format!("), {sign}(");
                self.edits.replace(operator, Piece::default().say(&middle));
                let branches = self.branches(&mutants, text);
                self.edits.close(place.end, branches);
            }
        }
        visit::visit_expr_binary(self, binary);
    }

    fn visit_expr_unary(&mut self, unary: &ExprUnary) {
        let operator = range(&unary.op);
        let mutants = self.take("UnaryOperator", operator.start);
        if let [mutant] = mutants.as_slice() {
            let sign = &self.text[operator.clone()];
            let asked = self.asked(mutant);
            let place = range(unary);
            self.whole(&mutants, place.clone());
            let piece = Piece::default()
                .say(") { right__ => ")
                .only(mutant.id, &format!("if {asked} {{ right__ }}"))
                .say(&format!(" else {{ {sign}right__ }} }})"));
            self.edits
                .replace(operator, Piece::default().say("(match ("));
            self.edits.close(place.end, piece);
        }
        visit::visit_expr_unary(self, unary);
    }

    fn visit_expr_match(&mut self, expr: &ExprMatch) {
        let rest =
            |arm: &&Arm| arm.guard.is_none() && matches!(arm.pat, Pat::Wild(_) | Pat::Ident(_));
        let rests = expr.arms.iter().filter(rest).count();
        for arm in &expr.arms {
            if rests == usize::from(rest(&arm)) {
                let mutants = self.take("MatchArm", range(arm).start);
                self.leave(&mutants, "unviable: no arm is left for the rest");
            }
        }
        visit::visit_expr_match(self, expr);
    }

    fn visit_arm(&mut self, arm: &Arm) {
        let deleted = self.take("MatchArm", range(arm).start);
        let deleted: Vec<String> = deleted
            .iter()
            .map(|mutant| format!("!{}", self.asked(mutant)))
            .collect();
        let deleted = deleted.join(" && ");
        if let Some((_, guard)) = &arm.guard {
            let place = range(guard.as_ref());
            let mutants = self.take("MatchArmGuard", place.start);
            let mut piece = Piece::default();
            if !deleted.is_empty() {
                piece = piece.say(&format!("{deleted} && "));
            }
            piece = piece.say("(");
            for (mutant, joint) in
                mutants
                    .iter()
                    .filter_map(|mutant| match mutant.replacement.as_str() {
                        "true" => Some((mutant, "||")),
                        _ => None,
                    })
            {
                piece = piece.say(&format!("{} {joint} ", self.asked(mutant)));
            }
            for mutant in mutants
                .iter()
                .filter(|mutant| mutant.replacement == "false")
            {
                piece = piece.say(&format!("!{} && ", self.asked(mutant)));
            }
            self.whole(&mutants, place.clone());
            self.edits.open(place.start, piece.say("("));
            self.edits.close(place.end, Piece::default().say("))"));
        } else if !deleted.is_empty() {
            let piece = Piece::default().say(&format!(" if {deleted}"));
            self.edits.close(range(&arm.pat).end, piece);
        }
        visit::visit_arm(self, arm);
    }

    fn visit_expr_struct(&mut self, expr: &ExprStruct) {
        for field in &expr.fields {
            let place = range(field);
            let mutants = self.take("StructField", place.start);
            let ([mutant], Some(rest)) = (mutants.as_slice(), &expr.rest) else {
                continue;
            };
            let rest = &self.text[range(rest.as_ref())];
            let kind = &self.text[range(&expr.path)];
            let base = if rest.ends_with("::default()") {
                format!("<{kind} as Default>::default()")
            } else {
                format!("({rest})")
            };
            let name = &self.text[range(&field.member)];
            let branch = format!("if {} {{ {base}.{name} }}", self.asked(mutant));
            let open = Piece::default().only(mutant.id, &branch);
            self.whole(&mutants, place.clone());
            if field.colon_token.is_some() {
                let value = range(&field.expr);
                self.edits.open(value.start, open.say(" else { "));
                self.edits.close(value.end, Piece::default().say(" }"));
            } else {
                let piece = Piece::default()
                    .say(&format!("{name}: "))
                    .only(mutant.id, &branch)
                    .say(&format!(" else {{ {name} }}"));
                self.edits.replace(place, piece);
            }
        }
        visit::visit_expr_struct(self, expr);
    }
}
