Feature: Sections
  A project's documents are long, and an agent pays for every token of them. Mostly it needs one
  section. It requests the section by its heading, and gets only those bytes.

  The retrieval tools SHALL take `section`: the text of a heading, compared without case and markup, or a path of headings such as `Errors > Retry`, each inside the one before; levels may be skipped. For every matching document in Markdown, reStructuredText or AsciiDoc they SHALL return its section instead of the document, byte for byte: from the heading's line up to the next heading of the same or a higher level. Every matching heading SHALL give its section, in the order of the documents and of the text. The number of sections, not of files, SHALL decide whether the answer is multipart.

  - A heading is one that CommonMark defines (`#` and underlined), or `<h1>` to `<h6>` in a block of HTML, except inside a quote, a list, a comment or `<pre>`. Frontmatter SHALL be removed before headings are searched
  - In reStructuredText (`.rst`) a heading is a title as docutils reads it: a line with a line of punctuation below it, and perhaps the same above, not indented. Each style of these is a level, in the order in which they first occur. Its anchor is the id that docutils makes of its text, and where that has no letter the one that GitHub makes. Labels above a title (`.. _label:`) SHALL select its section, too, which begins with them
  - In AsciiDoc (`.adoc`, `.asciidoc`) a heading is the title of the document or of a section as Asciidoctor reads it: `=` to `======`, `#` to `######`, or a line of marks below it, in no block, list or paragraph. `{name}` in it is the value of an attribute of the document. Its anchor is the one that is given (`[[id]]`, `[#id]`, `[id=…]`, `Title [[id]]`), else the one that Asciidoctor makes of its text, by `idprefix` and `idseparator`, and the one that GitHub makes SHALL select its section, too. The lines of attributes, anchors and titles above a heading belong to its section. Files that are included are not read, and conditions are taken as true
  - The location of a section SHALL be the document's with a fragment: the heading's anchor as GitHub makes it, with a number if it repeats. Such a URI SHALL be accepted as a name, as the `document` and as a resource, and a path with such a fragment as the `document` and, without `section`, as a pattern that matches nothing else; together with `section` a URI is an argument error
  - Documents without the section, and those of other formats, SHALL be counted in `message`. If none has the section, the call SHALL fail with `no_document`, and name the most similar headings, then those in which each of its words begins a word, and their documents. If no heading is so, `## Heading`, `#anchor` and `A>B` SHALL be read as well, and then the one heading of a document that differs only in punctuation and in a number before it; two different numbers are no match, and of several such headings none is taken
  - A heading's `{#id}` SHALL be its anchor, and no part of its text. The `id` or `name` of a tag in a heading SHALL select its section, too
  - `list_content` of exactly one such document SHALL list its headings, and of a section's URI those of the section

  Background:
    Given the project
      """
      categories:
        docs: {dir: docs, patterns: ["*.md", "*.txt"]}
        api: {dir: api, patterns: ["*.md"]}
      collections: {all: {categories: [docs, api]}}
      """
    And the files
      | docs/net.md | ---\ntitle: Net\n---\nIntro.\n\n# Net\n\n## Errors\n\nMany.\n\n### Retry\n\nTwice.\n\n## *Retry* `now` ##\n\nAt once.\n | 2026-01-02T03:04:05Z |
      | docs/plain.md | No heading.\n | 2026-01-02T03:04:05Z |
      | docs/retry.txt | # Retry\n | 2026-01-02T03:04:05Z |
      | api/http.md | Retry\n-----\n\nThrice.\n\n> # Retry\n> quoted\n\n- # Retry\n\n```\n# Retry\n```\nEnd.\n | 2026-01-02T03:04:05Z |

  Scenario: One section
    When a requested heading occurs once in one document
      | tool | category_or_collection | section |
      | get_content | docs | errors |
      | get_content | docs | Errors |
    Then its section is returned byte for byte, up to the next heading of its level
      | value | ## Errors\n\nMany.\n\n### Retry\n\nTwice.\n\n |
      | message | Documents without this section: 2. |

  Scenario: Other spellings of a section
    When a section is asked for as Markdown, a URI or a trail writes it
      | tool | category_or_collection | section |
      | get_content | docs | ## Errors |
      | get_content | docs | #errors |
      | get_content | docs | Net>Errors |
      | get_content | docs | ### Errors>retry |
    Then it is the section of that heading
      | #1 value | ## Errors\n\nMany.\n\n### Retry\n\nTwice.\n\n |
      | #2 value | ## Errors\n\nMany.\n\n### Retry\n\nTwice.\n\n |
      | #3 value | ## Errors\n\nMany.\n\n### Retry\n\nTwice.\n\n |
      | #4 value | ### Retry\n\nTwice.\n\n |
      | message | Documents without this section: 2. |

  Scenario: Headings that differ in punctuation and numbers
    Given the files
      | api/guide.md | # 1. Guide\n\n## 1.1 Set-up:\n\nOne.\n\n## 1.2 What's new?\n\nTwo.\n\n### Notes\n\nThree.\n\n### 🚀 `Notes`!\n\nFour.\n\n## 2.0 Changes\n\nFive.\n\n## 1.0 Changes\n\nSix.\n\n## C++\n\nSeven.\n\n## 2026\n\nEight.\n\n## Roadmap\n\n### 3 Later\n\nNine.\n | 2026-01-02T03:04:05Z |
    When a section is asked for with other punctuation, or with a number before it or without
      | tool | category | pattern | section |
      | get_category_content | api | guide.md | set up |
      | get_category_content | api | guide.md | ## (1.1) Set-Up |
      | get_category_content | api | guide.md | whats new |
      | get_category_content | api | guide.md | Guide>notes |
      | get_category_content | api | guide.md | guide > 7. Roadmap > later: |
      | get_category_content | api | guide.md | 1.0: Changes |
      | get_category_content | api | guide.md | notes. |
      | get_category_content | api | guide.md | Changes |
      | get_category_content | api | guide.md | 1.2 Set-up |
      | get_category_content | api | guide.md | C# |
      | get_category_content | api | guide.md | 20-26 |
      | get_category_content | api | guide.md | Roadmap > Set up |
    Then it is the heading that says the same, if only one does and none is equal
      | #1 value | ## 1.1 Set-up:\n\nOne.\n\n | | |
      | #2 value | ## 1.1 Set-up:\n\nOne.\n\n | | |
      | #3 value | ## 1.2 What's new?\n\nTwo.\n\n### Notes\n\nThree.\n\n### 🚀 `Notes`!\n\nFour.\n\n | | |
      | #4 value | ### Notes\n\nThree.\n\n | | |
      | #5 value | ### 3 Later\n\nNine.\n | | |
      | #6 value | ## 1.0 Changes\n\nSix.\n\n | | |
      | #7 error | no_document | Section 'notes.' not found in category 'api'. Nearest headings: 'Notes' at guide://category/api/guide.md#notes, '🚀 Notes!' at guide://category/api/guide.md#-notes | @repair_once |
      | #8 error | no_document | Section 'Changes' not found in category 'api'. Nearest headings: '2.0 Changes' at guide://category/api/guide.md#20-changes, '1.0 Changes' at guide://category/api/guide.md#10-changes | @repair_once |
      | #9 error | no_document | Section '1.2 Set-up' not found in category 'api'. Nearest headings: '1.1 Set-up:' at guide://category/api/guide.md#11-set-up | @repair_once |
      | #10 error | no_document | Section 'C#' not found in category 'api'. Nearest headings: '2.0 Changes' at guide://category/api/guide.md#20-changes, '1.0 Changes' at guide://category/api/guide.md#10-changes, 'C++' at guide://category/api/guide.md#c | @repair_once |
      | #11 error | no_document | Section '20-26' not found in category 'api'. Nearest headings: '2026' at guide://category/api/guide.md#2026 | @repair_once |
      | #12 error | no_document | Section 'Roadmap > Set up' not found in category 'api'. Nearest headings: '1.1 Set-up:' at guide://category/api/guide.md#11-set-up | @repair_once |

  Scenario: Given anchors
    Given the files
      | api/given.md | # Set up {#start}\n1\n## Set up {#start .wide}\n2\n## {#none}\n3\n## End { #x}\n |
    When a heading is given an anchor
      | tool | category_or_collection | document | section |
      | get_content | api | given.md#start-1 | |
      | get_content | guide://category/api/given.md#start | | |
      | get_content | api | given.md | set up |
    Then the anchor and the text both select its section
      | #1 value | ## Set up {#start .wide}\n2\n | | |
      | #2 value | file:api/given.md | | |
      | #3 part | text/markdown | guide://category/api/given.md#start | file:api/given.md |
      | #3 part | text/markdown | guide://category/api/given.md#start-1 | ## Set up {#start .wide}\n2\n |

  Scenario: Headings of HTML
    Given the files
      | api/faq.md | ## FAQ\n* [A](#fancy)\n\n<h3 name="fancy">\nWhat's a `-z`?\n</h3>\n\nOne.\n\n<div>\n    <h3 id="b"><b>B</b></h3>\n</div>\n\nTwo.\n\n## <a name="c"></a>C\n | 2026-01-02T03:04:05Z |
      | api/one.md | # One\n\n<!--\n<h2>No</h2>\n-->\n<pre>\n<h2>No</h2>\n</pre>\n\n- <h2>No</h2>\n\n> <h2>No</h2>\n\n```\n<h2>No</h2>\n```\n\n<h2>No\n\n## Two\n</h2>\n | 2026-01-02T03:04:05Z |
    When a document has headings of HTML
      | tool | category_or_collection | pattern | section |
      | list_content | api | faq.md | |
      | list_content | api | one.md | |
      | get_content | api | | what's a -z? |
      | get_content | api | faq.md#fancy | |
      | get_content | api | faq.md | #b |
      | get_content | guide://category/api/faq.md#c | | |
    Then they begin sections, with the anchors that GitHub makes and their own
      | #1 head | @documents_head |
      | #1 row | guide://category/api/faq.md; FAQ; ; text/markdown; 138; ~34; 2026-01-02T03:04:05Z |
      | #1 line | |
      | #1 head | @sections_head |
      | #1 row | 2; FAQ; 117; ~29; guide://category/api/faq.md#faq |
      | #1 row | 3; What's a -z?; 52; ~13; guide://category/api/faq.md#whats-a--z |
      | #1 row | 3; B; 43; ~10; guide://category/api/faq.md#b |
      | #1 row | 2; C; 21; ~5; guide://category/api/faq.md#c |
      | #2 head | @documents_head |
      | #2 row | guide://category/api/one.md; One; ; text/markdown; 126; ~31; 2026-01-02T03:04:05Z |
      | #2 line | |
      | #2 head | @sections_head |
      | #2 row | 1; One; 126; ~31; guide://category/api/one.md#one |
      | #2 row | 2; Two; 13; ~3; guide://category/api/one.md#two |
      | #3 value | <h3 name="fancy">\nWhat's a `-z`?\n</h3>\n\nOne.\n\n<div>\n |
      | #3 message | Documents without this section: 2. |
      | #4 value | <h3 name="fancy">\nWhat's a `-z`?\n</h3>\n\nOne.\n\n<div>\n |
      | #5 value | \x20   <h3 id="b"><b>B</b></h3>\n</div>\n\nTwo.\n\n |
      | #6 value | ## <a name="c"></a>C\n |

  Scenario: Titles of reStructuredText
    Given the project
      """
      categories: {api: {dir: api, patterns: ["*.rst"]}}
      """
    And the files
      | api/config.rst | ======\nConfig\n======\n\nIntro.\n\n.. _basics:\n\n``Basics`` of :ref:`É <e>`\n--------------------------\nOne::\n\n    No\n    --\n\nFiles\n~~~~~\nTwo.\n\nInstance Folders\n----------------\nThree.\n\n1.0\n---\n | 2026-01-02T03:04:05Z |
      | api/none.rst | .. note::\n\n   No\n   ==\n\n=====  =====\na      b\n=====  =====\nNo     c\n------------\nd      e\n=====  =====\n\nTwo lines\nof text\n-------\n\n----\n\ntext\n::\n\n  x\n | 2026-01-02T03:04:05Z |
    When a document is reStructuredText
      | tool | category_or_collection | pattern | section | query |
      | list_content | api | config.rst | | |
      | list_content | api | none.rst | | |
      | get_content | api | | instance folders | |
      | get_content | api | config.rst#basics-of-e | | |
      | search_content | api | | | three |
    Then its titles are headings that begin sections
      | #1 head | @documents_head |
      | #1 row | guide://category/api/config.rst; Config; ; text/x-rst; 188; ~47; 2026-01-02T03:04:05Z |
      | #1 line | |
      | #1 head | @sections_head |
      | #1 row | 1; Config; 188; ~47; guide://category/api/config.rst#config |
      | #1 row | 2; Basics of É; 108; ~27; guide://category/api/config.rst#basics-of-e |
      | #1 row | 3; Files; 18; ~4; guide://category/api/config.rst#files |
      | #1 row | 2; Instance Folders; 42; ~10; guide://category/api/config.rst#instance-folders |
      | #1 row | 2; 1.0; 8; ~2; guide://category/api/config.rst#10 |
      | #2 head | @documents_head |
      | #2 row | guide://category/api/none.rst; ; ; text/x-rst; 150; ~37; 2026-01-02T03:04:05Z |
      | #3 value | Instance Folders\n----------------\nThree.\n\n |
      | #4 value | .. _basics:\n\n``Basics`` of :ref:`É <e>`\n--------------------------\nOne::\n\n    No\n    --\n\nFiles\n~~~~~\nTwo.\n\n |
      | #5 line | guide://category/api/config.rst#instance-folders Config > Instance Folders |
      | #5 line | \x20 Three. |
      | #3 message | Documents without this section: 1. |

  Scenario: Labels of reStructuredText
    Given the project
      """
      categories: {api: {dir: api, patterns: ["*.rst"]}}
      """
    And the files
      | api/labels.rst | One\n===\n1\n\n.. _Some Label:\n\n.. _so_named:\n\nTwo\n---\n2\n\n.. _no: https://no.org\n\n.. _none:\n.. comment\n\nThree\n-----\n |
    When titles have labels above them
      | tool | category_or_collection | pattern |
      | get_content | api | labels.rst#two |
      | get_content | api | labels.rst#some-label |
      | get_content | api | labels.rst#so_named |
      | get_content | api | labels.rst#so-named |
      | get_content | api | labels.rst#three |
    Then these select the sections that follow, and begin them
      | #1 value | .. _Some Label:\n\n.. _so_named:\n\nTwo\n---\n2\n\n.. _no: https://no.org\n\n.. _none:\n.. comment\n\n |
      | #2 value | .. _Some Label:\n\n.. _so_named:\n\nTwo\n---\n2\n\n.. _no: https://no.org\n\n.. _none:\n.. comment\n\n |
      | #3 value | .. _Some Label:\n\n.. _so_named:\n\nTwo\n---\n2\n\n.. _no: https://no.org\n\n.. _none:\n.. comment\n\n |
      | #4 value | .. _Some Label:\n\n.. _so_named:\n\nTwo\n---\n2\n\n.. _no: https://no.org\n\n.. _none:\n.. comment\n\n |
      | #5 value | Three\n-----\n |

  Scenario: Titles of AsciiDoc
    Given the project
      """
      categories: {api: {dir: api, patterns: ["*.adoc", "*.asciidoc"]}}
      """
    And the files
      | api/config.adoc | // Of 2026\n= Config of {product}\nAnn Author <ann@example.org>\n:product: Tool\n\n.Note\nIt *is* read by {product},\nand {unknown}.\n\n[[basics]]\n[.wide]\n== The `Basics`\n\nOne.\n\n----\n== No\n----\n\n* a\n== No\n\n=== Files & Folders ===\nTwo.\n\nSet Up\n~~~~~~\nThree.\n\n## Set Up [[given]]\nFour.\n\n=== Set up\n | 2026-01-02T03:04:05Z |
      | api/none.asciidoc | ....\n== No\n....\n\n////\n== No\n////\n\n\|===\n\| a\n\n== No\n\|===\n\n[discrete]\n== No\n\ntext\n== No\n\nterm::\n\n== No\n\n* a\n+\n== No\n\n--\n== No\n | 2026-01-02T03:04:05Z |
    When a document is AsciiDoc
      | tool | category_or_collection | pattern | section | query |
      | list_content | api | config.adoc | | |
      | list_content | api | none.asciidoc | | |
      | get_content | api | | the basics | |
      | get_content | api | config.adoc#_set_up | | |
      | get_content | api | config.adoc#files-folders | | |
      | search_content | api | | | four |
    Then its titles are headings that begin sections
      | #1 head | @documents_head |
      | #1 row | guide://category/api/config.adoc; Config of Tool; It is read by Tool, and {unknown}.; text/asciidoc; 287; ~71; 2026-01-02T03:04:05Z |
      | #1 line | |
      | #1 head | @sections_head |
      | #1 row | 1; Config of Tool; 276; ~69; guide://category/api/config.adoc#_config_of_tool |
      | #1 row | 2; The Basics; 122; ~30; guide://category/api/config.adoc#basics |
      | #1 row | 3; Files & Folders; 30; ~7; guide://category/api/config.adoc#_files_folders |
      | #1 row | 3; Set Up; 22; ~5; guide://category/api/config.adoc#_set_up |
      | #1 row | 2; Set Up; 38; ~9; guide://category/api/config.adoc#given |
      | #1 row | 3; Set up; 11; ~2; guide://category/api/config.adoc#_set_up_2 |
      | #2 head | @documents_head |
      | #2 row | guide://category/api/none.asciidoc; ; ; text/asciidoc; 123; ~30; 2026-01-02T03:04:05Z |
      | #3 value | [[basics]]\n[.wide]\n== The `Basics`\n\nOne.\n\n----\n== No\n----\n\n* a\n== No\n\n=== Files & Folders ===\nTwo.\n\nSet Up\n~~~~~~\nThree.\n\n |
      | #4 value | Set Up\n~~~~~~\nThree.\n\n |
      | #5 value | === Files & Folders ===\nTwo.\n\n |
      | #6 line | guide://category/api/config.adoc#given Config of Tool > Set Up |
      | #6 line | \x20 Four. |
      | #6 line | |
      | #6 line | \x20 === Set up |
      | #3 message | Documents without this section: 1. |

  Scenario: Path with an anchor as the pattern
    When a pattern matches nothing, and is the path of a document with an anchor, with and without a section
      | tool | category_or_collection | pattern | section |
      | get_content | docs | net.md#retry | |
      | list_content | docs | net.md#errors | |
      | get_content | docs | net.md#none | |
      | get_content | docs | net.md#retry | Errors |
    Then it selects the section of this anchor, if there is one and no other is asked for
      | #1 value | ### Retry\n\nTwice.\n\n | | |
      | #2 value | \| URI \| Title \| Description \| Media type \| Bytes \| Tokens (estimate) \| Modified (UTC) \|\n\| --- \| --- \| --- \| --- \| --- \| --- \| --- \|\n\| @docs/net.md \| Net \|  \| text/markdown \| 101 \| ~25 \| 2026-01-02T03:04:05Z \|\n\n\| Level \| Heading \| Bytes \| Tokens (estimate) \| URI \|\n\| --- \| --- \| --- \| --- \| --- \|\n\| 2 \| Errors \| 37 \| ~9 \| @docs/net.md#errors \|\n\| 3 \| Retry \| 19 \| ~4 \| @docs/net.md#retry \|\n | | |
      | #4 error | no_matches | No documents in category 'docs' match 'net.md#retry'. It holds 'net.md', 'plain.md', 'retry.txt' | @correct_pattern |
      | #3 error | no_document | Section 'net.md#none' not found in category 'docs'. Headings there are: 'Net' at @docs/net.md#net, 'Errors' at @docs/net.md#errors, 'Retry' at @docs/net.md#retry, 'Retry now' at @docs/net.md#retry-now | @repair_once |

  Scenario Outline: Endings of Markdown
    Given the project
      """
      categories: {any: {dir: any, patterns: ["**"]}}
      """
    And the files
      | any/<name> | ---\ntitle: T\n---\n# A\n1\n# B\n2\n |
    When a section of a document with an ending of Markdown is requested
      | tool | category_or_collection | section |
      | get_content | any | b |
    Then it is a Markdown document
      | value | # B\n2\n |

    Examples:
      | name |
      | a.mdx |
      | a.qmd |
      | a.Rmd |
      | a.mkd |
      | a.mdown |
      | a.MD |
      | README |

  Scenario: Several sections
    When several documents have the heading
      | tool | collection | section |
      | get_collection_content | all | RETRY |
    Then each section is a part, in the order of the documents, with its own location
      | part | text/markdown | guide://collection/all/category/docs/net.md#retry | ### Retry\n\nTwice.\n\n |
      | part | text/markdown | guide://collection/all/category/api/http.md#retry | Retry\n-----\n\nThrice.\n\n> # Retry\n> quoted\n\n- # Retry\n\n```\n# Retry\n```\nEnd.\n |
      | part headers | Content-Type, Content-Location, Content-Length | | |
      | message | Documents without this section: 2. | | |

  Scenario: Several sections of one document
    Given the files
      | api/twice.md | # A\n\n## Use\n1\n# B\n## Use\n2\n### Use\n3\n |
    When one document has the heading several times
      | tool | category | pattern | section |
      | get_category_content | api | twice.md | use |
    Then the answer is a multipart message with one part per section
      | part | text/markdown | guide://category/api/twice.md#use | ## Use\n1\n |
      | part | text/markdown | guide://category/api/twice.md#use-1 | ## Use\n2\n### Use\n3\n |
      | part | text/markdown | guide://category/api/twice.md#use-2 | ### Use\n3\n |

  Scenario: Path of headings
    When a path of headings is requested
      | tool | category_or_collection | section |
      | get_content | docs | Errors > Retry |
      | get_content | docs | net >  errors > RETRY |
      | get_content | docs | Net > Retry |
      | get_content | docs | Net > Retry now |
    Then each heading is inside the one before, and levels may be skipped
      | #1 value | ### Retry\n\nTwice.\n\n |
      | #2 value | ### Retry\n\nTwice.\n\n |
      | #3 value | ### Retry\n\nTwice.\n\n |
      | #4 value | ## *Retry* `now` ##\n\nAt once.\n |
      | message | Documents without this section: 2. |

  Scenario Outline: Markup in headings
    Given the files
      | api/one.md | <heading>\nbody\n |
    When a heading or the requested text has markup
      | tool | category | pattern | section |
      | get_category_content | api | one.md | <asked> |
    Then headings are compared without markup
      | value | <heading>\nbody\n |

    Examples:
      | heading | asked |
      | # *Using* `Vec<T>` ~~fast~~ | using vec<t> fast |
      | # [Links](a.md) and ![pictures](b) | Links and |
      | # Plain | **plain** |
      | # `_a_` and \\*b\\* | _a_ and *b* |
      | #   Many    spaces   ### | many spaces |
      | # Tom &amp; Jerry | tom & jerry |
      | # GET /a/{id} | get /a/{id} |
      | # A > B | a > b |
      | Of two\nlines\n=== | of two lines |
      | # ÄPFEL | äpfel |

  Scenario Outline: Lines that are not headings
    Given the files
      | api/one.md | <text>\n# Other\n |
    When the text occurs only in lines that are not headings
      | tool | category | pattern | section |
      | get_category_content | api | one.md | No |
    Then there is no such section
      | error | no_document | Section 'No' not found in category 'api'. Headings there are: 'Other' at guide://category/api/one.md#other | @repair_once |

    Examples:
      | text |
      | ```\n# No\n``` |
      | ~~~\n# No\n~~~ |
      | <!--\n# No\n--> |
      | <div>\n# No\n</div>\n |
      | ---\n# No\ntitle: A\n--- |
      | > # No\n |
      | - # No\n |
      | 1. # No\n |
      | #No |
      | ####### No |
      | \n\n    # No |

  Scenario: Section of one document
    When a section and one document are requested together
      | tool | category_or_collection | document | section |
      | get_content | api | http.md | retry |
      | get_content | docs | guide://category/docs/net.md | retry |
      | get_content | guide://category/docs/net.md | | retry |
      | get_content | docs | retry.txt | retry |
    Then the section of that document is returned
      | #1 value | Retry\n-----\n\nThrice.\n\n> # Retry\n> quoted\n\n- # Retry\n\n```\n# Retry\n```\nEnd.\n | | |
      | #2 value | ### Retry\n\nTwice.\n\n | | |
      | #3 value | ### Retry\n\nTwice.\n\n | | |
      | #4 error | no_document | Section 'retry' not found in category 'docs'. No document that matches has headings | @repair_once |

  Scenario: Section by its URI
    When the URI of a section is given as a name, as a document and as a resource
      | tool | category_or_collection | document | uri |
      | get_content | guide://category/docs/net.md#retry-now | | |
      | get_content | docs | guide://category/docs/net.md#retry-now | |
      | get_content | all | guide://collection/all/category/docs/net.md#retry%2Dnow | |
      | resources/read | | | guide://category/docs/net.md#retry-now |
    Then the section is returned
      | #1 value | ## *Retry* `now` ##\n\nAt once.\n | |
      | #2 value | ## *Retry* `now` ##\n\nAt once.\n | |
      | #3 value | ## *Retry* `now` ##\n\nAt once.\n | |
      | #4 result | /contents | [{"uri": "guide://category/docs/net.md#retry-now", "mimeType": "text/markdown", "text": "## *Retry* `now` ##\\n\\nAt once.\\n"}] |

  Scenario: URI with an unknown section
    When the fragment of a URI matches no heading
      | tool | category_or_collection | uri |
      | get_content | guide://category/docs/net.md#retri | |
      | resources/read | | guide://category/docs/net.md#later |
    Then the section is not found, and the nearest headings are named
      | #1 error | no_document | Section '@docs/net.md#retri' not found in category 'docs'. Nearest headings: 'Retry' at @docs/net.md#retry | @repair_once |
      | #2 protocol error | -32002 | Section '@docs/net.md#later' not found in category 'docs'. Headings there are: 'Net' at @docs/net.md#net, 'Errors' at @docs/net.md#errors, 'Retry' at @docs/net.md#retry, 'Retry now' at @docs/net.md#retry-now. @repair_once | |
      | #2 protocol data | {"error_type": "no_document", "instruction": "@repair_once", "uri": "guide://category/docs/net.md#later"} | | |

  Scenario: Section together with a URI of a section
    When a section is given together with a URI that names a section
      | tool | category_or_collection | document | section |
      | get_content | guide://category/docs/net.md#retry | | Errors |
      | get_content | docs | guide://category/docs/net.md#retry | Errors |
    Then the call fails with error_type "invalid_argument"
      | #1 error | invalid_argument | Invalid arguments for get_content: 'section' @not_together 'category_or_collection', whose URI names a section already. @content_args | @correct_args |
      | #2 error | invalid_argument | Invalid arguments for get_content: 'section' @not_together 'document', whose URI names a section already. @content_args | @correct_args |

  Scenario: Fragments of sections
    Given the files
      | api/names.md | # A b\n# A, b!\n# a-b\n# A  b\n# Über_1 (x)\n# 🚀\n# A b-1\n# <b>T</b> u\n# Ⅷ Ⓐ ①\n | 2026-01-02T03:04:05Z |
    When headings are nearly equal, or contain characters that a URI cannot
      | tool | category_or_collection | pattern |
      | list_content | api | names.md |
    Then each section has a fragment of its own, as on GitHub
      | head | @documents_head |
      | row | guide://category/api/names.md; A b; ; text/markdown; 83; ~20; 2026-01-02T03:04:05Z |
      | line | |
      | head | @sections_head |
      | row | 1; A b; 6; ~1; guide://category/api/names.md#a-b |
      | row | 1; A, b!; 8; ~2; guide://category/api/names.md#a-b-1 |
      | row | 1; a-b; 6; ~1; guide://category/api/names.md#a-b-2 |
      | row | 1; A b; 7; ~1; guide://category/api/names.md#a--b |
      | row | 1; Über_1 (x); 14; ~3; guide://category/api/names.md#%C3%BCber_1-x |
      | row | 1; 🚀; 7; ~1; guide://category/api/names.md# |
      | row | 1; A b-1; 8; ~2; guide://category/api/names.md#a-b-1-1 |
      | row | 1; T u; 13; ~3; guide://category/api/names.md#t-u |
      | row | 1; Ⅷ Ⓐ ①; 14; ~3; guide://category/api/names.md#%E2%85%B7-%E2%93%90- |

  Scenario: Headings of one document
    When exactly one Markdown document is listed
      | tool | category_or_collection | pattern |
      | list_content | docs | net.md |
      | list_content | guide://category/docs/net.md | |
      | list_content | guide://category/docs/net.md#errors | |
    Then the document's headings are listed with their levels, sizes and URIs
      | head | @documents_head |
      | row | guide://category/docs/net.md; Net; ; text/markdown; 101; ~25; 2026-01-02T03:04:05Z |
      | line | |
      | head | @sections_head |
      | #1 row | 1; Net; 74; ~18; guide://category/docs/net.md#net |
      | #2 row | 1; Net; 74; ~18; guide://category/docs/net.md#net |
      | row | 2; Errors; 37; ~9; guide://category/docs/net.md#errors |
      | row | 3; Retry; 19; ~4; guide://category/docs/net.md#retry |
      | #1 row | 2; Retry now; 30; ~7; guide://category/docs/net.md#retry-now |
      | #2 row | 2; Retry now; 30; ~7; guide://category/docs/net.md#retry-now |

  Scenario: Headings over the budget
    Given the project
      """
      categories: {docs: {dir: docs, patterns: ["many.md"]}}
      limits: { response_bytes: 1450 }
      """
    And the files
      | docs/many.md | {9*# {150*h}\n} | 2026-01-02T03:04:05Z |
    When the headings do not fit into the listing
      | tool | category_or_collection |
      | list_content | docs |
    Then the first are listed, and the others counted
      | head | @documents_head |
      | row | guide://category/docs/many.md; {150*h}; ; text/markdown; 1377; ~344; 2026-01-02T03:04:05Z |
      | line | |
      | head | @sections_head |
      | row | 1; {150*h}; 153; ~38; guide://category/docs/many.md#{150*h} |
      | row | 1; {150*h}; 153; ~38; guide://category/docs/many.md#{150*h}-1 |
      | row | ; and 7 more; ; ; |
      | message | Not all headings are listed because the listing would exceed 1450 bytes. |

  Scenario: Sections over the budget
    Given the project
      """
      categories: {docs: {dir: docs, patterns: ["*.md"]}}
      limits: { response_bytes: 400 }
      """
    And the files
      | docs/a.md | # A\n\n## Use\n{300*a}\n |
      | docs/b.md | ## Use\n{300*b}\n## Use\nshort\n |
    When the sections do not fit into the answer
      | tool | category | section |
      | get_category_content | docs | Use |
    Then the first is returned, and the others are named with their sizes
      | part | text/markdown | @docs/b.md#use-1 | ## Use\nshort\n |
      | message | Documents without this section: 2. Left out because the answer would exceed 400 bytes: @docs/a.md#use (308 B), @docs/b.md#use (308 B). | | |
      | instruction | @by_uri | | |

  Scenario: No document with the heading
    When no matching document has the heading, and some have a similar one
      | tool | category_or_collection | section |
      | get_content | docs | Erors |
      | get_content | all | Net > Retri |
    Then the nearest headings are named, and where they are
      | #1 error | no_document | Section 'Erors' not found in category 'docs'. Nearest headings: 'Errors' at @docs/net.md#errors | @repair_once |
      | #2 error | no_document | Section 'Net > Retri' not found in collection 'all'. Nearest headings: 'Retry' at guide://collection/all/category/docs/net.md#retry | @repair_once |

  Scenario: Headings that hold the words of a missing one
    Given the files
      | docs/add.md | # Adding software\n\n## Add a test to the formula\n\n## Opting out of analytics\n |
    When the words of a section stand in a longer heading
      | tool | category_or_collection | section |
      | get_content | docs | add a test |
      | get_content | docs | opt out |
    Then these headings are named
      | #1 error | no_document | Section 'add a test' not found in category 'docs'. Nearest headings: 'Add a test to the formula' at @docs/add.md#add-a-test-to-the-formula | @repair_once |
      | #2 error | no_document | Section 'opt out' not found in category 'docs'. Nearest headings: 'Opting out of analytics' at @docs/add.md#opting-out-of-analytics | @repair_once |

  Scenario: What only looks like a heading or a table
    Given the files
      | docs/logs.md | # Log\n\n```\n{60*\|} 100\n{900*ok\n}```\n\n## Next\n\nHere.\n | 2026-01-02T03:04:05Z |
      | docs/html.md | ## Ex\n\n<demo>\n<SCRIPT>\n"<h1>s</h1>"\n</SCRIPT>\n<template>\n<h1>{{ title }}</h1>\n</template>\n</demo>\n<h1><img src="a.png" alt="Logo"></h1>\n\nRest.\n\n## After\n | 2026-01-02T03:04:05Z |
      | docs/lines.rst | para\n\n----\n\n----\n\nTitle\n=====\n\nText.\n | 2026-01-02T03:04:05Z |
    When a document has bars in code, headings in scripts and templates, a logo, or two lines of punctuation
      | tool | category_or_collection | pattern | section |
      | get_content | docs | logs.md | Next |
      | get_content | docs | html.md | Ex |
      | list_content | docs | html.md | |
      | get_content | docs | lines.rst | None |
    Then its sections are those of its headings
      | #1 value | ## Next\n\nHere.\n | | |
      | #2 value | ## Ex\n\n<demo>\n<SCRIPT>\n"<h1>s</h1>"\n</SCRIPT>\n<template>\n<h1>{{ title }}</h1>\n</template>\n</demo>\n<h1><img src="a.png" alt="Logo"></h1>\n\nRest.\n\n | | |
      | #3 head | @documents_head | | |
      | #3 row | @docs/html.md; Ex; ; text/markdown; 153; ~38; 2026-01-02T03:04:05Z | | |
      | #3 line | | | |
      | #3 head | @sections_head | | |
      | #3 row | 2; Ex; 144; ~36; @docs/html.md#ex | | |
      | #3 row | 2; After; 9; ~2; @docs/html.md#after | | |
      | #4 error | no_document | Section 'None' not found in category 'docs'. Headings there are: 'Title' at @docs/lines.rst#title | @repair_once |

  Scenario: Quotes that are not closed beside a large table
    Given the files
      | docs/big.md | # Small\n\nHere.\n\n# Table\n\n{2000*\| *a* `b` [c] ![d] \|\n}\n## After\n\nSee [a](b "c\n\n{2000*d\n} | 2026-01-02T03:04:05Z |
    When a section is asked for of a document in which a link's title seems to begin, and a table elsewhere is large
      | tool | category_or_collection | pattern | section |
      | get_content | docs | big.md | Small |
    Then it is found
      | value | # Small\n\nHere.\n\n |

  Scenario: Sections of unreadable documents
    Given the files
      | api/bad.md | # Retry\n\x00 |
      | api/huge.md | {1048577*x} |
    When some of the documents cannot be read
      | tool | category | pattern | section |
      | get_category_content | api | | Retry |
      | get_category_content | api | {bad,huge}.md | Retry |
    Then the sections of the others are returned, and they are named with the reason
      | #1 value | Retry\n-----\n\nThrice.\n\n> # Retry\n> quoted\n\n- # Retry\n\n```\n# Retry\n```\nEnd.\n | | |
      | #1 message | Left out because it could not be read: bad.md (binary: NUL at byte 8; @exclude_it), huge.md @over_file_bytes. | | |
      | #2 error | io_error | Could not read bad.md (binary: NUL at byte 8; @exclude_it), huge.md @over_file_bytes | @file_system_issue |

  Scenario: Headings nested beyond the limit
    Given the files
      | api/deep.md | # Retry\n\n{2000*+ }(\n{2000*(\n} | 2026-01-02T03:04:05Z |
    When a document nests lists so deeply that reading its headings could take very long
      | tool | category_or_collection | pattern | section | query |
      | get_content | api | | Retry | |
      | get_content | api | deep.md | Retry | |
      | list_content | api | deep.md | | |
      | search_content | api | deep.md | | retry |
      | get_content | api | deep.md | | |
    Then the document has no sections and is returned whole, with a message
      | #1 value | Retry\n-----\n\nThrice.\n\n> # Retry\n> quoted\n\n- # Retry\n\n```\n# Retry\n```\nEnd.\n | | |
      | #1 message | Left out because it could not be read: deep.md @nested_too_deeply. | | |
      | #2 error | io_error | Could not read deep.md @nested_too_deeply | @file_system_issue |
      | #3 head | @documents_head | | |
      | #3 row | guide://category/api/deep.md; ; ; text/markdown; 8011; ~2002; 2026-01-02T03:04:05Z | | |
      | #4 line | guide://category/api/deep.md | | |
      | #4 line | \x20 # Retry | | |
      | #4 line | \x20 […]:3 | | |
      | #4 line | not searched, as they cannot be read: 1; a listing names them | | |
      | #5 value | file:api/deep.md | | |
      | #3 message | Left out because it could not be read: deep.md @nested_too_deeply. | | |

  Scenario: Line ends and a byte order mark
    Given the files
      | api/dos.md | \u{feff}# One\r\n1\r\n# Two\r\n2 |
    When a document has other line ends, or begins with a byte order mark
      | tool | category | pattern | section |
      | get_category_content | api | dos.md | One |
      | get_category_content | api | dos.md | Two |
    Then its sections are the bytes of the file
      | #1 value | \u{feff}# One\r\n1\r\n |
      | #2 value | # Two\r\n2 |
