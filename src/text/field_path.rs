//! Places in a YAML file: fields and items.

use std::fmt::{self, Display};

use crate::text::escape::escape_truncated;

/// A place in a YAML file, displayed as `categories.docs.patterns[1]`. Its steps stay apart, since
/// a name may have dots.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct FieldPath(Vec<FieldStep>);

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum FieldStep {
    Field(String),
    Item(usize),
}

impl FieldPath {
    /// Takes a field of the whole file.
    pub fn of(field: &str) -> Self {
        Self::default().field(field)
    }

    /// Returns the path of a field below.
    pub fn field(&self, name: &str) -> Self {
        self.step(FieldStep::Field(name.to_owned()))
    }

    /// Returns the path of an item below, counted from 0.
    pub fn item(&self, at: usize) -> Self {
        self.step(FieldStep::Item(at))
    }

    fn step(&self, step: FieldStep) -> Self {
        let mut steps = self.0.clone();
        steps.push(step);
        Self(steps)
    }

    /// Returns its steps as [`YamlNode::at`](crate::text::yaml::node::YamlNode::at) takes them.
    pub fn steps(&self) -> Vec<String> {
        let steps = self.0.iter().map(|step| match step {
            FieldStep::Field(name) => name.clone(),
            FieldStep::Item(at) => at.to_string(),
        });
        steps.collect()
    }
}

impl Display for FieldPath {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, step) in self.0.iter().enumerate() {
            match step {
                FieldStep::Field(name) => {
                    let dot = if at == 0 { "" } else { "." };
                    write!(formatter, "{dot}{}", escape_truncated(name))?;
                }
                FieldStep::Item(item) => write!(formatter, "[{item}]")?,
            }
        }
        Ok(())
    }
}
