//! An upper bound on the cost of parsing Markdown, computed before the text is parsed.
//!
//! pulldown-cmark 0.13 takes time proportional to the length of the text, with three exceptions. It
//! visits every open list and quote at each line. It visits every inline node of a paragraph at
//! each line in which it searches for the end of a link title. It also adds missing cells to each
//! row of a table.

use memchr::memchr2;

use crate::limits::MAX_MARKDOWN_STEPS_PER_BYTE;

/// The number of steps that any text may take, in addition to the steps per byte.
const MIN_STEPS: usize = 1024;
/// The number of inline nodes that can be visited in the time that it takes to visit one list or
/// quote.
const NODES_PER_STEP: usize = 8;

/// Returns true if pulldown-cmark parses `text` in time proportional to its length. The limit is
/// [`MAX_MARKDOWN_STEPS_PER_BYTE`] visits per byte.
pub(crate) fn is_linear(text: &str) -> bool {
    let limit = MIN_STEPS + MAX_MARKDOWN_STEPS_PER_BYTE * text.len();
    let mut cost = MarkdownCost::default();
    let mut rest = text.as_bytes();
    while !rest.is_empty() && cost.steps <= limit {
        let end = memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
        cost.add(&rest[..end]);
        let next = match &rest[end..] {
            [b'\r', b'\n', ..] => end + 2,
            _ => end + 1,
        };
        rest = rest.get(next..).unwrap_or_default();
    }
    (0..cost.titles.len()).for_each(|kind| cost.close_title(kind));
    cost.steps <= limit
}

/// The cost of the lines read so far.
#[derive(Default)]
struct MarkdownCost {
    steps: usize,
    line: usize,
    /// An upper bound on the number of open lists and quotes.
    depth: usize,
    after_text: bool,
    /// The number of inline nodes so far in the current block, which begins after the last blank
    /// line.
    nodes: usize,
    /// Whether the block contains `](`.
    links: bool,
    /// The number of columns of the widest table in the block.
    columns: usize,
    /// The possible titles that are still open, by their first character: `'`, `"` or `(`.
    titles: [Option<Title>; 3],
}

/// The possible meaning of a byte for the parser.
#[derive(Clone, Copy)]
enum Sign {
    None,
    /// An inline node.
    Node,
    /// The beginning or the end of a title of the given kind.
    Title(usize),
}

/// The possible meaning of each byte for the parser, by the value of the byte.
const SIGNS: [Sign; 256] = {
    let mut signs = [Sign::None; 256];
    let nodes = b"*_~[]<`&\\!|";
    let mut at = 0;
    while at < nodes.len() {
        signs[nodes[at] as usize] = Sign::Node;
        at += 1;
    }
    signs[b'\'' as usize] = Sign::Title(0);
    signs[b'"' as usize] = Sign::Title(1);
    signs[b'(' as usize] = Sign::Title(2);
    signs[b')' as usize] = Sign::Title(2);
    signs
};

/// A possible title of a link.
struct Title {
    /// The line in which the title begins.
    line: usize,
    /// The number of inline nodes in the title's block. `None` as long as the block has not ended:
    /// the number is then that of the current block.
    block_nodes: Option<usize>,
}

impl MarkdownCost {
    fn add(&mut self, line: &[u8]) {
        self.line += 1;
        let (markers, indent) = containers(line);
        // A form feed continues a paragraph.
        if line.iter().all(|byte| matches!(byte, b' ' | b'\t')) {
            for title in self.titles.iter_mut().flatten() {
                title.block_nodes.get_or_insert(self.nodes);
            }
            (self.after_text, self.nodes, self.links) = (false, 0, false);
            self.columns = 0;
        } else {
            // A line opens at most as many containers as it has markers. It continues a container
            // with a marker, or with two columns of indentation. A line after text may continue all
            // of them.
            let opened = (self.depth + markers).min(markers + indent / 2);
            self.depth = if self.after_text {
                self.depth.max(opened)
            } else {
                opened
            };
            self.after_text = true;
            self.nodes += 2;
            self.inline(line);
            let cells = 1 + memchr::memchr_iter(b'|', line).count();
            self.steps += self.columns.saturating_sub(cells);
            // The row below the head of a table consists of `|`, `:` and `-`, perhaps after markers
            // of lists and quotes.
            if line
                .iter()
                .all(|byte| b"|:- \t>+*.)".contains(byte) || byte.is_ascii_digit())
            {
                // Each column of the row has a hyphen.
                let hyphens = memchr::memchr_iter(b'-', line).count();
                self.columns = self.columns.max(cells.min(1 + hyphens));
            }
        }
        self.steps += self.depth;
    }

    /// Counts the inline nodes in `line`, and opens and closes possible titles.
    fn inline(&mut self, line: &[u8]) {
        let mut before = b' ';
        for &byte in line {
            match SIGNS[usize::from(byte)] {
                Sign::None => {}
                Sign::Node => self.nodes += 1,
                Sign::Title(kind) => {
                    self.close_title(kind);
                    self.links |= before == b']' && byte == b'(';
                    let begins = self.links && matches!(before, b' ' | b'\t') && byte != b')';
                    self.titles[kind] = begins.then_some(Title {
                        line: self.line,
                        block_nodes: None,
                    });
                }
            }
            before = byte;
        }
    }

    /// Closes the open title of the given kind, an index of `titles`, if there is one. Adds the cost
    /// of searching for its end: for each line of the title, the search may visit all inline nodes of
    /// the title's block.
    fn close_title(&mut self, kind: usize) {
        if let Some(title) = self.titles[kind].take() {
            let nodes = title.block_nodes.unwrap_or(self.nodes);
            self.steps += (self.line - title.line).saturating_mul(nodes) / NODES_PER_STEP;
        }
    }
}

/// Returns an upper bound on the number of list and quote markers at the beginning of `line`, and
/// the number of columns of white space around them.
fn containers(line: &[u8]) -> (usize, usize) {
    let in_marker = |byte: &u8| b" \t>-+*.)".contains(byte) || byte.is_ascii_digit();
    let end = line.iter().position(|byte| !in_marker(byte));
    let (mut markers, mut columns) = (0, 0);
    for at in 0..end.unwrap_or(line.len()) {
        match line[at] {
            b' ' => columns += 1,
            b'\t' => columns += 4,
            b'>' => markers += 1,
            b'-' | b'+' | b'*' | b'.' | b')' => {
                markers += usize::from(matches!(line.get(at + 1), None | Some(b' ' | b'\t')));
            }
            _ => {}
        }
    }
    (markers, columns)
}
