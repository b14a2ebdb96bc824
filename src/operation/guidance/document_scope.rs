//! The files to which a document applies, and the field of `guide.yaml` that says so.

use std::ops::Deref;

use rule_files::RuleScope;

use crate::text::field_path::FieldPath;

/// The files to which a document applies.
#[derive(Debug, Clone)]
pub struct DocumentScope {
    scope: RuleScope,
    /// The field of `guide.yaml` that defines the scope, if it is defined there.
    pub field: Option<FieldPath>,
}

impl DocumentScope {
    /// Returns the scope that `field` of `guide.yaml` defines. The field belongs to the name at
    /// `owner`.
    pub fn stated(mut scope: RuleScope, owner: &FieldPath, field: FieldPath) -> Self {
        scope.source = format!("guide.yaml:{owner}");
        Self {
            scope,
            field: Some(field),
        }
    }
}

impl From<RuleScope> for DocumentScope {
    fn from(scope: RuleScope) -> Self {
        Self { scope, field: None }
    }
}

impl Deref for DocumentScope {
    type Target = RuleScope;

    fn deref(&self) -> &RuleScope {
        &self.scope
    }
}
