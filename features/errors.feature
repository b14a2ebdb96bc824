Feature: Error Types
  A model reads a failure and acts on it. The type and the instruction say what it may do next, and
  the text says what went wrong. Long names and invisible characters must not change the meaning of
  that text.

  The system SHALL define the following error types:

  - `not_found`: Category or collection does not exist, or its directory does not exist or is not a directory
  - `no_matches`: Pattern matches no content
  - `invalid_pattern`: Pattern syntax is invalid, or the pattern could leave the category
  - `invalid_argument`: An argument is missing, empty, of the wrong type or unknown
  - `no_session`: No active project session
  - `io_error`: File system error during content retrieval
  - `unknown`: Unexpected error

  Text from callers, projects and file names SHALL be on one line in sentences and listings. Control characters, line separators, format characters such as bidirectional controls, and noncharacters SHALL be escaped. Sentences SHALL repeat at most 200 characters of it.

  For an invalid name an error SHALL suggest up to three similar names, the most similar first and equally similar ones in their order. Otherwise it SHALL name the valid ones: the first 50, and how many more. The listing without a name SHALL show names of up to 1,024 characters completely and with their blanks; only in descriptions is any white space one blank.

  Background:
    Given the project
      """
      categories: {docs: {dir: docs, patterns: ["*.md"]}}
      """
    And the files
      | docs/intro.md | # Intro\n |
      | private/salaries.md | # Salaries\n |
    And the links
      | docs/leak.md | ../private/salaries.md |

  @3.3.8 @3.4.7 @3.5.4 @3.5.7 @3.8.6
  Scenario: Error type classification
    When error occurs
      | tool | category | pattern |
      | get_category_content | wiki | |
      | get_category_content | docs | *.rst |
      | get_category_content | docs | {intro,setup |
      | get_category_content | docs | leak.md |
      | get_category_content | docs | json:true |
    Then classify with appropriate error_type
      | #1 error | not_found | Category 'wiki' not found. Valid names: 'docs' | @present_error |
      | #2 error | no_matches | No documents in category 'docs' match '*.rst'. It holds 'intro.md' | @correct_pattern |
      | #3 error | invalid_pattern | Invalid pattern '{intro,setup' at character 1: this '{' is never closed. @pattern_help | @explain_pattern |
      | #4 error | io_error | Could not read leak.md @link_out | @file_system_issue |
      | #5 error | invalid_argument | Invalid arguments for get_category_content: 'pattern' must be a string, got boolean. @category_args | @correct_args |

  @3.4.5 @3.4.6 @3.8.5
  Scenario: Error message clarity
    When returning error
      | tool | category | pattern |
      | get_category_content | wiki | |
      | get_category_content | docs | *.rst |
      | get_category_content | docs | api/{calls,types |
      | get_category_content | docs | leak.md |
      | get_category_content | docs | json:{"glob":"*"} |
    Then include specific details about what went wrong
      | #1 error | not_found | Category 'wiki' not found. Valid names: 'docs' | @present_error |
      | #2 error | no_matches | No documents in category 'docs' match '*.rst'. It holds 'intro.md' | @correct_pattern |
      | #3 error | invalid_pattern | Invalid pattern 'api/{calls,types' at character 5: this '{' is never closed. @pattern_help | @explain_pattern |
      | #4 error | io_error | Could not read leak.md @link_out | @file_system_issue |
      | #5 error | invalid_argument | Invalid arguments for get_category_content: 'pattern' must be a string, got object. @category_args | @correct_args |

  Scenario: Invisible characters
    Given the files
      # What makes a terminal write in red, and U+202E (E2 80 AE), after which text runs from right to left.
      | docs/a\x1b[31m.md | red \x1b[31m\xe2\x80\xae\n |
      | docs/b\xe2\x80\xaedm.\nmd | \x00 |
    When a name, a pattern or a file's name contains control or bidirectional characters
      | tool | category | pattern |
      # U+85 (C2 85) and U+2028 (E2 80 A8) break lines, and U+FEFF (EF BB BF) has no width.
      | get_category_content | do\xe2\x80\xaecs\xc2\x85 | |
      | get_category_content | docs | x\xe2\x80\xa8\xef\xbb\xbfy |
      | get_category_content | docs | b* |
      | get_category_content | docs | * |
      | get_category_content | docs | a* |
    Then errors and messages show each such character escaped, and a document's own text keeps it
      | #1 error | not_found | Category 'do\x5cu{202e}cs\x5cu{85}' not found. Did you mean 'docs'? | @present_error |
      | #2 error | no_matches | No documents in category 'docs' match 'x\x5cu{2028}\x5cu{feff}y'. It holds 'a\x5cu{1b}[31m.md', 'b\x5cu{202e}dm.\x5cnmd', 'intro.md' | @correct_pattern |
      | #3 error | io_error | Could not read b\x5cu{202e}dm.\x5cnmd (binary: NUL at byte 0; @exclude_it) | @file_system_issue |
      | #4 part | text/markdown; charset=utf-8 | guide://category/docs/a%1B%5B31m.md | red \x1b[31m\xe2\x80\xae\n |
      | #4 part | text/markdown | guide://category/docs/intro.md | # Intro\n |
      | #4 message | Left out because it could not be read: b\x5cu{202e}dm.\x5cnmd (binary: NUL at byte 0; @exclude_it), leak.md @link_out. | | |
      | #5 value | red \x1b[31m\xe2\x80\xae\n | | |

  Scenario: Control characters in errors
    When a name, a pattern, an argument's name or a tool's name holds line breaks, tabs, NUL, escapes and deletions
      | tool | category | pattern | 1\t2\x1b[3 | name | arguments |
      | get_category_content | \nw\ri\tk\x00i\x7f | | | | |
      | get_category_content | docs | a\nb\tc\x7f.rst | | | |
      | get_category_content | docs | {a,\n\tb | | | |
      | get_category_content | docs | a\x00b | | | |
      | get_category_content | docs | | x | | |
      # By the escapes of JSON: a line feed, a tab, an escape.
      | tools/call | | | | json:"1\\u000a2\\u0009\\u001b" | json:{} |
    Then errors show each of them escaped, and count them as one character
      | #1 error | not_found | Category '\x5cnw\x5cri\x5ctk\x5cu{0}i\x5cu{7f}' not found. Valid names: 'docs' | @present_error |
      | #2 error | no_matches | No documents in category 'docs' match 'a\x5cnb\x5ctc\x5cu{7f}.rst'. It holds 'intro.md' | @correct_pattern |
      | #3 error | invalid_pattern | Invalid pattern '{a,\x5cn\x5ctb' at character 1: this '{' is never closed. @pattern_help | @explain_pattern |
      | #4 error | invalid_pattern | Invalid pattern 'a\x5cu{0}b' at character 2: a NUL character is not allowed. @pattern_help | @explain_pattern |
      | #5 error | invalid_argument | Invalid arguments for get_category_content: '1\x5ct2\x5cu{1b}[3' @not_an_argument. @category_args | @correct_args |
      | #6 protocol error | -32602 | @unknown_odd_tool | |

  Scenario: Long names in errors
    When a name or a pattern has 200 characters, or more
      | tool | category | pattern |
      | get_category_content | {200*é} | |
      | get_category_content | {201*é} | |
      # With `.md` 200 characters, and 201.
      | get_category_content | docs | {197*x}.md |
      | get_category_content | docs | {198*x}.md |
      # A byte more than a pattern may have.
      | get_category_content | docs | {1025*x} |
    Then errors repeat the first 200 of them
      | #1 error | not_found | Category '{200*é}' not found. Valid names: 'docs' | @present_error |
      | #2 error | not_found | Category '{200*é}…' not found. Valid names: 'docs' | @present_error |
      | #3 error | no_matches | No documents in category 'docs' match '{197*x}.md'. It holds 'intro.md' | @correct_pattern |
      | #4 error | no_matches | No documents in category 'docs' match '{198*x}.m…'. It holds 'intro.md' | @correct_pattern |
      | #5 error | invalid_pattern | Invalid pattern '{200*x}…': it has 1025 bytes and the limit is 1024. @pattern_help | @explain_pattern |

  Scenario: Similar names
    Given the project
      """
      categories:
        guide: {dir: docs, patterns: ["*.md"]}
        guideline: {dir: docs, patterns: ["*.md"]}
        guidance: {dir: docs, patterns: ["*.md"]}
        Guidelines: {dir: docs, patterns: ["*.md"]}
        part-{1..4}: {dir: docs, patterns: ["*.md"]}
      collections:
        guided-lines: {categories: [guide]}
        part-5: {categories: [guide]}
      """
    When an invalid name is similar to one name, to several or to no other
      | tool | category_or_collection | category | collection |
      | get_content | guidelines | | |
      | get_category_content | | guidelines | |
      | get_category_content | | part-0 | |
      | list_content | part-0 | | |
      | get_collection_content | | | part-0 |
      | get_collection_content | | | wiki |
      # Case does not count.
      | get_category_content | | PART-3 | |
    Then up to three similar names are suggested, the most similar first, or else all valid names
      | #1 error | not_found | Category or collection 'guidelines' not found. Did you mean 'Guidelines', 'guideline', 'guided-lines'? | @present_error |
      | #2 error | not_found | Category 'guidelines' not found. Did you mean 'Guidelines', 'guideline'? | @present_error |
      | #3 error | not_found | Category 'part-0' not found. Did you mean 'part-1', 'part-2', 'part-3'? | @present_error |
      # Of names that are equally near a collection's comes first, as it is searched first.
      | #4 error | not_found | Category or collection 'part-0' not found. Did you mean 'part-5', 'part-1', 'part-2'? | @present_error |
      | #5 error | not_found | Collection 'part-0' not found. Did you mean 'part-5'? | @present_error |
      | #6 error | not_found | Collection 'wiki' not found. Valid names: 'guided-lines', 'part-5' | @present_error |
      | #7 error | not_found | Category 'PART-3' not found. Did you mean 'part-3', 'part-1', 'part-2'? | @present_error |

  Scenario: Many valid names
    Given the project
      """
      categories:
        c{01..52}: {dir: docs, patterns: ["*.md"]}
      collections: {all: {categories: [c01]}}
      """
    When more than 50 names are valid and none of them is similar
      | tool | category | category_or_collection |
      | get_category_content | wiki | |
      | list_content | | wiki |
    Then the first 50 are named and the others are counted
      | #1 error | not_found | Category 'wiki' not found. Valid names: {01..50*'c#', }and 2 more | @present_error |
      | #2 error | not_found | Category or collection 'wiki' not found. Valid names: 'all', {01..49*'c#', }and 3 more | @present_error |

  Scenario: Joiners, format characters and noncharacters
    When a name holds a joiner, a format character or a noncharacter
      | tool | category |
      # U+200D and U+200C join and separate letters of scripts outside ASCII. Beside ASCII they are only hidden.
      | get_category_content | क\xe2\x80\x8dष |
      | get_category_content | a\xe2\x80\x8db |
      | get_category_content | a\xe2\x80\x8cé |
      # U+AD, a hyphen for the end of a line; U+E0041, a tag; U+FFFE and U+1FFFF, no characters; U+2066, which isolates a direction.
      | get_category_content | \xc2\xadx |
      | get_category_content | x\xf3\xa0\x81\x81 |
      | get_category_content | x\xef\xbf\xbey |
      | get_category_content | x\xf0\x9f\xbf\xbf |
      | get_category_content | x\xe2\x81\xa6y |
    Then errors show it escaped, but for a joiner between two characters outside ASCII
      | #1 error | not_found | Category 'क\xe2\x80\x8dष' not found. Valid names: 'docs' | @present_error |
      | #2 error | not_found | Category 'a\x5cu{200d}b' not found. Valid names: 'docs' | @present_error |
      | #3 error | not_found | Category 'a\x5cu{200c}é' not found. Valid names: 'docs' | @present_error |
      | #4 error | not_found | Category '\x5cu{ad}x' not found. Valid names: 'docs' | @present_error |
      | #5 error | not_found | Category 'x\x5cu{e0041}' not found. Valid names: 'docs' | @present_error |
      | #6 error | not_found | Category 'x\x5cu{fffe}y' not found. Valid names: 'docs' | @present_error |
      | #7 error | not_found | Category 'x\x5cu{1ffff}' not found. Valid names: 'docs' | @present_error |
      | #8 error | not_found | Category 'x\x5cu{2066}y' not found. Valid names: 'docs' | @present_error |
