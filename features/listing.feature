Feature: Listings
  An agent has to know what exists, and what it costs, before it requests it. A listing gives names,
  sizes and times without reading whole documents. However large the project is, it stays within the
  budget and says how to see the rest.

  Background:
    Given the project
      """
      categories:
        guidelines: {dir: guidelines, patterns: ["*.md"], description: How we write code here}
        examples: {dir: examples, patterns: ["*.md", "*.py"]}
      collections:
        onboarding: {categories: [guidelines, examples], description: Read this first}
        basics: {categories: [guidelines]}
      """
    And the files
      | guidelines/naming.md | {80*x} | 2026-01-02T03:04:05Z |
      | guidelines/style.md | {120*x} | 2026-01-01T00:30:00Z |
      | guidelines/archive/old.md | {7*x} | 1999-12-31T23:59:59Z |
      | examples/parser.py | {45*x} | 2024-02-29T12:00:00Z |

  Rule: FileInfo Metadata
    Each document found SHALL have its path relative to the category, its media type, its size in bytes, its modification time, its category and, where it was found through one, its collection. `list_content` SHALL show them: one row per document with URI, media type, bytes and modification time (RFC 3339, UTC, the second that had begun).

    @1.2.5 @8.3.3
    Scenario: Size and modification time
      When the documents of a category are listed
        | tool | category_or_collection |
        | list_content | guidelines |
      Then each has its URI, media type, size in bytes and modification time in UTC
        | head | @documents_head |
        | row | guide://category/guidelines/naming.md; ; ; text/markdown; 80; ~20; 2026-01-02T03:04:05Z |
        | row | guide://category/guidelines/style.md; ; ; text/markdown; 120; ~30; 2026-01-01T00:30:00Z |

    Scenario: Fraction of a second
      Given the files
        | guidelines/parts-1.md | {1*x} | 2026-01-02T03:04:05.000000001Z |
        | guidelines/parts-2.md | {2*x} | 2026-01-02T03:04:05.5Z |
        | guidelines/parts-3.md | {3*x} | 2025-12-31T23:59:59.999999999Z |
      When documents were modified between two seconds
        | tool | category_or_collection | pattern |
        | list_content | guidelines | parts-?.md |
      Then the time is that of the second that had begun
        | head | @documents_head |
        | row | guide://category/guidelines/parts-1.md; ; ; text/markdown; 1; ~0; 2026-01-02T03:04:05Z |
        | row | guide://category/guidelines/parts-2.md; ; ; text/markdown; 2; ~0; 2026-01-02T03:04:05Z |
        | row | guide://category/guidelines/parts-3.md; ; ; text/markdown; 3; ~0; 2025-12-31T23:59:59Z |

    @7.3.5 @7.5.5 @7.5.7 @8.2.3 @8.2.7 @8.7.6 @8.8.6
    Scenario: Category and collection of a document
      When the documents of a collection are listed
        | tool | category_or_collection |
        | list_content | onboarding |
      Then the URI of each names the collection and its category
        | head | @documents_head |
        | row | guide://collection/onboarding/category/guidelines/naming.md; ; ; text/markdown; 80; ~20; 2026-01-02T03:04:05Z |
        | row | guide://collection/onboarding/category/guidelines/style.md; ; ; text/markdown; 120; ~30; 2026-01-01T00:30:00Z |
        | row | guide://collection/onboarding/category/examples/parser.py; ; ; text/x-python; 45; ~11; 2024-02-29T12:00:00Z |

    @1.2.4 @1.2.7
    Scenario: Path of a document
      Given the files
        | guidelines/review.md.mustache | {33*x} | 2026-02-28T00:00:00Z |
      When documents in subdirectories and templates are listed
        | tool | category_or_collection | pattern |
        | list_content | guidelines | archive/* |
        | list_content | guidelines | review |
      Then the URI has the path relative to the category without a template's suffix
        | head | @documents_head |
        | #1 row | guide://category/guidelines/archive/old.md; ; ; text/markdown; 7; ~1; 1999-12-31T23:59:59Z |
        | #2 row | guide://category/guidelines/review.md; ; ; text/markdown; 33; ~8; 2026-02-28T00:00:00Z |
        | #2 message | Unrendered templates: review.md.mustache. |

    Scenario: Times long ago and far ahead
      Given the files
        | examples/t3.md | {1*x} | 1970-01-01T00:00:00Z |
        # A leap day in a century's year, the first second that 31 bits do not hold, and a century's year without a leap day.
        | examples/t4.md | {1*x} | 2000-02-29T00:00:00Z |
        | examples/t5.md | {1*x} | 2038-01-19T03:14:08Z |
        | examples/t6.md | {1*x} | 2100-03-01T00:00:00Z |
      When documents were modified at the beginning of 1970 or after January 2038
        | tool | category_or_collection | pattern |
        | list_content | examples | t?.md |
      Then their time is still shown
        | head | @documents_head |
        | row | guide://category/examples/t3.md; ; ; text/markdown; 1; ~0; 1970-01-01T00:00:00Z |
        | row | guide://category/examples/t4.md; ; ; text/markdown; 1; ~0; 2000-02-29T00:00:00Z |
        | row | guide://category/examples/t5.md; ; ; text/markdown; 1; ~0; 2038-01-19T03:14:08Z |
        | row | guide://category/examples/t6.md; ; ; text/markdown; 1; ~0; 2100-03-01T00:00:00Z |

  Rule: Listing
    `list_content` SHALL list what exists without returning any content.

    - Without a name it SHALL give one table: categories in the project's order, then collections. Each has its description, default patterns or members, number of documents, bytes, and an estimate of tokens (a quarter of the bytes). If the project has a `use_when`, a column shows them. With a pattern it SHALL count the documents that match it
    - A pattern without a slash SHALL match names in any folder. One that begins with the directory or the name of a category SHALL also find there what follows that. One that spells no ending, and does not end with wildcards alone, SHALL match only names that end as the category's own patterns do, if all of these have a literal ending. Where a document is found in a folder, or not for its ending, the message SHALL say how the pattern was read
    - With a name it SHALL list the documents that a retrieval would find by the pattern as it is read, followed by those that cannot be opened and the reasons
    - The overview reads no documents. A listing of a name reads the first 8 KiB of each document in Markdown, reStructuredText or AsciiDoc for its title and description (Frontmatter), and reports nothing else that depends on their content
    - If the extension shows that a document is not text, its media type SHALL be followed by `not readable`

    Scenario: Overview
      When list_content is called without a name
        | tool |
        | list_content |
      Then every category and collection is listed with what it contains
        | head | @names_head |
        | row | guidelines; Category; How we write code here; `*.md`; 2; 200; ~50 |
        | row | examples; Category; ; `*.md`, `*.py`; 1; 45; ~11 |
        | row | onboarding; Collection; Read this first; guidelines, examples; 3; 245; ~61 |
        | row | basics; Collection; ; guidelines; 2; 200; ~50 |

    Scenario: Overview of when names are needed
      Given the project
        """
        categories:
          guidelines: {dir: guidelines, patterns: ["*.md"], use_when: "Before you `write` | change code"}
        collections: {basics: {categories: [guidelines]}}
        """
      When a category or a collection has a use_when
        | tool |
        | list_content |
      Then a column of the overview shows it, escaped as a description is
        | head | Name; Kind; Description; Use when; Patterns or members; Documents; Bytes; Tokens (estimate) |
        | row | guidelines; Category; ; Before you \x5c`write\x5c` \| change code; `*.md`; 2; 200; ~50 |
        | row | basics; Collection; ; ; guidelines; 2; 200; ~50 |

    Scenario: Overview with a pattern
      When a pattern is given and no name
        | tool | pattern |
        | list_content | **/*.md |
        | list_content | *.py |
      Then every category and collection is listed, and the documents that match it are counted
        | head | @names_head |
        | #1 row | guidelines; Category; How we write code here; `*.md`; 3; 207; ~51 |
        | #1 row | examples; Category; ; `*.md`, `*.py`; 0; 0; ~0 |
        | #1 row | onboarding; Collection; Read this first; guidelines, examples; 3; 207; ~51 |
        | #1 row | basics; Collection; ; guidelines; 3; 207; ~51 |
        | #2 row | guidelines; Category; How we write code here; `*.md`; 0; 0; ~0 |
        | #2 row | examples; Category; ; `*.md`, `*.py`; 1; 45; ~11 |
        | #2 row | onboarding; Collection; Read this first; guidelines, examples; 1; 45; ~11 |
        | #2 row | basics; Collection; ; guidelines; 0; 0; ~0 |

    Scenario: Documents are not read
      Given the files
        | examples/binary.md | # A\x00text | 2026-03-01T00:00:01Z |
        | examples/binary.py | text\x00text | 2026-03-01T00:00:01Z |
        | examples/latin.md | # caf\xe9 | 2026-03-01T00:00:02Z |
        | examples/latin.py | caf\xe9 | 2026-03-01T00:00:02Z |
      When documents have unreadable contents
        | tool | category_or_collection |
        | list_content | examples |
        | list_content | |
      Then the documents are still listed and counted, without a title
        | #1 head | @documents_head |
        | #1 row | guide://category/examples/binary.md; ; ; text/markdown; 8; ~2; 2026-03-01T00:00:01Z |
        | #1 row | guide://category/examples/latin.md; ; ; text/markdown; 6; ~1; 2026-03-01T00:00:02Z |
        | #1 row | guide://category/examples/binary.py; ; ; text/x-python; 9; ~2; 2026-03-01T00:00:01Z |
        | #1 row | guide://category/examples/latin.py; ; ; text/x-python; 4; ~1; 2026-03-01T00:00:02Z |
        | #1 row | guide://category/examples/parser.py; ; ; text/x-python; 45; ~11; 2024-02-29T12:00:00Z |
        | #2 head | @names_head |
        | #2 row | guidelines; Category; How we write code here; `*.md`; 2; 200; ~50 |
        | #2 row | examples; Category; ; `*.md`, `*.py`; 5; 72; ~18 |
        | #2 row | onboarding; Collection; Read this first; guidelines, examples; 7; 272; ~68 |
        | #2 row | basics; Collection; ; guidelines; 2; 200; ~50 |

    Scenario: Types that are not text
      Given the project
        """
        categories: {art: {dir: art, patterns: ["*"]}}
        """
      And the files
        | art/logo.PNG | picture | 2026-01-02T03:04:05Z |
        | art/paper.pdf | paper | 2026-01-02T03:04:05Z |
        | art/shape.svg | <svg/> | 2026-01-02T03:04:05Z |
        | art/tool.wasm | tool | 2026-01-02T03:04:05Z |
        | art/words.tar.gz | words | 2026-01-02T03:04:05Z |
      When documents have the extensions of images, archives and programs
        | tool | category_or_collection |
        | list_content | art |
      Then each is listed with its own media type, marked as not readable
        | head | @documents_head |
        | row | guide://category/art/logo.PNG; ; ; image/png, not readable; 7; ~1; 2026-01-02T03:04:05Z |
        | row | guide://category/art/paper.pdf; ; ; application/pdf, not readable; 5; ~1; 2026-01-02T03:04:05Z |
        | row | guide://category/art/shape.svg; ; ; image/svg+xml; 6; ~1; 2026-01-02T03:04:05Z |
        | row | guide://category/art/tool.wasm; ; ; application/wasm, not readable; 4; ~1; 2026-01-02T03:04:05Z |
        | row | guide://category/art/words.tar.gz; ; ; application/gzip, not readable; 5; ~1; 2026-01-02T03:04:05Z |

    Scenario: Unreadable documents in a listing
      Given the files
        # A byte more than the default limit.
        | examples/huge.py | {1048577*x} |
      And the links
        | examples/leak.md | ../guidelines/style.md |
      And the pipes
        | examples/pipe.md |
      When documents cannot be opened or are over the size limit
        | tool | category_or_collection |
        | list_content | examples |
        | list_content | onboarding |
      Then unreadable documents are named in the message with the reason
        | #1 head | @documents_head |
        | #1 row | guide://category/examples/parser.py; ; ; text/x-python; 45; ~11; 2024-02-29T12:00:00Z |
        | #2 head | @documents_head |
        | #2 row | guide://collection/onboarding/category/guidelines/naming.md; ; ; text/markdown; 80; ~20; 2026-01-02T03:04:05Z |
        | #2 row | guide://collection/onboarding/category/guidelines/style.md; ; ; text/markdown; 120; ~30; 2026-01-01T00:30:00Z |
        | #2 row | guide://collection/onboarding/category/examples/parser.py; ; ; text/x-python; 45; ~11; 2024-02-29T12:00:00Z |
        | #1 message | Left out because it could not be read: leak.md @link_out, pipe.md (not a regular file), huge.py @over_file_bytes. |
        | #2 message | Left out because it could not be read: examples/leak.md @link_out, examples/pipe.md (not a regular file), examples/huge.py @over_file_bytes. |

    Scenario: Markdown in names and descriptions
      Given the project
        """
        categories:
          "a|b\\": {dir: examples, patterns: ["x|y", "a`b"], description: "left | right\\| `code` \\"}
          "two\nlines":
            dir: examples
            patterns: ["\u202E*.py"]
            description: |
              one
              two | three
        collections: {"c`|": {categories: ["a|b\\"]}}
        """
      When names, descriptions and patterns hold characters that have a meaning in Markdown
        | tool |
        | list_content |
      Then no character ends its cell or its row
        | head | @names_head |
        # A pattern stands in backticks, in two where it holds one.
        | row | a\|b\x5c\x5c; Category; left \| right\x5c\x5c\| \x5c`code\x5c` \x5c\x5c; `x\|y`, `` a`b ``; 0; 0; ~0 |
        # A line break in a name is shown, and in a description it is a blank. A pattern with U+202E stands without backticks, since nothing is escaped between them.
        | row | two\x5cnlines; Category; one two \| three; \x5cu{202e}*.py; 0; 0; ~0 |
        | row | c\x5c`\|; Collection; ; a\|b\x5c\x5c; 0; 0; ~0 |

    Scenario: Long names and descriptions
      Given the files
        | guide.yaml | categories:\n  {128*n}: {dir: guidelines, patterns: ["*.md"], description: {200*é}}\n  n: {dir: guidelines, patterns: ["{200*p}", "{201*p}"], description: {201*é}}\n |
      When a name has 128 characters, a description or a pattern 200, or one more
        | tool |
        | list_content |
      Then only the allowed number of characters is shown
        | head | @names_head |
        | row | {128*n}; Category; {200*é}; `*.md`; 2; 200; ~50 |
        | row | n; Category; {200*é}…; `{200*p}`, `{200*p}…`; 0; 0; ~0 |

    Scenario: Many patterns and members
      Given the project
        """
        categories:
          c{01..51}: {dir: guidelines, patterns: [style.md]}
          many: {dir: guidelines, patterns: [{01..51*p#.md, }p52.md]}
        collections:
          all: {categories: [{01..50*c#, }c51]}
          fifty: {categories: [{01..49*c#, }c50]}
        """
      When a category has more than 50 patterns, and a collection more than 50 categories
        | tool |
        | list_content |
      Then the first 50 are named and the others are counted
        | head | @names_head |
        | row | c{01..51}; Category; ; `style.md`; 1; 120; ~30 |
        | row | many; Category; ; {01..50*`p#.md`, }and 2 more; 0; 0; ~0 |
        | row | all; Collection; ; {01..50*c#, }and 1 more; 1; 120; ~30 |
        # Fifty are all named.
        | row | fifty; Collection; ; {01..49*c#, }c50; 1; 120; ~30 |

    Scenario: Failures of a listing
      When a name or a pattern of a listing finds nothing
        | tool | category_or_collection | pattern |
        | list_content | wiki | |
        | list_content | guidelines | *.rst |
        | list_content | onboarding | *.rst |
      Then the errors are those of a retrieval, and say how the pattern was read
        | #1 error | not_found | Category or collection 'wiki' not found. Valid names: 'onboarding', 'basics', 'guidelines', 'examples' | @present_error |
        | #2 error | no_matches | No documents in category 'guidelines' match '*.rst'. It holds 'archive/old.md', 'naming.md', 'style.md'. The pattern was read as '**/*.rst': names in any folder. | @correct_pattern |
        | #3 error | no_matches | No documents in collection 'onboarding' match '*.rst'. It holds 'examples/parser.py', 'guidelines/archive/old.md', 'guidelines/naming.md', 'guidelines/style.md'. The pattern was read as '**/*.rst': names in any folder. | @correct_pattern |

    Scenario: Order and patterns of a listing
      Given the project
        """
        categories: {mixed: {dir: mixed, patterns: ["*.txt", "**"], hidden: true}}
        collections: {all: {categories: [mixed]}}
        """
      And the files
        | mixed/Z.MD | {1*x} | 2026-01-02T03:04:05Z |
        | mixed/a-b.md | {1*x} | 2026-01-02T03:04:05Z |
        | mixed/a.md | {1*x} | 2026-01-02T03:04:05Z |
        | mixed/a/b/y.md | {1*x} | 2026-01-02T03:04:05Z |
        | mixed/a/z.md | {1*x} | 2026-01-02T03:04:05Z |
        | mixed/b.txt | {1*x} | 2026-01-02T03:04:05Z |
        | mixed/é.md | {1*x} | 2026-01-02T03:04:05Z |
        | mixed/.h.md | {1*x} | 2026-01-02T03:04:05Z |
      When the documents of a name are listed, by its default patterns or by a pattern of any form
        | tool | category_or_collection | pattern |
        | list_content | mixed | |
        | list_content | mixed | {b,a}.{md,txt} |
        # Hidden names need their dot.
        | list_content | mixed | .* |
        # There are `Z.MD`, and `z.md` in a directory.
        | list_content | mixed | z |
      Then the documents that they find are listed, in the order of a retrieval, and a name is found in any folder
        | #1 head | @documents_head |
        | #1 row | guide://category/mixed/b.txt; ; ; text/plain; 1; ~0; 2026-01-02T03:04:05Z |
        | #1 row | guide://category/mixed/Z.MD; ; ; text/markdown; 1; ~0; 2026-01-02T03:04:05Z |
        | #1 row | guide://category/mixed/a-b.md; ; ; text/markdown; 1; ~0; 2026-01-02T03:04:05Z |
        | #1 row | guide://category/mixed/a.md; ; ; text/markdown; 1; ~0; 2026-01-02T03:04:05Z |
        | #1 row | guide://category/mixed/a/b/y.md; ; ; text/markdown; 1; ~0; 2026-01-02T03:04:05Z |
        | #1 row | guide://category/mixed/a/z.md; ; ; text/markdown; 1; ~0; 2026-01-02T03:04:05Z |
        | #1 row | guide://category/mixed/%C3%A9.md; ; ; text/markdown; 1; ~0; 2026-01-02T03:04:05Z |
        | #2 head | @documents_head |
        | #2 row | guide://category/mixed/a.md; ; ; text/markdown; 1; ~0; 2026-01-02T03:04:05Z |
        | #2 row | guide://category/mixed/b.txt; ; ; text/plain; 1; ~0; 2026-01-02T03:04:05Z |
        | #3 head | @documents_head |
        | #3 row | guide://category/mixed/.h.md; ; ; text/markdown; 1; ~0; 2026-01-02T03:04:05Z |
        | #4 message | The pattern was read as '**/z': names in any folder. |
        | #4 value | \| URI \| Title \| Description \| Media type \| Bytes \| Tokens (estimate) \| Modified (UTC) \|\n\| --- \| --- \| --- \| --- \| --- \| --- \| --- \|\n\| guide://category/mixed/a/z.md \|  \|  \| text/markdown \| 1 \| ~0 \| 2026-01-02T03:04:05Z \|\n |

    Scenario: Endings of invalid patterns
      Given the project
        """
        categories: {docs: {dir: docs, patterns: ["/*.md"]}}
        """
      And the files
        | docs/intro.md | {1*x} | 2026-01-02T03:04:05Z |
      When a pattern without an ending takes the place of default patterns that are invalid
        | tool | category_or_collection | pattern |
        | list_content | docs | intro |
      Then it finds names with any ending
        | #1 head | @documents_head |
        | #1 row | @docs/intro.md; ; ; text/markdown; 1; ~0; 2026-01-02T03:04:05Z |

    Scenario: Patterns and endings
      Given the project
        """
        categories:
          docs: {dir: docs, patterns: ["**/*.{md,txt}"]}
          all: {dir: docs, patterns: ["**/*.md", "notes"]}
        collections: {part: {categories: ["docs/**/*.py"]}}
        """
      And the files
        | docs/limit.md | {1*x} | 2026-01-02T03:04:05Z |
        | docs/deep/limit.py | {1*x} | 2026-01-02T03:04:05Z |
        | docs/deep/limit.txt | {1*x} | 2026-01-02T03:04:05Z |
      When a pattern has no folder, or no ending
        | tool | category_or_collection | pattern |
        | list_content | docs | *limit |
        | list_content | docs | deep/ |
        | list_content | docs | *.{py,txt} |
        | list_content | all | deep/* |
        | list_content | part | limit* |
        | list_content | docs | limit.md |
        | get_content | docs | *limit* |
      Then names are found in any folder, with the endings of the category's own patterns unless it spells one
        | #1 head | @documents_head |
        | #1 row | @docs/deep/limit.txt; ; ; text/plain; 1; ~0; 2026-01-02T03:04:05Z |
        | #1 row | @docs/limit.md; ; ; text/markdown; 1; ~0; 2026-01-02T03:04:05Z |
        | #2 head | @documents_head |
        | #2 row | @docs/deep/limit.py; ; ; text/x-python; 1; ~0; 2026-01-02T03:04:05Z |
        | #2 row | @docs/deep/limit.txt; ; ; text/plain; 1; ~0; 2026-01-02T03:04:05Z |
        | #3 head | @documents_head |
        | #3 row | @docs/deep/limit.py; ; ; text/x-python; 1; ~0; 2026-01-02T03:04:05Z |
        | #3 row | @docs/deep/limit.txt; ; ; text/plain; 1; ~0; 2026-01-02T03:04:05Z |
        | #4 head | @documents_head |
        | #4 row | guide://category/all/deep/limit.py; ; ; text/x-python; 1; ~0; 2026-01-02T03:04:05Z |
        | #4 row | guide://category/all/deep/limit.txt; ; ; text/plain; 1; ~0; 2026-01-02T03:04:05Z |
        | #5 head | @documents_head |
        | #5 row | guide://collection/part/category/docs/deep/limit.py; ; ; text/x-python; 1; ~0; 2026-01-02T03:04:05Z |
        | #6 head | @documents_head |
        | #6 row | @docs/limit.md; ; ; text/markdown; 1; ~0; 2026-01-02T03:04:05Z |
        | #7 value | x |
        | #1 message | The pattern was read as '**/*limit': names in any folder. It found only names that end as the default patterns do ('.md', '.txt'); spell another ending to find that. |
        | #3 message | The pattern was read as '**/*.{py,txt}': names in any folder. |
        | #5 message | The pattern was read as '**/limit*': names in any folder. It found only names that end as the default patterns do ('.py'); spell another ending to find that. |

    Scenario: Large numbers in an overview
      Given the project
        """
        categories: {docs: {dir: docs, patterns: ["*.md"]}}
        collections: {all: {categories: [docs]}}
        """
      And the files
        | docs/n{0001..1001}.md | {1000*x} |
      When a category has more than a thousand documents and a million bytes
        | tool |
        | list_content |
      Then both numbers are written only in digits
        | head | @names_head |
        | row | docs; Category; ; `*.md`; 1001; 1001000; ~250250 |
        | row | all; Collection; ; docs; 1001; 1001000; ~250250 |

    Scenario: Incomplete listings
      Given the project
        """
        categories:
          docs: {dir: docs, patterns: ["*.md"]}
          gone: {dir: gone, patterns: ["*.md"]}
          faulty: {dir: docs, patterns: ["[a"]}
        collections: {torn: {categories: [docs, gone, none]}}
        """
      And the files
        | docs/intro.md | {8*x} | 2026-01-02T03:04:05Z |
        | docs/t.md.mustache | {1*x} | 2026-01-02T03:04:05Z |
      And the links
        | docs/x.md | nowhere |
      When directories and categories are missing, a default pattern is faulty and a document cannot be opened
        | tool | category_or_collection |
        | list_content | |
        | list_content | torn |
        | list_content | faulty |
        | list_content | gone |
      Then the others are listed and each of these is named with the reason
        | #1 head | @names_head | | |
        | #1 row | docs; Category; ; `*.md`; 2; 9; ~2 | | |
        | #1 row | gone; Category; ; `*.md`; 0; 0; ~0 | | |
        | #1 row | faulty; Category; ; `[a`; 0; 0; ~0 | | |
        | #1 row | torn; Collection; ; docs, gone, none; 2; 9; ~2 | | |
        | #2 head | @documents_head | | |
        | #2 row | guide://collection/torn/category/docs/intro.md; ; ; text/markdown; 8; ~2; 2026-01-02T03:04:05Z | | |
        | #2 row | guide://collection/torn/category/docs/t.md; ; ; text/markdown; 1; ~0; 2026-01-02T03:04:05Z | | |
        | #2 message | Not searched: 'none' @neither, the directory 'gone' of category 'gone' cannot be opened (it does not exist). Left out because it could not be read: docs/x.md (the link's target does not exist). Unrendered templates: docs/t.md.mustache. | | |
        | #3 error | invalid_pattern | Invalid pattern '[a' at character 1 of 'faulty' in guide.yaml: this '[' is never closed. @pattern_help | @explain_pattern |
        | #4 error | not_found | Category 'gone' not found: the directory 'gone' of category 'gone' cannot be opened (it does not exist) | @present_error |
        | #1 message | Not searched: the directory 'gone' of category 'gone' cannot be opened (it does not exist), the pattern '[a' at character 1 of 'faulty' in guide.yaml is invalid (this '[' is never closed), 'none' @neither. Left out because it could not be read: docs/x.md (the link's target does not exist). | | |

  Rule: Bounded Listing
    The text of a listing SHALL not exceed `limits.response_bytes` either.

    - If the rows of a name's documents do not fit, each directory SHALL have one row instead of the documents below it, with its URI, their number, their total bytes and the latest modification time. This applies to all directories of one depth at once, the deepest first, until the rows fit; in a collection with several categories, finally to each category
    - The directory that contains everything SHALL not become a row. If its own rows do not fit, the first SHALL remain, at least one, and a last row SHALL count the rest. The same holds without a name, for categories and collections
    - Up to fifty unreadable documents SHALL be named in the message, and then their number
    - The message SHALL say how to list what the rows stand for

    Scenario: Directories over the budget
      Given the project
        """
        categories:
          docs: {dir: docs, patterns: ["**/*.md"]}
          flat: {dir: flat, patterns: ["*.md"]}
        collections: {all: {categories: [flat, docs]}}
        limits: {response_bytes: 960}
        """
      And the files
        | docs/api/v1/a-document-with-a-name-that-makes-its-row-of-the-listing-long-{01..12}.md | {10*x} | 2026-01-{01..12}T03:04:05Z |
        | docs/api/b.md | {20*x} | 2026-02-01T00:00:00Z |
        | docs/api/c.md | {20*x} | 2026-03-01T00:00:00Z |
        | docs/intro.md | {30*x} | 2026-04-01T00:00:00Z |
      And the modification times
        # A directory's time is that of its latest document, which is not the last here.
        | docs/api/v1/a-document-with-a-name-that-makes-its-row-of-the-listing-long-02.md | 2100-01-01T00:00:00Z |
      When the documents of deep directories do not fit into a listing
        | tool | category_or_collection | pattern |
        | list_content | docs | |
        | list_content | docs | api/**/c.md |
      Then the deepest directories have a row each, and the message says how to look inside
        | head | @documents_head |
        | #1 row | guide://category/docs/api/b.md; ; ; text/markdown; 20; ~5; 2026-02-01T00:00:00Z |
        | #1 row | guide://category/docs/api/c.md; ; ; text/markdown; 20; ~5; 2026-03-01T00:00:00Z |
        | #1 row | guide://category/docs/api/v1/; ; ; directory, documents: 12; 120; ~30; 2100-01-01T00:00:00Z |
        | #1 row | guide://category/docs/intro.md; ; ; text/markdown; 30; ~7; 2026-04-01T00:00:00Z |
        | #1 message | Directories have one row each because the listing would exceed 960 bytes; list what is below one with the pattern 'PATH/**', or one category by its name. |
        | #2 row | guide://category/docs/api/c.md; ; ; text/markdown; 20; ~5; 2026-03-01T00:00:00Z |

    Scenario: Documents of one directory over the budget
      Given the project
        """
        categories:
          docs: {dir: docs, patterns: ["**/*.md"]}
          flat: {dir: flat, patterns: ["*.md"]}
        collections: {all: {categories: [flat, docs]}}
        limits: {response_bytes: 1125}
        """
      And the files
        | docs/api/v1/a-document-with-a-name-that-makes-its-row-of-the-listing-long-{01..12}.md | {10*x} | 2026-01-{01..12}T03:04:05Z |
        | docs/api/b.md | {20*x} | 2026-02-01T00:00:00Z |
        | docs/api/c.md | {20*x} | 2026-03-01T00:00:00Z |
        | docs/intro.md | {30*x} | 2026-04-01T00:00:00Z |
      When the documents of a single directory do not fit into a listing
        | tool | category_or_collection | pattern |
        | list_content | docs | api/v1/** |
      Then the first are listed and the last row counts the rest
        | head | @documents_head |
        | row | guide://category/docs/api/v1/a-document-with-a-name-that-makes-its-row-of-the-listing-long-{01..06}.md; ; ; text/markdown; 10; ~2; 2026-01-{01..06}T03:04:05Z |
        | row | and 6 more; ; ; ; ; ; |
        | message | The last row counts the others, with which the listing would exceed 1125 bytes; list them by a narrower pattern, or one by its name. |

    Scenario: Overview over the budget
      Given the project
        """
        categories:
          part-{1..7}: {dir: part-{1..7}, patterns: ["*.md"], description: "What is written here is long enough for the rows of few categories to fit into a listing, and for those of all categories not to fit, however its words are written"}
        limits: {response_bytes: 1000}
        """
      And the files
        | part-{1..7}/a.md | {10*x} |
      When the categories and collections of a project do not fit into a listing
        | tool |
        | list_content |
      Then the first are listed and the last row counts the rest
        | head | @names_head |
        | row | part-{1..3}; Category; @long_description; `*.md`; 1; 10; ~2 |
        | row | and 4 more; ; ; ; ; ; |
        | message | The last row counts the others, with which the listing would exceed 1000 bytes; list them by a narrower pattern, or one by its name. |

    Scenario: Many unreadable documents in a listing
      Given the links
        | examples/x{01..52}.md | nowhere |
      When more documents cannot be opened than can be named
        | tool | category_or_collection | pattern |
        | list_content | examples | {parser.py,x*} |
      Then fifty are named and the others are counted
        | head | @documents_head |
        | row | guide://category/examples/parser.py; ; ; text/x-python; 45; ~11; 2024-02-29T12:00:00Z |
        | message | Left out because it could not be read: {01..50*x#.md (the link's target does not exist), }and 2 more. |
