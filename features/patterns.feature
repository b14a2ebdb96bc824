Feature: Patterns
  The pattern syntax, one construct after the other: what each matches, and what it does not. The
  tools' descriptions promise it in one line, and agents use it by what they know of shells.

  Background:
    Given the project
      """
      categories: {docs: {dir: docs, patterns: ["*.md"]}}
      """

  Rule: Pattern Matching

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
