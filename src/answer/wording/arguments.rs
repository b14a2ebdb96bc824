//! The words of arguments that do not fit.

use super::{Wording, echo};
use crate::format::named::MAX_NAMED;
use crate::operation::error::{ArgumentFault, ArgumentProblem};
use crate::spec::{Phrase, Tool};

impl Wording<'_> {
    pub(super) fn argument_faults(&self, faults: &[ArgumentFault], tool: &Tool) -> String {
        let more = faults.len().saturating_sub(MAX_NAMED);
        let reasons = faults.iter().take(MAX_NAMED);
        let reasons = reasons.map(|fault| self.argument_fault(fault, tool));
        self.joined(reasons, more, Phrase::ReasonSeparator)
    }

    fn argument_fault(&self, fault: &ArgumentFault, tool: &Tool) -> String {
        let argument = echo(&fault.argument);
        let expected = tool
            .arguments
            .get(&fault.argument)
            .map_or_else(String::new, |row| row.json_type.to_string());
        match fault.problem {
            ArgumentProblem::Missing => self.phrase(
                Phrase::ArgumentMissing,
                &[("argument", &argument), ("type", &expected)],
            ),
            ArgumentProblem::Empty => self.phrase(
                Phrase::ArgumentEmpty,
                &[("argument", &argument), ("type", &expected)],
            ),
            ArgumentProblem::Type(got) => self.phrase(
                Phrase::ArgumentType,
                &[("argument", &argument), ("type", &expected), ("got", &got)],
            ),
            ArgumentProblem::Unknown => {
                let valid: Vec<&str> = tool.arguments.keys().map(String::as_str).collect();
                self.phrase(
                    Phrase::ArgumentUnknown,
                    &[
                        ("argument", &argument),
                        ("suggestion", &self.nearest(&fault.argument, &valid)),
                    ],
                )
            }
        }
    }

    pub(super) fn argument_rows(&self, tool: &Tool) -> String {
        if tool.arguments.is_empty() {
            return self.word(Phrase::ArgumentsNone);
        }
        let rows = tool.arguments.iter().take(MAX_NAMED).map(|(name, row)| {
            let need = self.word(if row.required {
                Phrase::ArgumentRequired
            } else {
                Phrase::ArgumentOptional
            });
            self.phrase(
                Phrase::ArgumentRow,
                &[
                    ("argument", &echo(name)),
                    ("type", &row.json_type),
                    ("need", &need),
                ],
            )
        });
        self.listed(rows, tool.arguments.len().saturating_sub(MAX_NAMED))
    }
}
