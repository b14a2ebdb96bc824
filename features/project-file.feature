Feature: Project File
  These scenarios define what guide.yaml may omit, the defaults, and the smallest and largest
  values. A project has to work with a few lines, without surprises at the limits.

  `guide.yaml` SHALL define:

  - categories with `dir` (relative to the file), `patterns` (at least one), and an optional `description` and `use_when`
  - optional collections with `categories`, and an optional `description` and `use_when`
  - optional `search` with `language` (`english` by default): one of those for which there is a stemmer, or `none`
  - optional `limits` with `file_bytes` (1,048,576 by default) and `response_bytes` (32,000 by default), at most 16,777,216 each, and `index_bytes` (67,108,864 by default), at most 1,073,741,824, or 0
  - optional `include` with other guides (Included Guides)

  Each of these SHALL make it unloadable:

  - errors of YAML and of types, a missing value, unknown and repeated keys, missing fields
  - empty names and directories, the names `.` and `..`, empty lists of patterns
  - a `use_when` with more than 200 characters, a line break or another control character, or `-->`
  - limits of zero but of an index, limits over the maximum, and unknown languages
  - directives, tags other than `!!str`, a second document
  - an alias inside its own anchor, and aliases that expand to more than the size of the file (or 64 KiB if it is smaller)
  - more than 16 nested lists and mappings, and more than 100,000 events

  Each call then returns error_type `no_session` with the field, line and column and the reason, and with the remedy for common causes: a number or a pattern without quotes, a tab, a backslash. Problems of single categories, such as an invalid pattern, a missing directory or an empty collection, SHALL be reported when they are searched.

  @7.2.4
  Scenario: Optional fields
    Given the project
      """
      # Only what is needed.
      categories: {docs: {dir: docs, patterns: [intro.md]}}
      """
    And the files
      | docs/intro.md | # Intro\n |
    When a project leaves out descriptions, collections and limits
      | tool | category_or_collection | collection |
      | get_content | docs | |
      | get_collection_content | | handbook |
    Then the project still loads
      | #1 value | # Intro\n | | |
      | #2 error | not_found | Collection 'handbook' not found. The project defines none | @present_error |

  @1.7.3
  Scenario: Default limits
    Given the project
      """
      categories: {docs: {dir: docs, patterns: ["*.md"]}}
      """
    And the files
      | docs/a.md | {1048576*x} |
      | docs/b.md | {1048577*x} |
      | docs/c.md | {1*x} |
    When a project sets no limits
      | tool | category | pattern |
      | get_category_content | docs | a.md |
      | get_category_content | docs | b.md |
      | get_category_content | docs | {a,c}.md |
    Then a file may have 1,048,576 bytes and a response 32,000
      | #1 value | file:docs/a.md | | |
      | #1 message | @whole 32000 bytes: @docs/a.md (1048576 B). | | |
      | #2 error | io_error | Could not read b.md @over_file_bytes | @file_system_issue |
      | #3 part | text/markdown | guide://category/docs/c.md | file:docs/c.md |
      | #3 message | Left out because the answer would exceed 32000 bytes: @docs/a.md (1048576 B). | | |
      | #3 instruction | @by_uri | | |

  Scenario: Project without categories
    Given the project
      """
      categories: {}
      """
    When a project defines no categories and no collections
      | tool | category_or_collection |
      | list_content | |
      | get_content | docs |
    Then the listing and the errors say so
      | #1 value | The project defines no categories and no collections.\n | | |
      | #2 error | not_found | Category or collection 'docs' not found. The project defines none | @present_error |

  @7.2.6
  Scenario: Empty collection
    Given the project
      """
      categories: {docs: {dir: docs, patterns: ["*.md"]}}
      collections: {later: {categories: []}}
      """
    And the files
      | docs/intro.md | # Intro\n |
    When a collection has no categories
      | tool | collection | category |
      | get_collection_content | later | |
      | get_category_content | | docs |
    Then return Result.failure with error_type "no_matches" only for that collection
      | #1 error | no_matches | No documents in collection 'later' match any pattern, because it has no categories | @correct_pattern |
      | #2 value | # Intro\n | | |

  Scenario: Brackets in strings and comments
    Given the project
      """
      # [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[
      categories:
        docs:
          dir: docs
          patterns: ["*.md"]
          description: "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["
      """
    And the files
      | docs/intro.md | # Intro\n |
    When strings and comments of the project's file contain brackets that are never closed
      | tool | category |
      | get_category_content | docs |
    Then the project loads, and the brackets are literal
      | value | # Intro\n |

  Scenario: Aliases
    Given the project
      """
      categories:
        docs: {dir: docs, patterns: &markdown ["*.md"]}
        notes: {dir: notes, patterns: *markdown}
      """
    And the files
      | docs/intro.md | # Intro\n |
      | notes/a.md | # A\n |
    When the project's file repeats a list by an alias
      | tool | category |
      | get_category_content | docs |
      | get_category_content | notes |
    Then the project is read as if the aliases were written out
      | #1 value | # Intro\n |
      | #2 value | # A\n |

  Scenario: Limits of one byte
    Given the project
      """
      categories: {docs: {dir: docs, patterns: ["*.md"]}}
      limits: {file_bytes: 1, response_bytes: 1}
      """
    And the files
      | docs/a.md | a |
      | docs/b.md | b |
      | docs/c.md | |
      # One character, two bytes.
      | docs/d.md | ä |
    When both limits are one byte
      | tool | category | pattern |
      | get_category_content | docs | a.md |
      | get_category_content | docs | c.md |
      | get_category_content | docs | d.md |
      | get_category_content | docs | {a,b}.md |
    Then documents of one byte are read, and one of them fills an answer
      | #1 value | a | | |
      | #2 value | | | |
      | #3 error | io_error | Could not read d.md (2 bytes, over the limit of 1, @file_bytes_limit) | @file_system_issue |
      | #4 part | text/markdown | guide://category/docs/a.md | a |
      | #4 message | Left out because the answer would exceed 1 bytes: @docs/b.md (1 B). | | |
      | #4 instruction | @by_uri | | |

  Scenario: Project file that is too large
    Given the project
      """
      categories: {}
      """
    And the files
      | guide.yaml | {1048577*x} |
    When the project's file has more than 1,048,576 bytes
      | tool | category_or_collection |
      | list_content | |
      | get_content | docs |
    Then return Result.failure with error_type "no_session" that says how large it is and may be
      | error | no_session | @project_not_loaded the file cannot be read (1048577 bytes, over the limit of 1048576) | @project_required |

  Scenario Outline: Place of an error
    Given the project
      """
      categories: {}
      """
    And the files
      | guide.yaml | <file> |
    When the project's file has a syntax error, or a value that is missing, unknown, of another type or not allowed
      | tool | category_or_collection |
      | list_content | |
      | get_content | docs |
    Then return Result.failure with error_type "no_session" that names the field, the error, the line and the column
      | error | no_session | @project_not_loaded <fault> at line <line> column <column> | @project_required |

    Examples:
      | file | fault | line | column |
      | # only a comment\n | the file is empty; 'categories' is needed (to write a new one: mcp-guide init --force) | 1 | 1 |
      # Columns count characters.
      | categories: {}\n# é\xe9\n | not UTF-8 | 2 | 4 |
      | categories: {}\n#{4096*x}\n#{8192*é}é\xe9\n | not UTF-8 | 3 | 8195 |
      | categories: {}\n#{65536*é}\nlimits: 7\n | limits: expected a map, found the number 7 | 3 | 9 |
      | categories: [\n | unclosed bracket '[' | 1 | 13 |
      | categories: {docs: {dir: 'a}}\n | unclosed quote | 1 | 26 |
      | categories:\n\tdocs: {}\n | a tab indents this line (indent with spaces) | 2 | 2 |
      | categories: {}\n é: 1\n | while parsing a block mapping, did not find expected key | 2 | 2 |
      | categories: {docs: *none}\n | categories.docs: '*none' is an alias of an anchor that does not exist (quote a string that begins with '*') | 1 | 20 |
      | - a\n | the file is not a map; begin it with 'categories:' | 1 | 1 |
      | 7\n | the file is not a map; begin it with 'categories:' | 1 | 1 |
      | {}\n | missing field 'categories' (write 'categories: {}', or what mcp-guide init --dry-run prints) | 1 | 1 |
      | categories: docs\n | categories: expected a map, found the string 'docs' | 1 | 13 |
      | categories: {docs: docs}\n | categories.docs: expected a map, found the string 'docs' | 1 | 20 |
      # Of a path, and of a value, 200 characters are repeated.
      | categories: {{190*é}: 7}\n | categories.{189*é}…: expected a map, found the number 7 | 1 | 206 |
      | categories: {docs: {201*é}}\n | categories.docs: expected a map, found the string '{200*é}…' | 1 | 20 |
      | categories:\n  docs:\n | categories.docs: expected a map, found nothing | 2 | 7 |
      | categories: {é: {dir: 7, patterns: [a]}}\n | categories.é.dir: expected a string, found the number 7 (quote it) | 1 | 23 |
      | categories: {docs: {dir: [a], patterns: [a]}}\n | categories.docs.dir: expected a string, found a list | 1 | 26 |
      | categories: {docs: {dir: docs}}\n | categories.docs: missing field 'patterns' | 1 | 20 |
      | categories: {docs: {dir: d, patterns: [a, b, 7]}}\n | categories.docs.patterns[2]: expected a string, found the number 7 (quote it) | 1 | 46 |
      | categories: {docs: {dir: d, patterns: [a, ~]}}\n | categories.docs.patterns[1]: expected a string, found nothing | 1 | 43 |
      | categories: {docs: {dir: d, patterns: [a], description: true}}\n | categories.docs.description: expected a string, found true (quote it) | 1 | 57 |
      # What may be left out is not there without a value either.
      | categories: {docs: {dir: d, patterns: [a], description: }}\n | categories.docs.description: expected a string, found nothing | 1 | 55 |
      | categories: {}\n{201*é}: 1\n | {200*é}…: unknown field '{200*é}…' (valid are 'categories', 'collections', 'context', 'search', 'limits', 'check', 'include') | 2 | 1 |
      | categories: {}\nextra: 1\n | extra: unknown field 'extra' (valid are 'categories', 'collections', 'context', 'search', 'limits', 'check', 'include') | 2 | 1 |
      | categories: {}\ncollections:\n | collections: expected a map, found nothing | 2 | 12 |
      | categories: {}\ncollections: {all: [docs]}\n | collections.all: expected a map, found a list | 2 | 20 |
      | categories: {}\ncollections: {all: {}}\n | collections.all: missing field 'categories' | 2 | 20 |
      | categories: {}\ncollections: {all: {categories: docs}}\n | collections.all.categories: expected a list, found the string 'docs' (write ["docs"]) | 2 | 33 |
      | categories: {}\ncollections: {all: {categories: [a, 7]}}\n | collections.all.categories[1]: expected a string, found the number 7 (quote it) | 2 | 37 |
      | categories: {}\ncollections: {all: {categories: [], more: 1}}\n | collections.all.more: unknown field 'more' (valid are 'categories', 'description', 'use_when') | 2 | 37 |
      | categories: {}\nlimits: 7\n | limits: expected a map, found the number 7 | 2 | 9 |
      | categories: {}\nlimits: {bytes: 7}\n | limits.bytes: unknown field 'bytes' (valid are 'file_bytes', 'response_bytes', 'index_bytes') | 2 | 10 |
      | categories: {}\nlimits: {file_bytes: -1}\n | limits.file_bytes: expected a whole number of at least 1, found the number -1 | 2 | 22 |
      # CRLF ends a line once.
      | categories: {}\r\nlimits:\r\n  response_bytes: "7"\r\n | limits.response_bytes: expected a whole number of at least 1, found the string '7' | 3 | 19 |
      | categories: {}\ncategories: {}\n | categories: duplicate key 'categories' (move what this one holds under the first, or rename one) | 2 | 1 |
      | categories: {docs: {dir: é, dir: b, patterns: [a]}}\n | categories.docs.dir: duplicate key 'dir' (move what this one holds under the first, or rename one) | 1 | 29 |
      | %YAML 1.2\n---\ncategories: {}\n | a directive ('%') is not allowed | 1 | 1 |
      | categories: {docs: {dir: ~, patterns: [a]}}\n | categories.docs.dir: expected a string, found nothing | 1 | 26 |
      # A scalar is told as it is written; a key that is no string is a '?' in the path.
      | categories: {1.10: {dir: d, patterns: [a]}}\n | categories.?: expected a string, found the number 1.10 (quote it) | 1 | 14 |
      | categories: {true: {dir: d, patterns: [a]}}\n | categories.true: expected a string, found true (quote it) | 1 | 14 |
      | categories: {~: {dir: d, patterns: [a]}}\n | categories.?: expected a string, found nothing | 1 | 14 |
      | categories: {[a]: {dir: d, patterns: [a]}}\n | categories.?: expected a string, found a list | 1 | 14 |
      | categories: {docs: {0: d, 1: [a]}}\n | categories.docs.?: expected a string, found the number 0 (quote it) | 1 | 21 |
      | 0: {}\n | ?: expected a string, found the number 0 (quote it) | 1 | 1 |
      | categories: {}\nlimits: {file_bytes: 1e3}\n | limits.file_bytes: expected a whole number of at least 1, found the number 1e3 | 2 | 22 |
      | categories: {}\nlimits: {file_bytes: {20*9}}\n | limits.file_bytes: a limit must be from 1 (index_bytes: 0) to 16777216 | 2 | 22 |
      | categories:\n  docs: {dir: d, patterns: [**/*.md, a]}\n | categories.docs.patterns[0]: '**/*.md' is an alias of an anchor that does not exist (quote a string that begins with '*') | 2 | 29 |
      | categories:\n  docs:\n    dir: d\n    patterns:\n    - a\n    - *.md\n | categories.docs.patterns[1]: '*.md' is an alias of an anchor that does not exist (quote a string that begins with '*') | 6 | 7 |
      | categories:\n  docs: {dir: d, patterns: [*]}\n | categories.docs.patterns[0]: '*' is an alias of an anchor that does not exist (quote a string that begins with '*') | 2 | 29 |
      | categories:\n  docs: {dir: "C:\\docs", patterns: [a]}\n | the text in double quotes has a backslash that begins no escape (separate directories with '/') | 2 | 15 |
      # `...` ends the document.
      | categories: {}\n...\nmore\n | a second document begins, and one is allowed | 3 | 1 |
      | categories: !x {}\n | categories: a tag ('!') other than !!str is not allowed; quote a string that begins with '!' | 1 | 16 |
      # The value that is one too many.
      | categories: {docs: {dir: d, patterns: [{99991*a,}a]}}\n | categories.docs.patterns[99991]: more than 100000 values, lists and mappings, aliases counted as what they stand for | 1 | 200022 |
      | categories: # to be filled in\n | categories: expected a map, found nothing | 1 | 11 |
      | categories: {docs: {dir: d, patterns: [a], pattern: b}}\n | categories.docs.pattern: unknown field 'pattern' (did you mean 'patterns'?) | 1 | 44 |
      | categories:\n  docs: {dir: d, patterns: [a]}\n  docs: {dir: e, patterns: [b]}\n | categories.docs: duplicate key 'docs' (move what this one holds under the first, or rename one) | 3 | 3 |
      | categories: {docs: {dir: d, patterns: "*.md"}}\n | categories.docs.patterns: expected a list, found the string '*.md' (write ["*.md"]) | 1 | 39 |
      | categories: {docs: {patterns: [a]}}\n | categories.docs: missing field 'dir' | 1 | 20 |
      | categories: {more: {dir: d, patterns: [a]}, docs: {dir: d, patterns: []}}\n | categories.docs.patterns: at least one pattern is needed | 1 | 70 |
      | categories: {docs: {dir: "", patterns: [a]}}\n | categories.docs.dir: a directory must not be empty (write '.' for the project's own folder) | 1 | 26 |
      | categories:\n  docs: &docs\n    patterns: *docs\n | categories.docs.patterns: an alias within what it stands for | 3 | 15 |
      | a0: &a0 [{8*xxxxxxxx, }xxxxxxxx]\na1: &a1 [{8**a0, }*a0]\na2: &a2 [{8**a1, }*a1]\na3: &a3 [{8**a2, }*a2]\n | a3[6]: the aliases stand for more than the file holds; write less of it by aliases | 4 | 40 |
      | categories: {16*[}{16*]}\n | categories{15*[0]}: more than 16 lists and mappings within each other | 1 | 28 |
      | categories: {c: {dir: d, patterns: [a], use_when: {201*é}}}\n | categories.c.use_when: it has more than 200 characters; write one short sentence, and the rest into 'description' | 1 | 51 |
      | categories: {docs: {dir: d, patterns: [a], use_when: "a\tb"}}\n | categories.docs.use_when: it holds a line break or another control character; write one sentence on one line | 1 | 54 |
      | categories: {}\ncollections: {all: {categories: [], use_when: "a -->"}}\n | collections.all.use_when: it holds '-->', which ends a comment in Markdown; write it in other words | 2 | 47 |
      # The place ends with the name, which is empty.
      | categories: {"": {dir: d, patterns: [a]}}\n | categories.: a name must not be empty, '.' or '..' | 1 | 14 |
      | categories: {}\ncollections: {'': {categories: []}}\n | collections.: a name must not be empty, '.' or '..' | 2 | 15 |
      # The place ends with the name.
      | categories: {".": {dir: d, patterns: [a]}}\n | categories..: a name must not be empty, '.' or '..' | 1 | 14 |
      | categories: {..: {dir: d, patterns: [a]}}\n | categories...: a name must not be empty, '.' or '..' | 1 | 14 |
      | categories: {}\ncollections: {.: {categories: []}}\n | collections..: a name must not be empty, '.' or '..' | 2 | 15 |
      | categories: {}\ncollections: {..: {categories: []}}\n | collections...: a name must not be empty, '.' or '..' | 2 | 15 |
      # A name is at most 128 bytes, whatever it names.
      | categories: {{65*é}: {dir: d, patterns: [a]}}\n | categories.{65*é}: a name must have at most 128 bytes | 1 | 14 |
      | categories: {}\ncollections: {{129*x}: {categories: []}}\n | collections.{129*x}: a name must have at most 128 bytes | 2 | 15 |
      | categories: {}\ninclude: [{path: b, as: {129*x}}]\n | include[0].as: a name must have at most 128 bytes | 2 | 21 |
      | categories: {}\nlimits: {file_bytes: 0}\n | limits.file_bytes: a limit must be from 1 (index_bytes: 0) to 16777216 | 2 | 22 |
      | categories: {}\nlimits: {file_bytes: 1, response_bytes: 0}\n | limits.response_bytes: a limit must be from 1 (index_bytes: 0) to 16777216 | 2 | 41 |
      # Of two faults that of file_bytes is reported, wherever it is.
      | categories: {}\nlimits: {response_bytes: 0, file_bytes: 0}\n | limits.file_bytes: a limit must be from 1 (index_bytes: 0) to 16777216 | 2 | 41 |
      | categories: {}\nlimits: {response_bytes: 16777216, file_bytes: 16777217}\n | limits.file_bytes: a limit must be from 1 (index_bytes: 0) to 16777216 | 2 | 48 |
      | categories: {}\nlimits: {response_bytes: 16777217, file_bytes: 16777216}\n | limits.response_bytes: a limit must be from 1 (index_bytes: 0) to 16777216 | 2 | 26 |
      # The largest number of 64 bits.
      | categories: {}\nlimits: {file_bytes: 18446744073709551615}\n | limits.file_bytes: a limit must be from 1 (index_bytes: 0) to 16777216 | 2 | 22 |
      | categories: {}\nlimits: {index_bytes: 1073741825}\n | limits.index_bytes: a limit must be from 1 (index_bytes: 0) to 1073741824 | 2 | 23 |
      | categories: {}\nlimits: {index_bytes: {20*9}}\n | limits.index_bytes: a limit must be from 1 (index_bytes: 0) to 1073741824 | 2 | 23 |
      | categories: {}\nsearch: {language: englsh}\n | search.language: no language of a search is 'englsh' (valid are 'english') | 2 | 20 |

  Scenario Outline: Directory with a tilde, a dollar sign or backslashes
    Given the project
      """
      categories:
        docs: {dir: <dir>, patterns: ["*.md"]}
        more: {dir: more, patterns: ["*.md"]}
      collections: {all: {categories: [docs, more]}}
      """
    And the files
      | docs/api/intro.md | # Intro\n |
      | more/more.md | # More\n |
    When a category's directory begins with "~" or "$", or has backslashes, and does not exist
      | tool | category_or_collection | category |
      | get_category_content | | docs |
      | get_content | all | |
    Then the error says that it is not expanded, or is not a separator
      | #1 error | not_found | Category 'docs' not found: the directory '<shown>' of category 'docs' cannot be opened (it does not exist; <reason>) | @present_error |
      | #2 value | # More\n | | |
      | #2 message | Not searched: the directory '<shown>' of category 'docs' cannot be opened (it does not exist; <reason>). | | |

    Examples:
      | dir | shown | reason |
      | ~/docs | ~/docs | '~' is not expanded |
      | "~" | ~ | '~' is not expanded |
      | $HOME/docs | $HOME/docs | variables are not expanded |
      | docs\\api | docs\\api | separate directories with '/' and not with a backslash |
      | C:\\docs | C:\\docs | separate directories with '/' and not with a backslash |
      # In double quotes this is a bell.
      | "docs\\api" | docs\x5cu{7}pi | separate directories with '/' and not with a backslash |
