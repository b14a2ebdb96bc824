//! The law of sections: the pieces between headings are the document, a section is a
//! run of them, and what is asked for by a heading or a path is what a naive reading
//! finds.

use std::cell::Cell;

use mcp_guide::text::markup::heading_path::{HeadingPath, SEPARATOR};
use mcp_guide::text::markup::headings::{Heading, headings};
use mcp_guide::text::markup::rst_headings::rst_headings;

use super::{Verdict, ensure};

/// Some lines of a document.
#[derive(Debug, Clone)]
pub enum Block {
    /// `## text`, so many spaces further in, closed or not.
    Marked(u8, &'static str, usize, bool),
    /// Text above a line of `=` or `-`.
    Underlined(u8, &'static [&'static str]),
    /// HTML with the text in place of `@` inside of `<h1>`.
    Html(u8, &'static str, &'static str),
    /// What holds no heading.
    Other(&'static str),
}

/// What finds the headings of a text, and those that are meant.
pub trait Subject {
    fn headings(&self, text: &str) -> Vec<Heading>;
    fn meant(&self, headings: &[Heading], wanted: &str) -> Vec<usize>;
}

/// The engine.
#[derive(Debug)]
pub struct Engine;

impl Subject for Engine {
    fn headings(&self, text: &str) -> Vec<Heading> {
        headings(text).unwrap_or_default()
    }

    fn meant(&self, headings: &[Heading], wanted: &str) -> Vec<usize> {
        engine_meant(headings, wanted, &|| Ok(())).unwrap_or_default()
    }
}

/// What the engine finds for a path; it calls `step` for each heading and name that it compares.
pub fn engine_meant(
    headings: &[Heading],
    wanted: &str,
    step: &dyn Fn() -> Verdict,
) -> Result<Vec<usize>, String> {
    HeadingPath::parse(wanted).matches(headings, step)
}

/// Finding a path among titles takes at most two steps for each of them and each name. The texts are
/// titles of reStructuredText, each in the section of the one before.
///
/// Returns how many steps it took.
pub fn steps(
    titles: &[String],
    names: &[String],
    meant: impl Fn(&[Heading], &str, &dyn Fn() -> Verdict) -> Result<Vec<usize>, String>,
) -> Result<usize, String> {
    let marks = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~".chars().cycle();
    let title = |(title, mark): (&String, char)| format!("{title}\n{}\n\n", mark.to_string().repeat(4));
    let text: String = titles.iter().zip(marks).map(title).collect();
    let found = rst_headings(&text);
    ensure(found.len() == titles.len(), || format!("{} titles in {text:?}", found.len()))?;
    let wanted = names.join(SEPARATOR);
    let (taken, most) = (Cell::new(0), 2 * found.len() * names.len().max(1));
    let step = || {
        taken.set(taken.get() + 1);
        ensure(taken.get() <= most, || format!("over {most} steps for {wanted:?} in {text:?}"))
    };
    meant(&found, &wanted, &step)?;
    Ok(taken.get())
}

/// A heading as the blocks say it: level, text, and where its line begins.
type Due = (u8, String, usize);

/// The text of some blocks, with blank lines between them, and its headings.
fn written(blocks: &[Block], end: &str) -> (String, Vec<Due>) {
    let (mut text, mut due) = (String::new(), Vec::new());
    for block in blocks {
        match block {
            Block::Marked(level, said, indent, closed) => {
                due.push((*level, plain(said), text.len()));
                let marks = "#".repeat(usize::from(*level));
                text += &format!("{}{marks} {said}", " ".repeat(*indent));
                if *closed {
                    text += &format!(" {marks}");
                }
            }
            Block::Underlined(level, lines) => {
                let said: Vec<String> = lines.iter().map(|line| plain(line)).collect();
                due.push((*level, said.join(" "), text.len()));
                text += &lines.join(end);
                text += end;
                text += if *level == 1 { "===" } else { "---" };
            }
            Block::Html(level, said, form) => {
                let form = form.replace("h1", &format!("h{level}")).replace("H1", &format!("H{level}"));
                let before = form[..form.find('@').expect("a text")].to_lowercase();
                let line =
                    form[..before.rfind("<h").expect("a heading")].rfind('\n').map_or(0, |end| end + 1);
                let start = text.len() + form[..line].replace('\n', end).len();
                due.push((*level, (*said).to_owned(), start));
                text += &form.replace('@', said).replace('\n', end);
            }
            Block::Other(other) => text += &other.replace('\n', end),
        }
        text += end;
        text += end;
    }
    (text, due)
}

/// A text without the markup that these texts have.
fn plain(text: &str) -> String {
    text.replace(['*', '`'], "")
}

/// The headings of a document of these blocks are those that were written; its sections
/// are runs of pieces, and what each text or path means is what a naive reading says.
///
/// Returns how many headings it has.
pub fn sections(blocks: &[Block], end: &str, subject: &impl Subject) -> Result<usize, String> {
    let (text, due) = written(blocks, end);
    let wrong = |problem: String| format!("{problem}\n{text:?}");
    let found = subject.headings(&text);
    let said = |heading: &Heading| {
        let Heading { level, text, .. } = heading;
        (*level, text.clone(), heading.section.start)
    };
    let came: Vec<Due> = found.iter().map(said).collect();
    ensure(came == due, || wrong(format!("{came:?}\ninstead of\n{due:?}")))?;
    pieces(&text, subject).map_err(wrong)?;
    let mut names: Vec<String> = Vec::new();
    for (index, (level, said, start)) in due.iter().enumerate() {
        let mut after = due[index + 1..].iter();
        let next = after.find(|next| next.0 <= *level);
        let section = *start..next.map_or(text.len(), |next| next.2);
        ensure(found[index].section == section, || wrong(format!("{said:?} is {:?}", found[index].section)))?;
        let name = named(said, &names);
        ensure(found[index].slug == name, || wrong(format!("{:?} instead of {name:?}", found[index].slug)))?;
        names.push(name);
    }
    for wanted in paths(&due) {
        let due: Vec<usize> = (0..due.len()).filter(|at| leads(&due, *at, &wanted)).collect();
        for asked in [wanted.clone(), wanted.to_uppercase(), format!("**{wanted}** ")] {
            let came = subject.meant(&found, &asked);
            ensure(came == due, || wrong(format!("{asked:?} means {came:?}, not {due:?}")))?;
        }
    }
    Ok(due.len())
}

/// GitHub's name of a heading after these.
pub(super) fn named(said: &str, names: &[String]) -> String {
    let lower = said.to_lowercase().replace(' ', "-");
    let kept: String =
        (lower.chars()).filter(|c| c.is_alphanumeric() || "-_".contains(*c)).take(200).collect();
    let numbered = (1..).map(|number| format!("{kept}-{number}"));
    let mut all = std::iter::once(kept.clone()).chain(numbered);
    all.find(|name| !names.contains(name)).expect("a name")
}

/// Texts and paths of headings that are there, and some that are not.
fn paths(due: &[Due]) -> Vec<String> {
    let texts: Vec<&str> = due.iter().map(|(_, text, _)| text.as_str()).take(5).collect();
    let mut paths = vec!["nothing".to_owned()];
    for one in &texts {
        paths.push((*one).to_owned());
        paths.extend(texts.iter().map(|two| format!("{one} > {two}")));
        paths.extend(texts.iter().map(|two| format!("{one} > B > {two}")));
    }
    paths
}

/// Whether a path ends at a heading: each step before it is a heading in whose section
/// the next one is.
fn leads(due: &[Due], at: usize, path: &str) -> bool {
    let steps: Vec<String> = path.split(" > ").map(str::to_lowercase).collect();
    let (last, outer) = steps.split_last().expect("a step");
    let (level, text, _) = &due[at];
    if text.to_lowercase() != *last {
        return false;
    }
    let mut around: Vec<&Due> = Vec::new();
    for heading in &due[..at] {
        around.retain(|outer| outer.0 < heading.0);
        around.push(heading);
    }
    around.retain(|outer| outer.0 < *level);
    let mut around = around.iter();
    let found = |step: &String| around.any(|(_, text, _)| text.to_lowercase() == *step);
    outer.iter().all(found)
}

/// Of any text: its headings are in order, and those of a section alone are those that are in it.
pub fn pieces(text: &str, subject: &impl Subject) -> Verdict {
    // The parser takes a return that stands alone for the end of a line in some places
    // and not in others: what a part of a text says may depend on what is before it.
    if text.replace("\r\n", "").contains('\r') {
        return Ok(());
    }
    let found = subject.headings(text);
    ordered(text, &found)?;
    for (at, heading) in found.iter().enumerate() {
        let section = &heading.section;
        let before = text.get(..section.start).ok_or("within a character")?;
        // A byte order mark is one at the beginning alone.
        if section.start > 0 && text[section.clone()].starts_with('\u{feff}') {
            continue;
        }
        let alone = subject.headings(&text[section.clone()]);
        let alone: Vec<(u8, usize)> =
            (alone.iter()).map(|inner| (inner.level, inner.section.start + section.start)).collect();
        let inside: Vec<(u8, usize)> = (found[at..].iter())
            .map(|inner| (inner.level, inner.section.start))
            .filter(|inner| section.contains(&inner.1))
            .collect();
        // HTML whose block begins before the section's line may be code alone, or text.
        let line = text[section.clone()].lines().next().unwrap_or_default().to_lowercase();
        let margin = line.len() - line.trim_start_matches(' ').len();
        if line.contains("<h") && !(margin < 4 && line[margin..].starts_with("<h")) {
            continue;
        }
        // A comment may end in the section. What follows that line is text here, and HTML alone.
        if before.rsplit_once("<!--").is_some_and(|(_, behind)| !behind.contains("-->")) {
            continue;
        }
        // A heading behind the definition of a link goes on from its paragraph: alone it
        // may be something else.
        if alone.first() != inside.first() && before.contains("]:") {
            continue;
        }
        ensure(alone == inside, || format!("{section:?} alone has {alone:?}, and not {inside:?}"))?;
    }
    Ok(())
}

/// Headings begin lines, one after the other, each in those that enclose it, and have names of
/// their own; a section goes up to the next heading of its level or a higher one.
fn ordered(text: &str, found: &[Heading]) -> Verdict {
    let starts: Vec<usize> = found.iter().map(|heading| heading.section.start).collect();
    ensure(starts.is_sorted_by(|a, b| a < b), || format!("{starts:?}"))?;
    for (at, heading) in found.iter().enumerate() {
        let section = &heading.section;
        let before = text.get(..section.start).ok_or("within a character")?;
        let first = before.is_empty() || before.ends_with(['\n', '\r']);
        ensure(first, || format!("{section:?} begins no line"))?;
        let next = found[at + 1..].iter().find(|next| next.level <= heading.level);
        let end = next.map_or(text.len(), |next| next.section.start);
        ensure(section.end == end, || format!("{section:?} up to {end}"))?;
        let own = text.get(section.start..heading.end).is_some() && heading.end <= section.end;
        ensure(own, || format!("{section:?} with a heading up to {}", heading.end))?;
        let around = found[..at].iter().rposition(|outer| outer.section.end > section.start);
        ensure(heading.parent == around, || format!("{section:?} in {around:?}"))?;
    }
    let slugs: std::collections::HashSet<&String> = found.iter().map(|one| &one.slug).collect();
    ensure(slugs.len() == found.len(), || "two of one name".to_owned())
}

/// Some lines of a reStructuredText.
#[derive(Debug, Clone)]
pub enum RstBlock {
    /// A title, the character of its lines, and whether there is one above, too.
    Title(&'static str, char, bool),
    /// A label of what follows.
    Label(&'static str),
    /// What holds no title.
    Other(&'static str),
}

/// The headings of a reStructuredText are the titles that were written, each on the level of its
/// style.
pub fn rst(blocks: &[RstBlock], end: &str, headings: impl Fn(&str) -> Vec<Heading>) -> Result<usize, String> {
    let (mut text, mut due, mut styles) = (String::new(), Vec::<Due>::new(), Vec::new());
    // Where the labels above a block begin.
    let mut labels = None;
    for block in blocks {
        match block {
            RstBlock::Label(label) => {
                labels.get_or_insert(text.len());
                text += &format!(".. _{label}:{end}{end}");
                continue;
            }
            RstBlock::Title(said, of, above) => {
                let level = styles.iter().position(|style| *style == (of, above)).unwrap_or_else(|| {
                    styles.push((of, above));
                    styles.len() - 1
                });
                let start = labels.unwrap_or(text.len());
                due.push((level as u8 + 1, said.replace(['`', '*'], ""), start));
                let line = of.to_string().repeat(said.chars().count().max(4));
                text += &if *above {
                    format!("{line}{end}{said}{end}{line}{end}")
                } else {
                    format!("{said}{end}{line}{end}")
                };
            }
            RstBlock::Other(other) => text += &(other.replace('\n', end) + end + end),
        }
        labels = None;
    }
    let found = headings(&text);
    let came: Vec<Due> = found.iter().map(|of| (of.level, of.text.clone(), of.section.start)).collect();
    ensure(came == due, || format!("{came:?}\ninstead of\n{due:?}\n{text:?}"))?;
    rst_pieces(&text, headings)?;
    Ok(due.len())
}

/// Of any text: as [`pieces`], but for levels, which go by the styles before.
pub fn rst_pieces(text: &str, headings: impl Fn(&str) -> Vec<Heading>) -> Verdict {
    let found = headings(text);
    ordered(text, &found)?;
    found.iter().try_for_each(|of| alone(text, &found, of, &headings))
}

/// The section of a heading alone has the headings that are in it.
fn alone(text: &str, found: &[Heading], of: &Heading, headings: &impl Fn(&str) -> Vec<Heading>) -> Verdict {
    let section = &of.section;
    let alone = headings(&text[section.clone()]);
    let alone: Vec<usize> = alone.iter().map(|inner| inner.section.start + section.start).collect();
    let starts = found.iter().map(|inner| inner.section.start);
    let inside: Vec<usize> = starts.filter(|start| section.contains(start)).collect();
    ensure(alone == inside, || format!("{section:?} alone has {alone:?}, and not {inside:?} in {text:?}"))
}

/// Some lines of an AsciiDoc text.
#[derive(Debug, Clone)]
pub enum AdocBlock {
    /// A title: its level, how it is marked, its text and its anchor.
    Title(u8, AdocTitle, &'static str, Option<AdocAnchor>),
    /// What holds no title.
    Other(&'static str),
}

/// How a title is marked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AdocTitle {
    /// By this character before it, and behind it, too, or not.
    Before(char, bool),
    /// By a line below it, if its level has one.
    Below,
}

/// How an anchor is given.
#[derive(Debug, Clone, Copy)]
pub enum AdocAnchor {
    /// In a line above, with `@` in place of it.
    Above(&'static str, &'static str),
    /// Behind the title.
    Behind(&'static str),
}

/// An attribute of the document, in a block of its own.
pub const ADOC_NAME: &str = ":name: Value";

/// The headings of an AsciiDoc text are the titles that were written, with the anchors that were
/// given or that Asciidoctor makes.
pub fn adoc(
    blocks: &[AdocBlock],
    end: &str,
    headings: impl Fn(&str) -> Vec<Heading>,
) -> Result<usize, String> {
    let (mut text, mut due, mut names) = (String::new(), Vec::new(), Vec::<String>::new());
    // Whether the next block may be the title of the document, and the index of that.
    let (mut is_first, mut document, mut value) = (true, None, "{name}");
    for block in blocks {
        let (level, mark, said, anchor) = match block {
            AdocBlock::Title(level, mark, said, anchor) => (*level, *mark, *said, *anchor),
            AdocBlock::Other(other) => {
                text += &(other.replace('\n', end) + end + end);
                value = if *other == ADOC_NAME { "Value" } else { value };
                is_first &= [":", "//", "include::"].iter().any(|of| other.starts_with(of));
                continue;
            }
        };
        let start = text.len();
        let given = match anchor {
            Some(AdocAnchor::Above(line, id)) => {
                text += &(line.replace('@', id) + end);
                Some(id)
            }
            Some(AdocAnchor::Behind(id)) => Some(id),
            None => None,
        };
        let behind = match anchor {
            Some(AdocAnchor::Behind(id)) => format!(" [[{id}]]"),
            _ => String::new(),
        };
        let line = format!("{said}{behind}");
        let below = "=-~^+".chars().nth(usize::from(level) - 1);
        text += &match (mark, below) {
            (AdocTitle::Below, Some(of)) => {
                format!("{line}{end}{}", of.to_string().repeat(line.chars().count()))
            }
            (AdocTitle::Before(of, closed), _) => {
                let marks = of.to_string().repeat(usize::from(level));
                if closed { format!("{marks} {line} {marks}") } else { format!("{marks}  {line}") }
            }
            (AdocTitle::Below, None) => format!("====== {line}"),
        };
        text += end;
        text += end;
        let shown = said.replace(['*', '`', '_'], "").replace("{name}", value);
        let name = given.map(|id| adoc_named(id.to_owned(), &names));
        let made = adoc_id(&shown);
        let name = match name {
            None if is_first && level == 1 => {
                document = Some((due.len(), made));
                None
            }
            name => Some(name.unwrap_or_else(|| adoc_named(made, &names))),
        };
        names.extend(name.clone());
        due.push((level, shown, start, name.unwrap_or_default()));
        is_first = false;
    }
    if let Some((at, made)) = document {
        due[at].3 = adoc_named(made, &names);
    }
    let found = headings(&text);
    let said = |of: &Heading| (of.level, of.text.clone(), of.section.start, of.slug.clone());
    let came: Vec<_> = found.iter().map(said).collect();
    ensure(came == due, || format!("{came:?}\ninstead of\n{due:?}\n{text:?}"))?;
    adoc_pieces(&text, headings)?;
    Ok(due.len())
}

/// The anchor that Asciidoctor makes of a title without signs.
fn adoc_id(title: &str) -> String {
    let lower = title.to_lowercase();
    let words = lower.split([' ', '.', '-', '_']);
    let words = words.map(|word| word.chars().filter(|c| c.is_alphanumeric()).collect::<String>());
    let words: Vec<String> = words.filter(|word| !word.is_empty()).collect();
    format!("_{}", words.join("_"))
}

/// An anchor after these.
fn adoc_named(id: String, names: &[String]) -> String {
    let numbered = (2..).map(|number| format!("{id}_{number}"));
    let mut all = std::iter::once(id.clone()).chain(numbered);
    all.find(|name| !names.contains(name)).expect("a name")
}

/// Of any text: as [`rst_pieces`], but for parts of a book, whose titles would be the document's.
pub fn adoc_pieces(text: &str, headings: impl Fn(&str) -> Vec<Heading>) -> Verdict {
    let found = headings(text);
    ordered(text, &found)?;
    let is_part = |of: &Heading| of.level == 1 && of.section.start > 0;
    found.iter().filter(|of| !is_part(of)).try_for_each(|of| alone(text, &found, of, &headings))
}
