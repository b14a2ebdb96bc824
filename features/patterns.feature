Feature: Patterns
  The pattern syntax, one construct after the other: what each matches, and what it does not. The
  tools' descriptions promise it in one line, and agents use it by what they know of shells.

  Background:
    Given the project
      """
      categories: {docs: {dir: docs, patterns: ["*.md"]}}
      """

  Rule: Pattern Matching
    Pattern matching SHALL use glob syntax with the following rules:

    - `*` matches any characters within a filename
    - `**` matches any number of directories
    - `?` matches a single character
    - `[abc]` matches any character in the set
    - If pattern has no extension, match all files with that root name

    Patterns SHALL be relative to the category's directory. Pattern Syntax, Root Names and Hidden Names below give the rules in full.

    @1.1.1 @1.1.7
    Scenario: Wildcard pattern
      Given the files
        | docs/intro.md | # Intro\n |
        | docs/setup.md | # Setup\n |
        | docs/notes.txt | notes\n |
        | docs/api/calls.md | # Calls\n |
      When pattern is "*.md"
        | tool | category | pattern |
        | get_category_content | docs | *.md |
      Then match all markdown files
        | part | text/markdown | guide://category/docs/intro.md | file:docs/intro.md |
        | part | text/markdown | guide://category/docs/setup.md | file:docs/setup.md |

    @1.1.3 @1.1.7 @1.6.2
    Scenario: Root name pattern
      Given the files
        | docs/intro.md | # Intro\n |
        | docs/intro.txt | Intro\n |
        | docs/intro.html | <h1>Intro</h1>\n |
        | docs/introduction.md | # Introduction\n |
        | docs/intro-old.md | # Old\n |
      When pattern is "intro" (no extension)
        | tool | category | pattern |
        | get_category_content | docs | intro |
      Then match intro.md, intro.txt, intro.html, etc.
        | part | text/html | guide://category/docs/intro.html | file:docs/intro.html |
        | part | text/markdown | guide://category/docs/intro.md | file:docs/intro.md |
        | part | text/plain | guide://category/docs/intro.txt | file:docs/intro.txt |

    Scenario: Specific file pattern
      Given the files
        | docs/intro.md | # Intro\n |
        | docs/intro.txt | Intro\n |
        | docs/intro.md.bak | # Old intro\n |
        | docs/api/intro.md | # API intro\n |
      When pattern is "intro.md"
        | tool | category | pattern |
        | get_category_content | docs | intro.md |
      Then match only intro.md
        | value | file:docs/intro.md |

    @1.1.2 @1.1.7 @1.6.1 @1.6.3
    Scenario: Recursive pattern
      Given the files
        | docs/main.py | import parse\n |
        | docs/main.md | # Main\n |
        | docs/lib/parse.py | def parse(): ...\n |
        | docs/lib/deep/scan.py | def scan(): ...\n |
      When pattern is "**/*.py"
        | tool | category | pattern |
        | get_category_content | docs | **/*.py |
      Then match all Python files in all subdirectories
        | part | text/x-python | guide://category/docs/lib/deep/scan.py | file:docs/lib/deep/scan.py |
        | part | text/x-python | guide://category/docs/lib/parse.py | file:docs/lib/parse.py |
        | part | text/x-python | guide://category/docs/main.py | file:docs/main.py |

  Rule: Pattern Syntax
    A pattern SHALL be matched one component at a time. Components are separated by slashes:

    - `*` SHALL match any run of characters within a name, `?` exactly one character (not one byte)
    - `[abc]` and `[a-z]` SHALL match one character of the set, `[!abc]` and `[^abc]` one that is not in it
    - `**` SHALL be a whole component and match any number of directories; as the last component it matches every file below
    - `{a,b}` SHALL match what either alternative matches; alternatives may be nested, empty and contain slashes
    - Braces without a comma, a stray `}`, and braces or commas inside a set SHALL be literal
    - `./` and `//` SHALL make no difference; a trailing `/`, or the pattern `.`, SHALL mean everything below
    - Matching SHALL be case-sensitive, on every system; names that differ only in case are different documents
    - Blanks SHALL be ordinary characters, also at the ends of a pattern

    A pattern with a set or braces SHALL also match the path that it spells, as one without them does: what leads out of the category on it, or in a circle, SHALL be reported as unreadable.

    Only files SHALL be matched as documents; a directory whose name matches a wildcard is neither returned nor reported.

    @1.6.1
    Scenario: Question mark
      Given the files
        | docs/page1.md | one |
        | docs/page10.md | ten |
        | docs/pageä.md | a with diaeresis |
        | docs/page.md | none |
      When a pattern contains "?"
        | tool | category | pattern |
        | get_category_content | docs | page?.md |
        | get_category_content | docs | page??.md |
      Then each "?" matches exactly one character
        | #1 part | text/markdown | guide://category/docs/page1.md | one |
        | #1 part | text/markdown | guide://category/docs/page%C3%A4.md | a with diaeresis |
        | #2 value | ten | | |

    @1.6.1
    Scenario: Sets and ranges
      Given the files
        | docs/chapter1.md | one |
        | docs/chapter2.md | two |
        | docs/chapter3.md | three |
        | docs/chapter12.md | twelve |
      When a pattern contains a set of characters, a range or one negated by "!" or "^"
        | tool | category | pattern |
        | get_category_content | docs | chapter[13].md |
        | get_category_content | docs | chapter[2-3].md |
        | get_category_content | docs | chapter[!13].md |
        | get_category_content | docs | chapter[^13].md |
        | get_category_content | docs | chapter[!1-2].md |
      Then the set matches exactly one character, inside the set or outside the negated one
        | #1 part | text/markdown | guide://category/docs/chapter1.md | one |
        | #1 part | text/markdown | guide://category/docs/chapter3.md | three |
        | #2 part | text/markdown | guide://category/docs/chapter2.md | two |
        | #2 part | text/markdown | guide://category/docs/chapter3.md | three |
        | #3 value | two | | |
        | #4 value | two | | |
        | #5 value | three | | |

    @1.1.4
    Scenario: Star stays within a name
      Given the files
        | docs/intro.md | top |
        | docs/api/calls.md | one level down |
        | docs/api/v2/calls.md | two levels down |
      When a pattern contains "*"
        | tool | category | pattern |
        | get_category_content | docs | *.md |
        | get_category_content | docs | */*.md |
        | get_category_content | docs | api/*.md |
        | get_category_content | docs | api*calls.md |
      Then "*" matches any run of characters within one name and never crosses "/"
        | #1 value | top | | |
        | #2 value | one level down | | |
        | #3 value | one level down | | |
        | #4 error | no_matches | No documents in category 'docs' match 'api*calls.md'. It holds 'api/calls.md', 'api/v2/calls.md', 'intro.md' | @correct_pattern |

    @1.6.3
    Scenario: Double star
      Given the files
        | docs/calls.md | outside |
        | docs/api/calls.md | none between |
        | docs/api/v2/LICENSE | free |
        | docs/api/v2/calls.md | one between |
        | docs/api/v2/beta/calls.md | two between |
      When "**" is between two components or is the last one
        | tool | category | pattern |
        | get_category_content | docs | api/**/calls.md |
        | get_category_content | docs | api/v2/** |
      Then "**" matches any number of directories, including zero, or every file below
        | #1 part | text/markdown | guide://category/docs/api/calls.md | none between |
        | #1 part | text/markdown | guide://category/docs/api/v2/beta/calls.md | two between |
        | #1 part | text/markdown | guide://category/docs/api/v2/calls.md | one between |
        | #2 part | text/plain | guide://category/docs/api/v2/LICENSE | free |
        | #2 part | text/markdown | guide://category/docs/api/v2/beta/calls.md | two between |
        | #2 part | text/markdown | guide://category/docs/api/v2/calls.md | one between |

    Scenario: Alternatives
      Given the files
        | docs/intro.md | intro |
        | docs/intro-guide.md | guide to the intro |
        | docs/setup-guide.md | setup |
        | docs/usage-guide.md | usage |
        | docs/api/v1/calls.md | version one |
        | docs/cli/calls.md | command line |
      When a pattern contains alternatives in braces, also nested or empty ones
        | tool | category | pattern |
        | get_category_content | docs | {setup,usage}-guide.md |
        | get_category_content | docs | {api/v1,cli}/calls.md |
        | get_category_content | docs | {intro,{setup,usage}-guide}.md |
        | get_category_content | docs | intro{,-guide}.md |
      Then the pattern matches what any combination of the alternatives matches
        | #1 part | text/markdown | guide://category/docs/setup-guide.md | setup |
        | #1 part | text/markdown | guide://category/docs/usage-guide.md | usage |
        | #2 part | text/markdown | guide://category/docs/api/v1/calls.md | version one |
        | #2 part | text/markdown | guide://category/docs/cli/calls.md | command line |
        | #3 part | text/markdown | guide://category/docs/intro.md | intro |
        | #3 part | text/markdown | guide://category/docs/setup-guide.md | setup |
        | #3 part | text/markdown | guide://category/docs/usage-guide.md | usage |
        | #4 part | text/markdown | guide://category/docs/intro-guide.md | guide to the intro |
        | #4 part | text/markdown | guide://category/docs/intro.md | intro |

    Scenario: Literal braces
      Given the files
        | docs/a{b}.md | one alternative |
        | docs/ab.md | without braces |
        | docs/a}.md | stray brace |
        | docs/a,b.md | comma |
        | docs/x{.md | opening |
        | docs/x}.md | closing |
        | docs/xy.md | letter |
      When braces contain no comma, a closing brace or a comma is unpaired, or they are in a set
        | tool | category | pattern |
        | get_category_content | docs | a{b}.* |
        | get_category_content | docs | a}.* |
        | get_category_content | docs | a,b.* |
        | get_category_content | docs | x[{,}].md |
      Then the braces are literal
        | #1 value | one alternative | | |
        | #2 value | stray brace | | |
        | #3 value | comma | | |
        | #4 part | text/markdown | guide://category/docs/x%7B.md | opening |
        | #4 part | text/markdown | guide://category/docs/x%7D.md | closing |

    Scenario: Trailing slash and single dot
      Given the files
        | docs/intro.md | intro |
        | docs/api/calls.md | calls |
        | docs/api/v2/notes.txt | notes |
      When a pattern ends in "/" or is "."
        | tool | category | pattern |
        | get_category_content | docs | api/ |
        | get_category_content | docs | . |
        | get_category_content | docs | ./ |
      Then the pattern matches every file below that directory
        | #1 part | text/markdown | guide://category/docs/api/calls.md | calls |
        | #1 part | text/plain | guide://category/docs/api/v2/notes.txt | notes |
        | #2 part | text/markdown | guide://category/docs/api/calls.md | calls |
        | #2 part | text/plain | guide://category/docs/api/v2/notes.txt | notes |
        | #2 part | text/markdown | guide://category/docs/intro.md | intro |
        | #3 same as | #2 | | |

    @1.4.1 @1.4.4
    Scenario: Redundant dots and slashes
      Given the files
        | docs/intro.md | intro |
        | docs/api/calls.md | calls |
      When a pattern contains "./" or "//"
        | tool | category | pattern |
        | get_category_content | docs | ./intro.md |
        | get_category_content | docs | api//calls.md |
        | get_category_content | docs | ./api/.//./calls.md |
      Then "./" and "//" make no difference
        | #1 value | intro |
        | #2 value | calls |
        | #3 value | calls |

    Scenario: File named like the pattern
      Given the files
        | docs/[slug].md | the route |
        | docs/s.md | one letter |
        | docs/app/[id]/page.md | the page |
        | docs/app/i/page.md | another page |
      When a pattern with metacharacters is exactly the path of a file
        | tool | category | pattern |
        | get_category_content | docs | [slug].md |
        | get_category_content | docs | app/[id]/page.md |
        # No file has one of these two names.
        | get_category_content | docs | [slug]*.md |
        | get_category_content | docs | [rst].md |
      Then the pattern means that file, too
        | #1 value | Content-Type: multipart/mixed; boundary="guide-boundary"\r\n\r\n--guide-boundary\r\nContent-Type: text/markdown\r\nContent-Location: @docs/%5Bslug%5D.md\r\nContent-Length: 9\r\n\r\nthe route\r\n--guide-boundary\r\nContent-Type: text/markdown\r\nContent-Location: @docs/s.md\r\nContent-Length: 10\r\n\r\none letter\r\n--guide-boundary--\r\n |
        | #2 value | Content-Type: multipart/mixed; boundary="guide-boundary"\r\n\r\n--guide-boundary\r\nContent-Type: text/markdown\r\nContent-Location: @docs/app/%5Bid%5D/page.md\r\nContent-Length: 8\r\n\r\nthe page\r\n--guide-boundary\r\nContent-Type: text/markdown\r\nContent-Location: @docs/app/i/page.md\r\nContent-Length: 12\r\n\r\nanother page\r\n--guide-boundary--\r\n |
        | #3 value | one letter |
        | #4 value | one letter |

    Scenario: Path of a pattern that cannot be followed
      Given the files
        | docs/s/page.md | one letter |
        | docs/round/x.md | no letter |
        | private/page.md | private |
      And the links
        | docs/[slug] | ../private |
        | docs/[rs] | /etc |
        | docs/[round] | [round] |
      When the path that a pattern with metacharacters spells leads out of the category or in a circle
        | tool | category | pattern |
        | get_category_content | docs | [slug]/page.md |
        | get_category_content | docs | [rs]/page.md |
        | get_category_content | docs | [round]/page.md |
        | get_category_content | docs | [slug]/ |
        | get_category_content | docs | ./[rs]// |
        | get_category_content | docs | [round]/. |
      Then it is reported as unreadable beside what the pattern matches
        | #3 error | io_error | Could not read [round] (too many links in a row) | @file_system_issue |
        | #6 error | io_error | Could not read [round] (too many links in a row) | @file_system_issue |
        | #1 message | Left out because it could not be read: [slug] @link_out. | | |
        | #1 value | Content-Type: multipart/mixed; boundary="guide-boundary"\r\n\r\n--guide-boundary\r\nContent-Type: text/markdown\r\nContent-Location: @docs/s/page.md\r\nContent-Length: 10\r\n\r\none letter\r\n--guide-boundary--\r\n | | |
        | #2 message | Left out because it could not be read: [rs] @link_out. | | |
        | #2 value | Content-Type: multipart/mixed; boundary="guide-boundary"\r\n\r\n--guide-boundary\r\nContent-Type: text/markdown\r\nContent-Location: @docs/s/page.md\r\nContent-Length: 10\r\n\r\none letter\r\n--guide-boundary--\r\n | | |
        | #4 message | Left out because it could not be read: [slug] @link_out. | | |
        | #4 value | Content-Type: multipart/mixed; boundary="guide-boundary"\r\n\r\n--guide-boundary\r\nContent-Type: text/markdown\r\nContent-Location: @docs/s/page.md\r\nContent-Length: 10\r\n\r\none letter\r\n--guide-boundary--\r\n | | |
        | #5 message | Left out because it could not be read: [rs] @link_out. | | |
        | #5 value | Content-Type: multipart/mixed; boundary="guide-boundary"\r\n\r\n--guide-boundary\r\nContent-Type: text/markdown\r\nContent-Location: @docs/s/page.md\r\nContent-Length: 10\r\n\r\none letter\r\n--guide-boundary--\r\n | | |

    Scenario: Nothing at the path of a pattern
      Given the files
        | docs/s/page.md | one letter |
        | docs/[st]/page.md/x.md | below |
      When a directory is at the path that a pattern with metacharacters spells, or nothing
        | tool | category | pattern |
        | get_category_content | docs | [slug]/page.md |
        | get_category_content | docs | [st]/page.md |
      Then the pattern keeps its meaning
        | value | one letter |

    Scenario: Case sensitivity
      Given the files
        | docs/README.md | read me |
        | docs/intro.MD | shouting |
      When pattern and name differ in case
        | tool | category | pattern |
        | get_category_content | docs | readme.md |
        | get_category_content | docs | [r]eadme.md |
        | get_category_content | docs | *.md |
        | get_category_content | docs | *.MD |
        | get_category_content | docs | readme |
        | get_category_content | docs | read* |
      Then documents of another case do not match
        | #1 error | no_matches | No documents in category 'docs' match 'readme.md'. @case_differs: 'README.md'. It holds 'README.md', 'intro.MD' | @correct_pattern |
        | #2 error | no_matches | No documents in category 'docs' match '[r]eadme.md'. @case_differs: 'README.md'. It holds 'README.md', 'intro.MD' | @correct_pattern |
        | #3 value | read me | | |
        | #4 value | shouting | | |
        | #5 error | no_matches | No documents in category 'docs' match 'readme'. @case_differs: 'README.md'. It holds 'README.md', 'intro.MD' | @correct_pattern |
        | #6 error | no_matches | No documents in category 'docs' match 'read*'. @case_differs: 'README.md'. It holds 'README.md', 'intro.MD' | @correct_pattern |

    Scenario: Names that differ only in case
      Given the files
        | docs/README.md | upper case |
        | docs/readme.md | lower case |
        | docs/ReadMe.md | both |
        | docs/zebra.md | last |
        | docs/Éclair.md | capital |
        | docs/éclair.md | small |
      When several names differ in nothing but case
        | tool | category | pattern |
        | get_category_content | docs | *.md |
        | get_category_content | docs | readme.md |
        | get_category_content | docs | README |
        | get_category_content | docs | [rR]* |
        | get_category_content | docs | {readme,README}.md |
        # Outside braces a comma is a character.
        | get_category_content | docs | readme.*,README.* |
        | get_category_content | docs | README.MD |
        | get_category_content | docs | [É]* |
        | get_category_content | DOCS | |
      Then each name is a document of its own, in byte order
        | #1 part | text/markdown | guide://category/docs/README.md | upper case |
        | #1 part | text/markdown | guide://category/docs/ReadMe.md | both |
        | #1 part | text/markdown | guide://category/docs/readme.md | lower case |
        | #1 part | text/markdown | guide://category/docs/zebra.md | last |
        | #1 part | text/markdown | guide://category/docs/%C3%89clair.md | capital |
        | #1 part | text/markdown | guide://category/docs/%C3%A9clair.md | small |
        | #2 value | lower case | | |
        | #3 value | upper case | | |
        | #4 part | text/markdown | guide://category/docs/README.md | upper case |
        | #4 part | text/markdown | guide://category/docs/ReadMe.md | both |
        | #4 part | text/markdown | guide://category/docs/readme.md | lower case |
        | #5 part | text/markdown | guide://category/docs/README.md | upper case |
        | #5 part | text/markdown | guide://category/docs/readme.md | lower case |
        | #6 error | no_matches | No documents in category 'docs' match 'readme.*,README.*'. It holds 'README.md', 'ReadMe.md', 'readme.md', 'zebra.md', 'Éclair.md', 'éclair.md' | @correct_pattern |
        | #7 error | no_matches | No documents in category 'docs' match 'README.MD'. @case_differs: 'README.md', 'ReadMe.md', 'readme.md'. It holds 'README.md', 'ReadMe.md', 'readme.md', 'zebra.md', 'Éclair.md', 'éclair.md' | @correct_pattern |
        | #8 value | capital | | |
        | #9 error | not_found | Category 'DOCS' not found. Did you mean 'docs'? | @present_error |

    Scenario: Spaces around a pattern
      Given the files
        | docs/intro.md | plain |
        | docs/\x20intro.md | blank before |
        | docs/intro.md\x20 | blank after |
        | docs/\x20\x20 | blanks alone |
        | docs/a b.md | blank within |
      When a pattern has blanks at its ends or is blank
        | tool | category | pattern |
        | get_category_content | docs | \x20intro.md |
        | get_category_content | docs | intro.md\x20 |
        | get_category_content | docs | \x20\x20 |
        | get_category_content | docs | \x20intro.md\x20 |
        | get_category_content | docs | \tintro.md |
        | get_category_content | docs | intro.md\n |
        # The blank belongs to the second alternative.
        | get_category_content | docs | {intro.md, intro.md} |
        | get_category_content | docs | a b.md |
        | get_category_content | docs | intro.md |
      Then the spaces are characters of the name and are not trimmed
        | #1 value | blank before | | |
        | #2 value | blank after | | |
        | #3 value | blanks alone | | |
        | #4 error | no_matches | No documents in category 'docs' match ' intro.md '. Nearest: ' intro.md', 'intro.md ', 'intro.md'. @blank_names | @correct_pattern |
        | #5 error | no_matches | No documents in category 'docs' match '\x5ctintro.md'. Nearest: 'intro.md', ' intro.md', 'intro.md '. @blank_names | @correct_pattern |
        | #6 error | no_matches | No documents in category 'docs' match 'intro.md\\n'. Nearest: 'intro.md', 'intro.md ', ' intro.md'. @blank_names | @correct_pattern |
        | #7 part | text/markdown | guide://category/docs/%20intro.md | blank before |
        | #7 part | text/markdown | guide://category/docs/intro.md | plain |
        | #8 value | blank within | | |
        | #9 value | plain | | |

    Scenario: Directories are not documents
      Given the files
        | docs/intro.md | intro |
        | docs/archive.md/old.md | old |
      And the folders
        | docs/empty.md |
      When a wildcard matches the name of a directory
        | tool | category | pattern |
        | get_category_content | docs | *.md |
      Then the directory is neither returned nor reported
        | value | intro |
