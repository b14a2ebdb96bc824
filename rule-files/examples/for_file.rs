use rule_files::{Client, ClientSession, Dialects, Event, Files};

fn main() {
    let rules = [
        (
            ".cursor/rules/ts.mdc",
            "---\nglobs: *.ts\n---\nUse strict.\n",
        ),
        ("AGENTS.md", "Be brief.\n"),
    ];
    let (dialects, client, files) = (
        Dialects::built_in(),
        Client::built_in("codex"),
        Files::of(rules),
    );
    let codex = ClientSession::new("codex", &client, &dialects, &files);
    for rule in dialects.verdicts("src/app/a.ts", rules) {
        println!(
            "{}: {:?}, {:?}",
            rule.path,
            rule.applies,
            codex.loading(&rule.path, "**", Event::Start, None)
        );
    }
}
