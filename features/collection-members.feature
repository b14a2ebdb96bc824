Feature: Collection Members
  What belongs together for a task is seldom a whole category. It is the rules, the examples in one
  language, and another collection. An agent that gets more pays for it, and a project that cannot
  select parts repeats itself.

  A member of a collection SHALL be the first of these that applies: exactly the name of a category; exactly the name of a collection; the name of a category, a `/` and a pattern, where the longest matching name wins. Anything else, and a member with an invalid pattern, SHALL not make the project unloadable: it is missing from the collection, see Missing Categories and Directories.

  - A collection is a set. A call's pattern SHALL replace the default patterns of members without a pattern, and SHALL narrow members with one: a document must match both
  - A document that a call requests SHALL be found in the categories of members without a pattern, or if a member's pattern finds it
  - The members of a nested collection SHALL replace it, and be found through the outer collection, with its locations. A collection that is nested repeatedly, even in itself, SHALL be visited once
  - The members of one category SHALL be searched as one list of patterns. Documents come in the order of the members that find them, each once, at the place of the first
  - `exclude`, `hidden` and the limits of a category apply to all members: a member's pattern finds hidden names only if a call's pattern would

  All collections together SHALL have at most 100,000 members, those of nested collections counted wherever these are nested.

  Background:
    Given the project
      """
      categories:
        guidelines: {dir: guidelines, patterns: ["*.md"]}
        examples: {dir: examples, patterns: ["*.md"]}
      collections:
        rust: {categories: [guidelines, "examples/**/*.rs"]}
        basics: {categories: ["examples/intro", rust]}
        onboarding: {categories: [basics, examples]}
      """
    And the files
      | guidelines/style.md | # Style\n |
      | guidelines/naming.txt | names |
      | examples/intro.md | # Intro\n |
      | examples/intro.txt | intro |
      | examples/parser.rs | parser |
      | examples/net/tcp.rs | tcp |
      | examples/net/tcp.md | # TCP\n |

  Scenario: Members with and without a pattern
    When a collection names categories, categories with patterns, and other collections
      | tool | collection |
      | get_collection_content | rust |
      | get_collection_content | basics |
    Then return the documents of each member in the collection's order
      | #1 part | text/markdown | guide://collection/rust/category/guidelines/style.md | # Style\n |
      | #1 part | text/x-rust | guide://collection/rust/category/examples/net/tcp.rs | tcp |
      | #1 part | text/x-rust | guide://collection/rust/category/examples/parser.rs | parser |
      | #2 part | text/markdown | guide://collection/basics/category/examples/intro.md | # Intro\n |
      | #2 part | text/plain | guide://collection/basics/category/examples/intro.txt | intro |
      | #2 part | text/markdown | guide://collection/basics/category/guidelines/style.md | # Style\n |
      | #2 part | text/x-rust | guide://collection/basics/category/examples/net/tcp.rs | tcp |
      | #2 part | text/x-rust | guide://collection/basics/category/examples/parser.rs | parser |

  Scenario: Name that reads like a pattern
    Given the project
      """
      categories:
        docs: {dir: docs, patterns: ["*"]}
        docs/api: {dir: api, patterns: ["*"]}
        docs/both: {dir: both, patterns: ["*"]}
      collections:
        docs/set: {categories: [docs/api]}
        docs/both: {categories: [docs]}
        category: {categories: [docs/api]}
        collection: {categories: [docs/set]}
        twofold: {categories: [docs/both]}
        pattern: {categories: [docs/ap?]}
      """
    And the files
      | docs/api | in docs, api |
      | docs/set | in docs, set |
      | docs/both | in docs, both |
      | api/own | of the api |
      | both/own | of both |
    When a member is exactly the name of a category or of a collection, and reads like a category with a pattern
      | tool | collection |
      | get_collection_content | category |
      | get_collection_content | collection |
      | get_collection_content | twofold |
      | get_collection_content | pattern |
    Then the member is that name, a category before a collection
      | #1 value | of the api |
      | #2 value | of the api |
      | #3 value | of both |
      | #4 value | in docs, api |

  Scenario: Longest category name
    Given the project
      """
      categories:
        docs: {dir: docs, patterns: ["*"]}
        docs/api: {dir: api, patterns: ["*"]}
      collections:
        long: {categories: ["docs/api/v1/*.md"]}
        short: {categories: ["docs/apis/*.md"]}
      """
    And the files
      | docs/api/v1/a.md | in docs |
      | docs/apis/b.md | apis |
      | api/v1/a.md | in api |
    When a member begins with the names of two categories
      | tool | collection |
      | get_collection_content | long |
      | get_collection_content | short |
    Then the longer one is searched, by the rest as a pattern
      | #1 value | in api |
      | #2 value | apis |

  Scenario: Members under a call's pattern
    When a collection with both kinds of members is searched by a pattern
      | tool | category_or_collection | collection | pattern |
      | get_collection_content | | rust | * |
      | get_collection_content | | rust | **/t* |
      | get_content | basics | | *.txt |
      | get_content | onboarding | | **/tcp.* |
    Then the call's pattern replaces the default patterns, and narrows the patterns of members
      | #1 part | text/plain | guide://collection/rust/category/guidelines/naming.txt | names |
      | #1 part | text/markdown | guide://collection/rust/category/guidelines/style.md | # Style\n |
      | #1 part | text/x-rust | guide://collection/rust/category/examples/parser.rs | parser |
      | #2 value | tcp | | |
      | #3 part | text/plain | guide://collection/basics/category/examples/intro.txt | intro |
      | #3 part | text/plain | guide://collection/basics/category/guidelines/naming.txt | names |
      # The member without a pattern comes last, and has what the others leave.
      | #4 part | text/x-rust | guide://collection/onboarding/category/examples/net/tcp.rs | tcp |
      | #4 part | text/markdown | guide://collection/onboarding/category/examples/net/tcp.md | # TCP\n |

  Scenario: No document matches both patterns
    Given the project
      """
      categories: {examples: {dir: examples, patterns: ["*.md"]}}
      collections: {rust: {categories: ["examples/**/*.rs"]}}
      """
    When no document matches both the call's pattern and a member's
      | tool | collection | pattern |
      | get_collection_content | rust | *.md |
      | get_collection_content | rust | tcp.rs |
      | get_collection_content | rust | intro.mdd |
      | get_collection_content | rust | examples/*.rs |
    Then the error names the call's pattern and the documents that the members have
      | #1 error | no_matches | No documents in collection 'rust' match '*.md'. @rust_names | @correct_pattern |
      | #2 error | no_matches | No documents in collection 'rust' match 'tcp.rs'. It is further down: '**/tcp.rs' finds it. Nearest: 'net/tcp.rs'. @rust_names | @correct_pattern |
      # Documents are told with the name of their category, which is no part of a pattern.
      | #4 error | no_matches | No documents in collection 'rust' match 'examples/*.rs'. Nearest: 'parser.rs'. @rust_names | @correct_pattern |
      # What the members pass over is not suggested: it would not be found either.
      | #3 error | no_matches | No documents in collection 'rust' match 'intro.mdd'. @rust_names | @correct_pattern |

  Scenario: Collection nested twice
    Given the project
      """
      categories:
        guidelines: {dir: guidelines, patterns: ["*.md"]}
        examples: {dir: examples, patterns: ["*.rs"]}
      collections:
        rules: {categories: [guidelines]}
        first: {categories: [rules]}
        second: {categories: [examples, rules]}
        both: {categories: [first, second, rules]}
        other: {categories: [second, first]}
      """
    When a collection is nested in two members of another
      | tool | collection |
      | get_collection_content | both |
      | get_collection_content | other |
    Then its documents are returned once, where it is nested first
      | #1 part | text/markdown | guide://collection/both/category/guidelines/style.md | # Style\n |
      | #1 part | text/x-rust | guide://collection/both/category/examples/parser.rs | parser |
      | #2 part | text/x-rust | guide://collection/other/category/examples/parser.rs | parser |
      | #2 part | text/markdown | guide://collection/other/category/guidelines/style.md | # Style\n |

  Scenario: Collections that contain themselves
    Given the project
      """
      categories:
        guidelines: {dir: guidelines, patterns: ["*.md"]}
        examples: {dir: examples, patterns: ["*.rs"]}
      collections:
        own: {categories: [own, guidelines]}
        here: {categories: [guidelines, there]}
        there: {categories: [examples, here]}
        hollow: {categories: [hollow]}
      """
    When a collection is its own member, or two are members of each other
      | tool | collection |
      | get_collection_content | own |
      | get_collection_content | here |
      | get_collection_content | there |
      | get_collection_content | hollow |
    Then each collection is visited once, and the other members are returned
      | #1 value | # Style\n | | |
      | #2 part | text/markdown | guide://collection/here/category/guidelines/style.md | # Style\n |
      | #2 part | text/x-rust | guide://collection/here/category/examples/parser.rs | parser |
      | #3 part | text/x-rust | guide://collection/there/category/examples/parser.rs | parser |
      | #3 part | text/markdown | guide://collection/there/category/guidelines/style.md | # Style\n |
      | #4 error | no_matches | No documents in collection 'hollow' match any pattern, because it has no categories | @correct_pattern |

  Scenario: Unknown member
    Given the project
      """
      categories: {guidelines: {dir: guidelines, patterns: ["*.md"]}}
      collections:
        inner: {categories: [examples, guidelines, "examples/*.rs", guidelinesx]}
        outer: {categories: [inner]}
        lost: {categories: ["examples/*.rs"]}
      """
    When a member is neither a category nor a collection, and does not begin with a category's name
      | tool | collection |
      | get_collection_content | outer |
      | get_collection_content | lost |
    Then the other members are returned, and message names it with the outer collection
      | #1 value | # Style\n | | |
      | #1 message | Not searched: 'examples' @neither, 'examples/*.rs' @neither, 'guidelinesx' @neither. | | |
      | #2 error | not_found | Collection 'lost' not found: 'examples/*.rs' @neither | @present_error |

  Scenario: Member with an invalid pattern
    Given the project
      """
      categories:
        guidelines: {dir: guidelines, patterns: ["*.md"]}
        examples: {dir: examples, patterns: ["*.md"]}
      collections: {some: {categories: ["examples/a**", guidelines, "examples/../x", "examples/"]}}
      """
    When the pattern of a member is invalid
      | tool | category_or_collection | collection | pattern |
      | get_collection_content | | some | |
      | get_content | some | | style |
    Then the other members are returned, and message names the member, the character and the reason
      | value | # Style\n |
      | message | Not searched: the pattern 'a**' at character 2 of 'examples/a**' in guide.yaml is invalid ('**' must stand alone between slashes), the pattern '../x' at character 1 of 'examples/../x' in guide.yaml is invalid ('..' would leave the category), the pattern '' of 'examples/' in guide.yaml is invalid (it, or an alternative of it, is empty). |

  Scenario: Member with an invalid default pattern
    Given the project
      """
      categories:
        guidelines: {dir: guidelines, patterns: ["*.md"]}
        examples: {dir: examples, patterns: ["*.rs", "[z-a]"]}
      collections: {some: {categories: [examples, guidelines, "examples/*.txt"]}}
      """
    When a default pattern of a member's category is invalid
      | tool | collection | pattern | category |
      | get_collection_content | some | | |
      | get_collection_content | some | style | |
      | get_category_content | | | examples |
    Then the other members are returned, and the message names the category of the pattern
      | #1 part | text/markdown | guide://collection/some/category/guidelines/style.md | # Style\n |
      | #1 part | text/plain | guide://collection/some/category/examples/intro.txt | intro |
      | #1 message | Not searched: the pattern '[z-a]' at character 2 of 'examples' in guide.yaml is invalid (the range 'z-a' runs backwards). | | |
      | #2 value | # Style\n | | |
      | #3 error_type | invalid_pattern | | |
      | #3 error contains | Invalid pattern '[z-a]' at character 2 of 'examples' in guide.yaml: the range 'z-a' runs backwards | the syntax help after it has a scenario of its own | |
      | #3 instruction | @explain_pattern | | |

  Scenario: Only an invalid pattern
    Given the project
      """
      categories: {examples: {dir: examples, patterns: ["*.md"]}}
      collections: {none: {categories: ["examples/[z-a]"]}}
      """
    When the only member of a collection has an invalid pattern
      | tool | collection |
      | get_collection_content | none |
    Then return Result.failure with error_type "invalid_pattern" that names it
      | error_type | invalid_pattern | |
      | error contains | Invalid pattern '[z-a]' at character 2 of 'examples/[z-a]' in guide.yaml: the range 'z-a' runs backwards. | the syntax help after it has a scenario of its own |
      | instruction | @explain_pattern | |

  Scenario: Document by several members
    Given the project
      """
      categories:
        examples: {dir: examples, patterns: ["*.md", "*.rs"]}
        net: {dir: examples/net, patterns: ["*"]}
      collections:
        tcp: {categories: ["examples/net/tcp"]}
        many: {categories: ["examples/**/tcp.md", net, examples, tcp, "examples/**"]}
      """
    When a document is found by two members, and by nesting
      | tool | collection |
      | get_collection_content | many |
    Then the document is returned once, at the place of the first member
      | part | text/markdown | guide://collection/many/category/examples/net/tcp.md | # TCP\n |
      | part | text/x-rust | guide://collection/many/category/net/tcp.rs | tcp |
      | part | text/markdown | guide://collection/many/category/examples/intro.md | # Intro\n |
      | part | text/x-rust | guide://collection/many/category/examples/parser.rs | parser |
      | part | text/plain | guide://collection/many/category/examples/intro.txt | intro |

  Scenario: Template and its plain file by two members
    Given the project
      """
      categories:
        docs: {dir: docs, patterns: ["*"]}
        rest: {dir: rest, patterns: ["*"]}
      collections:
        both: {categories: ["docs/*.mustache", rest, "docs/page.md"]}
        one: {categories: ["docs/*.mustache"]}
      """
    And the files
      | docs/page.md | plain |
      | docs/page.md.mustache | a template |
      | rest/rest.md | rest |
    When one member finds a template and another the plain file of the same name
      | tool | collection |
      | get_collection_content | both |
      | get_collection_content | one |
    Then the plain file is returned, at the place of its member
      | #1 part | text/markdown | guide://collection/both/category/rest/rest.md | rest |
      | #1 part | text/markdown | guide://collection/both/category/docs/page.md | plain |
      | #2 value | a template | | |
      | #2 message | Unrendered templates: docs/page.md.mustache. | | |

  Scenario: Order of members
    Given the project
      """
      categories:
        a: {dir: a, patterns: ["*.txt", "*.md"]}
        b: {dir: b, patterns: ["*"]}
      collections: {mixed: {categories: ["a/z*", b, "a/{y,m}*", a]}}
      """
    And the files
      | a/m.md | am |
      | a/n.md | an |
      | a/n.txt | ant |
      | a/y.md | ay |
      | a/z.md | az |
      | a/z.txt | azt |
      | b/b.md | b |
    When members of one category are before and after those of another
      | tool | collection |
      | get_collection_content | mixed |
      | get_collection_content | mixed |
    Then documents come by member, then by pattern, then by path, and the same call returns the same bytes
      | part | text/markdown | guide://collection/mixed/category/a/z.md | az |
      | part | text/plain | guide://collection/mixed/category/a/z.txt | azt |
      | part | text/markdown | guide://collection/mixed/category/b/b.md | b |
      | part | text/markdown | guide://collection/mixed/category/a/m.md | am |
      | part | text/markdown | guide://collection/mixed/category/a/y.md | ay |
      | part | text/plain | guide://collection/mixed/category/a/n.txt | ant |
      | part | text/markdown | guide://collection/mixed/category/a/n.md | an |
      | same as | #1 | | |

  Scenario: Listing of members
    Given the project
      """
      categories:
        guidelines: {dir: guidelines, patterns: ["*.md"]}
        examples: {dir: examples, patterns: ["*.md"]}
      collections:
        rust: {categories: [guidelines, "examples/**/*.rs"]}
        onboarding: {categories: ["examples/intro", rust, "examples/b*", examples, rust]}
      """
    And the files
      | examples/bad.rs | \x00 | 2026-01-01T00:00:06Z |
    And the modification times
      | guidelines/style.md | 2026-01-01T00:00:01Z |
      | examples/intro.md | 2026-01-01T00:00:02Z |
      | examples/intro.txt | 2026-01-01T00:00:03Z |
      | examples/net/tcp.rs | 2026-01-01T00:00:04Z |
      | examples/parser.rs | 2026-01-01T00:00:05Z |
    When such collections are listed, and all names
      | tool | category_or_collection |
      | list_content | onboarding |
      | list_content | |
    Then members are shown unchanged, and documents are counted once
      | #1 head | @documents_head |
      | #1 row | guide://collection/onboarding/category/examples/intro.md; Intro; ; text/markdown; 8; ~2; 2026-01-01T00:00:02Z |
      | #1 row | guide://collection/onboarding/category/examples/intro.txt; ; ; text/plain; 5; ~1; 2026-01-01T00:00:03Z |
      | #1 row | guide://collection/onboarding/category/guidelines/style.md; Style; ; text/markdown; 8; ~2; 2026-01-01T00:00:01Z |
      | #1 row | guide://collection/onboarding/category/examples/bad.rs; ; ; text/x-rust; 1; ~0; 2026-01-01T00:00:06Z |
      | #1 row | guide://collection/onboarding/category/examples/net/tcp.rs; ; ; text/x-rust; 3; ~0; 2026-01-01T00:00:04Z |
      | #1 row | guide://collection/onboarding/category/examples/parser.rs; ; ; text/x-rust; 6; ~1; 2026-01-01T00:00:05Z |
      | #2 head | @names_head |
      | #2 row | guidelines; Category; ; `*.md`; 1; 8; ~2 |
      | #2 row | examples; Category; ; `*.md`; 1; 8; ~2 |
      | #2 row | rust; Collection; ; guidelines, examples/**/*.rs; 4; 18; ~4 |
      | #2 row | onboarding; Collection; ; examples/intro, rust, examples/b*, examples, rust; 6; 31; ~7 |

  Scenario: Unreadable documents of members
    Given the project
      """
      categories: {docs: {dir: docs, patterns: ["*.md"]}}
      collections:
        all: {categories: [docs, "docs/*.rs"]}
        part: {categories: ["docs/*"]}
        deep: {categories: ["docs/b.md/c"]}
      limits: {file_bytes: 100}
      """
    And the files
      | docs/a.md | a |
      | docs/b.md | {101*b} |
    And the links
      | docs/leak.md | /etc |
      | docs/leak.rs | /etc |
    When all names are listed, and documents of a category or of only a member's pattern are unreadable
      | tool |
      | list_content |
    Then each document is named once, or once for each reason
      | head | @names_head |
      | row | docs; Category; ; `*.md`; 1; 1; ~0 |
      | row | all; Collection; ; docs, docs/*.rs; 1; 1; ~0 |
      | row | part; Collection; ; docs/*; 1; 1; ~0 |
      | row | deep; Collection; ; docs/b.md/c; 0; 0; ~0 |
      | message | Left out because it could not be read: docs/b.md (101 bytes, over the limit of 100, @file_bytes_limit), docs/leak.md @link_out, docs/leak.rs @link_out, docs/b.md (not a directory). |

  Scenario: Shortened listing of members
    Given the project
      """
      categories:
        a: {dir: a, patterns: ["*"]}
        b: {dir: b, patterns: ["*"]}
      collections: {mixed: {categories: ["a/x*", b, a]}}
      limits: {response_bytes: 550}
      """
    And the files
      | a/x{1..9}.md | a | 2026-01-01T00:00:01Z |
      | a/y{1..9}.md | a | 2026-01-01T00:00:01Z |
      | b/b.md | b | 2026-01-01T00:00:01Z |
    When members of one category are before and after those of another, and their listing is over the budget
      | tool | category_or_collection |
      | list_content | mixed |
    Then each category has one row, where it is found first
      | head | @documents_head |
      | row | guide://collection/mixed/category/a/; ; ; directory, documents: 18; 18; ~4; 2026-01-01T00:00:01Z |
      | row | guide://collection/mixed/category/b/; ; ; directory, documents: 1; 1; ~0; 2026-01-01T00:00:01Z |
      | message | Directories have one row each because the listing would exceed 550 bytes; list what is below one with the pattern 'PATH/**', or one category by its name. |

  Scenario: Document requested through members
    When a call of a collection requests one document
      | tool | category_or_collection | collection | document |
      | get_collection_content | | rust | guidelines/naming.txt |
      | get_collection_content | | rust | examples/parser.rs |
      | get_content | onboarding | | guide://collection/onboarding/category/examples/net/tcp.md |
    Then the document is returned if a member finds it, whatever the default patterns are
      | #1 value | names |
      | #2 value | parser |
      | #3 value | # TCP\n |

  Scenario: Document that no member finds
    When a call of a collection requests a document that its members do not find
      | tool | collection | document |
      | get_collection_content | rust | examples/intro.md |
    Then return Result.failure with error_type "not_found"
      | error | no_document | Document 'examples/intro.md' not found in collection 'rust'. @rust_names, 'guidelines/naming.txt', 'guidelines/style.md' | @repair_once |

  Scenario: Members with documents that are not served
    Given the project
      """
      categories:
        docs: {dir: docs, patterns: ["*.md"], exclude: ["draft*"]}
        open: {dir: docs, patterns: ["*.md"], hidden: true}
      collections:
        excluded: {categories: ["docs/draft.md"]}
        hidden: {categories: ["docs/.env"]}
        shown: {categories: ["open/.env"]}
        large: {categories: ["docs/*.txt"]}
      limits: {file_bytes: 100}
      """
    And the files
      | docs/draft.md | draft |
      | docs/a.md | a |
      | docs/.env | KEY=1 |
      | docs/b.txt | b |
      | docs/a.txt | {101*x} |
    When the patterns of members match documents that are excluded, hidden, or larger than the limit
      | tool | collection |
      | get_collection_content | excluded |
      | get_collection_content | hidden |
      | get_collection_content | shown |
      | get_collection_content | large |
    Then excluded and hidden ones are treated as missing, and those that are too large are named
      | #1 error | no_matches | No documents in collection 'excluded' match 'draft.md' @own_patterns. It holds no documents | @correct_pattern |
      | #2 error | no_matches | No documents in collection 'hidden' match '.env' @own_patterns. It holds no documents. @hidden_docs | @correct_pattern |
      | #3 value | KEY=1 | | |
      | #4 part | text/plain | guide://collection/large/category/docs/b.txt | b |
      | #4 message | Left out because it could not be read: docs/a.txt (101 bytes, over the limit of 100, @file_bytes_limit). | | |

  Scenario: Missing directory on the way of both patterns
    Given the project
      """
      categories: {docs: {dir: docs, patterns: ["*.md"]}}
      collections:
        out: {categories: ["docs/out/*.md", "docs/*.txt"]}
        flat: {categories: ["docs/*.txt"]}
        in: {categories: ["docs/file/*.md", "docs/*.txt"]}
      """
    And the files
      | docs/a.txt | a |
      | docs/file | f |
    And the links
      | docs/out | /etc |
    When a call's pattern and a member's lead through a file, or through a link that leads out
      | tool | collection | pattern |
      | get_collection_content | out | {out/*.md,a.txt} |
      | get_collection_content | flat | {out/*.md,a.txt} |
      | get_collection_content | in | {file/x.md,a.txt} |
      | get_collection_content | flat | {file/x.md,a.txt} |
    Then the directory is named in message if it could contain a match of both patterns
      | #1 part | text/plain | guide://collection/out/category/docs/a.txt | a |
      | #3 part | text/plain | guide://collection/in/category/docs/a.txt | a |
      | #2 value | a | | |
      | #4 value | a | | |
      | #1 message | Left out because it could not be read: docs/out @link_out. | | |
      | #3 message | Left out because it could not be read: docs/file (not a directory). | | |

  Scenario: More members than are allowed
    Given the project
      """
      categories: {}
      """
    And the files
      # 24,999 in big, one more in each that nests it, and those of d.
      | guide.yaml | categories:\n  docs: {dir: docs, patterns: ["*"]}\ncollections:\n  big: {categories: [{24998*docs,}docs]}\n  a: {categories: [big]}\n  b: {categories: [big]}\n  c: {categories: [big]}\n  d: {categories: [docs, docs]}\n |
      | docs/a.md | a |
    When nested collections together have more than 100,000 members
      | tool | collection |
      | get_collection_content | a |
    And the project's file is edited so that they do not
      | path | content |
      | guide.yaml | categories:\n  docs: {dir: docs, patterns: ["*"]}\ncollections:\n  big: {categories: [{24998*docs,}docs]}\n  a: {categories: [big]}\n  b: {categories: [big]}\n  c: {categories: [big]}\n  d: {categories: [docs]}\n |
    And the tool is called again
      | tool | collection |
      | get_collection_content | a |
    Then return Result.failure with error_type "no_session" that says so, and then the documents
      | #1 error | no_session | @project_not_loaded collections.d.categories: all collections together have more than 100000 members, those of nested collections counted wherever they are nested at line 8 column 19 | @project_required |
      | #2 value | a | | |
