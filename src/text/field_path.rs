//! Paths in a YAML file, which consist of fields and items.

use std::fmt::{self, Display};

use crate::text::escaped::escape_truncated;

/// The path of a place in a YAML file, displayed as `categories.docs.patterns[1]`. The steps are
/// stored separately, because a name may contain dots.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct FieldPath(Vec<FieldStep>);

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum FieldStep {
    Field(String),
    Item(usize),
}

impl FieldPath {
    /// Returns the path of the top-level field `field`.
    pub fn of(field: &str) -> Self {
        Self::default().field(field)
    }

    /// Returns the path of the field `name` in the mapping at this path.
    pub fn field(&self, name: &str) -> Self {
        self.step(FieldStep::Field(name.to_owned()))
    }

    /// Returns the path of the item with the index `at` in the list at this path.
    pub fn item(&self, at: usize) -> Self {
        self.step(FieldStep::Item(at))
    }

    fn step(&self, step: FieldStep) -> Self {
        let mut steps = self.0.clone();
        steps.push(step);
        Self(steps)
    }

    /// Returns the steps as [`YamlNode::at`](rule_files::yaml::yaml_node::YamlNode::at) accepts them.
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
