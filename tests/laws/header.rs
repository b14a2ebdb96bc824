//! The law of headers: what a rule says of itself depends on its header only.

use rule_files::header::Header;
use rule_files::rule_scope::RulePlace;

use super::{Verdict, ensure, table, timed};

/// What a text says does not depend on what follows its header, nor on its line ends, in any
/// dialect; and each pattern it has matches, or not, without failing.
///
/// # Errors
///
/// What differs.
pub fn header(text: &str, path: &str) -> Verdict {
    let table = table();
    let files =
        table.formats.dialects.dialects.iter().map(|of| of.files[0].replace("**/*", "a").replace('*', "a"));
    for file in files.chain(["docs/a.md".to_owned()]) {
        let file = format!("web/{file}");
        let place = RulePlace::of(&table.formats.dialects, &file);
        let said = |text: &str| {
            let said = timed("reading", || place.read(text)).map_err(|error| format!("{error:?}"));
            let said = said.map(|said| {
                let scopes = [said.scope, said.fallback].map(|scope| {
                    scope.map(|scope| {
                        let names: Vec<&str> = path.split('/').collect();
                        let best = scope.best(&names).map(|(literals, of)| (literals, of.shown.clone()));
                        (
                            scope.patterns.iter().map(|of| of.shown.clone()).collect::<Vec<_>>(),
                            best,
                            scope.description,
                        )
                    })
                });
                (scopes, said.errors)
            });
            format!("{said:?}")
        };
        let due = said(text);
        let Ok(Some(of)) = Header::of(text) else {
            continue;
        };
        let opened = text.trim_start_matches('\u{feff}').split_once('\n').map_or("", |(_, rest)| rest);
        let block = opened.strip_suffix(of.body).unwrap_or_default();
        let fields = block.trim_end().strip_suffix("---").unwrap_or_default();
        for other in [format!("---\n{fields}---\n"), format!("---\n{fields}---\nglobs: a\n---\n")] {
            let came = said(&other);
            ensure(came == due, || format!("{file}: {came}\ninstead of\n{due}"))?;
        }
    }
    Ok(())
}
