//! Sessions in which a hook once forgot what it had given, or never gave what it had promised.

use laws::hook::session::{Fault, Sessions, Step, Told, engine, sessions};
use laws::hook::world::Form::{Agents, Claude, ClaudeMd, Copilot, Cursor, Gemini, Windsurf};
use laws::hook::world::{Event, Form, Link, Rule, Start};
use laws::hook::written::Dress::{Crlf, Outer, Plain, Unended};
use laws::hook::written::Script::{Ascii, Cyrillic, Emoji, Han};
use laws::hook::written::Shape::{Lines, LongLines, OneLine, Sections};
use laws::hook::written::{Dress, Script, Shape, Written};

type Text = (usize, Script, Shape, u32);

fn written((length, script, shape, seed): Text) -> Written {
    Written { length, script, shape, seed }
}

fn rule(text: Text, link: Link, copies: &[(Form, usize, Dress)]) -> Rule {
    Rule { text: written(text), link, copies: copies.to_vec() }
}

/// A session of Codex in the project's folder.
fn session(rules: Vec<Rule>, steps: Vec<Step>) -> Sessions {
    let steps = steps.into_iter().map(|step| (step, Fault::None)).collect();
    let (start, told) = (Start::In(""), Told::Variable);
    Sessions { client: 1, strict: false, rules, alone: None, start, told, is_repository: false, steps }
}

fn touch(event: Event, path: usize) -> Step {
    Step::Tool((0, None), event, vec![path])
}

/// The rows of a session are rewritten when they grow. A rule whose folder another one named stays known.
#[test]
fn a_rule_in_the_folder_of_another_stays_known() {
    let rules = vec![
        rule((2478, Ascii, Lines, 7676), Link::Import(7), &[(Claude, 3, Unended)]),
        rule((791, Emoji, Sections, 8269), Link::Doubtful(2), &[(Cursor, 1, Plain), (Agents, 0, Crlf)]),
        rule((530, Cyrillic, Sections, 9622), Link::Nothing, &[(Agents, 2, Outer), (Agents, 3, Plain)]),
        rule((135, Emoji, Sections, 3114), Link::Nothing, &[(Cursor, 3, Outer), (Windsurf, 4, Plain)]),
        rule((9809, Ascii, OneLine, 2477), Link::Nothing, &[(Agents, 2, Plain), (Agents, 3, Unended)]),
        rule((1370, Ascii, Lines, 9709), Link::Doubtful(4), &[(Agents, 2, Unended), (Agents, 3, Unended)]),
        rule((6031, Han, Sections, 6733), Link::Nothing, &[(ClaudeMd, 4, Unended), (Copilot, 2, Crlf)]),
    ];
    let steps = vec![
        touch(Event::Read, 0),
        Step::Grow,
        touch(Event::Read, 1),
        Step::Rewrite(6, written((60, Ascii, Sections, 0)), true),
        touch(Event::Write, 0),
    ];
    sessions(&session(rules, steps), &engine).expect("each rule comes once");
}

/// A line about a text that came for another folder may not fit next to a long rule.
#[test]
fn a_line_that_did_not_fit_comes_next() {
    let rules = vec![
        rule((404, Ascii, Sections, 3035), Link::Beside, &[(Cursor, 0, Outer)]),
        rule((10492, Emoji, LongLines, 9274), Link::Nothing, &[(Agents, 6, Outer)]),
        rule((6399, Han, Lines, 3847), Link::Nothing, &[(Windsurf, 6, Plain), (Claude, 6, Crlf)]),
        rule((2804, Cyrillic, LongLines, 6917), Link::Nothing, &[(Gemini, 2, Plain), (Windsurf, 4, Outer)]),
        rule(
            (4953, Cyrillic, LongLines, 5929),
            Link::Beside,
            &[(Cursor, 4, Plain), (Claude, 4, Outer), (Copilot, 4, Crlf), (Windsurf, 4, Unended)],
        ),
    ];
    let steps = vec![touch(Event::Read, 4), touch(Event::Read, 2)];
    let seen = sessions(&session(rules, steps), &engine).expect("what is promised comes");
    assert_eq!(seen.lines, 1);
}
