//! The words of arguments that do not fit.

use super::{Wording, echo};
use crate::operation::error::{ArgumentError, ArgumentFault};
use crate::spec::{Phrase, Tool, values};
use crate::text::sentence::Within;

impl Wording<'_> {
    pub(super) fn argument_faults(&self, faults: &[ArgumentError], tool: &Tool) -> String {
        let reasons = faults.iter().map(|fault| self.argument_fault(fault, tool));
        self.first(reasons, Phrase::ReasonSeparator)
    }

    fn argument_fault(&self, error: &ArgumentError, tool: &Tool) -> String {
        let ArgumentError { argument, fault } = error;
        let type_ = tool.arguments.get(argument).map(|row| row.json_type);
        let valid: Vec<&str> = tool.arguments.keys().map(String::as_str).collect();
        let suggestion = match fault {
            ArgumentFault::Unknown => self.nearest(argument, &valid, Phrase::ArgumentNearest),
            _ => String::new(),
        };
        self.said(&Within {
            said: fault,
            around: &[
                ("argument", &echo(argument)),
                (
                    "type",
                    &type_.map_or_else(String::new, |type_| type_.to_string()),
                ),
                ("suggestion", &suggestion),
            ],
        })
    }

    pub(super) fn argument_rows(&self, tool: &Tool) -> String {
        if tool.arguments.is_empty() {
            return self.word(Phrase::ArgumentsNone);
        }
        let rows = tool.arguments.iter().map(|(name, row)| {
            let need = self.word(if row.required {
                Phrase::ArgumentRequired
            } else {
                Phrase::ArgumentOptional
            });
            self.phrase(
                Phrase::ArgumentRow,
                values!(argument = echo(name), type = row.json_type, need),
            )
        });
        self.first(rows, Phrase::Separator)
    }
}
