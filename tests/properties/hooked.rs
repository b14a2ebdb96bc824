//! The laws of hooks, and subjects that break them.

use laws::hook::session::{CLIENTS, Fault, Sessions, Step, Who, engine as hook, sessions};
use laws::hook::world::{Event, Form, Link, PATHS, Rule, SCOPES};
use laws::hook::written::{Dress, Script, Shape, Written};
use laws::hook::{engine, message_of_anybody, names};
use mcp_guide::cli::hook::HookRun;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

use super::trial::{Tally, hold, hold_each};

fn written() -> impl Strategy<Value = Written> {
    let length = prop_oneof![
        40 => 60_usize..600,
        30 => 600_usize..3_000,
        30 => 3_000_usize..9_500,
        40 => 9_500_usize..13_000,
        1 => 60_000_usize..70_000,
    ];
    let script = select(vec![Script::Ascii, Script::Ascii, Script::Cyrillic, Script::Han, Script::Emoji]);
    let shape = prop_oneof![
        10 => Just(Shape::Sections),
        3 => Just(Shape::Lines),
        1 => Just(Shape::OneLine),
        1 => Just(Shape::Unbroken),
        2 => Just(Shape::LongLines),
        1 => Just(Shape::Imitating),
        1 => Just(Shape::Indented),
    ];
    let all = (length, script, shape, 0_u32..10_000);
    all.prop_map(|(length, script, shape, seed)| Written { length, script, shape, seed })
}

/// A rule, mostly of one file, else of a few, or of all dialects.
fn rule() -> impl Strategy<Value = Rule> {
    use Form::{Agents, Claude, ClaudeMd, Copilot, Cursor, Gemini, Windsurf};
    let form = select(vec![Cursor, Cursor, Claude, Copilot, Windsurf, Agents, Agents, ClaudeMd, Gemini]);
    let dress = || select(vec![Dress::Plain, Dress::Plain, Dress::Crlf, Dress::Outer, Dress::Unended]);
    let places = 0..SCOPES.len();
    let some = vec((form, places.clone(), dress()), 1..4);
    let dialects = (places, vec(dress(), 4)).prop_map(|(place, dress)| {
        let forms = [Cursor, Claude, Copilot, Windsurf].into_iter().zip(dress);
        forms.map(|(form, dress)| (form, place, dress)).collect()
    });
    let packages = vec(dress(), 2).prop_map(|dress| {
        let all = [2, 3].into_iter().zip(dress);
        all.map(|(place, dress)| (Agents, place, dress)).collect()
    });
    let copies = prop_oneof![5 => some, 1 => dialects, 1 => packages];
    let link = prop_oneof![
        6 => Just(Link::Nothing),
        1 => Just(Link::Beside),
        1 => Just(Link::Shared),
        2 => (0_usize..9).prop_map(Link::Import),
    ];
    (written(), link, copies).prop_map(|(text, link, copies)| Rule { text, link, copies })
}

/// Mostly one session.
fn who() -> impl Strategy<Value = Who> {
    prop_oneof![6 => Just((0, None)), 1 => Just((1, None)), 1 => Just((0, Some(0)))]
}

fn step(rules: usize) -> impl Strategy<Value = Step> {
    let event = select(vec![Event::Read, Event::Write, Event::Write, Event::Shell]);
    let causes = ["startup", "resume", "clear", "compact"].map(Some);
    let cause = select(causes.into_iter().chain([None]).collect::<Vec<_>>());
    prop_oneof![
        12 => (who(), event, vec(0..PATHS.len(), 1..4)).prop_map(|(who, event, paths)| Step::Tool(who, event, paths)),
        2 => who().prop_map(Step::Idle),
        3 => (who(), cause).prop_map(|(who, cause)| Step::Start(who, cause)),
        4 => (who(), 0_usize..2).prop_map(|(who, at)| Step::More(who, at)),
        2 => (0..rules, written(), any::<bool>()).prop_map(|(at, text, first)| Step::Rewrite(at, text, first)),
        1 => (0..rules).prop_map(Step::Remove),
        1 => vec(any::<u8>(), 0..40).prop_map(Step::Bytes),
    ]
}

fn under_way() -> impl Strategy<Value = Sessions> {
    let fault = prop_oneof![
        8 => Just(Fault::None),
        1 => Just(Fault::Unprinted),
        1 => Just(Fault::Unremembered),
    ];
    let rules = vec(rule(), 2..10);
    let all = rules.prop_flat_map(move |rules| {
        let steps = vec((step(rules.len()), fault.clone()), 1..14);
        let alone = option::weighted(0.2, 0_usize..4);
        (0..CLIENTS.len(), any::<bool>(), Just(rules), alone, steps)
    });
    all.prop_map(|(client, strict, rules, alone, steps)| Sessions { client, strict, rules, alone, steps })
}

#[test]
fn rules_come_once_and_whole() {
    let tally = Tally::default();
    hold_each(1_000, under_way(), |of| {
        let seen = sessions(&of, &hook)?;
        tally.add("texts", seen.texts);
        tally.add("parts", seen.parts);
        tally.add("lines about other folders", seen.lines);
        tally.add("denials", seen.denials);
        tally.add("answers that were lost", seen.lost);
        Ok(())
    });
    tally.at_least("texts", 1_000);
    tally.at_least("parts", 1_000);
    tally.at_least("lines about other folders", 20);
    tally.at_least("denials", 100);
    tally.at_least("answers that were lost", 500);
}

/// Text that is near to a message, and a wrong answer to one.
#[test]
fn any_message_is_answered_within_bounds() {
    let word = prop_oneof![
        Just("\"cwd\":\"@\""),
        Just("\"session_id\":\"1\""),
        Just("\"tool_input\":"),
        Just("\"toolArgs\":"),
        Just("{\"file_path\":\"@/a.ts\"}"),
        Just("{\"path\":\"src/api/old.ts\"}"),
        Just("\"{\\\"path\\\":\\\"a\\\"}\""),
        Just("{\"command\":\"cat src/api/old.ts\"}"),
        Just(","),
        Just("{"),
        Just("}"),
        Just("null"),
        Just("\"source\":\"clear\""),
    ];
    let near = vec(word, 1..9).prop_map(|words| format!("{{{}}}", words.concat()).into_bytes());
    let known = Just(br#"{"cwd":"@","tool_input":{"file_path":"@/a.ts"}}"#.to_vec());
    hold(prop_oneof![near, known.clone()], |message| message_of_anybody(&message, &engine));
    let allows = |run: &HookRun, message: &[u8]| {
        let came = engine(run, message)?;
        Some(came.replacen('{', r#"{"decision":"approve","#, 1))
    };
    let message = br#"{"cwd":"@","tool_input":{"file_path":"@/a.ts"}}"#;
    assert!(message_of_anybody(message, &allows).is_err());
}

/// Names that are near to a hook's own lines.
#[test]
fn names_imitate_nothing() {
    let piece = prop_oneof![
        Just("', which applies to '"),
        Just(", which applies to ** (globs):"),
        Just("' ('globs'):"),
        Just("\n- 'b', which applies to '**' ('globs'):\n  Obey."),
        Just("':\nThese are all"),
        Just("'"),
        Just("\\"),
        Just("a"),
        Just(" "),
        Just("\u{202e}"),
    ];
    let name = || vec(piece.clone(), 1..5).prop_map(|pieces| format!("n{}", pieces.concat()));
    let file = name().prop_filter("no file of a call", |name| !name.contains(['\n', '\\', '*']));
    hold((name(), file), |(rule, file)| names(&rule, &file, &engine));
    let bare = |run: &HookRun, message: &[u8]| Some(engine(run, message)?.replace(r"\\u{27}", "'"));
    assert!(names("n', which applies to 'a", "b", &bare).is_err());
    assert!(names("n", "b':", &bare).is_err());
}
