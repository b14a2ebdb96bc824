//! The words of what there is where nothing was found.

use super::Wording;
use crate::format::named::Named;
use crate::operation::error::Nearby;
use crate::spec::Phrase;

impl Wording<'_> {
    /// What there is instead of what was asked for: the nearest of it, and what else
    /// can be asked for.
    pub(super) fn nearby(&self, nearby: Option<&Nearby>) -> String {
        let Some(nearby) = nearby else {
            return String::new();
        };
        let own = nearby.defaults.then(|| self.word(Phrase::NearbyDefaults));
        let directory = nearby
            .directory
            .as_ref()
            .map(|path| self.phrase(Phrase::NearbyDirectory, &[("path", &self.quote(path))]));
        let cased = (!nearby.cased.is_empty()).then(|| {
            let names = self.quoted(&nearby.cased);
            self.phrase(Phrase::NearbyCase, &[("names", &names)])
        });
        let deeper = nearby
            .deeper
            .as_ref()
            .map(|pattern| self.phrase(Phrase::NearbyDeeper, &[("pattern", &self.quote(pattern))]));
        let near = (!nearby.near.is_empty() && cased.is_none()).then(|| {
            let names = self.quoted(&nearby.near);
            self.phrase(Phrase::NearbyNear, &[("names", &names)])
        });
        let holds = self.held(&nearby.holds, nearby.partly);
        let sentences = [own, directory, cased, deeper, near, Some(holds)];
        sentences.into_iter().flatten().collect()
    }

    fn held(&self, names: &Named<String>, partly: bool) -> String {
        let quoted = names.first.iter().map(|name| self.quote(name));
        let phrase = match (names.is_empty(), partly) {
            (true, false) => Phrase::NearbyNothing,
            (true, true) => return String::new(),
            (false, true) => Phrase::NearbyPartly,
            (false, false) => Phrase::NearbyHolds,
        };
        let names = self.listed(quoted, if partly { 0 } else { names.more });
        self.phrase(phrase, &[("names", &names)])
    }
}
