//! The rest of what a client has begun to write.

use super::{Asker, Dispatcher, NoReply, Refused};
use crate::operation::completion::{KnownNames, documents, values};
use crate::render::wording::{Wording, echo};
use crate::spec::resource::UriVariable;
use crate::spec::{Phrase, Role, values};

/// What is being written.
#[derive(Debug, Clone)]
pub struct Begun {
    /// Where it will stand.
    pub of: Of,
    /// The argument or the variable.
    pub argument: String,
    /// What of it is there.
    pub value: String,
    /// The arguments or variables that are there already, and their values.
    pub others: Vec<(String, String)>,
}

/// What something is an argument or a variable of.
#[derive(Debug, Clone)]
pub enum Of {
    /// This URI template.
    Template(String),
    /// The prompt of this name.
    Prompt(String),
}

impl Dispatcher {
    /// Everything that it can become, in order.
    ///
    /// # Errors
    ///
    /// [`Refused`]: it is of nothing that there is, no project, or it was cancelled.
    pub fn complete(&self, asker: &Asker<'_>, begun: &Begun) -> Result<Vec<String>, Refused> {
        let (Of::Template(of) | Of::Prompt(of)) = &begun.of;
        self.bounded("ref", of)?;
        self.bounded("argument", &begun.argument)?;
        self.bounded("argument", &begun.value)?;
        for text in begun.others.iter().flat_map(|(name, value)| [name, value]) {
            self.bounded("context", text)?;
        }
        let what = "completion/complete";
        match &begun.of {
            Of::Template(uri) => {
                let row = self.table.resources.templates.iter();
                let row = row.clone().find(|row| row.uri == *uri);
                let variable = row.and_then(|row| row.variables.get(&begun.argument));
                let (Some(row), Some(variable)) = (row, variable) else {
                    return Err(self.uncompleted(begun));
                };
                let value = |of: UriVariable| {
                    let mut others = begun.others.iter();
                    let other = others.find(|(name, _)| row.variables.get(name) == Some(&of));
                    other.map(|(_, value)| value.as_str())
                };
                let known = KnownNames {
                    category: value(UriVariable::Category)
                        .filter(|_| *variable == UriVariable::Path),
                    collection: value(UriVariable::Collection),
                };
                self.ask(asker, what, |request| {
                    values(request, *variable, &begun.value, known)
                })
            }
            Of::Prompt(name) => {
                let completed = self.ask(asker, what, |request| {
                    let Some(row) = self.prompt_row(request, name) else {
                        return Ok(None);
                    };
                    let row = &row.tool;
                    match row.arguments.get(&begun.argument) {
                        Some(argument) if argument.role == Role::Pattern => {
                            documents(request, &row.search, name, &begun.value).map(Some)
                        }
                        _ => Ok(None),
                    }
                });
                completed?.ok_or_else(|| self.uncompleted(begun))
            }
        }
    }

    fn uncompleted(&self, begun: &Begun) -> Refused {
        let wording = Wording::new(&self.table);
        let said = values!(argument = echo(&begun.argument));
        NoReply::Unknown(wording.phrase(Phrase::CompletionUnknown, said)).into()
    }
}
