Feature: Excluded Documents
  A category's directory may contain drafts, keys and build output. A call's pattern replaces the
  default ones, so those do not protect anything. Excluded documents are withheld from every call,
  as if they did not exist.

  A category MAY have `exclude`, a list of patterns. A document that one of them matches SHALL never be found, read, listed or counted, whatever pattern a call gives, and no answer SHALL mention it.

  - The syntax SHALL be that of patterns, but wildcards match leading dots. A pattern with brackets or braces also excludes the path that is exactly its text
  - A template SHALL be excluded by its own name and by that of its document
  - A directory SHALL be excluded with everything below it, and not be entered, if an exclude pattern matches it, with or without a final `/**`
  - Names SHALL be compared as requested; the target of a link SHALL not be compared

  An invalid pattern of `exclude` SHALL make the project unloadable. All categories together SHALL have at most 2,048 such patterns, each alternative in braces counted.

  Scenario: Excluded by a path
    Given the project
      """
      categories:
        docs: {dir: docs, patterns: ["**"], exclude: [secret.md, "api/keys.txt", "[slug].md", ".env", draft]}
      """
    And the files
      | docs/intro.md | intro |
      | docs/secret.md | secret |
      | docs/secret.md.bak | old |
      | docs/api/keys.txt | keys |
      | docs/api/secret.md | another |
      | docs/[slug].md | page |
      | docs/.env | KEY=1 |
      # A last name without a dot stands for any extension, and for the directory.
      | docs/draft.txt | draft |
      | docs/draft/a.md | a |
    When a call's pattern matches an excluded document, or names it exactly
      | tool | category | pattern |
      | get_category_content | docs | |
      | get_category_content | docs | secret.md |
      | get_category_content | docs | secret* |
      | get_category_content | docs | api/{keys,more}.txt |
      | get_category_content | docs | [slug].md |
      | get_category_content | docs | {draft.txt,draft/a.md} |
      | get_category_content | docs | */secret.md |
    Then the document is treated as missing
      | #1 part | text/markdown | guide://category/docs/api/secret.md | another |
      | #1 part | text/markdown | guide://category/docs/intro.md | intro |
      | #1 part | text/plain | guide://category/docs/secret.md.bak | old |
      | #2 error | no_matches | No documents in category 'docs' match 'secret.md'. It is further down: '**/secret.md' finds it. Nearest: 'secret.md.bak'. It holds 'api/secret.md', 'intro.md', 'secret.md.bak' | @correct_pattern |
      | #3 value | old | | |
      | #4 error | no_matches | No documents in category 'docs' match 'api/{keys,more}.txt'. It holds 'api/secret.md', 'intro.md', 'secret.md.bak' | @correct_pattern |
      | #5 error | no_matches | No documents in category 'docs' match '[slug].md'. It holds 'api/secret.md', 'intro.md', 'secret.md.bak' | @correct_pattern |
      | #6 error | no_matches | No documents in category 'docs' match '{draft.txt,draft/a.md}'. It holds 'api/secret.md', 'intro.md', 'secret.md.bak' | @correct_pattern |
      | #7 value | another | | |

  Scenario: Excluded by wildcards
    Given the project
      """
      categories:
        docs: {dir: docs, patterns: ["*.md", ".h*"], hidden: true, exclude: ["*.{key,tmp}", "?env*", "**/old-*", "[ab].md"]}
      """
    And the files
      | docs/intro.md | intro |
      | docs/a.md | a |
      | docs/x.key | key |
      # A wildcard that excludes matches a leading dot.
      | docs/.x.key | key |
      | docs/.tmp | tmp |
      | docs/.env.local | env |
      | docs/.h.md | shown |
      | docs/.git/old-a.md | old |
      | docs/.git/new-a.md | new |
    When a call's pattern matches a document that wildcards exclude
      | tool | category | pattern |
      | get_category_content | docs | * |
      | get_category_content | docs | .* |
      | get_category_content | docs | .x.key |
      | get_category_content | docs | .env.local |
      | get_category_content | docs | .git/* |
      | get_category_content | docs | a.md |
    Then the document is treated as missing, even if its name is hidden
      | #1 value | intro | | |
      | #2 value | shown | | |
      | #3 error | no_matches | No documents in category 'docs' match '.x.key'. It holds 'intro.md' | @correct_pattern |
      | #4 error | no_matches | No documents in category 'docs' match '.env.local'. It holds 'intro.md' | @correct_pattern |
      | #5 value | new | | |
      | #6 error | no_matches | No documents in category 'docs' match 'a.md'. It holds 'intro.md' | @correct_pattern |

  Scenario: Excluded directories
    Given the project
      """
      categories:
        docs:
          dir: docs
          patterns: ["**/*.md"]
          exclude: ["node_modules/**", "**/target/**", "drafts", "v1/**", "keys/", "build/**"]
      """
    And the files
      | docs/node_modules/a/b.md | b |
      | docs/api/target/c.md | c |
      | docs/api/drafts/d.md | d |
      | docs/drafts/e.md | e |
      | docs/drafts.d/f.md | f |
      # Without its last part the pattern stands for that name alone.
      | docs/v1/g.md | g |
      | docs/v1.2/h.md | h |
      | docs/keys/i.md | i |
    And the links
      # A walk would tell of it.
      | docs/node_modules/out | ../.. |
      | docs/build | ../.. |
      | docs/drafts/out.md | / |
    When a call's pattern leads into an excluded directory
      | tool | category | pattern |
      | get_category_content | docs | |
      | get_category_content | docs | node_modules/a/b.md |
      | get_category_content | docs | node_modules/out/x |
      | get_category_content | docs | drafts/** |
      | get_category_content | docs | {keys/i,v1/g}.md |
      | get_category_content | docs | api/target/c.md |
      # Nor is it told that the directory itself cannot be entered.
      | get_category_content | docs | build/* |
    Then everything below the directory is treated as missing, without a message
      | #1 part | text/markdown | guide://category/docs/api/drafts/d.md | d |
      | #1 part | text/markdown | guide://category/docs/v1.2/h.md | h |
      | #2 error | no_matches | No documents in category 'docs' match 'node_modules/a/b.md'. Nearest: 'api/drafts/d.md', 'v1.2/h.md'. It holds 'api/drafts/d.md', 'v1.2/h.md' | @correct_pattern |
      | #3 error | no_matches | No documents in category 'docs' match 'node_modules/out/x'. It holds 'api/drafts/d.md', 'v1.2/h.md' | @correct_pattern |
      | #4 error | no_matches | No documents in category 'docs' match 'drafts/**'. It is further down: '**/drafts/**' finds it. It holds 'api/drafts/d.md', 'v1.2/h.md' | @correct_pattern |
      | #5 error | no_matches | No documents in category 'docs' match '{keys/i,v1/g}.md'. It holds 'api/drafts/d.md', 'v1.2/h.md' | @correct_pattern |
      | #6 error | no_matches | No documents in category 'docs' match 'api/target/c.md'. Nearest: 'api/drafts/d.md', 'v1.2/h.md'. It holds 'api/drafts/d.md', 'v1.2/h.md' | @correct_pattern |
      | #7 error | no_matches | No documents in category 'docs' match 'build/*'. It holds 'api/drafts/d.md', 'v1.2/h.md' | @correct_pattern |

  Scenario: Excluded templates
    Given the project
      """
      categories: {docs: {dir: docs, patterns: ["*"], exclude: [a.md, b.md.mustache, "*.txt"]}}
      """
    And the files
      | docs/a.md.mustache | {{a}} |
      | docs/b.md | b |
      | docs/b.md.mustache | {{b}} |
      | docs/c.txt.mustache | {{c}} |
      | docs/d.md.mustache | {{d}} |
    When a template or its document is excluded
      | tool | category | pattern |
      | get_category_content | docs | |
      | get_category_content | docs | a.md.mustache |
      | get_category_content | docs | c.txt |
      | get_category_content | docs | *.mustache |
    Then a template is excluded by either name, and a document only by its own
      | #1 part | text/markdown | guide://category/docs/b.md | b |
      | #1 part | text/markdown | guide://category/docs/d.md | {{d}} |
      | #1 message | Unrendered templates: d.md.mustache. | | |
      | #2 error | no_matches | No documents in category 'docs' match 'a.md.mustache'. It holds 'b.md', 'd.md' | @correct_pattern |
      | #3 error | no_matches | No documents in category 'docs' match 'c.txt'. It holds 'b.md', 'd.md' | @correct_pattern |
      | #4 value | {{d}} | | |
      | #4 message | Unrendered templates: d.md.mustache. | | |

  Scenario: Excluded names of links
    Given the project
      """
      categories: {docs: {dir: docs, patterns: ["*.md"], exclude: [kept.md, "store/**", "way.md"]}}
      """
    And the files
      | docs/kept.md | kept |
      | docs/store/a.md | a |
      | docs/own.md | own |
    And the links
      | docs/other.md | kept.md |
      | docs/way.md | own.md |
      | docs/through | store |
    When a link leads to an excluded document, or is excluded itself
      | tool | category | pattern |
      | get_category_content | docs | other.md |
      | get_category_content | docs | through/a.md |
      | get_category_content | docs | way.md |
      | get_category_content | docs | store/a.md |
    Then the requested names are compared, and not the target of a link
      | #1 value | kept | | |
      | #2 value | a | | |
      | #3 error | no_matches | No documents in category 'docs' match 'way.md'. It holds 'other.md', 'own.md' | @correct_pattern |
      | #4 error | no_matches | No documents in category 'docs' match 'store/a.md'. It holds 'other.md', 'own.md' | @correct_pattern |

  Scenario: Excluded from collections and listings
    Given the project
      """
      categories:
        docs: {dir: docs, patterns: ["**"], exclude: ["drafts/**", "*.tmp"]}
        other: {dir: docs, patterns: ["*.tmp"], exclude: ["a.*"]}
      collections: {all: {categories: [docs, other]}}
      """
    And the files
      | docs/intro.md | intro | 2026-01-02T03:04:05Z |
      | docs/a.tmp | a | |
      | docs/b.tmp | bb | 2026-01-02T03:04:05Z |
      | docs/drafts/x.md | drafted | |
    When categories that exclude something are searched through a collection, listed and counted
      | tool | collection | category_or_collection | pattern |
      | get_collection_content | all | | |
      | get_collection_content | all | | a.tmp |
      | get_content | | all | **/x.md |
      | list_content | | all | |
      | list_content | | docs | **/* |
      | list_content | | | |
    Then each category's own exclude applies
      | #1 part | text/markdown | guide://collection/all/category/docs/intro.md | intro |
      | #1 part | text/plain | guide://collection/all/category/other/b.tmp | bb |
      | #2 error | no_matches | No documents in collection 'all' match 'a.tmp'. Nearest: 'b.tmp'. It holds 'docs/intro.md', 'other/b.tmp', 'other/drafts/x.md', 'other/intro.md' | @correct_pattern |
      # The other category does not exclude it.
      | #3 value | drafted | | |
      | #4 head | @documents_head | | |
      | #4 row | guide://collection/all/category/docs/intro.md; ; ; text/markdown; 5; ~1; 2026-01-02T03:04:05Z | | |
      | #4 row | guide://collection/all/category/other/b.tmp; ; ; text/plain; 2; ~0; 2026-01-02T03:04:05Z | | |
      | #5 head | @documents_head | | |
      | #5 row | guide://category/docs/intro.md; ; ; text/markdown; 5; ~1; 2026-01-02T03:04:05Z | | |
      | #6 head | @names_head | | |
      | #6 row | docs; Category; ; `**`; 1; 5; ~1 | | |
      | #6 row | other; Category; ; `*.tmp`; 1; 2; ~0 | | |
      | #6 row | all; Collection; ; docs, other; 2; 7; ~1 | | |

  Scenario: Other spellings of an excluded document
    Given the project
      """
      categories:
        docs: {dir: docs, patterns: ["*.md"], render: true, exclude: ["kept*", "x*"]}
      """
    And the files
      | docs/a.md.mustache | {{> Kept.md}} |
      | docs/kept.md | secret |
      | docs/x[1].md | secret |
    When a partial, a pattern or a `document` spells an excluded document in other case, or as a directory
      | tool | category | pattern | document |
      | get_category_content | docs | | |
      | get_category_content | docs | Kept.md | |
      | get_category_content | docs | x[1].md/ | |
      | get_category_content | docs | | KEPT.md |
    Then it is treated as missing, also where the file system takes both for one name
      | #1 error | io_error | Could not read a.md.mustache (there is no partial 'Kept.md' (line 1 column 1)) | @file_system_issue |
      | #2 error | no_matches | No documents in category 'docs' match 'Kept.md'. It holds 'a.md' | @correct_pattern |
      | #3 error | no_matches | No documents in category 'docs' match 'x[1].md/'. It holds 'a.md' | @correct_pattern |
      | #4 error | no_document | Document 'KEPT.md' not found in category 'docs'. It holds 'a.md' | @repair_once |

  Scenario Outline: Invalid exclude pattern
    Given the project
      """
      categories:
        good: {dir: docs, patterns: ["*.md"]}
        docs: {dir: docs, patterns: ["*.md"], exclude: ["a", "<pattern>"]}
      """
    And the files
      | docs/intro.md | intro |
    When an exclude pattern of a category is invalid
      | tool | category |
      | get_category_content | docs |
      | get_category_content | good |
    Then return Result.failure with error_type "no_session" that names the pattern
      | error | no_session | @project_not_loaded categories.docs.exclude[1] at line 3 column 56: pattern '<pattern>': <reason> | @project_required |

    Examples:
      | pattern | reason |
      | ../a | '..' would leave the category |
      | /a | an absolute path or a drive prefix is not allowed; patterns are relative to the category |
      | éé[a | this '[' is never closed |
      | a** | '**' must stand alone between slashes |
      | !a.md | a leading '!' leaves nothing out; what must not be served belongs in the category's 'exclude' in guide.yaml, and a name that begins with '!' is written './!name' |
      | | it, or an alternative of it, is empty |

  Scenario: More excluded patterns than are allowed
    Given the project
      """
      categories: {}
      """
    And the files
      | guide.yaml | categories:\n  docs: {dir: docs, patterns: ["*.md"], exclude: [{2046*a,}"{a,b}"]}\n  more: {dir: docs, patterns: ["*.md"], exclude: [b]}\n |
      | docs/intro.md | intro |
    When all categories exclude more than 2,048 patterns
      | tool | category |
      | get_category_content | docs |
    And the project's file is edited so that they do not
      | path | content |
      | guide.yaml | categories:\n  docs: {dir: docs, patterns: ["*.md"], exclude: [{2046*a,}"{a,b}"]}\n  more: {dir: docs, patterns: ["*.md"], exclude: []}\n |
    And the tool is called again
      | tool | category |
      | get_category_content | docs |
    Then return Result.failure with error_type "no_session" that says so, and then the documents
      | #1 error | no_session | @project_not_loaded categories.more.exclude: all 'exclude' lists together hold more than 2048 patterns, each alternative by braces counted at line 3 column 50 | @project_required |
      | #2 value | intro | | |
