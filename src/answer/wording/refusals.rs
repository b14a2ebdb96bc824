//! Why a message is refused → a sentence.

use super::{Wording, echo};
use crate::format::jsonrpc::{ParamsProblem, Refusal};
use crate::spec::Phrase;

impl Wording<'_> {
    /// Why a message is refused.
    pub fn refusal(&self, refusal: &Refusal) -> String {
        match refusal {
            Refusal::Unreadable(fault) => {
                self.phrase(Phrase::ProtocolUnreadable, &[("fault", &echo(fault))])
            }
            Refusal::TooLong(limit) => self.phrase(Phrase::ProtocolTooLong, &[("limit", limit)]),
            Refusal::TooManyValues(limit) => {
                self.phrase(Phrase::ProtocolTooManyValues, &[("limit", limit)])
            }
            Refusal::Shape => self.word(Phrase::ProtocolShape),
            Refusal::InFlight(id) => {
                self.phrase(Phrase::ProtocolInFlight, &[("id", &echo(&id.to_string()))])
            }
            Refusal::Batch => self.word(Phrase::ProtocolBatch),
            Refusal::EmptyBatch => self.word(Phrase::ProtocolBatchEmpty),
            Refusal::LongBatch(limit) => {
                self.phrase(Phrase::ProtocolBatchLong, &[("limit", limit)])
            }
            Refusal::InitializeInBatch => self.word(Phrase::ProtocolBatchInitialize),
            Refusal::Method(method) => {
                self.phrase(Phrase::ProtocolMethod, &[("method", &echo(method))])
            }
            Refusal::Params { method, problem } => self.phrase(
                Phrase::ProtocolParams,
                &[
                    ("method", &echo(method)),
                    ("reason", &self.params_problem(problem)),
                ],
            ),
        }
    }

    fn params_problem(&self, problem: &ParamsProblem) -> String {
        match problem {
            ParamsProblem::Missing(field, type_) => self.phrase(
                Phrase::ProtocolParamsMissing,
                &[("field", field), ("type", type_)],
            ),
            ParamsProblem::Type(field, type_, got) => self.phrase(
                Phrase::ProtocolParamsType,
                &[("field", field), ("type", type_), ("got", got)],
            ),
            ParamsProblem::Other => self.word(Phrase::ProtocolParamsOther),
        }
    }
}
