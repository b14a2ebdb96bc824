//! What a scenario needs of a server's start.

use cucumber::gherkin::Step;

/// What a scenario needs.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Wants {
    /// A project that is found, or none.
    pub searched: bool,
    pub roots: bool,
    pub environment: bool,
    pub table: bool,
    /// Requests over HTTP that are no messages.
    pub http: bool,
    pub token: bool,
}

impl Wants {
    /// Returns what these steps need.
    pub fn of<'a>(steps: impl Iterator<Item = &'a Step>) -> Self {
        let mut wants = Self::default();
        for step in steps {
            match step.value.as_str() {
                "the project" => wants.searched = false,
                "the spec table with" => wants.table = true,
                "the token" => wants.token = true,
                "the project is found from" => {
                    wants.searched = true;
                    let rows = step.table.iter().flat_map(|table| &table.rows);
                    for row in rows {
                        wants.roots |= row[0] == "root";
                        wants.environment |= row[0] == "environment";
                    }
                }
                _ => wants.http |= crate::when::posts(step),
            }
        }
        wants
    }

    /// Returns whether a project is to be found by itself.
    pub fn finds(&self) -> bool {
        self.searched && !self.environment
    }

    /// Returns why a server that does not speak HTTP cannot run the scenario, if so.
    pub fn over_http(&self) -> Option<String> {
        self.http.then(|| "it does not speak HTTP".to_owned())
    }
}
