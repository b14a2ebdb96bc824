//! The words of what there is where nothing was found.

use super::{MessageFormatter, escape_truncated};
use crate::operation::error::{Nearby, NearbyHeadings, NoSection};
use crate::render::location;
use crate::spec::{MessageTemplate, Phrase, values};
use crate::text::truncated::Truncated;
use crate::text::uri::fragment;

impl MessageFormatter<'_> {
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
            .map(|path| self.phrase(Phrase::NearbyDirectory, values!(path = self.quote(path))));
        let cased = (!nearby.cased.is_empty()).then(|| {
            let names = self.quoted(&nearby.cased);
            self.phrase(Phrase::NearbyCase, values!(names))
        });
        let deeper = nearby.deeper.as_ref().map(|pattern| {
            self.phrase(Phrase::NearbyDeeper, values!(pattern = self.quote(pattern)))
        });
        let near = (!nearby.near.is_empty() && cased.is_none()).then(|| {
            let names = self.quoted(&nearby.near);
            self.phrase(Phrase::NearbyNear, values!(names))
        });
        let holds = self.held(&nearby.holds, nearby.partly);
        let sentences = [own, directory, cased, deeper, near, Some(holds)];
        sentences.into_iter().flatten().collect()
    }

    /// That no document of a name has a section, by the message of its type.
    pub(super) fn no_section(&self, message: &MessageTemplate, missing: &NoSection) -> String {
        let (kind, name) = (self.within(missing.scope), escape_truncated(&missing.name));
        let section = escape_truncated(&missing.section);
        let nearby = self.nearby_headings(&missing.nearby);
        if missing.of_uri {
            return message.fill(values!(
                kind = self.word(Phrase::KindSection),
                name = section,
                cause = self.phrase(Phrase::CauseElsewhere, values!(kind, name)),
                suggestion = nearby
            ));
        }
        let wanted = self.phrase(Phrase::WantedSection, values!(section));
        message.fill(values!(kind, name, patterns = wanted, nearby))
    }

    /// The headings that there are instead of one that was asked for, and where.
    fn nearby_headings(&self, nearby: &NearbyHeadings) -> String {
        if nearby.headings.is_empty() {
            return self.word(Phrase::NearbyNoHeadings);
        }
        let headings = nearby.headings.first.iter().map(|heading| {
            let uri = location::of_document(&heading.info, self.table) + &fragment(&heading.slug);
            let text = self.quote(&heading.text);
            self.phrase(Phrase::HeadingPlace, values!(heading = text, uri))
        });
        let headings = self.listed(headings, nearby.headings.more);
        let phrase = match nearby.are_near {
            true => Phrase::NearbyHeadings,
            false => Phrase::NearbyOtherHeadings,
        };
        self.phrase(phrase, values!(headings))
    }

    fn held(&self, names: &Truncated<String>, partly: bool) -> String {
        let quoted = names.first.iter().map(|name| self.quote(name));
        let phrase = match (names.is_empty(), partly) {
            (true, false) => Phrase::NearbyNothing,
            (true, true) => return String::new(),
            (false, true) => Phrase::NearbyPartly,
            (false, false) => Phrase::NearbyHolds,
        };
        let names = self.listed(quoted, if partly { 0 } else { names.more });
        self.phrase(phrase, values!(names))
    }
}
