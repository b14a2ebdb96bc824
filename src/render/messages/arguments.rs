//! The words of arguments that do not fit.

use super::{MessageFormatter, Subject, escape_truncated};
use crate::operation::error::{ArgumentError, ArgumentErrorKind};
use crate::spec::{Phrase, values};

impl MessageFormatter<'_> {
    pub(super) fn argument_faults(&self, faults: &[ArgumentError], subject: Subject<'_>) -> String {
        let reasons = faults
            .iter()
            .map(|fault| self.argument_fault(fault, subject));
        self.first(reasons, Phrase::ReasonSeparator)
    }

    fn argument_fault(&self, error: &ArgumentError, subject: Subject<'_>) -> String {
        let ArgumentError { argument, kind } = error;
        let known = subject.arguments();
        let row = known.iter().find(|(name, _)| name == argument);
        let type_ = row.map(|(_, row)| row.json_type);
        let valid: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
        let suggestion = match kind {
            ArgumentErrorKind::Unknown => self.nearest(argument, &valid, Phrase::ArgumentNearest),
            _ => String::new(),
        };
        let type_ = type_.map_or_else(String::new, |type_| type_.to_string());
        let others = [
            ("argument", &*escape_truncated(argument)),
            ("type", &type_),
            ("suggestion", &suggestion),
        ];
        self.table.said_with(kind, &others)
    }

    pub(super) fn argument_rows(&self, subject: Subject<'_>) -> String {
        let arguments = subject.arguments();
        if arguments.is_empty() {
            return self.word(Phrase::ArgumentsNone);
        }
        let rows = arguments.into_iter().map(|(name, row)| {
            let need = self.word(if row.required {
                Phrase::ArgumentRequired
            } else {
                Phrase::ArgumentOptional
            });
            self.phrase(
                Phrase::ArgumentRow,
                values!(argument = escape_truncated(name), type = row.json_type, need),
            )
        });
        self.first(rows, Phrase::Separator)
    }
}
