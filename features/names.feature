Feature: Names that patterns match
  People ask for `intro` and mean the document, whatever its extension. They seldom mean names that
  begin with a dot. These scenarios show the limits of both rules case by case.

  Background:
    Given the project
      """
      categories:
        docs: {dir: docs, patterns: ["*.md"]}
        introductions: {dir: docs, patterns: [intro]}
      """

  Rule: Root Names
    A last component without a dot SHALL match the name itself and the name with any extension. A last component with a dot SHALL match no further extension, except that of a template. The rule SHALL apply to each alternative after braces are expanded, and to default patterns as well as to the pattern argument. Dots in other components SHALL not matter.

    @1.6.2
    Scenario: Name itself and any extension
      Given the files
        | docs/intro | bare |
        | docs/intro.md | markdown |
        | docs/intro.tar.gz | two extensions |
        | docs/intro-old.md | longer name |
        | docs/introduction.md | another word |
        | docs/my.intro | the other side |
      When the last component of a pattern or default pattern has no dot
        | tool | category | pattern |
        | get_category_content | docs | intro |
        | get_category_content | introductions | |
      Then the pattern matches the name itself and the name with any extension
        | #1 part | text/plain | guide://category/docs/intro | bare |
        | #1 part | text/markdown | guide://category/docs/intro.md | markdown |
        | #1 part | application/gzip | guide://category/docs/intro.tar.gz | two extensions |
        | #2 part | text/plain | guide://category/introductions/intro | bare |
        | #2 part | text/markdown | guide://category/introductions/intro.md | markdown |
        | #2 part | application/gzip | guide://category/introductions/intro.tar.gz | two extensions |

    Scenario: Extension given
      Given the files
        | docs/notes.tar.gz | archive |
        | docs/notes.txt.old | old notes |
      When the last component of a pattern has a dot
        | tool | category | pattern |
        | get_category_content | docs | notes.tar |
        | get_category_content | docs | *.txt |
      Then no further extension is matched
        | #1 error | no_matches | No documents in category 'docs' match 'notes.tar'. Nearest: 'notes.tar.gz'. It holds 'notes.tar.gz', 'notes.txt.old' | @correct_pattern |
        | #2 error | no_matches | No documents in category 'docs' match '*.txt'. It holds 'notes.tar.gz', 'notes.txt.old' | @correct_pattern |

    Scenario: Wildcard without an extension
      Given the files
        | docs/guide-api.md | api |
        | docs/guide-cli.rst | cli |
        | docs/guide | all |
        | docs/other.md | other |
        | docs/sub/guide-x.md | deeper |
      When the last component of a pattern has a wildcard and no dot
        | tool | category | pattern |
        | get_category_content | docs | guide-* |
        | get_category_content | docs | **/guide-? |
      Then the wildcard matches names with any extension
        | #1 part | text/markdown | guide://category/docs/guide-api.md | api |
        | #1 part | text/x-rst | guide://category/docs/guide-cli.rst | cli |
        | #2 value | deeper | | |

    Scenario: Dot in a directory name
      Given the files
        | docs/v1.2/intro.md | one point two |
        | docs/v1.3/intro.md | one point three |
      When only another component of a pattern has a dot
        | tool | category | pattern |
        | get_category_content | docs | v1.2/intro |
        | get_category_content | docs | ./v1.3/intro |
      Then the last component still matches every extension
        | #1 value | one point two |
        | #2 value | one point three |

    Scenario: Root names among alternatives
      Given the files
        | docs/intro.md | intro |
        | docs/notes.txt | notes |
        | docs/notes.txt.old | old notes |
      When some alternatives have an extension and others do not
        | tool | category | pattern |
        | get_category_content | docs | {intro,notes.txt} |
      Then each alternative follows the rule on its own
        | part | text/markdown | guide://category/docs/intro.md | intro |
        | part | text/plain | guide://category/docs/notes.txt | notes |

  Rule: Hidden Names
    A wildcard SHALL never match a leading dot, neither of a file nor of a directory. A component that begins with a literal dot SHALL match hidden names.

    A call's pattern SHALL find a hidden document, or one below a hidden directory, only if the category has `hidden: true`, or if one of its own default patterns matches the document's path, with or without a template's suffix. Otherwise the document SHALL be treated as missing. If a component of the pattern begins with a literal dot, the error SHALL name the categories that do not serve hidden names, whether or not such a document exists.

    Scenario: Hidden files
      Given the project
        """
        categories: {docs: {dir: docs, patterns: ["*.md"], hidden: true}}
        """
      And the files
        | docs/.draft.md | hidden |
        | docs/intro.md | visible |
      When a wildcard or a literal dot is at the position of a leading dot
        | tool | category | pattern |
        | get_category_content | docs | * |
        | get_category_content | docs | *.md |
        | get_category_content | docs | ?draft.md |
        # A set is a wildcard, whatever it holds.
        | get_category_content | docs | [.]draft.md |
        | get_category_content | docs | [!a]draft.md |
        | get_category_content | docs | .draft.md |
        | get_category_content | docs | .*.md |
        # An alternative is written out.
        | get_category_content | docs | {.,_}draft.md |
      Then only a literal dot matches the hidden file
        | #1 value | visible | | |
        | #2 value | visible | | |
        | #3 error | no_matches | No documents in category 'docs' match '?draft.md'. It holds 'intro.md' | @correct_pattern |
        | #4 error | no_matches | No documents in category 'docs' match '[.]draft.md'. It holds 'intro.md' | @correct_pattern |
        | #5 error | no_matches | No documents in category 'docs' match '[!a]draft.md'. It holds 'intro.md' | @correct_pattern |
        | #6 value | hidden | | |
        | #7 value | hidden | | |
        | #8 value | hidden | | |

    Scenario: Hidden directories
      Given the project
        """
        categories: {docs: {dir: docs, patterns: ["*.md"], hidden: true}}
        """
      And the files
        | docs/intro.md | visible |
        | docs/.git/notes.md | inside a hidden directory |
        | docs/api/.cache/calls.md | deeper inside a hidden directory |
      When a pattern matches everything below a directory
        | tool | category | pattern |
        | get_category_content | docs | ** |
        | get_category_content | docs | **/*.md |
        # This dot is the category itself, and no hidden name.
        | get_category_content | docs | . |
        | get_category_content | docs | */*.md |
        | get_category_content | docs | .git/*.md |
        | get_category_content | docs | **/.cache/*.md |
      Then hidden directories are entered only where a literal dot names them
        | #1 value | visible | | |
        | #2 value | visible | | |
        | #3 value | visible | | |
        | #4 error | no_matches | No documents in category 'docs' match '*/*.md'. It holds 'intro.md' | @correct_pattern |
        | #5 value | inside a hidden directory | | |
        | #6 value | deeper inside a hidden directory | | |

    Scenario: Hidden names that are not served
      Given the files
        | docs/.env | SECRET=1 |
        | docs/.git/config | [core] |
        | docs/api/.key.md | key |
        | docs/.git/a/b.md | b |
        | docs/.h.mustache | {{hidden}} |
        | docs/intro.md | visible |
      And the links
        # Not even that something is there, and what, is said.
        | docs/.out | ../.. |
      When a call requests hidden names of a category that does not configure them
        | tool | category | pattern |
        | get_category_content | docs | .env |
        | get_category_content | docs | .git/config |
        | get_category_content | docs | .git/ |
        | get_category_content | docs | .* |
        | get_category_content | docs | **/.key.md |
        | get_category_content | docs | .h.mustache |
        | get_category_content | docs | .out/a.md |
        | get_category_content | docs | .env/x |
        # Nothing is there.
        | get_category_content | docs | .none |
        | get_category_content | docs | {.env,.git/a/b}.md |
        # What is not hidden is served all the same.
        | get_category_content | docs | {.env,intro.md} |
      Then they are treated as missing, and the error says why they are not served
        | #1 error | no_matches | No documents in category 'docs' match '.env'. It holds 'intro.md'. @hidden_docs | @correct_pattern |
        | #2 error | no_matches | No documents in category 'docs' match '.git/config'. It holds 'intro.md'. @hidden_docs | @correct_pattern |
        | #3 error | no_matches | No documents in category 'docs' match '.git/'. It holds 'intro.md'. @hidden_docs | @correct_pattern |
        | #4 error | no_matches | No documents in category 'docs' match '.*'. It holds 'intro.md'. @hidden_docs | @correct_pattern |
        | #5 error | no_matches | No documents in category 'docs' match '**/.key.md'. It holds 'intro.md'. @hidden_docs | @correct_pattern |
        | #6 error | no_matches | No documents in category 'docs' match '.h.mustache'. It holds 'intro.md'. @hidden_docs | @correct_pattern |
        | #7 error | no_matches | No documents in category 'docs' match '.out/a.md'. It holds 'intro.md'. @hidden_docs | @correct_pattern |
        | #8 error | no_matches | No documents in category 'docs' match '.env/x'. It holds 'intro.md'. @hidden_docs | @correct_pattern |
        | #9 error | no_matches | No documents in category 'docs' match '.none'. It holds 'intro.md'. @hidden_docs | @correct_pattern |
        | #10 error | no_matches | No documents in category 'docs' match '{.env,.git/a/b}.md'. It holds 'intro.md'. @hidden_docs | @correct_pattern |
        | #11 value | visible | | |

    Scenario: Hidden names that default patterns match
      Given the project
        """
        categories: {docs: {dir: docs, patterns: [".github/**/*.md", ".env", "[x", "intro"]}}
        """
      And the files
        | docs/.github/guide.md | guide |
        | docs/.github/a/more.md | more |
        | docs/.github/.key.md | key |
        | docs/.github/workflow.yml | workflow |
        | docs/.env.mustache | {{env}} |
        | docs/.env.local.md | local |
      When a call requests hidden names, some of which the category's own patterns match
        | tool | category | pattern |
        | get_category_content | docs | .github/guide.md |
        | get_category_content | docs | .github/a/* |
        | get_category_content | docs | .env |
        | get_category_content | docs | .git*/** |
        | get_category_content | docs | .github/workflow.yml |
        | get_category_content | docs | .github/.key.md |
        | get_category_content | docs | .e*.md |
      Then those hidden documents are served, and no others
        | #1 value | guide | | |
        | #2 value | more | | |
        | #3 value | {{env}} | | |
        | #3 message | Unrendered templates: .env.mustache. | | |
        | #4 part | text/markdown | guide://category/docs/.github/a/more.md | more |
        | #4 part | text/markdown | guide://category/docs/.github/guide.md | guide |
        | #5 error | no_matches | No documents in category 'docs' match '.github/workflow.yml'. It holds '.env', '.github/a/more.md', '.github/guide.md'. @hidden_docs | @correct_pattern |
        | #6 error | no_matches | No documents in category 'docs' match '.github/.key.md'. It holds '.env', '.github/a/more.md', '.github/guide.md'. @hidden_docs | @correct_pattern |
        # `.env` has a dot: it is that file alone.
        | #7 error | no_matches | No documents in category 'docs' match '.e*.md'. It holds '.env', '.github/a/more.md', '.github/guide.md'. @hidden_docs | @correct_pattern |

    Scenario: Hidden names of some categories
      Given the project
        """
        categories:
          closed: {dir: closed, patterns: ["*.md"]}
          open: {dir: open, patterns: ["*.md"], hidden: true}
          shut: {dir: shut, patterns: ["*.md"], hidden: false}
        collections: {all: {categories: [closed, open, shut]}}
        """
      And the files
        | closed/.a.md | closed | |
        | closed/.d/a.md | closed | |
        | open/.a.md | open | 2026-01-02T03:04:05Z |
        | open/.d/a.md.mustache | {{d}} | |
        | shut/.a.md | shut | |
      When a call requests hidden names of a collection, or of all names
        | tool | collection | category_or_collection | pattern |
        | get_collection_content | all | | .a.md |
        | get_collection_content | all | | .d/a |
        | get_content | | all | .b.md |
        | list_content | | all | .a.md |
        | list_content | | | .a.md |
      Then each category's own setting applies
        | #1 value | open | | |
        | #2 value | {{d}} | | |
        | #2 message | Unrendered templates: open/.d/a.md.mustache. | | |
        | #3 error | no_matches | No documents in collection 'all' match '.b.md'. It holds no documents. Hidden names of 'closed', 'shut' @hidden_where | @correct_pattern |
        | #4 head | @documents_head | | |
        | #4 row | guide://collection/all/category/open/.a.md; ; ; text/markdown; 4; ~1; 2026-01-02T03:04:05Z | | |
        | #5 head | @names_head | | |
        | #5 row | closed; Category; ; `*.md`; 0; 0; ~0 | | |
        | #5 row | open; Category; ; `*.md`; 1; 4; ~1 | | |
        | #5 row | shut; Category; ; `*.md`; 0; 0; ~0 | | |
        | #5 row | all; Collection; ; closed, open, shut; 1; 4; ~1 | | |
