Feature: Guidance for files
  An agent that is about to change a file needs the rules for that file, from whichever client's
  files they are in. Without them it breaks a rule that it never saw; with all of them it pays for
  those that do not apply.

  Rule: Guidance
    The system SHALL provide a `get_guidance` tool that returns the documents that apply to files.

    Arguments:
    - `path` (required, string): paths of files relative to the project's folder, one a line, at most 64, each once. The files need not exist
    - `category_or_collection` (optional, string): the name whose documents are looked at; without it those of all categories, and of the members of collections that say to which files they apply

    A document applies to what its own header says; if that says nothing, to the `applies_to` of the collection's member or of the category in `guide.yaml`; else, if it is a rule file of a client, as that client does; else to nothing. Patterns are relative to the project's folder, their wildcards match leading dots, and nothing is opened for them.

    The answer SHALL be a multipart message, also of one document, whose parts have a fourth header `Guide-Applies: PATTERN (SOURCE)`, percent-encoded, of at most 200 bytes. The order is that of the number of literal components of the matching pattern, the largest over all patterns and paths, then that of the categories; the most specific document is the last. Where the budget does not hold all, the least specific are left out and named. `guide://for/{+path}` is the same as a resource.

    Background:
      Given the project
        """
        categories:
          style: {dir: style, patterns: ["*.md"], applies_to: ["src/**"]}
          docs: {dir: docs, patterns: ["*.md"]}
          code: {dir: code, patterns: ["*.txt"], applies_to: ["src/**/*.rs"]}
        collections:
          web:
            categories: [{category: docs/web.md, applies_to: ["web/*", "web/app/**"]}, style]
        """
      And the files
        | style/all.md | All.\n |
        | style/api.md | ---\napplies_to: src/api/*.rs, lib/\n---\nApi.\n |
        | style/none.md | ---\napplies_to: []\n---\nNone.\n |
        | docs/plain.md | Plain.\n |
        | docs/web.md | Web.\n |
        | code/rust.txt | Rust.\n |

    Scenario: What applies to a file
      When the guidance for a file is asked for
        | tool | path |
        | get_guidance | src/api/users.rs |
      Then each document that applies is a part, the general before the specific, with the reason
        | part | text/markdown | guide://category/style/all.md | All.\n | src/** (guide.yaml:categories.style) |
        | part | text/plain | guide://category/code/rust.txt | Rust.\n | src/**/*.rs (guide.yaml:categories.code) |
        | part | text/markdown | guide://category/style/api.md | file:style/api.md | src/api/*.rs (applies_to) |
        | part headers | Content-Type, Content-Location, Content-Length, Guide-Applies | | | |

    Scenario: Only one document
      When only one document applies
        | tool | path |
        | get_guidance | ./lib//new.rs |
      Then the answer is a message of one part
        | part | text/markdown | guide://category/style/api.md | file:style/api.md | lib/ (applies_to) |

    Scenario: Several files
      When the guidance for several files is asked for
        | tool | path |
        | get_guidance | web/app/a.ts\nsrc/main.c\n\nweb/b.ts |
      Then each document is returned once, by the most literal pattern of all
        | part | text/markdown | guide://category/style/all.md | All.\n | src/** (guide.yaml:categories.style) |
        | part | text/markdown | guide://category/docs/web.md | Web.\n | web/app/** (guide.yaml:collections.web) |

    Scenario: Guidance of one name
      When the call names a category or a collection
        | tool | path | category_or_collection |
        | get_guidance | src/a.rs | code |
        | get_guidance | web/a.rs | web |
        | get_guidance | web/a.rs | wob |
      Then only its documents are returned
        | #1 part | text/plain | guide://category/code/rust.txt | Rust.\n | src/**/*.rs (guide.yaml:categories.code) |
        | #2 part | text/markdown | guide://collection/web/category/docs/web.md | Web.\n | web/* (guide.yaml:collections.web) |
        | #3 error | not_found | Category or collection 'wob' not found. Valid names: 'web', 'style', 'docs', 'code' | @present_error | |

    Scenario: Nothing applies
      When no document applies to a file
        | tool | path | category_or_collection |
        | get_guidance | README | |
        | get_guidance | README | docs |
      Then the answer is empty, and names the categories whose documents apply to other files
        | value | |
        | #1 message | No document applies to 'README'. Documents of these categories apply to other files: 'style', 'code', 'docs'. |
        | #2 message | No document applies to 'README'; none that was looked at applies to any file. |

    Scenario: Guidance over the budget
      Given the project
        """
        categories: {a: {dir: a, patterns: ["*"]}}
        limits: {response_bytes: 500}
        """
      And the files
        | a/general.md | ---\napplies_to: ["**"]\n---\n{150*g}\n |
        | a/middle.md | ---\napplies_to: src/**\n---\n{150*m}\n |
        | a/nearest.md | ---\napplies_to: src/x/**\n---\n{150*n}\n |
      When not all of what applies fits
        | tool | path |
        | get_guidance | src/x/y.c |
      Then the most specific is returned, and the least specific is left out and named
        | part | text/markdown | guide://category/a/nearest.md | file:a/nearest.md | src/x/** (applies_to) |
        | message | Left out because the answer would exceed 500 bytes: guide://category/a/middle.md (178 B), guide://category/a/general.md (178 B). | | | |
        | instruction | @by_uri | | | |

    Scenario: A rule by a member that is left out
      Given the project
        """
        categories: {docs: {dir: docs, patterns: ["*"]}}
        collections: {web: {categories: [{category: docs/?.md, applies_to: ["web/**"]}]}}
        limits: {response_bytes: 300}
        """
      And the files
        | docs/plain.md | |
        | docs/web.md | |
        | docs/a.md | {170*a}\n |
        | docs/b.md | # Part\n{170*b}\n |
        | docs/c.txt | {170*c}\n |
      When a document that a collection applies does not fit, and is asked for by its URI
        | tool | path | category_or_collection |
        | get_guidance | web/x | |
        | get_guidance | web/x | guide://category/docs/b.md |
        | get_guidance | web/x | docs/b.md#part |
        | get_guidance | web/x | docs/b.md#other |
        | get_guidance | web/x | docs/c.txt |
        | get_guidance | web/x | docs/d.md |
      Then it applies by that member, and what does not exist is an error
        | #1 part | text/markdown | @docs/a.md | aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n | web/** (guide.yaml:collections.web) |
        | #1 message | Left out because the answer would exceed 300 bytes: @docs/b.md (178 B). | | | |
        | #1 instruction | @by_uri | | | |
        | #2 part | text/markdown | @docs/b.md | # Part\nbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\n | web/** (guide.yaml:collections.web) |
        | #3 part | text/markdown | @docs/b.md#part | # Part\nbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\n | web/** (guide.yaml:collections.web) |
        | #4 error | no_document | Section 'b.md#other' not found in category or collection 'docs'. Headings there are: 'Part' at @docs/b.md#part | @repair_once | |
        | #5 value | | | | |
        | #5 message | No document applies to 'web/x'; none that was looked at applies to any file. | | | |
        | #6 error | no_document | Document 'd.md' not found in category 'docs'. Nearest: 'a.md', 'b.md'. It holds 'a.md', 'b.md', 'c.txt', 'plain.md', 'web.md' | @repair_once | |

    Scenario: A document of another category by a member
      Given the project
        """
        categories: {docs: {dir: docs, patterns: ["*"]}, other: {dir: other, patterns: ["*"]}}
        collections: {all: {categories: [{category: docs, applies_to: ["**"]}, other]}}
        """
      And the files
        | docs/a.md | Docs.\n |
        | other/a.md | Other.\n |
      When a document is asked for, and a collection applies another one of its path
        | tool | path | category_or_collection |
        | get_guidance | x | other/a.md |
      Then that is not delivered
        | value | |
        | message | No document applies to 'x'; none that was looked at applies to any file. |

    Scenario: Literal paths
      Given the files
        | style/slug.md | ---\napplies_to: "app/[slug]/(main)/{id}.tsx"\n---\nSlug.\n |
      When a path has brackets, braces and parentheses
        | tool | path |
        | get_guidance | app/[slug]/(main)/{id}.tsx |
      Then they are literal
        | part | text/markdown | guide://category/style/slug.md | file:style/slug.md | app/[slug]/%28main%29/{id}.tsx (applies_to) |

    Scenario: Refused paths
      When a path cannot be that of a file of the project
        | tool | path |
        | get_guidance | src/*.rs |
        | get_guidance | src/?.rs |
        | get_guidance | a.rs\nsrc\\a.rs |
        | get_guidance | src/../a.rs |
        | get_guidance | src/ |
        | get_guidance | . |
        | get_guidance | /etc/passwd |
        | get_guidance | C:/a.rs |
        | get_guidance | ~/a.rs |
        | get_guidance | file:///a.rs |
        | get_guidance | {64*a/}b |
        | get_guidance | {01..65*a#.rs\n} |
        | get_guidance | {01..32*a#.rs,b#.rs\n}{01..02*c#.rs\t} |
        | get_guidance | {1025*a} |
        | get_guidance | \n |
      Then the call fails with the reason and the remedy
        | error_type | invalid_argument | |
        | instruction | @correct_args | |
        | #1 error contains | 'path': 'src/*.rs' has a wildcard; name the files themselves, one path a line. | the valid arguments follow |
        | #2 error contains | 'path': 'src/?.rs' has a wildcard; name the files themselves, one path a line. | the valid arguments follow |
        | #3 error contains | 'path': 'src\\a.rs' has a backslash; separate folders with '/'. | the valid arguments follow |
        | #4 error contains | 'path': 'src/../a.rs' is not in the project's folder, or has '..'; write the path from there. | the valid arguments follow |
        | #5 error contains | 'path': 'src/' names a folder; name a file in it, which need not exist. | the valid arguments follow |
        | #6 error contains | 'path': '.' names a folder; name a file in it, which need not exist. | the valid arguments follow |
        | #7 error contains | 'path': '/etc/passwd' is not in the project's folder, or has '..'; write the path from there. | the valid arguments follow |
        | #8 error contains | 'path': 'C:/a.rs' is not in the project's folder, or has '..'; write the path from there. | the valid arguments follow |
        | #9 error contains | 'path': '~/a.rs' is not in the project's folder, or has '..'; write the path from there. | the valid arguments follow |
        | #10 error contains | 'path': 'file:///a.rs' is not in the project's folder, or has '..'; write the path from there. | the valid arguments follow |
        | #11 error contains | 'path': '{64*a/}b' has more than 63 names. | the valid arguments follow |
        | #12 error contains | 'path' has 65 paths, over the limit of 64. | the valid arguments follow |
        | #13 error contains | 'path' has 66 paths, over the limit of 64. | the valid arguments follow |
        | #14 error contains | 'path' has 1025 bytes, over the limit of 1024. | the valid arguments follow |
        | #15 error contains | 'path' is required (string) and is missing or empty. | the valid arguments follow |

    Scenario: Decorated paths
      When a path is written as clients, editors and Git write it
        | tool | path |
        | get_guidance | @mention |
        | get_guidance | `src/api/users.rs` |
        | get_guidance | "src/api/users.rs" |
        | get_guidance | '@mention' |
        | get_guidance | "src/api/us\\145rs.rs" |
        | get_guidance | \tsrc/api/users.rs\t |
        | get_guidance | src/api/users.rs:12 |
        | get_guidance | src/api/users.rs:12:5 |
        | get_guidance | src/api/users.rs#L12-L20 |
        | get_guidance | top.html,src/api/users.rs |
        | get_guidance | ["top.html", "src/api/users.rs"] |
      Then the rules for the file itself are among those that are returned
        | part | text/markdown | guide://category/style/all.md | All.\n | src/** (guide.yaml:categories.style) |
        | part | text/plain | guide://category/code/rust.txt | Rust.\n | src/**/*.rs (guide.yaml:categories.code) |
        | part | text/markdown | guide://category/style/api.md | file:style/api.md | src/api/*.rs (applies_to) |

    Scenario: Names that look decorated
      Given the files
        | style/odd.md | ---\napplies_to: ["@app/a:b.txt", "x/a:12"]\n---\nOdd.\n |
      When a name begins like a mention, or ends like a line
        | tool | path |
        | get_guidance | @folder_of_a_scope |
        | get_guidance | x/a:12 |
      Then it is that name, too
        | #1 part | text/markdown | guide://category/style/odd.md | file:style/odd.md | @folder_of_a_scope (applies_to) |
        | #2 part | text/markdown | guide://category/style/odd.md | file:style/odd.md | x/a:12 (applies_to) |

    Scenario: Reason of any length
      Given the files
        | style/long.md | ---\napplies_to: "{a,é %}/{300*x}"\n---\nLong.\n |
        | style/exact.md | ---\napplies_to: "{187*x}"\n---\nExact.\n |
      When the pattern is long, or not ASCII
        | tool | path |
        | get_guidance | é %/{300*x} |
        | get_guidance | {187*x} |
      Then the header is percent-encoded, and has at most 200 bytes
        | #1 part | text/markdown; charset=utf-8 | guide://category/style/long.md | file:style/long.md | {a,%C3%A9%20%25}/{167*x}... (applies_to) |
        | #2 part | text/markdown | guide://category/style/exact.md | file:style/exact.md | {187*x} (applies_to) |

    Scenario: Guidance as a resource
      When the URI of files is read
        | tool | uri |
        | resources/read | guide://for/lib/a%20b.rs |
        | resources/read | guide://for/web%2Fx%0Aweb/y |
        | resources/read | guide://for/lib/*.rs |
      Then the documents that apply are its contents
        | #1 result | /contents | [{"uri": "guide://category/style/api.md", "mimeType": "text/markdown", "text": "---\\napplies_to: src/api/*.rs, lib/\\n---\\nApi.\\n"}] |
        | #2 result | /contents | [{"uri": "guide://category/docs/web.md", "mimeType": "text/markdown", "text": "Web.\\n"}] |
        | #3 protocol error | -32602 | Invalid arguments for guidance: 'uri': 'lib/*.rs' has a wildcard; name the files themselves, one path a line. Valid arguments: none. @correct_args |
        | #3 protocol data | {"error_type": "invalid_argument", "instruction": "Correct the arguments as the error describes and call the tool again once.", "uri": "guide://for/lib/*.rs"} | |

    Scenario: Paths that are not completed
      When the client completes the path of the template of guidance
        | tool | ref | argument |
        | completion/complete | json:{"type": "ref/resource", "uri": "guide://for/{+path}"} | json:{"name": "path", "value": "s"} |
      Then nothing is offered that no category serves
        | result | /completion | {"values": [], "total": 0, "hasMore": false} |

    Scenario: Documents that a category does not serve
      Given the project
        """
        categories:
          style: {dir: ., patterns: ["**/rule.md"], exclude: [secret/**], applies_to: ["**"]}
        """
      And the files
        | secret/rule.md | Secret.\n |
        | .hidden/rule.md | Hidden.\n |
        | rule.md | Shown.\n |
      When a rule is excluded or hidden
        | tool | path |
        | get_guidance | secret/rule.md |
      Then it is not returned, whatever the path
        | part | text/markdown | guide://category/style/rule.md | Shown.\n | ** (guide.yaml:categories.style) |

  Rule: Rule Files of Clients
    The system SHALL read rule files as their clients do. Which files these are, which fields of their headers hold patterns, and how those match, are rows of `rule-files/data/dialects.yaml`; where a client was measured, its row says what it did. Rule files in a folder below the project's apply to that folder, and their patterns are relative to it, unless the row says otherwise.

    A header that is no YAML is read field by field. A pattern that cannot be read is named, and the others of its rule hold. Rules that are chosen by their descriptions are named with these.

    Background:
      Given the project
        """
        categories:
          claude: {dir: .claude/rules, patterns: ["**/*.md"]}
          cursor: {dir: .cursor/rules, patterns: ["**/*.mdc"]}
          copilot: {dir: .github, patterns: [copilot-instructions.md, "instructions/*.md"]}
        """
      And the folders
        | .claude/rules |
        | .cursor/rules |
        | .github |

    Scenario: Rules of Claude Code
      Given the files
        | .claude/rules/always.md | Always.\n |
        | .claude/rules/api/list.md | ---\npaths:\n  - "src/api/**/*.ts"\n  - lib/**/*.{ts,tsx}\n---\nList.\n |
        | .claude/rules/line.md | ---\npaths: **/*.ts\n---\nLine.\n |
        | .claude/rules/root.md | ---\npaths: "*.ts"\n---\nRoot.\n |
      When a file matches the paths of some rules
        | tool | path |
        | get_guidance | src/api/v1/users.ts |
        | get_guidance | lib/a.tsx |
        | get_guidance | a.ts |
      Then they apply, and so does a rule without paths
        | #1 part | text/markdown | guide://category/claude/always.md | Always.\n | ** (.claude/rules) |
        | #1 part | text/markdown | guide://category/claude/line.md | file:.claude/rules/line.md | **/*.ts (paths) |
        | #1 part | text/markdown | guide://category/claude/root.md | file:.claude/rules/root.md | *.ts (paths) |
        | #1 part | text/markdown | guide://category/claude/api/list.md | file:.claude/rules/api/list.md | src/api/**/*.ts (paths) |
        | #2 part | text/markdown | guide://category/claude/always.md | Always.\n | ** (.claude/rules) |
        | #2 part | text/markdown | guide://category/claude/api/list.md | file:.claude/rules/api/list.md | lib/**/*.{ts,tsx} (paths) |
        | #3 part | text/markdown | guide://category/claude/always.md | Always.\n | ** (.claude/rules) |
        | #3 part | text/markdown | guide://category/claude/line.md | file:.claude/rules/line.md | **/*.ts (paths) |
        | #3 part | text/markdown | guide://category/claude/root.md | file:.claude/rules/root.md | *.ts (paths) |

    Scenario: Rules of Cursor
      Given the files
        | .cursor/rules/always.mdc | ---\ndescription:\nglobs:\nalwaysApply: true\n---\nAlways.\n |
        | .cursor/rules/agent.mdc | ---\ndescription: When asked\nglobs:\nalwaysApply: false\n---\nAgent.\n |
        | .cursor/rules/line.mdc | ---\nglobs: *.ts, src/**\nalwaysApply: false\n---\nLine.\n |
        | .cursor/rules/both.mdc | ---\nglobs: *,**/*\nalwaysApply: true\n---\nBoth.\n |
        | .cursor/rules/list.mdc | ---\nglobs: ["app/**/*.tsx", "!app/test/**"]\n---\nList.\n |
        | web/.cursor/rules/below.mdc | ---\nglobs: "*.ts"\n---\nBelow.\n |
        | .cursor/rules/mark.mdc | ---\nglobs: ['web/deep/[\\!x].ts']\n---\nMark.\n |
      And the project
        """
        categories:
          cursor: {dir: ., patterns: [".cursor/rules/*.mdc", "*/.cursor/rules/*.mdc"]}
        """
      When a file matches the globs of some rules
        | tool | path |
        | get_guidance | web/deep/x.ts |
        | get_guidance | app/a.tsx |
        | get_guidance | app/test/a.tsx |
      Then they apply, and so do rules that always do
        | #1 part | text/markdown | guide://category/cursor/.cursor/rules/always.mdc | file:.cursor/rules/always.mdc | ** (alwaysApply) |
        | #1 part | text/markdown | guide://category/cursor/.cursor/rules/both.mdc | file:.cursor/rules/both.mdc | ** (alwaysApply) |
        | #1 part | text/markdown | guide://category/cursor/.cursor/rules/line.mdc | file:.cursor/rules/line.mdc | *.ts (globs) |
        | #1 part | text/markdown | guide://category/cursor/web/.cursor/rules/below.mdc | file:web/.cursor/rules/below.mdc | web/*.ts (globs) |
        | #1 part | text/markdown | guide://category/cursor/.cursor/rules/mark.mdc | file:.cursor/rules/mark.mdc | web/deep/[\\!x].ts (globs) |
        | #2 part | text/markdown | guide://category/cursor/.cursor/rules/always.mdc | file:.cursor/rules/always.mdc | ** (alwaysApply) |
        | #2 part | text/markdown | guide://category/cursor/.cursor/rules/both.mdc | file:.cursor/rules/both.mdc | ** (alwaysApply) |
        | #2 part | text/markdown | guide://category/cursor/.cursor/rules/list.mdc | file:.cursor/rules/list.mdc | app/**/*.tsx (globs) |
        | #3 part | text/markdown | guide://category/cursor/.cursor/rules/always.mdc | file:.cursor/rules/always.mdc | ** (alwaysApply) |
        | #3 part | text/markdown | guide://category/cursor/.cursor/rules/both.mdc | file:.cursor/rules/both.mdc | ** (alwaysApply) |
        | #1 message | Chosen by their descriptions, and not returned: cursor/.cursor/rules/agent.mdc (When asked). Ask for those that fit your task. | | | |
        | #2 message | Chosen by their descriptions, and not returned: cursor/.cursor/rules/agent.mdc (When asked). Ask for those that fit your task. | | | |
        | #3 message | Chosen by their descriptions, and not returned: cursor/.cursor/rules/agent.mdc (When asked). Ask for those that fit your task. | | | |

    Scenario: Instructions of GitHub Copilot
      Given the files
        | .github/copilot-instructions.md | All.\n |
        | .github/instructions/ts.instructions.md | ---\napplyTo: "**/*.ts,**/*.tsx"\n---\nTs.\n |
        | .github/instructions/brace.instructions.md | ---\napplyTo: '{a.txt,cli/b.txt}'\n---\nBrace.\n |
        | .github/instructions/asked.instructions.md | ---\ndescription: When asked\n---\nAsked.\n |
        | .github/instructions/readme.md | ---\napplyTo: "**"\n---\nNo instructions.\n |
      When a file matches applyTo of some instructions
        | tool | path |
        | get_guidance | src/a.tsx |
        | get_guidance | cli/b.txt |
      Then they apply, and so do those of the whole repository
        | #1 part | text/markdown | guide://category/copilot/copilot-instructions.md | file:.github/copilot-instructions.md | ** (.github/copilot-instructions.md) |
        | #1 part | text/markdown | guide://category/copilot/instructions/asked.instructions.md | file:.github/instructions/asked.instructions.md | ** (.github/instructions) |
        | #1 part | text/markdown | guide://category/copilot/instructions/ts.instructions.md | file:.github/instructions/ts.instructions.md | **/*.tsx (applyTo) |
        | #2 part | text/markdown | guide://category/copilot/copilot-instructions.md | file:.github/copilot-instructions.md | ** (.github/copilot-instructions.md) |
        | #2 part | text/markdown | guide://category/copilot/instructions/asked.instructions.md | file:.github/instructions/asked.instructions.md | ** (.github/instructions) |
        | #2 part | text/markdown | guide://category/copilot/instructions/brace.instructions.md | file:.github/instructions/brace.instructions.md | {a.txt,cli/b.txt} (applyTo) |

    Scenario: Patterns as gitignore has them
      Given the files
        | .claude/rules/below.md | ---\npaths: api/**\n---\nBelow.\n |
        | .claude/rules/case.md | ---\npaths: [SRC]\n---\nCase.\n |
        | .claude/rules/not.md | ---\npaths: ["**/*.ts", "!**/new.ts"]\n---\nNot.\n |
        | .claude/rules/stars.md | ---\npaths: "**.ts, src/{a"\n---\nStars.\n |
        | .claude/rules/globs.md | ---\nglobs: lib/**\n---\nGlobs.\n |
        | .claude/rules/set.md | ---\npaths: ["src/[!!o]ld.ts"]\n---\nSet.\n |
        | .claude/rules/marks.md | ---\npaths: ["src/api/[^!-o]ew.ts", "[!^]ld.ts"]\n---\nMarks.\n |
      When the rules of Claude Code match as .gitignore does
        | tool | path |
        | get_guidance | src/api/new.ts |
        | get_guidance | src/old.ts |
      Then a folder means all below it, in any folder, whatever the case, and a pattern that cannot be read is named
        | #1 part | text/markdown | guide://category/claude/globs.md | file:.claude/rules/globs.md | ** (.claude/rules) |
        | #1 part | text/markdown | guide://category/claude/stars.md | file:.claude/rules/stars.md | **.ts (paths) |
        | #1 part | text/markdown | guide://category/claude/below.md | file:.claude/rules/below.md | api/** (paths) |
        | #1 part | text/markdown | guide://category/claude/case.md | file:.claude/rules/case.md | SRC (paths) |
        | #1 part | text/markdown | guide://category/claude/marks.md | file:.claude/rules/marks.md | src/api/[^!-o]ew.ts (paths) |
        | #2 part | text/markdown | guide://category/claude/globs.md | file:.claude/rules/globs.md | ** (.claude/rules) |
        | #2 part | text/markdown | guide://category/claude/not.md | file:.claude/rules/not.md | **/*.ts (paths) |
        | #2 part | text/markdown | guide://category/claude/stars.md | file:.claude/rules/stars.md | **.ts (paths) |
        | #2 part | text/markdown | guide://category/claude/case.md | file:.claude/rules/case.md | SRC (paths) |
        | #2 part | text/markdown | guide://category/claude/set.md | file:.claude/rules/set.md | src/[!!o]ld.ts (paths) |
        | message | Left out of what rules say, because it cannot be read: claude/stars.md ('paths' has the pattern 'src/{a': this '{' is never closed). | | | |

    Scenario Outline: Rules that apply
      Given the project
        """
        categories:
          rules: {dir: ., patterns: ["<file>"]}
        """
      And the files
        | <file> | <header>Body.\n |
      When a rule file applies by its header, by its patterns, or without one
        | tool | path |
        | get_guidance | src/api/new.ts |
      Then it is returned, with the reason
        | part | <type> | guide://category/rules/<file> | file:<file> | <reason> |

      Examples:
        | file | header | type | reason |
        | .cursorrules | | text/plain | ** (.cursorrules) |
        | .windsurfrules | | text/plain | ** (.windsurfrules) |
        | .clinerules | | text/plain | ** (.clinerules) |
        | .claude/CLAUDE.md | | text/markdown | ** (.claude/CLAUDE.md) |
        | src/.claude/rules/api.md | ---\npaths: /api/*.ts\n---\n | text/markdown | src/api/*.ts (paths) |
        | src/.github/instructions/a.instructions.md | ---\napplyTo: src/api/*.ts\n---\n | text/markdown | src/api/*.ts (applyTo) |
        | .kiro/steering/tech.md | | text/markdown | ** (.kiro/steering) |
        | .kiro/steering/api.md | ---\ninclusion: fileMatch\nfileMatchPattern: ["src/api/**/*"]\n---\n | text/markdown | src/api/**/* (fileMatchPattern) |
        | .clinerules/all.md | | text/markdown | ** (.clinerules) |
        | .clinerules/api.md | ---\npaths:\n  - "src/**"\n---\n | text/markdown | src/** (paths) |
        | .cline/rules/api.md | ---\npaths: ["src/**"]\n---\n | text/markdown | src/** (paths) |
        | .windsurf/rules/ts.md | ---\ntrigger: glob\nglobs: **/*.ts\n---\n | text/markdown | **/*.ts (globs) |
        | .windsurf/rules/all.md | ---\ntrigger: always_on\n---\n | text/markdown | ** (trigger) |
        | .devin/rules/ts.md | ---\ntrigger: glob\nglobs: ["*.ts"]\n---\n | text/markdown | *.ts (globs) |
        | .agents/rules/ts.md | ---\ntrigger: glob\nglobs: src/**\n---\n | text/markdown | src/** (globs) |
        | .agent/rules/all.md | ---\ntrigger: always_on\n---\n | text/markdown | ** (trigger) |
        | .trae/rules/project_rules.md | | text/markdown | ** (.trae/rules) |
        | .trae/rules/ts.md | ---\nalwaysApply: false\nglobs: *.ts, *.tsx\n---\n | text/markdown | *.ts (globs) |
        | .junie/guidelines.md | | text/markdown | ** (.junie/guidelines.md) |
        | .augment/rules/all.md | ---\ntype: always_apply\n---\n | text/markdown | ** (type) |
        | .amazonq/rules/all.md | | text/markdown | ** (.amazonq/rules) |
        | .continue/rules/all.md | ---\nname: All\n---\n | text/markdown | ** (.continue/rules) |
        | .continue/rules/ts.md | ---\nglobs: "**/*.{ts,tsx}"\n---\n | text/markdown | **/*.{ts,tsx} (globs) |
        | .roo/rules/all.md | | text/markdown | ** (.roo/rules) |
        | .kilocode/rules/all.md | | text/markdown | ** (.kilocode/rules) |
        | src/GEMINI.md | | text/markdown | src/** (GEMINI.md) |

    Scenario Outline: Rules that do not apply
      Given the project
        """
        categories:
          rules: {dir: ., patterns: ["<file>"]}
        """
      And the files
        | <file> | <header>Body.\n |
      When a rule file is chosen by hand, by its description, or for other files
        | tool | path |
        | get_guidance | src/api/new.ts |
      Then it is not returned, and its description is
        | value | |
        | message | <said> |

      Examples:
        | file | header | said |
        | .cursor/rules/when.mdc | ---\ndescription: For releases\nalwaysApply: false\n---\n | No document applies to 'src/api/new.ts'; none that was looked at applies to any file. Chosen by their descriptions, and not returned: rules/.cursor/rules/when.mdc (For releases). Ask for those that fit your task. |
        | .kiro/steering/hand.md | ---\ninclusion: manual\n---\n | No document applies to 'src/api/new.ts'; none that was looked at applies to any file. |
        | .kiro/steering/auto.md | ---\ninclusion: auto\nname: api\ndescription: For APIs\n---\n | No document applies to 'src/api/new.ts'; none that was looked at applies to any file. Chosen by their descriptions, and not returned: rules/.kiro/steering/auto.md (For APIs). Ask for those that fit your task. |
        | .clinerules/none.md | ---\npaths: []\n---\n | No document applies to 'src/api/new.ts'; none that was looked at applies to any file. |
        | .windsurf/rules/when.md | ---\ntrigger: model_decision\ndescription: For releases\n---\n | No document applies to 'src/api/new.ts'; none that was looked at applies to any file. Chosen by their descriptions, and not returned: rules/.windsurf/rules/when.md (For releases). Ask for those that fit your task. |
        | .windsurf/rules/hand.md | ---\ntrigger: manual\n---\n | No document applies to 'src/api/new.ts'; none that was looked at applies to any file. |
        | .devin/rules/md.md | ---\ntrigger: glob\nglobs: ["*.md"]\n---\n | No document applies to 'src/api/new.ts'. Documents of these categories apply to other files: 'rules'. |
        | .agents/rules/when.md | ---\ntrigger: model_decision\ndescription: For releases\n---\n | No document applies to 'src/api/new.ts'; none that was looked at applies to any file. Chosen by their descriptions, and not returned: rules/.agents/rules/when.md (For releases). Ask for those that fit your task. |
        | .trae/rules/when.md | ---\nalwaysApply: false\ndescription: For releases\n---\n | No document applies to 'src/api/new.ts'; none that was looked at applies to any file. Chosen by their descriptions, and not returned: rules/.trae/rules/when.md (For releases). Ask for those that fit your task. |
        | .augment/rules/when.md | ---\ntype: agent_requested\ndescription: For releases\n---\n | No document applies to 'src/api/new.ts'; none that was looked at applies to any file. Chosen by their descriptions, and not returned: rules/.augment/rules/when.md (For releases). Ask for those that fit your task. |
        | .augment/rules/hand.md | ---\ntype: manual\n---\n | No document applies to 'src/api/new.ts'; none that was looked at applies to any file. |
        | .continue/rules/when.md | ---\nalwaysApply: false\ndescription: For releases\n---\n | No document applies to 'src/api/new.ts'; none that was looked at applies to any file. Chosen by their descriptions, and not returned: rules/.continue/rules/when.md (For releases). Ask for those that fit your task. |
        | src/.github/instructions/a.instructions.md | ---\napplyTo: api/*.ts\n---\n | No document applies to 'src/api/new.ts'. Documents of these categories apply to other files: 'rules'. |
        | .github/instructions/a.instructions.md | ---\napplyTo: "**"\nexcludeAgent: coding-agent\n---\n | No document applies to 'src/api/new.ts'; none that was looked at applies to any file. |

    Scenario: Headers that cannot be read
      Given the files
        | .claude/rules/truth.md | ---\npaths: true\n---\nTruth.\n |
        | .claude/rules/pattern.md | ---\npaths: ["a**b"]\n---\nPattern.\n |
        | .claude/rules/open.md | ---\npaths: a\n |
        | .cursor/rules/yaml.mdc | ---\na: 1\na: 2\n---\n |
        | .claude/rules/always.md | Always.\n |
        | .claude/rules/number.md | ---\npaths: [a, 5]\n---\n |
        | .claude/rules/word.md | ---\npaths:\n  - null\n---\n |
        | .claude/rules/null.md | ---\npaths: null\n---\nNull.\n |
        | .claude/rules/lines.md | ---\npaths:\n  - "a" # first\nbad: a: b\n---\nLines.\n |
        | .github/instructions/plain.md | ---\napplies_to: [a]\n{33000*#}\n---\n |
        | .claude/rules/many.md | ---\npaths: [{65*a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p/q/r/s/t/u/v/w/x/y/z/0/1/2/3/4/5, }]\n---\nMany.\n |
      When the header of a rule cannot be read
        | tool | path |
        | get_guidance | a |
      Then it applies to nothing, and the message names it
        | part | text/markdown | guide://category/claude/always.md | Always.\n | ** (.claude/rules) |
        | part | text/markdown | guide://category/claude/null.md | ---\npaths: null\n---\nNull.\n | ** (.claude/rules) |
        | part | text/markdown | guide://category/claude/truth.md | ---\npaths: true\n---\nTruth.\n | ** (.claude/rules) |
        | part | text/markdown | guide://category/claude/word.md | ---\npaths:\n  - null\n---\n | ** (.claude/rules) |
        | part | text/markdown | guide://category/claude/lines.md | ---\npaths:\n  - "a" # first\nbad: a: b\n---\nLines.\n | a (paths) |
        | part | text/markdown | guide://category/claude/number.md | ---\npaths: [a, 5]\n---\n | a (paths) |
        | message | @guidance_headers | | | |

  Rule: One Text
    Documents whose texts are equal without header, without the empty lines around them and whatever their line ends are one rule, if their relative links and imports lead to the same files. Each applies where its own header or folder says. The rule SHALL be returned once, as the document that applies most specifically, or as the first.

    Background:
      Given the project
        """
        categories:
          claude: {dir: .claude/rules, patterns: ["*.md"]}
          cursor: {dir: .cursor/rules, patterns: ["*.mdc"]}
          copilot: {dir: .github, patterns: ["instructions/*.md", "*.md"]}
          agents: {dir: ., patterns: [AGENTS.md], nested: [AGENTS.md, CLAUDE.md]}
        """
      And the files
        | .claude/rules/ts.md | ---\npaths: src/**\n---\n\nUse tabs.\n |
        | .cursor/rules/ts.mdc | ---\nglobs: src/**/*.ts\n---\nUse tabs. |
        | .github/instructions/ts.instructions.md | ---\napplyTo: "lib/**"\n---\nUse tabs.\r\n\r\n |
        | AGENTS.md | Run the tests.\n |
        | .github/copilot-instructions.md | Run the tests.\n |

    Scenario: One rule in several dialects
      When rules of several clients have one text
        | tool | path |
        | get_guidance | src/a.ts |
        | get_guidance | src/a.c |
        | get_guidance | lib/a.c |
      Then it is returned once, as the most specific, wherever one of them applies
        | #1 part | text/markdown | guide://category/copilot/copilot-instructions.md | Run the tests.\n | ** (.github/copilot-instructions.md) |
        | #1 part | text/markdown | guide://category/claude/ts.md | file:.claude/rules/ts.md | src/** (paths) |
        | #2 part | text/markdown | guide://category/copilot/copilot-instructions.md | Run the tests.\n | ** (.github/copilot-instructions.md) |
        | #2 part | text/markdown | guide://category/claude/ts.md | file:.claude/rules/ts.md | src/** (paths) |
        | #3 part | text/markdown | guide://category/copilot/copilot-instructions.md | Run the tests.\n | ** (.github/copilot-instructions.md) |
        | #3 part | text/markdown | guide://category/copilot/instructions/ts.instructions.md | file:.github/instructions/ts.instructions.md | lib/** (applyTo) |

    Scenario: Links and imports of equal texts
      Given the files
        | a/AGENTS.md | See [the style](style.md).\n |
        | b/AGENTS.md | See [the style](style.md).\n |
        | c/AGENTS.md | See [the style](/style.md).\n |
        | d/AGENTS.md | See [the style](/style.md).\n |
        | e/CLAUDE.md | All is in @style.md\n |
        | f/CLAUDE.md | All is in @style.md\n |
      When files of two folders have one text with a link
        | tool | path | category_or_collection |
        | get_guidance | a/x\nb/x | agents |
        | get_guidance | c/x\nd/x | agents |
        | get_guidance | e/x\nf/x | agents |
      Then it is one rule only if the link leads to the same file
        | #1 part | text/markdown | guide://category/agents/AGENTS.md | Run the tests.\n | ** (AGENTS.md) |
        | #1 part | text/markdown | guide://category/agents/a/AGENTS.md | See [the style](style.md).\n | a/** (AGENTS.md) |
        | #1 part | text/markdown | guide://category/agents/b/AGENTS.md | See [the style](style.md).\n | b/** (AGENTS.md) |
        | #2 part | text/markdown | guide://category/agents/AGENTS.md | Run the tests.\n | ** (AGENTS.md) |
        | #2 part | text/markdown | guide://category/agents/c/AGENTS.md | See [the style](/style.md).\n | c/** (AGENTS.md) |
        | #3 part | text/markdown | guide://category/agents/AGENTS.md | Run the tests.\n | ** (AGENTS.md) |
        | #3 part | text/markdown | guide://category/agents/e/CLAUDE.md | file:e/CLAUDE.md | e/** (CLAUDE.md) |
        | #3 part | text/markdown | guide://category/agents/f/CLAUDE.md | file:f/CLAUDE.md | f/** (CLAUDE.md) |

  Rule: Nested Files
    A category with `nested`, a list of file names, SHALL serve only documents of these names. For a path they are looked up in each folder from the category's own down to the path's, never above the project and not through links, and apply to their folder. Two of one folder that are one file, or have equal bytes, are one document. Those of an included guide's own folder apply to every file. What a CLAUDE.md imports by `@path`, outside of code and comments, is named if the project has that file, and not followed.

    Background:
      Given the project
        """
        categories: {agents: {dir: ., patterns: [AGENTS.md], nested: [AGENTS.md, CLAUDE.md]}}
        """
      And the files
        | AGENTS.md | Root.\n |
        | packages/AGENTS.md | Packages.\n |
        | packages/web/AGENTS.md | Web.\n |
        | packages/web/CLAUDE.md | See @docs/style.md, @./AGENTS.md and `@types/node`.\n |
        | packages/api/AGENTS.md | Api.\n |
        | packages/web/other.md | Other.\n |
        | packages/web/docs/style.md | Style.\n |

    Scenario: Files of the folders above
      When folders from the project's down to the file's have nested files
        | tool | path |
        | get_guidance | packages/web/src/new.ts |
      Then they apply, the nearest last, and what they import is named
        | part | text/markdown | guide://category/agents/AGENTS.md | Root.\n | ** (AGENTS.md) |
        | part | text/markdown | guide://category/agents/packages/AGENTS.md | Packages.\n | packages/** (AGENTS.md) |
        | part | text/markdown | guide://category/agents/packages/web/AGENTS.md | Web.\n | packages/web/** (AGENTS.md) |
        | part | text/markdown | guide://category/agents/packages/web/CLAUDE.md | file:packages/web/CLAUDE.md | packages/web/** (CLAUDE.md) |
        | message | Imported by CLAUDE.md and not followed: 'packages/web/docs/style.md'. | | | |

    Scenario: Imports of what is excluded or hidden
      Given the project
        """
        categories:
          agents: {dir: app, patterns: ["*.md"], nested: [CLAUDE.md], exclude: [no.md]}
          rules: {dir: .rules, patterns: ["*.md"]}
          elsewhere: {dir: docs, patterns: ["*.md"], exclude: ["private/**"]}
        """
      And the files
        | app/CLAUDE.md | See @no.md, @../.env, @../.rules/a.md, @../docs/private/x.md and @../docs/a.txt.\n |
        | app/web/CLAUDE.md | ../no.md |
        | app/api/CLAUDE.md | ../../.env |
        | app/no.md | excluded |
        | .env | hidden |
        | .rules/a.md | a rule |
        | docs/private/x.md | excluded |
        | docs/a.txt | text |
      When files import, or are links as text to, what is excluded or hidden
        | tool | path |
        | get_guidance | app/x.rs |
        | get_guidance | app/web/x.rs |
        | get_guidance | app/api/x.rs |
      Then the answer does not say whether that is there
        | #1 message | Imported by CLAUDE.md and not followed: '.rules/a.md' at guide://category/rules/a.md, 'docs/a.txt' at guide://category/elsewhere/a.txt. |
        | #2 message | Imported by CLAUDE.md and not followed: '.rules/a.md' at guide://category/rules/a.md, 'docs/a.txt' at guide://category/elsewhere/a.txt. |
        | #3 message | Imported by CLAUDE.md and not followed: '.rules/a.md' at guide://category/rules/a.md, 'docs/a.txt' at guide://category/elsewhere/a.txt. |

    Scenario: Imports of a CLAUDE.md
      Given the project
        """
        categories:
          agents: {dir: ., patterns: [CLAUDE.md], nested: [CLAUDE.md]}
          docs: {dir: docs, patterns: ["*.md"]}
        """
      And the files
        | packages/web/CLAUDE.md | @../../docs/rules.md, @notes.txt and @missing.md, but not @xyflow/react, @scope/pkg@1.2.3, `@docs/a.md`\n\n    @docs/a.md\n\n<!-- @../../docs/a.md -->\n\n```\n@../../docs/a.md\n```\n@~/home.md @/etc/passwd @../../../out.md\n |
        | packages/web/notes.txt | Notes. |
        | docs/rules.md | Rules. |
        | docs/a.md | A. |
      When a CLAUDE.md has imports, names of packages, code and comments
        | tool | path |
        | get_guidance | packages/web/src/new.ts |
      Then the files that exist are named by their paths in the project, and their URIs
        | part | text/markdown | guide://category/agents/packages/web/CLAUDE.md | file:packages/web/CLAUDE.md | packages/web/** (CLAUDE.md) |
        | message | Imported by CLAUDE.md and not followed: 'docs/rules.md' at @docs/rules.md, 'packages/web/notes.txt'. | | | |

    Scenario: Imports of a CLAUDE.md over the budget
      Given the project
        """
        categories:
          agents: {dir: ., patterns: [CLAUDE.md], nested: [CLAUDE.md]}
          docs: {dir: docs, patterns: ["*.md"]}
        limits: {response_bytes: 300}
        """
      And the files
        | CLAUDE.md | @docs/b.md {300*r} |
        | packages/CLAUDE.md | @docs/a.md {300*p} |
        | packages/docs/a.md | A. |
        | docs/b.md | B. |
      When no CLAUDE.md fits, and so the most specific is returned whole
        | tool | path |
        | get_guidance | packages/x.rs |
      Then what it imports is named, and not what those that are left out import
        | part | text/markdown | guide://category/agents/packages/CLAUDE.md | file:packages/CLAUDE.md | packages/** (CLAUDE.md) |
        | message | Left out because the answer would exceed 300 bytes: guide://category/agents/CLAUDE.md (311 B). @whole 300 bytes: guide://category/agents/packages/CLAUDE.md (311 B). Imported by CLAUDE.md and not followed: 'packages/docs/a.md'. | | | |
        | instruction | @by_uri | | | |

    Scenario: Imports of a document that is nested beyond the limit
      Given the project
        """
        categories:
          agents: {dir: ., patterns: [CLAUDE.md], nested: [CLAUDE.md]}
        """
      And the files
        | packages/web/CLAUDE.md | `@notes.txt`\n\n{2000*+ }(\n{2000*(\n} |
        | packages/web/notes.txt | Notes. |
      When a CLAUDE.md nests lists so deeply that its code is not known
        | tool | path |
        | get_guidance | packages/web/src/new.ts |
      Then nothing is named as imported
        | part | text/markdown | guide://category/agents/packages/web/CLAUDE.md | file:packages/web/CLAUDE.md | packages/web/** (CLAUDE.md) |

    Scenario: Imports of an included guide's document
      Given the project
        """
        categories: {docs: {dir: docs, patterns: ["*.md"]}}
        include: [org]
        """
      And the files
        | org/guide.yaml | categories: {org: {dir: ., patterns: [CLAUDE.md], nested: [CLAUDE.md]}}\n |
        | org/CLAUDE.md | See @./docs/a.md.\n |
        | docs/a.md | A.\n |
      When the CLAUDE.md of an included guide imports a path that the project has, too
        | tool | path |
        | get_guidance | src/new.ts |
      Then the project's file is not named
        | part | text/markdown | guide://category/org/CLAUDE.md | file:org/CLAUDE.md | ** (CLAUDE.md) |

    Scenario: One file by two names
      Given the files
        | packages/api/CLAUDE.md | Api.\n |
      And the links
        | CLAUDE.md | AGENTS.md |
      When AGENTS.md and CLAUDE.md of a folder are a link or equal
        | tool | path |
        | get_guidance | packages/api/x |
      Then the document is returned once
        | part | text/markdown | guide://category/agents/AGENTS.md | Root.\n | ** (AGENTS.md) |
        | part | text/markdown | guide://category/agents/packages/AGENTS.md | Packages.\n | packages/** (AGENTS.md) |
        | part | text/markdown | guide://category/agents/packages/api/AGENTS.md | Api.\n | packages/api/** (AGENTS.md) |

    Scenario: Folders that are links
      Given the links
        | linked | packages |
      When a folder of the path is a link, or does not exist
        | tool | path |
        | get_guidance | linked/web/x |
        | get_guidance | nowhere/x |
      Then nothing in it is found
        | part | text/markdown | guide://category/agents/AGENTS.md | Root.\n | ** (AGENTS.md) |

    Scenario: Hidden folders
      Given the files
        | packages/.tools/x/AGENTS.md | Tools.\n |
        | .github/AGENTS.md | Hub.\n |
        | .github/other.md | Other.\n |
      When a path leads through a hidden folder, or a call asks for what is in one
        | tool | path | category_or_collection | pattern |
        | get_guidance | packages/.tools/x/y/a.sh | | |
        | get_guidance | .github/workflows/ci.yml | | |
        | get_content | | agents | .github/* |
        | get_content | | agents | .github/other.md |
      Then the files of these names are found
        | #1 part | text/markdown | guide://category/agents/AGENTS.md | Root.\n | ** (AGENTS.md) |
        | #1 part | text/markdown | guide://category/agents/packages/AGENTS.md | Packages.\n | packages/** (AGENTS.md) |
        | #1 part | text/markdown | guide://category/agents/packages/.tools/x/AGENTS.md | Tools.\n | packages/.tools/x/** (AGENTS.md) |
        | #2 part | text/markdown | guide://category/agents/AGENTS.md | Root.\n | ** (AGENTS.md) |
        | #2 part | text/markdown | guide://category/agents/.github/AGENTS.md | Hub.\n | .github/** (AGENTS.md) |
        | #3 value | Hub.\n | | | |
        | #4 error | no_matches | No documents in category 'agents' match '.github/other.md'. It holds 'AGENTS.md', 'packages/AGENTS.md', 'packages/api/AGENTS.md', 'packages/web/AGENTS.md', 'packages/web/CLAUDE.md' | @correct_pattern | |

    Scenario: Member of a category of nested files
      Given the project
        """
        categories: {agents: {dir: ., patterns: [AGENTS.md], nested: [AGENTS.md]}}
        collections: {all: {categories: [{category: agents/packages/api/AGENTS.md, applies_to: ["lib/**"]}]}}
        """
      When a collection has a nested file as a member that applies elsewhere
        | tool | path | category_or_collection |
        | get_guidance | lib/x | all |
      Then it is that file, and no other
        | part | text/markdown | guide://collection/all/category/agents/packages/api/AGENTS.md | Api.\n | lib/** (guide.yaml:collections.all) |

    Scenario: Nested files of an included guide
      Given the project
        """
        include: [org]
        categories: {}
        """
      And the files
        | org/guide.yaml | categories: {org: {dir: ., patterns: [AGENTS.md], nested: [AGENTS.md]}}\n |
        | org/AGENTS.md | Org.\n |
      When an included guide has nested files
        | tool | path |
        | get_guidance | src/x |
      Then those of its own folder apply to every file
        | part | text/markdown | guide://category/org/AGENTS.md | Org.\n | ** (AGENTS.md) |

    Scenario: Only nested files are served
      When another document of such a category is asked for
        | tool | category_or_collection | pattern |
        | get_content | agents | packages/web/* |
        | get_content | agents | {AGENTS.md,packages/web/other.md/x} |
      Then only files of those names are found
        | #1 part | text/markdown | guide://category/agents/packages/web/AGENTS.md | Web.\n |
        | #1 part | text/markdown | guide://category/agents/packages/web/CLAUDE.md | file:packages/web/CLAUDE.md |
        | #2 value | Root.\n | | |
