Feature: Search
  An agent that knows what it looks for, but not where, would have to read all documents. A search takes
  its question as it is, and returns the best passages, and the URIs of further sections. Most
  questions are answered by that.

  The system SHALL provide `search_content`, a ranked full-text search. It SHALL find the sections of documents that hold any word of the query, in the path or the title of the document, in their headings or in their text. It searches one name, or without a name every category, each document once, by the default patterns or the given pattern; the default ones of skills also find their other Markdown documents.

  - A section is the text of a document in Markdown, reStructuredText or AsciiDoc from one heading to the next, or from its beginning; another document is one section, or several if it is long. Sections SHALL be ranked by BM25 over path, title, headings and text. The statistics are those of the documents that the call selects. Of the best, those whose words are close to each other, in one sentence or in order, SHALL come first
  - The answer SHALL have at most 2,400 bytes of `value`, or its first section. Each section is a line: its URI and its headings. Below the line of the best two or three stands their text, each line indented by two blanks, and no other line is. Rows of a table are shown below its first. A short section is whole, and one that says little itself is followed by those in it; of another one whole lines around the best match are shown, and `[…]` stands for the others. A line that is too long is cut between words, unless it is a row of a table or in a code block
  - Up to eight further sections SHALL be named, of a document at most five in all, and the last line SHALL count the documents that are not named. Of a section and the one that it is in only the better is shown with its text. Equal texts are shown once
  - Words are found by their stems and in any case, in the language of `search.language`; its stop words count only if there are no others. English words that only tell the story, such as *want* or *instead*, count only if fewer than two others remain. `none` is no language. An identifier (`camelCase`, `snake_case`, `kebab-case`, `a::b`, `a.b`, `sha256Sum`, a path) is found whole and by its parts, `oauth2` finds `OAuth2Client`, `3.11` finds `3.11.4`, and `18` finds `v18.2.0`. `C++`, `C#` and `.NET` are other words than *C* and *net*. Scripts without blanks, and Hangul, are found by pairs of characters
  - Sections that hold a part of the query in double quotes, in any case and with any white space, SHALL come before those that do not, and the more such parts the earlier, whatever their words. A `"` at the beginning or behind a blank begins such a part, and one without letters and digits is none. The message SHALL name the parts that no document holds. A query has up to 16, each counted once
  - Latin letters SHALL be found with and without accents, sections with the accents of the query first. A word that no document holds SHALL be replaced by those that differ only in accents, or if it has four letters or more by the nearest words that documents hold, by one edit, or two from eight letters on. The message SHALL say so, and name the numbers and names that no document holds, also as a part of a longer identifier, unless it names them otherwise or nothing is found. A name is a word with a digit, `_`, `-`, `.`, `:` or a capital letter inside; of identifiers that are found by their parts only, the first 16 are looked for. Of more than 64 words the rarest count, and the message SHALL count the others
  - A pattern without a slash SHALL match names in any folder, and a pattern that spells no ending only names that end as the category's own patterns do, if all of these have a literal ending. Where that makes a difference the message SHALL say so
  - The searched text is the text that would be delivered: rendered templates, without frontmatter if that is stripped, and nothing that is excluded or hidden. Limits, order and faults are those of retrieval. What cannot be read is counted in a line. What a search keeps in memory SHALL make no difference to any answer
  - If nothing is found the call SHALL succeed, and say which words no document holds

  Background:
    Given the project
      """
      categories:
        docs: {dir: docs, patterns: ["*.md", "*.txt"]}
        api: {dir: api, patterns: ["*.md"]}
      collections: {all: {categories: [api, docs]}}
      """
    And the files
      | docs/net.md | # The *Net*\n\n## Errors\n\nA call is tried again.\n\n### Retry\n\nTwice, with a Backoff.\nNo more.\n\n## Limits\n\nNone.\n |
      | docs/retry.md | # When to stop\n\nSooner.\n |
      | docs/plain.txt | retry\nback off\nretry, backoff\n |
      | api/http.md | Intro.\n\n# HTTP\n\nretry: see backoff\n |

  Scenario: Any word of a query
    When a question is asked in one category
      | tool | query | category_or_collection |
      | search_content | How is a failed call retried, and what limits it? | docs |
      | search_content | backoff nowhere | docs |
    Then the sections that hold any of its words are returned, best first, the best three with their text
      | #1 line | @docs/net.md#limits The Net > Limits |
      | #1 line | \x20 None. |
      | #1 line | @docs/net.md#errors The Net > Errors |
      | #1 line | \x20 A call is tried again. |
      | #1 line | |
      | #1 line | \x20 ### Retry |
      | #1 line | |
      | #1 line | \x20 Twice, with a Backoff. |
      | #1 line | \x20 No more. |
      | #1 line | @docs/net.md#retry Retry |
      | #1 line | @docs/plain.txt |
      | #1 line | \x20 retry |
      | #1 line | \x20 back off |
      | #1 line | \x20 retry, backoff |
      | #1 line | @docs/retry.md#when-to-stop When to stop |
      | #2 line | @docs/plain.txt |
      | #2 line | \x20 retry |
      | #2 line | \x20 back off |
      | #2 line | \x20 retry, backoff |
      | #2 line | @docs/net.md#retry The Net > Errors > Retry |
      | #2 line | \x20 Twice, with a Backoff. |
      | #2 line | \x20 No more. |

  Scenario: Order of words
    Given the files
      | docs/near.md | # A\n\nAlpha beta gamma.\n\n# B\n\nGamma. Then alpha, but beta.\n\n# C\n\nBeta, alpha, gamma.\n |
    When words are near to each other, or in the order of the query
      | tool | query | pattern |
      | search_content | alpha beta gamma | near.md |
      | search_content | gamma then alpha | near.md |
    Then sections that hold more of them, in one sentence and in order, come first
      | #1 line | @docs/near.md#a A |
      | #1 line | \x20 Alpha beta gamma. |
      | #1 line | @docs/near.md#c C |
      | #1 line | \x20 Beta, alpha, gamma. |
      | #1 line | @docs/near.md#b B |
      | #1 line | \x20 Gamma. Then alpha, but beta. |
      | #2 line | @docs/near.md#a A |
      | #2 line | \x20 Alpha beta gamma. |
      | #2 line | @docs/near.md#c C |
      | #2 line | \x20 Beta, alpha, gamma. |
      | #2 line | @docs/near.md#b B |
      | #2 line | \x20 Gamma. Then alpha, but beta. |

  Scenario: Forms of a word
    Given the project
      """
      categories: {docs: {dir: docs, patterns: ["*.txt"]}}
      search: {language: german}
      """
    And the files
      | docs/forms.txt | Die Häuser waren geöffnet.\nSTRASSE\nΛόγος, ﬁn\n |
    When words are searched for in other forms, and in other letters
      | tool | query |
      | search_content | haus öffnen |
      | search_content | straße |
      | search_content | ΛΌΓΟΣ fin |
      | search_content | die |
    Then they are found by their stems, in any case, and words that say little only if there are no others
      | #1 line | @docs/forms.txt |
      | #1 line | \x20 Die Häuser waren geöffnet. |
      | #1 line | \x20 STRASSE |
      | #1 line | \x20 Λόγος, ﬁn |
      | #2 line | @docs/forms.txt |
      | #2 line | \x20 Die Häuser waren geöffnet. |
      | #2 line | \x20 STRASSE |
      | #2 line | \x20 Λόγος, ﬁn |
      | #3 line | @docs/forms.txt |
      | #3 line | \x20 Die Häuser waren geöffnet. |
      | #3 line | \x20 STRASSE |
      | #3 line | \x20 Λόγος, ﬁn |
      | #4 line | @docs/forms.txt |
      | #4 line | \x20 Die Häuser waren geöffnet. |
      | #4 line | \x20 STRASSE |
      | #4 line | \x20 Λόγος, ﬁn |

  Scenario: Search without a language
    Given the project
      """
      categories: {docs: {dir: docs, patterns: ["*.txt"]}}
      search: {language: none}
      """
    When guide.yaml names no language
      | tool | query |
      | search_content | the retry |
      | search_content | retrying |
    Then words are found only as they are, and all of them count
      | #1 line | @docs/plain.txt |
      | #1 line | \x20 retry |
      | #1 line | \x20 back off |
      | #1 line | \x20 retry, backoff |
      | #2 line | No document holds any of these words: 'retrying'. |

  Scenario: Identifiers
    Given the files
      | docs/code.md | # Calls\n\nUse `getCategoryContent` there.\n\n# Files\n\nSee std::fs::read_dir, and the option --max-depth.\n |
    When identifiers are searched for, whole and by their parts
      | tool | query | pattern |
      | search_content | get_category_content | code.md |
      | search_content | category | code.md |
      | search_content | fs readDir | code.md |
      | search_content | --max-depth | code.md |
    Then each is found in any spelling of its parts
      | #1 line | @docs/code.md#calls Calls |
      | #1 line | \x20 Use `getCategoryContent` there. |
      | #2 line | @docs/code.md#calls Calls |
      | #2 line | \x20 Use `getCategoryContent` there. |
      | #3 line | @docs/code.md#files Files |
      | #3 line | \x20 See std::fs::read_dir, and the option --max-depth. |
      | #4 line | @docs/code.md#files Files |
      | #4 line | \x20 See std::fs::read_dir, and the option --max-depth. |

  Scenario: Quoted parts
    Given the files
      | docs/quoted.txt | print("a b")\na b\n |
    When parts of a query are quoted
      | tool | query | category_or_collection |
      | search_content | "ACK OFF" | docs |
      | search_content | more "back\noff" "::" | docs |
      | search_content | "off back" retry | docs |
      | search_content | "print(" b | docs |
      | search_content | twice "off  retry" "no more" "none at all" | docs |
      | search_content | sooner "no" | docs |
    Then sections that hold more of them come first, in any case and with any white space, and the message names those that no document holds
      | #1 line | @docs/plain.txt |
      | #1 line | \x20 retry |
      | #1 line | \x20 back off |
      | #1 line | \x20 retry, backoff |
      | #2 line | @docs/plain.txt |
      | #2 line | \x20 retry |
      | #2 line | \x20 back off |
      | #2 line | \x20 retry, backoff |
      | #3 line | @docs/plain.txt |
      | #3 line | \x20 retry |
      | #3 line | \x20 back off |
      | #3 line | \x20 retry, backoff |
      | #3 line | @docs/net.md#retry The Net > Errors > Retry |
      | #3 line | \x20 Twice, with a Backoff. |
      | #3 line | \x20 No more. |
      | #3 line | @docs/retry.md#when-to-stop When to stop |
      | #3 line | \x20 Sooner. |
      | #4 line | @docs/quoted.txt |
      | #4 line | \x20 print("a b") |
      | #4 line | \x20 a b |
      | #5 line | @docs/net.md#retry The Net > Errors > Retry |
      | #5 line | \x20 Twice, with a Backoff. |
      | #5 line | \x20 No more. |
      | #5 line | @docs/plain.txt |
      | #5 line | \x20 retry |
      | #5 line | \x20 back off |
      | #5 line | \x20 retry, backoff |
      | #5 line | @docs/net.md#limits The Net > Limits |
      | #5 line | \x20 None. |
      | #5 line | @docs/retry.md#when-to-stop When to stop |
      | #5 line | @docs/net.md#the-net The Net |
      | #6 line | @docs/net.md#retry The Net > Errors > Retry |
      | #6 line | \x20 Twice, with a Backoff. |
      | #6 line | \x20 No more. |
      | #6 line | @docs/net.md#limits The Net > Limits |
      | #6 line | \x20 None. |
      | #6 line | @docs/retry.md#when-to-stop When to stop |
      | #6 line | \x20 Sooner. |
      | #6 line | @docs/net.md#the-net The Net |
      | #3 message | No document holds 'off back' as quoted; the words were searched. |
      | #5 message | No document holds 'none at all' as quoted; the words were searched. |

  Scenario: Many quoted parts
    Given the files
      | docs/parts.txt | {01..17*w#x }\n |
    When a query has 16 quoted parts, some of them twice, or 17
      | tool | query | pattern |
      | search_content | {01..16*"w#x" }"w01x" "W02X" | parts.txt |
      | search_content | {01..17*"w#x" } | parts.txt |
    Then 16 are looked for, and with more the call fails with error_type "invalid_argument"
      | #1 line | @docs/parts.txt | | |
      | #1 line | \x20 w01x w02x w03x w04x w05x w06x w07x w08x w09x w10x w11x w12x w13x w14x w15x w16x w17x | | |
      | #2 error | invalid_argument | Invalid arguments for search_content: 'query' has 17 quoted parts, over the limit of 16; write the others without quotes. @search_args | @correct_args |

  Scenario: A hyphen before a word
    When a word or a quoted part of the query has a hyphen before it
      | tool | query | category_or_collection |
      | search_content | -backoff | docs |
      | search_content | -"back off" | docs |
      | search_content | --back -22 | docs |
    Then it is a word as any other
      | #1 line | @docs/plain.txt |
      | #1 line | \x20 retry |
      | #1 line | \x20 back off |
      | #1 line | \x20 retry, backoff |
      | #1 line | @docs/net.md#retry The Net > Errors > Retry |
      | #1 line | \x20 Twice, with a Backoff. |
      | #1 line | \x20 No more. |
      | #2 line | @docs/plain.txt |
      | #2 line | \x20 retry |
      | #2 line | \x20 back off |
      | #2 line | \x20 retry, backoff |
      | #3 line | @docs/plain.txt |
      | #3 line | \x20 retry |
      | #3 line | \x20 back off |
      | #3 line | \x20 retry, backoff |
      | #3 message | No document holds '22'. |

  Scenario: Typing errors
    When a query holds words that no document holds
      | tool | query | category_or_collection |
      | search_content | bakcoff | docs |
      | search_content | rtry | docs |
      | search_content | of | docs |
    Then the nearest words are searched for, and the message names them
      | #1 line | @docs/plain.txt |
      | #1 line | \x20 retry |
      | #1 line | \x20 back off |
      | #1 line | \x20 retry, backoff |
      | #1 line | @docs/net.md#retry The Net > Errors > Retry |
      | #1 line | \x20 Twice, with a Backoff. |
      | #1 line | \x20 No more. |
      | #2 line | @docs/net.md#retry The Net > Errors > Retry |
      | #2 line | \x20 Twice, with a Backoff. |
      | #2 line | \x20 No more. |
      | #2 line | @docs/plain.txt |
      | #2 line | \x20 retry |
      | #2 line | \x20 back off |
      | #2 line | \x20 retry, backoff |
      | #2 line | @docs/retry.md#when-to-stop When to stop |
      | #2 line | \x20 Sooner. |
      | #3 line | No document holds any of these words: 'of'. |
      | #1 message | No document holds these words; near ones were searched instead: 'bakcoff' ('backoff'). |
      | #2 message | No document holds these words; near ones were searched instead: 'rtry' ('retry'). |

  Scenario: Names and numbers that nothing holds
    Given the files
      | docs/report.md | # Report 2025\n\nThe old get-report and budgetWriter.md, see src/tools/make.rs in 3.11.\n |
    When a query holds numbers or names, some of which no document holds
      | tool | query | pattern |
      | search_content | report 2026 | report.md |
      | search_content | report fetchBudget, 2026-01 v3.11.4 -2026 a_z 2026-01 | report.md |
      | search_content | old getReport of tools/make.rs in 2025 | report.md |
      | search_content | report of bugdetWriter 7 | report.md |
      | search_content | "report 2026" | report.md |
      | search_content | "t-r" "get-rep" | report.md |
      | search_content | report of nothing, and/or of IT | report.md |
    Then the message names these, beside what the other words found, and nothing twice
      | line | @docs/report.md#report-2025 Report 2025 |
      | line | \x20 The old get-report and budgetWriter.md, see src/tools/make.rs in 3.11. |
      | #1 message | No document holds '2026'. |
      | #2 message | No document holds 'fetchBudget', '2026-01', '2026', 'v3.11.4', 'a_z'. |
      | #4 message | No document holds these words; near ones were searched instead: 'bugdet' ('budget'). No document holds '7'. |
      | #5 message | No document holds 'report 2026' as quoted; the words were searched. |

  Scenario: Names and numbers where nothing is found
    When no word of a query is found
      | tool | query |
      | search_content | 2026 fetchBudget |
    Then they are said once, with the others
      | line | No document holds any of these words: '2026', 'fetchbudget', 'fetch', 'budget'. |

  Scenario: A name within a longer one, where nothing is kept
    Given the project
      """
      categories: {docs: {dir: docs, patterns: ["*.md"]}}
      limits: {index_bytes: 0}
      """
    And the files
      | docs/report.md | # Report\n\nSee src/tools/make.rs.\n |
    When an identifier is part of a longer one, and another is not
      | tool | query | pattern |
      | search_content | see tools/make.rs | report.md |
      | search_content | see tools.rs | report.md |
    Then only the other is named
      | line | @docs/report.md#report Report |
      | line | \x20 See src/tools/make.rs. |
      | #2 message | No document holds 'tools.rs'. |

  Scenario: Words that are ignored
    Given the files
      | docs/many.txt | {01..70*w#x }\n |
    When a query has more than 64 words that are found
      | tool | query | pattern |
      | search_content | {01..70*w#x } | many.txt |
    Then the rarest are searched for, and the message counts the others
      | line | @docs/many.txt |
      | line | \x20 w01x w02x w03x w04x w05x w06x w07x w08x w09x w10x w11x w12x w13x w14x w15x w16x w17x w18x w19x w20x w21x w22x w23x w24x w25x w26x w27x w28x w29x w30x w31x w32x w33x w34x w35x w36x w37x w38x w39x w40x w41x w42x w43x w44x w45x w46x w47x w48x w49x w50x w51x w52x w53x w54x w55x w56x w57x w58x w59x w60x w61x w62x w63x w64x w65x w66x w67x w68x w69x w70x |
      | message | Of the words of the query the 64 rarest were searched, and 6 ignored. |

  Scenario: Scripts without blanks
    Given the files
      | docs/han.md | # 重试\n\n请求失败后重试三次。\n\n# 限制\n\n没有限制。データベース\n |
    When words of Han or Kana are searched for
      | tool | query | pattern |
      | search_content | 失败重试 | han.md |
      | search_content | データ | han.md |
      | search_content | 限 | han.md |
    Then they are found within runs of such characters
      | #1 line | @docs/han.md#%E9%87%8D%E8%AF%95 重试 |
      | #1 line | \x20 请求失败后重试三次。 |
      | #1 line | @docs/han.md#%E9%99%90%E5%88%B6 限制 |
      | #1 line | \x20 没有限制。データベース |
      | #2 line | @docs/han.md#%E9%99%90%E5%88%B6 限制 |
      | #2 line | \x20 没有限制。データベース |
      | #3 line | @docs/han.md#%E9%99%90%E5%88%B6 限制 |
      | #3 line | \x20 没有限制。データベース |

  Scenario: Words of a path or a title
    Given the files
      | api/titled.md | ---\ntitle: "Second\\u0020chances"\n---\nText.\n |
    When words occur only in a path or a title
      | tool | query |
      | search_content | titled |
      | search_content | second chance |
    Then words of a path or a title count like words of the text
      | #1 line | guide://category/api/titled.md |
      | #1 line | \x20 Text. |
      | #2 line | guide://category/api/titled.md |
      | #2 line | \x20 Text. |

  Scenario: Document that is only a heading
    Given the files
      | api/alone.md | # Heading\n |
    When words of its path are searched for
      | tool | query |
      | search_content | alone |
    Then it is named with its heading, and has no passage
      | line | guide://category/api/alone.md#heading Heading |

  Scenario: Sections of one document
    Given the files
      | docs/long.md | \u{feff}ping\n# A\nping\n## B\nping\nping pong\npong ping\n# C\npong\n# D\nping\n# E\nping\n# F\nping\n |
    When words occur in more than five sections of a document
      | tool | query | category_or_collection |
      | search_content | ping pong | docs |
      | search_content | ping | docs |
    Then its five best sections are named
      | #1 line | @docs/long.md#b A > B |
      | #1 line | \x20 ping |
      | #1 line | \x20 ping pong |
      | #1 line | \x20 pong ping |
      | #1 line | @docs/long.md#c C |
      | #1 line | \x20 pong |
      | #1 line | @docs/long.md |
      | #1 line | \x20 ping |
      | #1 line | @docs/long.md#a A |
      | #1 line | @docs/long.md#d D |
      | #2 line | @docs/long.md |
      | #2 line | \x20 ping |
      | #2 line | @docs/long.md#b A > B |
      | #2 line | \x20 ping |
      | #2 line | \x20 ping pong |
      | #2 line | \x20 pong ping |
      | #2 line | @docs/long.md#a A |
      | #2 line | @docs/long.md#d D |
      | #2 line | \x20 ping |
      | #2 line | @docs/long.md#e E |

  Scenario: Passages
    Given the files
      | docs/wide.txt | {200*x }needle{700* y}\n |
      | docs/lines.md | # Lines\n\n{01..30*Line # of the beginning.\n}\nneedle\n  thread\n\n{01..30*Line # of the end.\n} |
      | docs/rows.md | # Rows\n\nneedle\n\n\|{300*long }\|needle thread\n |
      | docs/table.md | # Table\n\n\| key \| value \|\n\|---\|---\|\n{01..80*\| key # \| value xx \|\n}\| needle \| thread \|\n |
    When words occur in a long section, in a long line, or in a long row of a table
      | tool | query | pattern |
      | search_content | needle | wide.txt |
      | search_content | needle thread | lines.md |
      | search_content | needle thread | rows.md |
      | search_content | needle thread | table.md |
      | search_content | "key 05" | table.md |
    Then whole lines around them are shown, rows of a table below its first, or a part of a long line
      | #1 line | @docs/wide.txt |
      | #1 line | \x20 […] x x x x x x x x x x x x x x x x x x x x x x x x x x x x x needle y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y […] |
      | #2 line | @docs/lines.md#lines Lines |
      | #2 line | \x20 […] |
      | #2 line | \x20 needle |
      | #2 line | \x20   thread |
      | #2 line | |
      | #2 line | \x20 Line {01..30} of the end. |
      | #3 line | @docs/rows.md#rows Rows |
      | #3 line | \x20 […] long long long long long long long long long long long \|needle thread |
      | #4 line | @docs/table.md#table Table |
      | #4 line | \x20 \| key \| value \| |
      | #4 line | \x20 \|---\|---\| |
      | #4 line | \x20 […] |
      | #4 line | \x20 \| key {38..80} \| value xx \| |
      | #4 line | \x20 \| needle \| thread \| |
      | #5 line | @docs/table.md#table Table |
      | #5 line | \x20 \| key \| value \| |
      | #5 line | \x20 \|---\|---\| |
      | #5 line | \x20 \| key {01..44} \| value xx \| |
      | #5 line | \x20 […]:49 |

  Scenario: Names that are asked for
    Given the files
      | docs/codes.md | # Codes\n\n\|code\|meaning\|\n\|---\|---\|\n{101..180*\|ASP#\|of no use\|\n}\|ASP_008\|{400*wait }until it is over\|\n |
      | docs/meaning.md | # Meaning\n\nWhat an error of ASP means is the meaning of it.\n |
      | docs/rights.md | # Rights\n\nAllow ecs:TagResource.\n |
      | docs/tags.md | # Tag a resource\n\nTag the resource with a tag.\n |
    When a query has a name, beside words that tell the story or as a part of a longer one
      | tool | query |
      | search_content | what does ASP_008 mean |
      | search_content | TagResource error |
    Then the line that has the name is shown first, even if it is too long for a passage
      | #1 line | @docs/codes.md#codes Codes |
      | #1 line | \x20 […] \|ASP_008\|wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait […] |
      | #1 line | @docs/meaning.md#meaning Meaning |
      | #1 line | \x20 What an error of ASP means is the meaning of it. |
      | #2 line | @docs/rights.md#rights Rights |
      | #2 line | \x20 Allow ecs:TagResource. |
      | #2 line | @docs/tags.md#tag-a-resource Tag a resource |
      | #2 line | \x20 Tag the resource with a tag. |

  Scenario: Running text before other text
    Given the project
      """
      categories: {docs: {dir: docs, patterns: ["*"]}}
      """
    And the files
      | docs/changes.md | # Changes\n\n## 1.2.0\n\n- Answers are bounded by ANSWER_BYTES (#12)\n\n## 1.1.0\n\n- Answers are longer\n\n## 1.0.0 (2025-01-02)\n\n- First\n |
      | docs/contents.md | # Contents\n\n- [How answers are bounded](page.md)\n- [Answers](page.md)\n |
      | docs/code.rs | /// How answers are bounded, by ANSWER_BYTES.\nfn bounded(answers: usize) -> bool {\n    answers < ANSWER_BYTES\n}\n |
      | docs/page.md | # The budget\n\nAnswers are bounded: an answer has as many documents as have room in it. The others are named.\n |
      | docs/numbered.md | # Guide\n\n## 1.1 Zebras\n\nZebras graze.\n\n## 1.2 Lions\n\nLions wait for zebras.\n\n## 1.3 Rest\n\nNone of them is seen.\n |
    When words are asked for, or a name
      | tool | query |
      | search_content | how are answers bounded |
      | search_content | how are answers bounded by ANSWER_BYTES |
      | search_content | zebras lions |
    Then running text comes before code, logs and lists of links, unless a name is asked for
      | #1 line | @docs/page.md#the-budget The budget |
      | #1 line | \x20 Answers are bounded: an answer has as many documents as have room in it. The others are named. |
      | #1 line | @docs/code.rs |
      | #1 line | \x20 /// How answers are bounded, by ANSWER_BYTES. |
      | #1 line | \x20 fn bounded(answers: usize) -> bool { |
      | #1 line | \x20     answers < ANSWER_BYTES |
      | #1 line | \x20 } |
      | #1 line | @docs/changes.md#120 Changes > 1.2.0 |
      | #1 line | \x20 - Answers are bounded by ANSWER_BYTES (#12) |
      | #1 line | @docs/contents.md#contents Contents |
      | #1 line | @docs/changes.md#110 1.1.0 |
      | #2 line | @docs/code.rs |
      | #2 line | \x20 /// How answers are bounded, by ANSWER_BYTES. |
      | #2 line | \x20 fn bounded(answers: usize) -> bool { |
      | #2 line | \x20     answers < ANSWER_BYTES |
      | #2 line | \x20 } |
      | #2 line | @docs/changes.md#120 Changes > 1.2.0 |
      | #2 line | \x20 - Answers are bounded by ANSWER_BYTES (#12) |
      | #2 line | @docs/contents.md#contents Contents |
      | #2 line | \x20 - [How answers are bounded](page.md) |
      | #2 line | \x20 - [Answers](page.md) |
      | #2 line | @docs/page.md#the-budget The budget |
      | #2 line | @docs/changes.md#110 1.1.0 |
      | #3 line | @docs/numbered.md#12-lions Guide > 1.2 Lions |
      | #3 line | \x20 Lions wait for zebras. |
      | #3 line | @docs/numbered.md#11-zebras Guide > 1.1 Zebras |
      | #3 line | \x20 Zebras graze. |

  Scenario: What is no passage
    Given the project
      """
      categories: {docs: {dir: docs, patterns: ["*"]}}
      """
    And the files
      | docs/skill.md | ---\nname: herd\ndescription: Counts zebras\n  in a herd.\nowner: none\n---\n# Herds\n\nNothing.\n |
      | docs/page.mdx | import A from 'a';\n\n# Setup\n\n<Tip title="Quick">\n<Steps>\n\n\n\nThe quagga is <b>here</b>.\n\n</Steps>\n\n[![badge](https://example.org/a.svg)](https://example.org) ![logo](b.png)\n<!-- none -->\n\n```js\nimport B from 'b';\n\n\n<Tip>\n```\n |
      | docs/long.md | ---\nname: okapi\nnote: {1200*long }\n---\nAn okapi.\n |
      | docs/label.rst | Wild asses\n==========\n\nSome of them.\n\n.. _onager:\n\nThe onager runs.\n |
      | docs/text.md | # Kudu\n\nKudus:\n[[Kudu]] precedes the [[Eland]]\n[#12] mends what broke [#13]\nimport the kudu that is called "it"\nexport default values of it\n![logo][logo] After a logo (and more)\n[![Build][mark]][link] After a badge (of it)\n```kudu```\n![logo][logo] [![Build][mark]][link]\n\n````md\n```jsx\n<Kudu />\n```\n````\n |
      | docs/code.rst | Gnu\n===\n\n.. code-block:: xml\n\n   <gnu id="a"/>\n   import a from 'b';\n\n.. image:: gnu.png\n |
    When words are in the header of a document, or beside lines that hold nothing to read
      | tool | query |
      | search_content | zebra |
      | search_content | quagga |
      | search_content | onager |
      | search_content | okapi |
      | search_content | kudu |
      | search_content | gnu |
    Then a header is shown by its description only, and such lines are left out
      | #1 line | @docs/skill.md |
      | #1 line | \x20 description: Counts zebras |
      | #1 line | \x20   in a herd. |
      | #2 line | @docs/page.mdx#setup Setup |
      | #2 line | \x20 <Tip title="Quick"> |
      | #2 line | |
      | #2 line | \x20 The quagga is <b>here</b>. |
      | #2 line | |
      | #2 line | \x20 ```js |
      | #2 line | \x20 import B from 'b'; |
      | #2 line | |
      | #2 line | \x20 <Tip> |
      | #2 line | \x20 ``` |
      | #3 line | @docs/label.rst#wild-asses Wild asses |
      | #3 line | \x20 Some of them. |
      | #3 line | |
      | #3 line | \x20 The onager runs. |
      | #4 line | @docs/long.md |
      | #4 line | \x20 An okapi. |
      | #5 line | @docs/text.md#kudu Kudu |
      | #5 line | \x20 Kudus: |
      | #5 line | \x20 [[Kudu]] precedes the [[Eland]] |
      | #5 line | \x20 [#12] mends what broke [#13] |
      | #5 line | \x20 import the kudu that is called "it" |
      | #5 line | \x20 export default values of it |
      | #5 line | \x20 ![logo][logo] After a logo (and more) |
      | #5 line | \x20 [![Build][mark]][link] After a badge (of it) |
      | #5 line | \x20 ```kudu``` |
      | #5 line | |
      | #5 line | \x20 ````md |
      | #5 line | \x20 ```jsx |
      | #5 line | \x20 <Kudu /> |
      | #5 line | \x20 ``` |
      | #5 line | \x20 ```` |
      | #6 line | @docs/code.rst#gnu Gnu |
      | #6 line | \x20 .. code-block:: xml |
      | #6 line | |
      | #6 line | \x20    <gnu id="a"/> |
      | #6 line | \x20    import a from 'b'; |
      | #6 line | |
      | #6 line | \x20 .. image:: gnu.png |

  Scenario: No text twice
    Given the files
      | docs/stub.md | # Needles\n\nA needle.\n\n## Sharp needles\n\nA needle is sharp.\n |
      | docs/long.md | # Pins\n\n{30*A pin holds paper. }\n\n## Sharp pins\n\nA pin is sharp.\n\n## Round ones\n\n### Buttons\n\nA button is round.\n |
    When a section and one in it are found, or a heading without text of its own
      | tool | query |
      | search_content | needle sharp |
      | search_content | pin sharp |
      | search_content | ones |
    Then both are shown unless that repeats a line
      | #1 line | @docs/stub.md#sharp-needles Needles > Sharp needles |
      | #1 line | \x20 A needle is sharp. |
      | #1 line | @docs/stub.md#needles Needles |
      | #1 line | @docs/long.md#sharp-pins Pins > Sharp pins |
      | #1 line | \x20 A pin is sharp. |
      | #2 line | @docs/long.md#sharp-pins Pins > Sharp pins |
      | #2 line | \x20 A pin is sharp. |
      | #2 line | @docs/stub.md#sharp-needles Needles > Sharp needles |
      | #2 line | \x20 A needle is sharp. |
      | #2 line | @docs/long.md#pins Pins |
      | #2 line | \x20 A pin holds paper. A pin holds paper. A pin holds paper. A pin holds paper. A pin holds paper. A pin holds paper. A pin holds paper. A pin holds paper. A pin holds paper. A pin holds paper. A pin holds paper. A pin holds paper. A pin holds paper. A pin holds paper. A pin holds paper. A pin holds paper. A pin holds paper. A pin holds paper. A pin holds paper. A pin holds paper. A pin holds paper. A pin holds paper. A pin holds paper. A pin holds paper. A pin holds paper. A pin holds paper. A pin holds paper. A pin holds paper. A pin holds paper. A pin holds paper. |
      | #2 line | @docs/long.md#round-ones Round ones |
      | #2 line | @docs/long.md#buttons Buttons |
      | #3 line | @docs/long.md#round-ones Pins > Round ones |
      | #3 line | \x20 ### Buttons |
      | #3 line | |
      | #3 line | \x20 A button is round. |
      | #3 line | @docs/long.md#buttons Buttons |

  Scenario: Sections far behind
    Given the files
      | docs/answer.md | # The zebra crossing\n\nA zebra crossing is where a zebra crosses.\n |
      | docs/far{11..22}.md | # Far {11..22}\n\nHorses and mules and one zebra are in meadow {11..22}.\n |
      | docs/near{11..22}.md | # Near {11..22}\n\nA quagga is in meadow {11..22}.\n |
    When others hold less of the query, or as much
      | tool | query |
      | search_content | where is the zebra crossing |
      | search_content | quagga |
    Then five of those that are far behind are named, and eight of the others
      | #1 line | @docs/answer.md#the-zebra-crossing The zebra crossing |
      | #1 line | \x20 A zebra crossing is where a zebra crosses. |
      | #1 line | @docs/far11.md#far-11 Far 11 |
      | #1 line | \x20 Horses and mules and one zebra are in meadow 11. |
      | #1 line | @docs/far12.md#far-12 Far 12 |
      | #1 line | \x20 Horses and mules and one zebra are in meadow 12. |
      | #1 line | @docs/far{13..17}.md#far-{13..17} Far {13..17} |
      | #1 line | and 5 more documents hold some of the words; if nothing here answers, try other words, a name or a pattern |
      | #2 line | @docs/near11.md#near-11 Near 11 |
      | #2 line | \x20 A quagga is in meadow 11. |
      | #2 line | @docs/near12.md#near-12 Near 12 |
      | #2 line | \x20 A quagga is in meadow 12. |
      | #2 line | @docs/near13.md#near-13 Near 13 |
      | #2 line | \x20 A quagga is in meadow 13. |
      | #2 line | @docs/near{14..21}.md#near-{14..21} Near {14..21} |
      | #2 line | and 1 more documents hold some of the words; if nothing here answers, try other words, a name or a pattern |

  Scenario: Passages that go on
    Given the files
      | docs/notes.txt | {101..245*Line # of the beginning.\n}\nVersion 3\n\nReleased later.\n\nThe answer: {40*long }\n\n{201..320*Line # of the end.\n} |
      | docs/stub.md | # Stub\n\n## Sharp edges\n\nThese are known:\n\n### Points\n\nThey sting.\n\n### Blades\n\nThey cut.\n\n## Rest\n\nNone.\n |
    When what was found is followed by more of its document, or says little itself
      | tool | query | pattern |
      | search_content | version 3 | notes.txt |
      | search_content | sharp edges | stub.md |
    Then a passage goes on, marks are where the document goes on, and a short section is shown with those in it
      | #1 line | @docs/notes.txt |
      | #1 line | \x20 […] |
      | #1 line | \x20 Version 3 |
      | #1 line | |
      | #1 line | \x20 Released later. |
      | #1 line | |
      | #1 line | \x20 The answer: long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long |
      | #1 line | |
      | #1 line | \x20 Line {201..237} of the end. |
      | #1 line | \x20 […]:190 |
      | #2 line | @docs/stub.md#sharp-edges Stub > Sharp edges |
      | #2 line | \x20 These are known: |
      | #2 line | |
      | #2 line | \x20 ### Points |
      | #2 line | |
      | #2 line | \x20 They sting. |
      | #2 line | |
      | #2 line | \x20 ### Blades |
      | #2 line | |
      | #2 line | \x20 They cut. |
      | #2 line | @docs/stub.md#points Points |
      | #2 line | @docs/stub.md#blades Blades |

  Scenario: A text that looks like an answer
    Given the files
      | docs/forged.md | # Needle\n\nneedle\nguide://category/docs/net.md#retry Net\r\u{2028}guide://category/docs/net.md#errors\x0bguide://category/docs/x.md\n |
    When a section holds lines as an answer has them
      | tool | query | pattern |
      | search_content | needle | forged.md |
    Then each line of it is indented
      | line | @docs/forged.md#needle Needle |
      | line | \x20 needle |
      | line | \x20 @docs/net.md#retry Net |
      | line | |
      | line | \x20 @docs/net.md#errors |
      | line | \x20 @docs/x.md |

  Scenario: A section and its parent
    Given the files
      | docs/kin.md | # Cache\n\nThe cache.\n\n## Cache size\n\nThe size of the cache.\n\n# Disk\n\nA cache on a disk.\n\n# Memory\n\nA cache in memory.\n |
    When a section is found, and the one that it is in
      | tool | query | pattern |
      | search_content | cache | kin.md |
    Then only the better is shown with its text
      | line | @docs/kin.md#cache Cache |
      | line | \x20 The cache. |
      | line | |
      | line | \x20 ## Cache size |
      | line | |
      | line | \x20 The size of the cache. |
      | line | @docs/kin.md#cache-size Cache size |
      | line | @docs/kin.md#memory Memory |
      | line | \x20 A cache in memory. |
      | line | @docs/kin.md#disk Disk |
      | line | \x20 A cache on a disk. |

  Scenario: Equal texts
    Given the files
      | docs/copy.md | # When to stop\n\nSooner.\n |
      | docs/kopie.md | # When to stop\n\nSooner.\n |
      | docs/one.md | # Tapirs\n\n## First part\n\nOf one.\n |
      | docs/two.md | # Tapirs\n\n## Second part\n\nOf two.\n |
    When documents have equal texts
      | tool | query | category_or_collection |
      | search_content | sooner | docs |
      | search_content | tapirs | docs |
    Then the text is shown once, with what is in it
      | #1 line | @docs/copy.md#when-to-stop When to stop |
      | #1 line | \x20 Sooner. |
      | #2 line | @docs/one.md#tapirs Tapirs |
      | #2 line | \x20 ## First part |
      | #2 line | |
      | #2 line | \x20 Of one. |
      | #2 line | @docs/two.md#tapirs Tapirs |
      | #2 line | \x20 ## Second part |
      | #2 line | |
      | #2 line | \x20 Of two. |
      | #2 line | @docs/one.md#first-part First part |
      | #2 line | @docs/two.md#second-part Second part |

  Scenario: Words that tell the story
    When a question has words that are rare in documentation
      | tool | query | category_or_collection |
      | search_content | I want to use retry instead of backoff | docs |
      | search_content | want sooner | docs |
    Then they count only if there are fewer than two others
      | #1 line | @docs/plain.txt |
      | #1 line | \x20 retry |
      | #1 line | \x20 back off |
      | #1 line | \x20 retry, backoff |
      | #1 line | @docs/net.md#retry The Net > Errors > Retry |
      | #1 line | \x20 Twice, with a Backoff. |
      | #1 line | \x20 No more. |
      | #1 line | @docs/retry.md#when-to-stop When to stop |
      | #1 line | \x20 Sooner. |
      | #2 line | @docs/retry.md#when-to-stop When to stop |
      | #2 line | \x20 Sooner. |

  Scenario: Numbers, signs and particles
    Given the files
      | docs/other.md | # Versions { #vs }\n\nPython 3.11.4, and v2.5.1.\n\n# Digests\n\nA sha256Sum of OAuth2Client.\n\n# Languages\n\nC++, C# and .NET.\n\n# Letters\n\nC in the net.\n\n# 서버\n\n서버를 시작. API를 호출.\n\n# Résumé\n\nNaïve.\n |
    When words have digits, signs, particles or accents
      | tool | query | pattern |
      | search_content | 3.11 | other.md |
      | search_content | 2.5 | other.md |
      | search_content | client | other.md |
      | search_content | sum | other.md |
      | search_content | C++ | other.md |
      | search_content | .net | other.md |
      | search_content | net | other.md |
      | search_content | 서버 시작 | other.md |
      | search_content | api | other.md |
      | search_content | naive | other.md |
    Then they are found by what they share
      | #1 line | @docs/other.md#vs Versions |
      | #1 line | \x20 Python 3.11.4, and v2.5.1. |
      | #2 line | @docs/other.md#vs Versions |
      | #2 line | \x20 Python 3.11.4, and v2.5.1. |
      | #3 line | @docs/other.md#digests Digests |
      | #3 line | \x20 A sha256Sum of OAuth2Client. |
      | #4 line | @docs/other.md#digests Digests |
      | #4 line | \x20 A sha256Sum of OAuth2Client. |
      | #5 line | @docs/other.md#languages Languages |
      | #5 line | \x20 C++, C# and .NET. |
      | #6 line | @docs/other.md#languages Languages |
      | #6 line | \x20 C++, C# and .NET. |
      | #7 line | @docs/other.md#letters Letters |
      | #7 line | \x20 C in the net. |
      | #8 line | @docs/other.md#%EC%84%9C%EB%B2%84 서버 |
      | #8 line | \x20 서버를 시작. API를 호출. |
      | #9 line | @docs/other.md#%EC%84%9C%EB%B2%84 서버 |
      | #9 line | \x20 서버를 시작. API를 호출. |
      | #10 line | @docs/other.md#r%C3%A9sum%C3%A9 Résumé |
      | #10 line | \x20 Naïve. |

  Scenario: Accents, and what names and versions begin with
    Given the files
      | docs/other.md | # Plain\n\nThe menu of a resume.\n\n# Accents\n\nThe menú of the résumés.\n\n# Node\n\nIt needs v18.2.0.\n\n# Tokens\n\nOAuth2Client.refresh of an IFrame.\n\n# Stato\n\nLo stato dell'applicazione, jusqu’alors. All's well.\n |
    When words are given without accents, with them, or without the rest of a name
      | tool | query | pattern |
      | search_content | menu resume | other.md |
      | search_content | menú résumé | other.md |
      | search_content | 18 | other.md |
      | search_content | v18 | other.md |
      | search_content | 18.2 | other.md |
      | search_content | oauth2 | other.md |
      | search_content | auth2 | other.md |
      | search_content | applicazione alors | other.md |
      | search_content | well | other.md |
    Then both forms are found, the exact one first
      | #1 line | @docs/other.md#plain Plain |
      | #1 line | \x20 The menu of a resume. |
      | #1 line | @docs/other.md#accents Accents |
      | #1 line | \x20 The menú of the résumés. |
      | #2 line | @docs/other.md#accents Accents |
      | #2 line | \x20 The menú of the résumés. |
      | #2 line | @docs/other.md#plain Plain |
      | #2 line | \x20 The menu of a resume. |
      | #3 line | @docs/other.md#node Node |
      | #3 line | \x20 It needs v18.2.0. |
      | #4 line | @docs/other.md#node Node |
      | #4 line | \x20 It needs v18.2.0. |
      | #5 line | @docs/other.md#node Node |
      | #5 line | \x20 It needs v18.2.0. |
      | #6 line | @docs/other.md#tokens Tokens |
      | #6 line | \x20 OAuth2Client.refresh of an IFrame. |
      | #7 line | @docs/other.md#tokens Tokens |
      | #7 line | \x20 OAuth2Client.refresh of an IFrame. |
      | #8 line | @docs/other.md#stato Stato |
      | #8 line | \x20 Lo stato dell'applicazione, jusqu’alors. All's well. |
      | #9 line | @docs/other.md#stato Stato |
      | #9 line | \x20 Lo stato dell'applicazione, jusqu’alors. All's well. |

  Scenario: A pattern without a folder
    Given the files
      | docs/deep/limits.md | retry\n |
      | docs/deep/limits.py | retry\n |
    When a pattern names no folder, or no ending
      | tool | query | category_or_collection | pattern |
      | search_content | retry | docs | *imit* |
      | search_content | retry | docs | limits.py |
      | search_content | retry | docs | deep/* |
    Then it finds names in any folder, with the endings of the category's own patterns unless it spells one
      | #1 line | @docs/deep/limits.md |
      | #1 line | \x20 retry |
      | #2 line | @docs/deep/limits.py |
      | #2 line | \x20 retry |
      | #3 line | @docs/deep/limits.md |
      | #3 line | \x20 retry |
      | #1 message | The pattern was read as '**/*imit*': names in any folder. It found only names that end as the default patterns do ('.md', '.txt'); spell another ending to find that. |
      | #2 message | The pattern was read as '**/limits.py': names in any folder. |
      | #3 message | It found only names that end as the default patterns do ('.md', '.txt'); spell another ending to find that. |

  Scenario: A section as a scope
    When a search is limited to a section by a path
      | tool | query | category_or_collection | pattern |
      | search_content | retry | docs | plain.txt#setup |
      | search_content | retry | docs/plain.txt#setup | |
    Then there is no such document
      | #1 error | no_matches | No documents in category 'docs' match 'plain.txt#setup'. Nearest: 'plain.txt'. It holds 'net.md', 'plain.txt', 'retry.md'. The pattern was read as '**/plain.txt#setup': names in any folder. | @correct_pattern |
      | #2 error | no_document | Document 'plain.txt#setup' not found in category 'docs'. Nearest: 'plain.txt'. It holds 'net.md', 'plain.txt', 'retry.md' | @repair_once |

  Scenario: A pattern from the project's folder
    Given the project
      """
      categories:
        docs: {dir: docs, patterns: ["**/*.md"]}
        dotted: {dir: .guide, patterns: ["**/*.md"]}
      """
    And the files
      | .guide/rules/a.md | hidden\n | 2026-01-02T03:04:05Z |
      | docs/deep/limits.md | retry\n | 2026-01-02T03:04:05Z |
    When a pattern begins with the directory or the name of a category, as paths of the project do
      | tool | query | category_or_collection | pattern |
      | search_content | retry | | docs/deep/* |
      | search_content | retry | docs | docs/deep/limits.md |
      | list_content | | docs | docs/d*/** |
      | search_content | hidden | | .guide/rules/* |
      | search_content | hidden | | guide/rules/* |
    Then it finds what is there
      | #4 line | guide://category/dotted/rules/a.md |
      | #4 line | \x20 hidden |
      | #5 value | No document was searched: the patterns match none.\n |
      | #1 line | @docs/deep/limits.md |
      | #1 line | \x20 retry |
      | #2 line | @docs/deep/limits.md |
      | #2 line | \x20 retry |
      | #3 head | @documents_head |
      | #3 row | @docs/deep/limits.md; ; ; text/markdown; 6; ~1; 2026-01-02T03:04:05Z |

  Scenario: Search scope
    When words are searched for without a name, in a collection, and with a pattern
      | tool | query | category_or_collection | pattern |
      | search_content | retry backoff | | |
      | search_content | retry backoff | all | |
      | search_content | retry backoff | | h*.md |
      | search_content | retry backoff | api | h* |
    Then every category is searched, or the documents that the name and the pattern find
      | #1 line | @docs/plain.txt |
      | #1 line | \x20 retry |
      | #1 line | \x20 back off |
      | #1 line | \x20 retry, backoff |
      | #1 line | guide://category/api/http.md#http HTTP |
      | #1 line | \x20 retry: see backoff |
      | #1 line | @docs/net.md#retry The Net > Errors > Retry |
      | #1 line | \x20 Twice, with a Backoff. |
      | #1 line | \x20 No more. |
      | #1 line | @docs/retry.md#when-to-stop When to stop |
      | #2 line | guide://collection/all/category/docs/plain.txt |
      | #2 line | \x20 retry |
      | #2 line | \x20 back off |
      | #2 line | \x20 retry, backoff |
      | #2 line | guide://collection/all/category/api/http.md#http HTTP |
      | #2 line | \x20 retry: see backoff |
      | #2 line | guide://collection/all/category/docs/net.md#retry The Net > Errors > Retry |
      | #2 line | \x20 Twice, with a Backoff. |
      | #2 line | \x20 No more. |
      | #2 line | guide://collection/all/category/docs/retry.md#when-to-stop When to stop |
      | #3 line | guide://category/api/http.md#http HTTP |
      | #3 line | \x20 retry: see backoff |
      | #4 line | guide://category/api/http.md#http HTTP |
      | #4 line | \x20 retry: see backoff |

  Scenario: Document of two categories
    Given the project
      """
      categories:
        docs: {dir: docs, patterns: ["*.txt"]}
        same: {dir: ./docs, patterns: ["*"]}
      """
    When every category is searched
      | tool | query |
      | search_content | backoff |
    Then the document is found once, in the first
      | line | @docs/plain.txt |
      | line | \x20 retry |
      | line | \x20 back off |
      | line | \x20 retry, backoff |
      | line | guide://category/same/net.md#retry The Net > Errors > Retry |
      | line | \x20 Twice, with a Backoff. |
      | line | \x20 No more. |

  Scenario: Search covers the delivered text
    Given the project
      """
      categories:
        docs: {dir: docs, patterns: ["*.md"], exclude: ["kept.md"], render: true, frontmatter: strip, context: { animal: zebra }}
        stored: {dir: stored, patterns: ["*.md"]}
      """
    And the files
      | docs/front.md | ---\nowner: zebra\n---\nText.\n |
      | docs/made.md.mustache | A {{animal}}.\n |
      | docs/kept.md | zebra\n |
      | docs/.hidden.md | zebra\n |
      | stored/made.md.mustache | {{zebra}}\n |
    When a word occurs in frontmatter, templates and documents that are not served
      | tool | query |
      | search_content | zebra |
      | search_content | animal |
    Then only the text that would be delivered is searched
      | #1 line | @docs/made.md |
      | #1 line | \x20 A zebra. |
      | #1 line | guide://category/stored/made.md |
      | #1 line | \x20 {{zebra}} |
      | #1 message | Unrendered templates: stored/made.md.mustache. |
      | #2 line | No document holds any of these words: 'animal'. |

  Scenario: Search after changes
    Given the project
      """
      categories: {docs: {dir: docs, patterns: ["**/*.md"]}}
      """
    And the files
      | docs/a.md | needle\n |
      | docs/b.md | thread\n |
      | docs/c/d.md | needle\n |
    When a word is searched for
      | tool | query |
      | search_content | needle |
    And a document is edited
      | path | content |
      | docs/b.md | needle\n |
    And it is searched for again
      | tool | query |
      | search_content | needle |
    And a directory is renamed
      | moved | to |
      | docs/c | docs/e |
    And it is searched for again
      | tool | query |
      | search_content | needle |
    And a document is removed
      | removed |
      | docs/a.md |
    And it is searched for again
      | tool | query |
      | search_content | needle |
    And a document is excluded
      """
      categories: {docs: {dir: docs, patterns: ["**/*.md"], exclude: ["b.md"]}}
      """
    And it is searched for again
      | tool | query |
      | search_content | needle |
    Then each search finds the documents as they are
      | #1 line | @docs/a.md |
      | #1 line | \x20 needle |
      | #2 line | @docs/a.md |
      | #2 line | \x20 needle |
      | #3 line | @docs/a.md |
      | #3 line | \x20 needle |
      | #4 line | @docs/b.md |
      | #4 line | \x20 needle |
      | #5 line | @docs/e/d.md |
      | #5 line | \x20 needle |

  Scenario: No match
    Given the files
      | docs/gone.txt | abc\x00 |
    When no document contains any word
      | tool | query |
      | search_content | retroactive of |
      | search_content | limitless |
    Then the search succeeds, and says which words no document holds
      | #1 line | No document holds any of these words: 'retroactive'. |
      | #1 line | not searched, as they cannot be read: 1; a listing names them |
      | #2 line | No document holds any of these words: 'limitless'. |
      | #2 line | not searched, as they cannot be read: 1; a listing names them |

  Scenario: Unreadable documents in a search
    Given the files
      | api/a.md | retry \xff |
      | api/b.md | retry\n |
    When some or all of the searched documents cannot be read
      | tool | query | category_or_collection | pattern |
      | search_content | retry | api | [ab].md |
      | search_content | retry | api | a.md |
    Then unreadable documents are counted after the results, and the search fails only if all are unreadable
      | #1 line | guide://category/api/b.md | | |
      | #1 line | \x20 retry | | |
      | #1 line | not searched, as they cannot be read: 1; a listing names them | | |
      | #2 error | io_error | Could not read a.md (not UTF-8: invalid at byte 6; @save_as_utf8) | @file_system_issue |

  Scenario: Links to folders in a search
    Given the project
      """
      categories: {docs: {dir: docs, patterns: ["**/*.md"]}}
      """
    And the files
      | docs/a.md | needle\n |
      | docs/v2/b.md | thread\n |
      | private/plan.md | needle\n |
    And the links
      | docs/away | ../private |
      | docs/current | v2 |
    When a category has a link to a folder inside of it, and one that leads out
      | tool | query | category_or_collection |
      | search_content | needle | |
      | search_content | plan | docs |
    Then the one that leads out is counted after the results, as what is in it is not searched
      | #1 line | @docs/a.md |
      | #1 line | \x20 needle |
      | #1 line | not searched, as they are links that lead out: 1; a listing names them |
      | #2 line | No document holds any of these words: 'plan'. |
      | #2 line | not searched, as they are links that lead out: 1; a listing names them |

  Scenario: Results over the budget
    Given the project
      """
      categories: {docs: {dir: docs, patterns: ["*.md"]}}
      limits: {response_bytes: 150}
      """
    And the files
      | docs/a.md | retry\n |
      | docs/b.md | retry once\n |
    When the results exceed the budget
      | tool | query |
      | search_content | retry |
    Then the best are shown, and the others are counted
      | line | @docs/net.md#retry The Net > Errors > Retry |
      | line | \x20 Twice, […] |
      | line | and 3 more documents hold some of the words; if nothing here answers, try other words, a name or a pattern |

  Scenario: Many results
    Given the project
      """
      categories: {many: {dir: many, patterns: ["*.md"]}}
      """
    And the files
      | many/{01..62}.md | retry {01..62}\n |
    When more sections hold a word than are named
      | tool | query |
      | search_content | retry |
      | search_content | "retry" |
    Then the best are shown, and the other documents are counted
      | #1 line | guide://category/many/01.md |
      | #1 line | \x20 retry 01 |
      | #1 line | guide://category/many/02.md |
      | #1 line | \x20 retry 02 |
      | #1 line | guide://category/many/03.md |
      | #1 line | \x20 retry 03 |
      | #1 line | guide://category/many/{04..11}.md |
      | #1 line | and 51 more documents hold some of the words; if nothing here answers, try other words, a name or a pattern |
      | #2 line | guide://category/many/01.md |
      | #2 line | \x20 retry 01 |
      | #2 line | guide://category/many/02.md |
      | #2 line | \x20 retry 02 |
      | #2 line | guide://category/many/03.md |
      | #2 line | \x20 retry 03 |
      | #2 line | guide://category/many/{04..11}.md |
      | #2 line | and 51 more documents hold some of the words; if nothing here answers, try other words, a name or a pattern |

  Scenario: Invalid query
    When a query is missing, contains no word, or is too long
      | tool | query |
      | search_content | |
      | search_content | "" |
      | search_content | {1001*x} |
      | search_content | 🚀 |
      | search_content | * |
      | search_content | -"::" |
    Then the call fails with error_type "invalid_argument"
      | #1 error | invalid_argument | Invalid arguments for search_content: 'query' is required (string) and is missing or empty. @search_args | @correct_args |
      | #2 error | invalid_argument | Invalid arguments for search_content: 'query' is required (string) and is missing or empty. @search_args | @correct_args |
      | #3 error | invalid_argument | Invalid arguments for search_content: 'query' has 1001 bytes, over the limit of 1000. @search_args | @correct_args |
      | #4 error | invalid_argument | Invalid arguments for search_content: 'query' has no word to search for: signs are no words. @search_args | @correct_args |
      | #5 error | invalid_argument | Invalid arguments for search_content: 'query' has no word to search for: signs are no words. @search_args | @correct_args |
      | #6 error | invalid_argument | Invalid arguments for search_content: 'query' has no word to search for: signs are no words. @search_args | @correct_args |

  Scenario: Names and patterns that find nothing
    When the name is unknown, or the pattern finds nothing
      | tool | query | category_or_collection | pattern |
      | search_content | retry | dosc | |
      | search_content | retry | docs | x*.md |
      | search_content | retry | | x*.md |
    Then the search fails as other tools do, and without a name it finds nothing
      | #1 error | not_found | Category or collection 'dosc' not found. Did you mean 'docs'? | @present_error |
      | #2 error | no_matches | No documents in category 'docs' match 'x*.md'. It holds 'net.md', 'plain.txt', 'retry.md'. The pattern was read as '**/x*.md': names in any folder. | @correct_pattern |
      | #3 line | No document was searched: the patterns match none. | | |

  Scenario: CR line ends in a search
    Given the files
      | docs/returns.md | # A\x0d\x0dx\x0d\x0d# B\x0dneedle\x0d\n\nneedle |
    When a word occurs in a document with CR line ends
      | tool | query |
      | search_content | needle |
    Then its section is found, and what follows is shown line by line
      | line | @docs/returns.md#b B |
      | line | \x20 needle |
      | line | |
      | line | \x20 needle |

  Scenario: Searching inside a section is refused
    When a search names a section of a document
      | tool | query | category_or_collection |
      | search_content | retry | guide://category/docs/net.md#retry |
    Then the call fails with error_type "invalid_argument"
      | error | invalid_argument | Invalid arguments for search_content: 'query' @not_together 'category_or_collection', whose URI names a section already. @search_args | @correct_args |

  Scenario: Categories that cannot be searched
    Given the project
      """
      categories: {gone: {dir: gone, patterns: ["*"]}}
      """
    When no category can be searched
      | tool | query |
      | search_content | retry |
    Then the search fails as if only the first category had been named
      | error | not_found | Category 'gone' not found: the directory 'gone' of category 'gone' cannot be opened (it does not exist) | @present_error |

  Scenario: Passages beside tables, and of quoted parts
    Given the files
      | docs/two.md | # Two\n\n\|{20000*x}\|\n{101..400*\| a # \|\n}text\n\| k \|\n\| needle \|\n |
      | docs/below.md | # Below\n\n\| key \|\n{101..300*\| value # \|\n}needle\n |
      | docs/code.md | # Code\n\nBefore.\n\n```\n{600*long }needle\n```\n |
      | docs/part.md | # Part\n\n{01..90*Line # of it.\n}\nThe almanac.\n\n{01..90*Line # of the end.\n} |
    When a passage begins in another table, all lines with words are too long, or a quoted part is no word
      | tool | query | pattern |
      | search_content | needle | two.md |
      | search_content | needle | below.md |
      | search_content | needle | code.md |
      | search_content | "e alman" | part.md |
    Then only the first row of the shown table is shown above, or a part of a long line
      | #1 line | @docs/two.md#two Two |
      | #1 line | \x20 […] |
      | #1 line | \x20 \| a {312..400} \| |
      | #1 line | \x20 text |
      | #1 line | \x20 \| k \| |
      | #1 line | \x20 \| needle \| |
      | #2 line | @docs/below.md#below Below |
      | #2 line | \x20 \| key \| |
      | #2 line | \x20 […] |
      | #2 line | \x20 \| value {234..300} \| |
      | #2 line | \x20 needle |
      | #3 line | @docs/code.md#code Code |
      | #3 line | \x20 […] long long long long long long long long long long long needle […] |
      | #4 line | @docs/part.md#part Part |
      | #4 line | \x20 […] |
      | #4 line | \x20 The almanac. |
      | #4 line | |
      | #4 line | \x20 Line {01..49} of the end. |
      | #4 line | \x20 […]:145 |
