Feature: Frontmatter
  Many documents begin with a title and a description. They tell an agent which documents it needs
  before it reads one. A project can also strip these lines, so that an agent does not pay for them.

  A Markdown document MAY begin with frontmatter: a block between two lines `---`, at its very start, of YAML that has the bounds of `guide.yaml` and at most 32 KiB. Its `title` and `description` SHALL be shown in listings and resources, on one line each and at most 200 characters of it. Its `use_when` SHALL be shown in listings if it is one that `guide.yaml` could have, and be ignored otherwise. Without a title the first heading SHALL be the title. An AsciiDoc document has its title, and for a description its attribute `description`, else the first paragraph between its title and the next heading. For this the first 8 KiB of a document SHALL be read. Of a block that is no YAML and begins with a field, at most 64 fields SHALL be read, each alone, as people write them. A block that does not end, is longer, or holds something else SHALL be part of the body and define nothing.

  A category's `frontmatter: strip` SHALL deliver its Markdown documents without their blocks everywhere; `keep`, the default, delivers them unchanged. Lengths, the boundary and the response budget SHALL be those of the delivered text, and the bytes in listings and messages those of the file.

  Background:
    Given the project
      """
      categories:
        docs: {dir: docs, patterns: ["*.md", "*.txt"]}
        clean: {dir: docs, patterns: ["*.md", "*.txt"], frontmatter: strip}
      collections: {both: {categories: [clean, more]}}
      # The longest of these blocks, delivered as text, is within it.
      limits: { response_bytes: 65536 }
      """
    And the files
      | docs/retry.md | ---\ntitle: When to retry\ndescription: How often, and after how long\ntags: [net, {a: b}]\ndraft: false\n---\n# Retry\n\nTwice.\n | 2026-01-02T03:04:05Z |
      | docs/plain.md | Some words.\n\n## The *first* `heading` ##\n\n# Another\n | 2026-01-02T03:04:05Z |
      | docs/note.txt | ---\ntitle: No Markdown\n---\nnote\n | 2026-01-02T03:04:05Z |

  Scenario: Descriptions of AsciiDoc
    Given the project
      """
      categories: {docs: {dir: docs, patterns: ["*.adoc"]}}
      """
    And the files
      | docs/a.adoc | = A\n:description: Of *all* {n}\n:n: N\n\nText.\n | 2026-01-02T03:04:05Z |
      | docs/b.adoc | = B\n\n// no\ninclude::no.adoc[]\n\n----\nno\n----\n\n* no\n\nThe `first`\n// no\none.\n\nno\n | 2026-01-02T03:04:05Z |
      | docs/c.adoc | == C\n\n== D\n\nno\n | 2026-01-02T03:04:05Z |
    When AsciiDoc documents are listed
      | tool | category_or_collection |
      | list_content | docs |
    Then each has its title, and its attribute or its first paragraph for a description
      | head | @documents_head |
      | row | @docs/a.adoc; A; Of *all* {n}; text/asciidoc; 44; ~11; 2026-01-02T03:04:05Z |
      | row | @docs/b.adoc; B; The first one.; text/asciidoc; 78; ~19; 2026-01-02T03:04:05Z |
      | row | @docs/c.adoc; C; ; text/asciidoc; 15; ~3; 2026-01-02T03:04:05Z |

  Scenario: Title and description
    When documents with frontmatter, with only a heading, and of another type are listed
      | tool | category_or_collection |
      | list_content | docs |
    Then each Markdown document has the title and the description of its frontmatter, else the first heading for a title
      | head | @documents_head |
      | row | guide://category/docs/plain.md; The first heading; ; text/markdown; 52; ~13; 2026-01-02T03:04:05Z |
      | row | guide://category/docs/retry.md; When to retry; How often, and after how long; text/markdown; 121; ~30; 2026-01-02T03:04:05Z |
      | row | guide://category/docs/note.txt; ; ; text/plain; 32; ~8; 2026-01-02T03:04:05Z |

  Scenario: When a document is needed
    Given the files
      | docs/a.md | ---\nuse_when: Before a release \|\n---\n# A\n | 2026-01-02T03:04:05Z |
      | docs/b.md | ---\nuse_when: {201*b}\n---\n# B\n | 2026-01-02T03:04:05Z |
      | docs/c.md | ---\nuse_when: \|\n  Two\n  lines\n---\n# C\n | 2026-01-02T03:04:05Z |
      | docs/d.md | ---\nuse_when: Now -->\n---\n# D\n | 2026-01-02T03:04:05Z |
      | docs/e.md | ---\nuse_when: [now]\n---\n# E\n | 2026-01-02T03:04:05Z |
    When documents are listed of which one says when it is needed, and others say it in a way that is not allowed
      | tool | category_or_collection | pattern |
      | list_content | docs | ?.md |
    Then the listing has a column for it, in which only the valid sentence is shown
      | head | URI; Title; Description; Use when; Media type; Bytes; Tokens (estimate); Modified (UTC) | |
      | row | guide://category/docs/a.md; A; ; Before a release \|; text/markdown; *; *; * | sizes are no matter here |
      | row | guide://category/docs/b.md; B; ; ; text/markdown; *; *; * | sizes are no matter here |
      | row | guide://category/docs/c.md; C; ; ; text/markdown; *; *; * | sizes are no matter here |
      | row | guide://category/docs/d.md; D; ; ; text/markdown; *; *; * | sizes are no matter here |
      | row | guide://category/docs/e.md; E; ; ; text/markdown; *; *; * | sizes are no matter here |

  Scenario: Titles of resources
    When the client lists the resources
      | tool |
      | resources/list |
    Then a document has the title and the description of its frontmatter
      | result has | /resources/4 | {"uri": "guide://category/docs/plain.md", "name": "docs/plain.md", "title": "The first heading", "description": "A document of category docs", "mimeType": "text/markdown", "size": 52, "annotations": {"lastModified": "2026-01-02T03:04:05Z"}} | the others are looked at elsewhere |
      | result has | /resources/5 | {"uri": "guide://category/docs/retry.md", "name": "docs/retry.md", "title": "When to retry", "description": "How often, and after how long", "mimeType": "text/markdown", "size": 121, "annotations": {"lastModified": "2026-01-02T03:04:05Z"}} | the others are looked at elsewhere |
      | result has | /resources/6 | {"uri": "guide://category/docs/note.txt", "name": "docs/note.txt", "title": "note.txt", "description": "A document of category docs", "mimeType": "text/plain", "size": 32, "annotations": {"lastModified": "2026-01-02T03:04:05Z"}} | the others are looked at elsewhere |

  Scenario: Frontmatter is kept by default
    When the category does not configure frontmatter
      | tool | category | pattern |
      | get_category_content | docs | retry.md |
    Then documents are delivered with their frontmatter
      | value | file:docs/retry.md |

  Scenario: Stripped frontmatter
    When the category strips frontmatter
      | tool | category | collection | pattern |
      | get_category_content | clean | | retry.md |
      | get_category_content | clean | | |
      | get_collection_content | | both | |
    Then Markdown documents are delivered without their blocks, and their lengths are those of the delivered text
      | #1 value | # Retry\n\nTwice.\n | | |
      | #2 part | text/markdown | guide://category/clean/plain.md | Some words.\n\n## The *first* `heading` ##\n\n# Another\n |
      | #2 part | text/markdown | guide://category/clean/retry.md | # Retry\n\nTwice.\n |
      | #2 part | text/plain | guide://category/clean/note.txt | ---\ntitle: No Markdown\n---\nnote\n |
      | #2 part headers | Content-Type, Content-Location, Content-Length | | |
      | #3 part | text/markdown | guide://collection/both/category/clean/plain.md | Some words.\n\n## The *first* `heading` ##\n\n# Another\n |
      | #3 part | text/markdown | guide://collection/both/category/clean/retry.md | # Retry\n\nTwice.\n |
      | #3 part | text/plain | guide://collection/both/category/clean/note.txt | ---\ntitle: No Markdown\n---\nnote\n |
      | #3 message | Not searched: 'more' @neither. | | |

  Scenario: Stripped frontmatter in resources and prompts
    When the client reads and gets such documents
      | tool | uri | name | arguments |
      | resources/read | guide://category/clean/retry.md | | |
      | prompts/get | | clean | json:{"pattern": "retry"} |
    Then the documents are returned without their frontmatter
      | #1 result | /contents | [{"uri": "guide://category/clean/retry.md", "mimeType": "text/markdown", "text": "# Retry\\n\\nTwice.\\n"}] |
      | #2 answer | frontmatter/stripped-frontmatter-in-resources-and-prompts-2.json | |

  Scenario Outline: Valid frontmatter
    Given the files
      | docs/one.md | <document> | 2026-01-02T03:04:05Z |
      | docs/one.txt | x | 2026-01-02T03:04:05Z |
    When a document with valid frontmatter is listed, and delivered without it
      | tool | category_or_collection | category | pattern |
      | list_content | clean | | one.* |
      | get_category_content | | clean | one.md |
    Then the document has this title, description and body
      | #1 head | @documents_head | |
      | #1 row | guide://category/clean/one.md; <title>; <description>; text/markdown; *; *; 2026-01-02T03:04:05Z | how long it is does not matter |
      | #1 row | guide://category/clean/one.txt; ; ; text/plain; 1; ~0; 2026-01-02T03:04:05Z | |
      | #2 value | <body> | |

    Examples:
      | document | title | description | body |
      | ---\r\ntitle: A\r\ndescription: b\r\n---\r\n# H\r\n | A | b | # H\r\n |
      | \u{feff}---\ntitle: A\n---\n# H\n | A | | # H\n |
      | --- \t\ntitle: A\n--- \nx | A | | x |
      | ---\n---\n# H\n | H | | # H\n |
      | ---\n# a comment\n---\n# H\n | H | | # H\n |
      | ---\n\n# a comment\n# another\n---\n# H\n | H | | # H\n |
      | ---\ntitle: 2026\ndescription:\n---\n# H\n | 2026 | | # H\n |
      | ---\ntitle: [a]\ndescription: {a: b}\n---\n# H\n | H | | # H\n |
      | ---\ntitle: ""\ndescription: " "\n---\n# H\n | H | | # H\n |
      | ---\ntitle: \|\n  two\n  lines\ndescription: "a\x5ctb \\u202E c"\n---\n# H\n | two lines | a b c | # H\n |
      | ---\ntitle: "a \| b `c`"\n---\n | a \| b \\`c\\` | | |
      | ---\ntitle: A\n---\n---\ntitle: B\n---\n | A | | ---\ntitle: B\n---\n |
      # No YAML: each field is read alone.
      | ---\ntitle: [A\n---\n\n# H\n | [A | | \n# H\n |
      | ---\ntitle: A\n\ntitle: B\n---\n\n# H\n | A | | \n# H\n |
      | ---\ntitle: !x A\n---\n\n# H\n | !x A | | \n# H\n |
      | ---\na: {17*[}{17*]}\n---\n\n# H\n | H | | \n# H\n |
      | ---\ndescription: Use this: always\nglobs: **/*.ts\nalwaysApply: false\n---\n# H\n | H | Use this: always | # H\n |

  Scenario Outline: Malformed frontmatter is body text
    Given the files
      | docs/one.md | <document> | 2026-01-02T03:04:05Z |
      | docs/one.txt | x | 2026-01-02T03:04:05Z |
    When the lines at the beginning of a document are broken, not closed, or not at its very start
      | tool | category_or_collection | category | pattern |
      | list_content | clean | | one.* |
      | get_category_content | | clean | one.md |
    Then the lines are part of the body, and define no title
      | #1 head | @documents_head | |
      | #1 row | guide://category/clean/one.md; <title>; ; text/markdown; *; *; 2026-01-02T03:04:05Z | how long it is does not matter |
      | #1 row | guide://category/clean/one.txt; ; ; text/plain; 1; ~0; 2026-01-02T03:04:05Z | |
      | #2 value | file:docs/one.md | |

    Examples:
      | document | title |
      | ---\ntitle: A\n# H\n | H |
      | \n---\ntitle: A\n---\n\n# H\n | title: A |
      | ---\n- A\n---\n\n# H\n | H |
      # A heading between two rules, and no comment of YAML.
      | ---\n# Retry policy\n\n---\n\nText\n | Retry policy |
      | ---\r\n\r\n## Retry policy\r\n\r\n---\r\n\r\nText\r\n | Retry policy |
      | ----\ntitle: A\n----\n\n# H\n | title: A |
      | ---\n{3300*# aaaaaaa\n}---\n\n# H\n | |

  Scenario: Frontmatter of over 8 KiB
    Given the files
      | docs/long.md | {8190*x}\n# Late\n | 2026-01-02T03:04:05Z |
      | docs/early.md | {8180*x}\n\n# In time\n{9000*x} | 2026-01-02T03:04:05Z |
      | docs/block.md | ---\ntitle: A\n{1000*# aaaaaaa\n}---\n# Late\n | 2026-01-02T03:04:05Z |
      | docs/bad.md | # Not shown\x00\n | 2026-01-02T03:04:05Z |
    When frontmatter extends beyond the first 8 KiB, or these are not text
      | tool | category_or_collection | category | pattern |
      | list_content | clean | | {long,early,block,bad}.md |
      | get_category_content | | clean | block.md |
    Then the document has no title in a listing, and the block is still stripped
      | #1 head | @documents_head |
      | #1 row | guide://category/clean/bad.md; ; ; text/markdown; 13; ~3; 2026-01-02T03:04:05Z |
      | #1 row | guide://category/clean/block.md; ; ; text/markdown; 10024; ~2506; 2026-01-02T03:04:05Z |
      | #1 row | guide://category/clean/early.md; In time; ; text/markdown; 17192; ~4298; 2026-01-02T03:04:05Z |
      | #1 row | guide://category/clean/long.md; ; ; text/markdown; 8198; ~2049; 2026-01-02T03:04:05Z |
      | #2 value | # Late\n |

  Scenario: Long titles
    Given the files
      | docs/one.md | ---\ntitle: {201*é}\ndescription: {201*d}\n---\n | 2026-01-02T03:04:05Z |
    When a title or a description has more than 200 characters
      | tool | category_or_collection | pattern |
      | list_content | docs | one.md |
    Then the first 200 of them are shown
      | head | @documents_head |
      | row | guide://category/docs/one.md; {200*é}…; {200*d}…; text/markdown; 633; ~158; 2026-01-02T03:04:05Z |

  Scenario: Budget without frontmatter
    Given the project
      """
      categories: {clean: {dir: docs, patterns: ["a.md", "b.md", "c.md"], frontmatter: strip}}
      limits: { response_bytes: 400 }
      """
    And the files
      | docs/a.md | ---\ntitle: {1000*a}\n---\nalpha\n |
      | docs/b.md | ---\ntitle: {1000*b}\n---\nbeta\n |
      | docs/c.md | ---\ntitle: {40*c}\n---\n{380*c}\n |
    When the documents fit into the answer without their blocks, and one does not
      | tool | category |
      | get_category_content | clean |
    Then the documents that fit are returned, and the other is named with the size of its file
      | part | text/markdown | guide://category/clean/a.md | alpha\n |
      | part | text/markdown | guide://category/clean/b.md | beta\n |
      | message | Left out because the answer would exceed 400 bytes: guide://category/clean/c.md (381 B). | | |
      | instruction | @by_uri | | |

  Scenario: Large document with frontmatter
    Given the files
      | docs/large.md | ---\ntitle: A\n---\n{100000*large }end\n |
    When a document without its block is larger than one read
      | tool | category | pattern |
      | get_category_content | clean | large.md |
    Then the document is returned completely
      | value | {100000*large }end\n |
      | message | @whole 65536 bytes: guide://category/clean/large.md (600004 B). |

  Scenario: Unknown frontmatter mode
    Given the project
      """
      categories:
        docs: {dir: docs, patterns: ["*.md"], frontmatter: remove}
      """
    When the project's file gives another value than keep or strip
      | tool | category |
      | get_category_content | docs |
    Then the file cannot be loaded, and the valid values are named
      | error | no_session | @project_not_loaded categories.docs.frontmatter: 'remove' is not valid (valid are 'keep', 'strip') at line 2 column 54 | @project_required |
