Feature: Patterns and names
  File names contain brackets, blanks and capitals. Where a pattern could mean two things, these
  scenarios define which of them it means.

  Background:
    Given the project
      """
      categories: {docs: {dir: docs, patterns: ["*.md"]}}
      """

  Rule: Pattern Syntax

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
      Then the pattern means only that file, and any other pattern keeps its meaning
        | #1 value | the route |
        | #2 value | the page |
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
      Then the path is reported as unreadable and the pattern is not tried
        | #1 error | io_error | Could not read [slug]/page.md @link_out | @file_system_issue |
        | #2 error | io_error | Could not read [rs]/page.md @link_out | @file_system_issue |
        | #3 error | io_error | Could not read [round]/page.md (too many links in a row) | @file_system_issue |
        | #4 error | io_error | Could not read [slug] @link_out | @file_system_issue |
        | #5 error | io_error | Could not read [rs] @link_out | @file_system_issue |
        | #6 error | io_error | Could not read [round] (too many links in a row) | @file_system_issue |

    Scenario: Nothing at the path of a pattern
      Given the files
        | docs/s/page.md | one letter |
        | docs/[rs] | a file |
        | docs/[st]/page.md/x.md | below |
      And the links
        | docs/[slug] | nowhere |
      When a file, a link to nothing or a directory is in the way of the path that a pattern with metacharacters spells
        | tool | category | pattern |
        | get_category_content | docs | [slug]/page.md |
        | get_category_content | docs | [rs]/page.md |
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
        | #1 error | no_matches | No documents in category 'docs' match 'readme.md'. Case differs: 'README.md'. It holds 'README.md', 'intro.MD' | @correct_pattern |
        | #2 error | no_matches | No documents in category 'docs' match '[r]eadme.md'. Case differs: 'README.md'. It holds 'README.md', 'intro.MD' | @correct_pattern |
        | #3 value | read me | | |
        | #4 value | shouting | | |
        | #5 error | no_matches | No documents in category 'docs' match 'readme'. Case differs: 'README.md'. It holds 'README.md', 'intro.MD' | @correct_pattern |
        | #6 error | no_matches | No documents in category 'docs' match 'read*'. Case differs: 'README.md'. It holds 'README.md', 'intro.MD' | @correct_pattern |

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
        | #7 error | no_matches | No documents in category 'docs' match 'README.MD'. Case differs: 'README.md', 'ReadMe.md', 'readme.md'. It holds 'README.md', 'ReadMe.md', 'readme.md', 'zebra.md', 'Éclair.md', 'éclair.md' | @correct_pattern |
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
        | #2 error | io_error | Could not read intro.md  (@reserved) | @file_system_issue |
        | #3 error | io_error | Could not read    (@reserved) | @file_system_issue |
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
