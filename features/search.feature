Feature: Search
  An agent that knows what it looks for, but not where, would have to read all documents. A search takes
  its question as it is, and returns the sections that answer it best, with their URIs. The agent then
  reads only those.

  The system SHALL provide `search_content`, a ranked full-text search. It SHALL find the sections of documents that hold any word of the query, in the path or the title of the document, in their headings or in their text. It searches one name, or without a name every category, each document once, by the default patterns or the given pattern.

  - A section is the text of a Markdown document from one heading to the next, or from its beginning; another document is one section, or several if it is long. Sections SHALL be ranked by BM25 over path, title, headings and text. The statistics are those of the documents that the call selects. Of the best, those that hold more of the words, in one sentence or in order, SHALL come first
  - Words are found by their stems and in any case, in the language of `search.language`; its stop words count only if there are no others. `none` is no language. An identifier (`camelCase`, `snake_case`, `kebab-case`, `a::b`, `a.b`, a path) is found whole and by its parts. Scripts without blanks are found by pairs of characters
  - Several words in double quotes SHALL be in each document that is found, within a line and in any case; a quoted part without letters and digits is not required, and a query has up to 16 others, each counted once. If no document holds what is quoted, the words SHALL be searched, and the message SHALL say so. Documents that hold a word with a `-` before it SHALL be left out; the `-` follows a blank or begins the query, and a letter follows it
  - A word of four letters or more that no document holds SHALL be replaced by the nearest words that documents hold, by one edit, or two from eight letters on. The message SHALL say so. Of more than 64 words the rarest count, and the message SHALL count the others
  - The searched text is the text that would be delivered: rendered templates, without frontmatter if that is stripped, and nothing that is excluded or hidden. Limits, order and faults are those of retrieval. What a search keeps in memory SHALL make no difference to any answer
  - The result SHALL show up to 30 sections, or those of up to 50 documents if something is quoted, of each up to three, within the response budget: the URI of the section, its headings, the line, the score, and the passage that matches best, up to three lines and 300 characters. It SHALL count the documents that it does not show
  - If nothing is found the call SHALL succeed, say which words no document holds, and suggest similar words of titles and headings

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
    Then the sections that hold any of its words are returned, best first, with their scores and the lines that match best
      | #1 head | URI; Heading; Line; Score; Text |
      | #1 row | guide://category/docs/net.md#limits; The Net > Limits; 12; 2.6; ## Limits |
      | #1 row | guide://category/docs/net.md#errors; The Net > Errors; 5; 1.4; A call is tried again. |
      | #1 row | guide://category/docs/net.md#retry; The Net > Errors > Retry; 7; 1.0; ### Retry |
      | #1 row | guide://category/docs/plain.txt; ; 1; 0.9; retry |
      | #1 row | guide://category/docs/retry.md#when-to-stop; When to stop; 3; 0.7; Sooner. |
      | #2 head | URI; Heading; Line; Score; Text |
      | #2 row | guide://category/docs/plain.txt; ; 3; 1.1; retry, backoff |
      | #2 row | guide://category/docs/net.md#retry; The Net > Errors > Retry; 9; 0.9; Twice, with a Backoff. |

  Scenario: Order of words
    Given the files
      | docs/near.md | # A\n\nAlpha beta gamma.\n\n# B\n\nGamma. Then alpha, but beta.\n\n# C\n\nBeta, alpha, gamma.\n |
    When words are near to each other, or in the order of the query
      | tool | query | pattern |
      | search_content | alpha beta gamma | near.md |
      | search_content | gamma then alpha | near.md |
    Then sections that hold more of them, in one sentence and in order, come first
      | #1 head | URI; Heading; Line; Score; Text |
      | #1 row | guide://category/docs/near.md#a; A; 3; 0.6; Alpha beta gamma. |
      | #1 row | guide://category/docs/near.md#c; C; 11; 0.5; Beta, alpha, gamma. |
      | #1 row | guide://category/docs/near.md#b; B; 7; 0.4; Gamma. Then alpha, but beta. |
      | #2 head | URI; Heading; Line; Score; Text |
      | #2 row | guide://category/docs/near.md#a; A; 3; 0.3; Alpha beta gamma. |
      | #2 row | guide://category/docs/near.md#c; C; 11; 0.3; Beta, alpha, gamma. |
      | #2 row | guide://category/docs/near.md#b; B; 7; 0.3; Gamma. Then alpha, but beta. |

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
      | #1 head | URI; Heading; Line; Score; Text |
      | #1 row | guide://category/docs/forms.txt; ; 1; 0.7; Die Häuser waren geöffnet. |
      | #2 head | URI; Heading; Line; Score; Text |
      | #2 row | guide://category/docs/forms.txt; ; 2; 0.7; STRASSE |
      | #3 head | URI; Heading; Line; Score; Text |
      | #3 row | guide://category/docs/forms.txt; ; 3; 1.7; Λόγος, ﬁn |
      | #4 head | URI; Heading; Line; Score; Text |
      | #4 row | guide://category/docs/forms.txt; ; 1; 0.7; Die Häuser waren geöffnet. |

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
      | #1 head | URI; Heading; Line; Score; Text |
      | #1 row | guide://category/docs/plain.txt; ; 1; 0.4; retry |
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
      | #1 head | URI; Heading; Line; Score; Text |
      | #1 row | guide://category/docs/code.md#calls; Calls; 3; 3.9; Use \\`getCategoryContent\\` there. |
      | #2 head | URI; Heading; Line; Score; Text |
      | #2 row | guide://category/docs/code.md#calls; Calls; 3; 0.9; Use \\`getCategoryContent\\` there. |
      | #3 head | URI; Heading; Line; Score; Text |
      | #3 row | guide://category/docs/code.md#files; Files; 7; 2.4; See std::fs::read_dir, and the option --max-depth. |
      | #4 head | URI; Heading; Line; Score; Text |
      | #4 row | guide://category/docs/code.md#files; Files; 7; 2.2; See std::fs::read_dir, and the option --max-depth. |

  Scenario: Quoted parts
    Given the files
      | docs/quoted.txt | print("a b")\na b\n |
    When parts of a query are quoted
      | tool | query | category_or_collection |
      | search_content | "ACK OFF" | docs |
      | search_content | "back\noff" "::" | docs |
      | search_content | retry "off back" | docs |
      | search_content | "print(""a b" | docs |
    Then each result holds them within a line, in any case, and if none does, the message says so
      | #1 head | URI; Heading; Line; Score; Text |
      | #1 row | guide://category/docs/plain.txt; ; 2; 0.0; back off |
      | #2 head | URI; Heading; Line; Score; Text |
      | #2 row | guide://category/docs/plain.txt; ; 2; 3.3; back off |
      | #3 head | URI; Heading; Line; Score; Text |
      | #3 row | guide://category/docs/plain.txt; ; 1; 3.5; retry back off |
      | #3 row | guide://category/docs/net.md#retry; The Net > Errors > Retry; 7; 1.2; ### Retry |
      | #3 row | guide://category/docs/retry.md#when-to-stop; When to stop; 3; 0.8; Sooner. |
      | #4 head | URI; Heading; Line; Score; Text |
      | #4 row | guide://category/docs/quoted.txt; ; 1; 8.8; print("a b") |
      | #3 message | No document holds what is quoted ('off back'); its words were searched. |

  Scenario: Many quoted parts
    Given the files
      | docs/parts.txt | {01..17*w#x }\n |
    When a query has 16 quoted parts, some of them twice, or 17
      | tool | query | pattern |
      | search_content | {01..16*"w#x" }"w01x" "W02X" | parts.txt |
      | search_content | {01..17*"w#x" } | parts.txt |
    Then 16 are held by each result, and with more the call fails with error_type "invalid_argument"
      | #1 head | URI; Heading; Line; Score; Text | | |
      | #1 row | guide://category/docs/parts.txt; ; 1; 10.6; {01..16*w#x }w17x | | |
      | #2 error | invalid_argument | Invalid arguments for search_content: 'query' has 17 quoted parts, over the limit of 16; write the others without quotes. @search_args | @correct_args |

  Scenario: Words that are left out
    When a word of the query begins with a hyphen
      | tool | query | category_or_collection |
      | search_content | retry -backoff | docs |
      | search_content | retry back-off -22 --off | docs |
      | search_content | backoff -retry -off | docs |
    Then documents that hold it are left out, unless it is an option, a number or a part of a word
      | #1 head | URI; Heading; Line; Score; Text |
      | #1 row | guide://category/docs/retry.md#when-to-stop; When to stop; 3; 0.7; Sooner. |
      | #2 head | URI; Heading; Line; Score; Text |
      | #2 row | guide://category/docs/plain.txt; ; 2; 3.9; back off retry, backoff |
      | #2 row | guide://category/docs/net.md#retry; The Net > Errors > Retry; 9; 1.9; Twice, with a Backoff. |
      | #2 row | guide://category/docs/retry.md#when-to-stop; When to stop; 3; 0.7; Sooner. |
      | #3 line | Every document that holds a word of the query holds one that is left out. |

  Scenario: Typing errors
    When a query holds words that no document holds
      | tool | query | category_or_collection |
      | search_content | bakcoff | docs |
      | search_content | rtry | docs |
      | search_content | of | docs |
    Then the nearest words are searched for, and the message names them
      | #1 head | URI; Heading; Line; Score; Text |
      | #1 row | guide://category/docs/plain.txt; ; 3; 1.1; retry, backoff |
      | #1 row | guide://category/docs/net.md#retry; The Net > Errors > Retry; 9; 0.9; Twice, with a Backoff. |
      | #2 head | URI; Heading; Line; Score; Text |
      | #2 row | guide://category/docs/net.md#retry; The Net > Errors > Retry; 7; 1.1; ### Retry |
      | #2 row | guide://category/docs/plain.txt; ; 1; 1.0; retry |
      | #2 row | guide://category/docs/retry.md#when-to-stop; When to stop; 3; 0.7; Sooner. |
      | #3 line | No document holds any of these words: 'of'. |
      | #1 message | No document holds these words; near ones were searched instead: 'bakcoff' ('backoff'). |
      | #2 message | No document holds these words; near ones were searched instead: 'rtry' ('retry'). |

  Scenario: Words that are ignored
    Given the files
      | docs/many.txt | {01..70*w#x }\n |
    When a query has more than 64 words that are found
      | tool | query | pattern |
      | search_content | {01..70*w#x } | many.txt |
    Then the rarest are searched for, and the message counts the others
      | head | URI; Heading; Line; Score; Text |
      | row | guide://category/docs/many.txt; ; 1; 23.9; w01x w02x w03x w04x w05x w06x w07x w08x w09x w10x w11x w12x w13x w14x w15x w16x w17x w18x w19x w20x w21x w22x w23x w24x w25x w26x w27x w28x w29x w30x w31x w32x w33x w34x w35x w36x w37x w38x w39x w40x … |
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
      | #1 head | URI; Heading; Line; Score; Text |
      | #1 row | guide://category/docs/han.md#%E9%87%8D%E8%AF%95; 重试; 3; 1.1; 请求失败后重试三次。 |
      | #1 row | guide://category/docs/han.md#%E9%99%90%E5%88%B6; 限制; 7; 0.2; 没有限制。データベース |
      | #2 head | URI; Heading; Line; Score; Text |
      | #2 row | guide://category/docs/han.md#%E9%99%90%E5%88%B6; 限制; 7; 1.8; 没有限制。データベース |
      | #3 head | URI; Heading; Line; Score; Text |
      | #3 row | guide://category/docs/han.md#%E9%99%90%E5%88%B6; 限制; 7; 1.4; 没有限制。データベース |

  Scenario: Words of a path or a title
    Given the files
      | api/titled.md | ---\ntitle: "Second\\u0020chances"\n---\nText.\n |
    When words occur only in a path or a title
      | tool | query |
      | search_content | titled |
      | search_content | second chance |
    Then words of a path or a title count like words of the text
      | #1 head | URI; Heading; Line; Score; Text |
      | #1 row | guide://category/api/titled.md; ; 2; 2.9; title: "Second\x5cu0020chances" |
      | #2 head | URI; Heading; Line; Score; Text |
      | #2 row | guide://category/api/titled.md; ; 2; 4.6; title: "Second\x5cu0020chances" |

  Scenario: Document that is only a heading
    Given the files
      | api/alone.md | # Heading\n |
    When words of its path are searched for
      | tool | query |
      | search_content | alone |
    Then the heading is its passage
      | head | URI; Heading; Line; Score; Text |
      | row | guide://category/api/alone.md#heading; Heading; 1; 1.9; # Heading |

  Scenario: Sections of one document
    Given the files
      | docs/long.md | \u{feff}ping\n# A\nping\n## B\nping\nping pong\npong ping\n# C\npong\n# D\nping\n |
    When words occur in more than three sections of a document
      | tool | query | category_or_collection |
      | search_content | ping pong | docs |
      | search_content | ping | docs |
    Then its three best sections are shown
      | #1 head | URI; Heading; Line; Score; Text |
      | #1 row | guide://category/docs/long.md#b; A > B; 6; 4.1; ping pong |
      | #1 row | guide://category/docs/long.md#c; C; 9; 2.0; pong |
      | #1 row | guide://category/docs/long.md; ; 1; 1.4; ping |
      | #2 head | URI; Heading; Line; Score; Text |
      | #2 row | guide://category/docs/long.md; ; 1; 1.5; ping |
      | #2 row | guide://category/docs/long.md#b; A > B; 5; 1.5; ping |
      | #2 row | guide://category/docs/long.md#a; A; 3; 1.3; ping |

  Scenario: Passages
    Given the files
      | docs/wide.txt | {100*x }needle{300* y}\n |
      | docs/lines.md | # Lines\n\nneedle\nthread\ncloth\n\nbutton\n |
    When words occur in a long line, or in several lines
      | tool | query | pattern |
      | search_content | needle | wide.txt |
      | search_content | needle cloth | lines.md |
      | search_content | thread button | lines.md |
    Then up to three lines without a blank one between them are shown, and of a long line the text around a word
      | #1 head | URI; Heading; Line; Score; Text |
      | #1 row | guide://category/docs/wide.txt; ; 1; 0.3; x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x … |
      | #2 head | URI; Heading; Line; Score; Text |
      | #2 row | guide://category/docs/lines.md#lines; Lines; 3; 0.7; needle thread cloth |
      | #3 head | URI; Heading; Line; Score; Text |
      | #3 row | guide://category/docs/lines.md#lines; Lines; 4; 0.6; thread |

  Scenario: Search scope
    When words are searched for without a name, in a collection, and with a pattern
      | tool | query | category_or_collection | pattern |
      | search_content | retry backoff | | |
      | search_content | retry backoff | all | |
      | search_content | retry backoff | | h*.md |
      | search_content | retry backoff | api | h* |
    Then every category is searched, or the documents that the name and the pattern find
      | #1 head | URI; Heading; Line; Score; Text |
      | #1 row | guide://category/docs/plain.txt; ; 3; 2.2; retry, backoff |
      | #1 row | guide://category/api/http.md#http; HTTP; 5; 2.1; retry: see backoff |
      | #1 row | guide://category/docs/net.md#retry; The Net > Errors > Retry; 9; 1.8; Twice, with a Backoff. |
      | #1 row | guide://category/docs/retry.md#when-to-stop; When to stop; 3; 0.7; Sooner. |
      | #2 head | URI; Heading; Line; Score; Text |
      | #2 row | guide://collection/all/category/docs/plain.txt; ; 3; 2.2; retry, backoff |
      | #2 row | guide://collection/all/category/api/http.md#http; HTTP; 5; 2.1; retry: see backoff |
      | #2 row | guide://collection/all/category/docs/net.md#retry; The Net > Errors > Retry; 9; 1.8; Twice, with a Backoff. |
      | #2 row | guide://collection/all/category/docs/retry.md#when-to-stop; When to stop; 3; 0.7; Sooner. |
      | #3 head | URI; Heading; Line; Score; Text |
      | #3 row | guide://category/api/http.md#http; HTTP; 5; 1.4; retry: see backoff |
      | #4 head | URI; Heading; Line; Score; Text |
      | #4 row | guide://category/api/http.md#http; HTTP; 5; 1.4; retry: see backoff |

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
      | head | URI; Heading; Line; Score; Text |
      | row | guide://category/docs/plain.txt; ; 3; 1.1; retry, backoff |
      | row | guide://category/same/net.md#retry; The Net > Errors > Retry; 9; 0.9; Twice, with a Backoff. |

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
      | #1 head | URI; Heading; Line; Score; Text |
      | #1 row | guide://category/stored/made.md; ; 1; 2.0; {{zebra}} |
      | #1 row | guide://category/docs/made.md; ; 1; 1.7; A zebra. |
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
      | #1 head | URI; Heading; Line; Score; Text |
      | #1 row | guide://category/docs/a.md; ; 1; 1.9; needle |
      | #1 row | guide://category/docs/c/d.md; ; 1; 1.9; needle |
      | #2 head | URI; Heading; Line; Score; Text |
      | #2 row | guide://category/docs/a.md; ; 1; 1.4; needle |
      | #2 row | guide://category/docs/b.md; ; 1; 1.4; needle |
      | #2 row | guide://category/docs/c/d.md; ; 1; 1.4; needle |
      | #3 head | URI; Heading; Line; Score; Text |
      | #3 row | guide://category/docs/a.md; ; 1; 1.4; needle |
      | #3 row | guide://category/docs/b.md; ; 1; 1.4; needle |
      | #3 row | guide://category/docs/e/d.md; ; 1; 1.4; needle |
      | #4 head | URI; Heading; Line; Score; Text |
      | #4 row | guide://category/docs/b.md; ; 1; 1.8; needle |
      | #4 row | guide://category/docs/e/d.md; ; 1; 1.8; needle |
      | #5 head | URI; Heading; Line; Score; Text |
      | #5 row | guide://category/docs/e/d.md; ; 1; 2.4; needle |

  Scenario: No match
    Given the files
      | docs/gone.txt | abc\x00 |
    When no document contains any word
      | tool | query |
      | search_content | retroactive of |
      | search_content | limitless |
    Then the search succeeds, and says which words no document holds and which names are similar
      | #1 line | No document holds any of these words: 'retroactive'. |
      | #1 line | |
      | #1 line | Cannot be read: |
      | #1 line | - docs/gone.txt (binary: NUL at byte 3; @exclude_it) |
      | #2 line | No document holds any of these words: 'limitless'. Near to them in titles and headings: 'limits'. |
      | #2 line | |
      | #2 line | Cannot be read: |
      | #2 line | - docs/gone.txt (binary: NUL at byte 3; @exclude_it) |

  Scenario: Unreadable documents in a search
    Given the files
      | api/a.md | retry \xff |
      | api/b.md | retry\n |
    When some or all of the searched documents cannot be read
      | tool | query | category_or_collection | pattern |
      | search_content | retry | api | [ab].md |
      | search_content | retry | api | a.md |
    Then unreadable documents are named after the results, and the search fails only if all are unreadable
      | #1 head | URI; Heading; Line; Score; Text | | |
      | #1 row | guide://category/api/b.md; ; 1; 0.3; retry | | |
      | #1 line | | | |
      | #1 line | Cannot be read: | | |
      | #1 line | - a.md (not UTF-8: invalid at byte 6; @save_as_utf8) | | |
      | #2 error | io_error | Could not read a.md (not UTF-8: invalid at byte 6; @save_as_utf8) | @file_system_issue |

  Scenario: Results over the budget
    Given the project
      """
      categories: {docs: {dir: docs, patterns: ["*.md"]}}
      limits: {response_bytes: 200}
      """
    And the files
      | docs/a.md | retry\n |
      | docs/b.md | retry\n |
    When the results exceed the budget
      | tool | query |
      | search_content | retry |
    Then the best are shown, and the others are counted
      | head | URI; Heading; Line; Score; Text |
      | row | guide://category/docs/net.md#retry; The Net > Errors > Retry; 7; 0.9; ### Retry |
      | row | and 3 more; ; ; ; |
      | message | More documents were found than the listing shows; add a word, or search in one name or by a pattern. |

  Scenario: Many results
    Given the project
      """
      categories: {many: {dir: many, patterns: ["*.md"]}}
      """
    And the files
      | many/{01..52}.md | retry\n |
    When more than 30 sections hold a word
      | tool | query |
      | search_content | retry |
      | search_content | "retry" |
    Then the best 30 are shown, or those of 50 documents if something is quoted, and the other documents are counted
      | #1 head | URI; Heading; Line; Score; Text |
      | #1 row | guide://category/many/{01..30}.md; ; 1; 0.0; retry |
      | #1 row | and 22 more; ; ; ; |
      | #1 message | More documents were found than the listing shows; add a word, or search in one name or by a pattern. |
      | #2 head | URI; Heading; Line; Score; Text |
      | #2 row | guide://category/many/{01..50}.md; ; 1; 0.0; retry |
      | #2 row | and 2 more; ; ; ; |
      | #2 message | More documents were found than the listing shows; add a word, or search in one name or by a pattern. |

  Scenario: Invalid query
    When a query is missing, contains no word, or is too long
      | tool | query |
      | search_content | |
      | search_content | "" |
      | search_content | {1001*x} |
    Then the call fails with error_type "invalid_argument"
      | #1 error | invalid_argument | Invalid arguments for search_content: 'query' is required (string) and is missing. @search_args | @correct_args |
      | #2 error | invalid_argument | Invalid arguments for search_content: 'query' is required (string) and is empty. @search_args | @correct_args |
      | #3 error | invalid_argument | Invalid arguments for search_content: 'query' has 1001 bytes, over the limit of 1000. @search_args | @correct_args |

  Scenario: Names and patterns that find nothing
    When the name is unknown, or the pattern finds nothing
      | tool | query | category_or_collection | pattern |
      | search_content | retry | dosc | |
      | search_content | retry | docs | x*.md |
      | search_content | retry | | x*.md |
    Then the search fails as other tools do, and without a name it finds nothing
      | #1 error | not_found | Category or collection 'dosc' not found. Did you mean 'docs'? | @present_error |
      | #2 error | no_matches | No documents in category 'docs' match 'x*.md'. It holds 'net.md', 'plain.txt', 'retry.md' | @correct_pattern |
      | #3 line | No document was searched: the patterns match none. | | |

  Scenario: CR line ends in a search
    Given the files
      | docs/returns.md | # A\x0d\x0dx\x0d\x0d# B\x0dneedle\x0d\n\nneedle |
    When a word occurs in a document with CR line ends
      | tool | query |
      | search_content | needle |
    Then its line and its section are found
      | head | URI; Heading; Line; Score; Text |
      | row | guide://category/docs/returns.md#b; B; 6; 3.2; needle |

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
      | error | not_found | Category 'gone' not found: its directory 'gone' does not exist | @present_error |
