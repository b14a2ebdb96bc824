Feature: What There Is Instead
  "No documents match" makes an agent guess, or its user search. Naming the correct alternatives
  costs a line, and ends the matter.

  If no document matches, or one document is not found, the error SHALL say what exists, so that the next call can be correct:

  - if the call gave no pattern, that the default patterns were searched
  - the directory at the requested path
  - up to three documents that would match if case and Unicode normalization were ignored
  - a pattern that begins with `**/`, if the given one finds documents further down
  - up to three documents with similar names, if the name is written out and differs not only in case
  - up to 20 documents of the name, by the bytes of their paths, and how many more there are: of more, those first that default patterns match

  Only documents that are served and not hidden SHALL be named. At most 10,000 names of documents and directories SHALL be examined; if there are more, the error SHALL say so.

  Background:
    Given the project
      """
      categories:
        docs: {dir: docs, patterns: ["*.md"]}
        empty: {dir: empty, patterns: ["*.rst", "*.txt"]}
        many20: {dir: many20, patterns: ["*.md"]}
        many51: {dir: many51, patterns: ["*.md"]}
        crowd: {dir: crowd, patterns: ["*.md"]}
        guarded: {dir: guarded, patterns: ["*.md"], exclude: [drafts, "**/secret*", "*.key"]}
      collections: {shelf: {categories: [docs, empty]}}
      """
    And the files
      | docs/intro.md | # Intro\n |
      | docs/guides/deploy.md | # Deploy\n |
      | docs/guides/ops/Setup.md | # Setup\n |
      | docs/README.md | # Readme\n |
      | docs/Readme.txt | readme |
      | empty/notes.adoc | notes |
      | many20/n{01..20}.txt | n |
      | many51/n{01..51}.txt | n |
      | guarded/open.txt | open |
      | guarded/.env | TOKEN |
      | guarded/.git/config | x |
      | guarded/drafts/plan.txt | plan |
      | guarded/a/secret.txt | secret |
      | outside.txt | outside |
    And the links
      | guarded/out.txt | ../outside.txt |
      | guarded/up | .. |

  Scenario: Directory instead of a document
    When a pattern is the path of a directory
      | tool | category | collection | pattern |
      | get_category_content | docs | | guides |
      | get_category_content | docs | | guides/ops |
      | get_collection_content | | shelf | guides |
    Then the error says that it is a directory
      | #1 error | no_matches | No documents in category 'docs' match 'guides'. 'guides/' is a directory. @found_names | @correct_pattern |
      | #2 error | no_matches | No documents in category 'docs' match 'guides/ops'. 'guides/ops/' is a directory. Nearest: 'guides/ops/Setup.md'. @found_names | @correct_pattern |
      | #3 error | no_matches | No documents in collection 'shelf' match 'guides'. 'guides/' is a directory. It holds 'docs/README.md', 'docs/Readme.txt', 'docs/guides/deploy.md', 'docs/guides/ops/Setup.md', 'docs/intro.md', 'empty/notes.adoc' | @correct_pattern |

  Scenario: Document further down
    When a pattern matches documents one or more directories further down
      | tool | category | pattern |
      | get_category_content | docs | deploy.md |
      | get_category_content | docs | deploy |
      | get_category_content | docs | ops/*.md |
    Then the error gives the pattern that finds them
      | #1 error | no_matches | No documents in category 'docs' match 'deploy.md'. It is further down: '**/deploy.md' finds it. Nearest: 'guides/deploy.md'. @found_names | @correct_pattern |
      | #2 error | no_matches | No documents in category 'docs' match 'deploy'. It is further down: '**/deploy' finds it. Nearest: 'guides/deploy.md'. @found_names | @correct_pattern |
      | #3 error | no_matches | No documents in category 'docs' match 'ops/*.md'. It is further down: '**/ops/*.md' finds it. @found_names | @correct_pattern |

  Scenario: Case that differs
    When a pattern would match if case were ignored
      | tool | category | pattern |
      | get_category_content | docs | INTRO.md |
      | get_category_content | docs | readme.{md,txt} |
      | get_category_content | docs | guides/ops/setup |
      | get_category_content | docs | **/[D]EPLOY.* |
    Then the error names the first three that it would match
      | #1 error | no_matches | No documents in category 'docs' match 'INTRO.md'. @case_differs: 'intro.md'. @found_names | @correct_pattern |
      | #2 error | no_matches | No documents in category 'docs' match 'readme.{md,txt}'. @case_differs: 'README.md', 'Readme.txt'. @found_names | @correct_pattern |
      | #3 error | no_matches | No documents in category 'docs' match 'guides/ops/setup'. @case_differs: 'guides/ops/Setup.md'. @found_names | @correct_pattern |
      | #4 error | no_matches | No documents in category 'docs' match '**/[D]EPLOY.*'. @case_differs: 'guides/deploy.md'. @found_names | @correct_pattern |

  Scenario: Normalization that differs
    Given the project
      """
      categories: {notes: {dir: notes, patterns: ["*.md"]}}
      """
    And the files
      | notes/e\xcc\x81t.md | |
    When a name is written in the other normalization, and in another case, too
      | tool | category | document | pattern |
      | get_category_content | notes | \xc3\xa9t.md | |
      | get_category_content | notes | | \xc3\xa9*.md |
      | get_category_content | notes | \xc3\x89t.md | |
    Then the error says in what the document's name differs
      | #1 error | no_document | Document '\xc3\xa9t.md' not found in category 'notes'. @case_differs: 'e\xcc\x81t.md'. It holds 'e\xcc\x81t.md' | @repair_once |
      | #2 error | no_matches | No documents in category 'notes' match '\xc3\xa9*.md'. @case_differs: 'e\xcc\x81t.md'. It holds 'e\xcc\x81t.md' | @correct_pattern |
      | #3 error | no_document | Document '\xc3\x89t.md' not found in category 'notes'. @case_differs: 'e\xcc\x81t.md'. It holds 'e\xcc\x81t.md' | @repair_once |

  Scenario: Similar name
    When a pattern is similar to the name of a document, with its extension, without, or in another directory
      | tool | category | collection | pattern |
      | get_category_content | docs | | intor.md |
      | get_category_content | docs | | intor |
      | get_category_content | docs | | api/deploi.md |
      | get_category_content | docs | | intor.* |
      | get_category_content | docs | | wiki.html |
      | get_collection_content | | shelf | note.adoc |
    Then the error names the most similar one, but suggests nothing for wildcards and for names unlike all others
      | #1 error | no_matches | No documents in category 'docs' match 'intor.md'. Nearest: 'intro.md'. @found_names | @correct_pattern |
      | #2 error | no_matches | No documents in category 'docs' match 'intor'. Nearest: 'intro.md'. @found_names | @correct_pattern |
      | #3 error | no_matches | No documents in category 'docs' match 'api/deploi.md'. Nearest: 'guides/deploy.md'. @found_names | @correct_pattern |
      | #4 error | no_matches | No documents in category 'docs' match 'intor.*'. @found_names | @correct_pattern |
      | #5 error | no_matches | No documents in category 'docs' match 'wiki.html'. @found_names | @correct_pattern |
      | #6 error | no_matches | No documents in collection 'shelf' match 'note.adoc'. Nearest: 'notes.adoc'. It holds 'docs/README.md', 'docs/Readme.txt', 'docs/guides/deploy.md', 'docs/guides/ops/Setup.md', 'docs/intro.md', 'empty/notes.adoc' | @correct_pattern |

  Scenario: Default patterns that match nothing
    When a call gives no pattern and the default ones match nothing
      | tool | category | category_or_collection |
      | get_category_content | empty | |
      | list_content | | empty |
    Then the error says that they are the default ones, and what there is
      | error | no_matches | No documents in category 'empty' match '*.rst', '*.txt' @own_patterns. It holds 'notes.adoc' | @correct_pattern |

  Scenario: Many documents to suggest
    Given the files
      | crowd/n{00001..10001}.txt | n |
    When nothing matches in a category of 20, 51 or more than 10,000 documents
      | tool | category | pattern |
      | get_category_content | many20 | *.md |
      | get_category_content | many51 | *.md |
      | get_category_content | crowd | *.md |
    Then the error names the first 20 and counts the rest, or says that there are more
      | #1 error | no_matches | No documents in category 'many20' match '*.md'. It holds {01..19*'n#.txt', }'n20.txt' | @correct_pattern |
      | #2 error | no_matches | No documents in category 'many51' match '*.md'. It holds {01..20*'n#.txt', }and 31 more | @correct_pattern |
      # Which 10,000 of them are looked at is the file system's to say.
      | #3 error contains | '. It holds 'n0 | which are looked at depends on the file system | |
      | #3 error contains | ' and more | the same | |
      | instruction | @correct_pattern | | |

  Scenario: Documents that default patterns match among many
    Given the files
      | empty/a{01..25}.html | a |
      | empty/z.rst | z |
    When a pattern matches none of them
      | tool | category | pattern |
      | get_category_content | empty | *.png |
    Then the error names those that the default patterns match before others are left out
      | error | no_matches | No documents in category 'empty' match '*.png'. It holds {01..19*'a#.html', }'z.rst', and 7 more | @correct_pattern |

  Scenario: Names that suggestions omit
    Given the files
      | guarded/z{00001..10001}secret.key | k |
      | guarded/.z{00001..00100} | h |
      | guarded/b/last.txt | last |
    When a pattern matches only hidden, excluded and unreadable names, and links that lead out
      | tool | category | pattern | document |
      | get_category_content | guarded | *.rst | |
      | get_category_content | guarded | secret.txt | |
      | get_category_content | guarded | drafts | |
      | get_category_content | guarded | PLAN.txt | |
      | get_category_content | guarded | | a/secret.txt |
      | get_category_content | guarded | | a/SECRET.txt |
    Then the error does not name them
      | #1 error | no_matches | No documents in category 'guarded' match '*.rst'. It holds 'b/last.txt', 'open.txt' | @correct_pattern |
      | #2 error | no_matches | No documents in category 'guarded' match 'secret.txt'. It holds 'b/last.txt', 'open.txt' | @correct_pattern |
      | #3 error | no_matches | No documents in category 'guarded' match 'drafts'. It holds 'b/last.txt', 'open.txt' | @correct_pattern |
      | #4 error | no_matches | No documents in category 'guarded' match 'PLAN.txt'. It holds 'b/last.txt', 'open.txt' | @correct_pattern |
      | #5 error | no_document | Document 'a/secret.txt' not found in category 'guarded'. It holds 'b/last.txt', 'open.txt' | @repair_once |
      | #6 error | no_document | Document 'a/SECRET.txt' not found in category 'guarded'. It holds 'b/last.txt', 'open.txt' | @repair_once |
