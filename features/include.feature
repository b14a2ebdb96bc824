Feature: Included Guides
  An organisation's guide, or a person's own, serves in many projects. It is included by each, and
  can do no more than the project that includes it.

  `include` of `guide.yaml` SHALL list other guides, each a folder or a file: as a path relative to the file, or as a map with `path`, `as`, `required` and `applies_to`. Only here is `~/` the user's home folder.

  - Their categories and collections SHALL be served, with `as: NAME` as `NAME.name`. A category's `dir` is relative to its guide. A member of a collection has the prefix of its guide. `search`, `limits` and `context` of an included guide are not used.
  - Of equal names the one of the nearest guide SHALL be used: the project's own, then those of its includes in their order, then those that they include.
  - `applies_to` of an include SHALL say to which files of the project its documents apply, also those of guides that it includes, where neither a document nor its category says so. Headers of its rule files SHALL be read by their paths from the guide's folder, and their patterns from the project's.
  - A listing SHALL say from which include a name comes, by the paths as they are spelled.
  - A change of an included file, and one that was missing, SHALL be seen by the next call. A missing include SHALL be left out, unless it is `required`; what is said of it SHALL name the command that brings it. Guidance, and listings and searches of all names, SHALL say what is left out; so SHALL the error of a name that it may have.
  - A project that was found SHALL include only what is beneath its folder, and so on for the guides that it includes. Nothing outside is opened.
  - An include that leads to itself, more than 8 includes on the way to a guide, and more than 32 included guides SHALL make the project unloadable, as an error of an included guide does. The error names the include and the place in both files.

  Scenario: Guides that are included
    Given the project
      """
      categories: {docs: {dir: docs, patterns: ["*.md"]}}
      include: [org, {path: org/team.yaml, as: team}]
      """
    And the files
      | org/guide.yaml | categories: {rules: {dir: rules, patterns: ["*.md"]}}\nlimits: {file_bytes: 1}\n |
      | org/team.yaml | categories: {docs: {dir: docs, patterns: ["*.md"]}}\ncollections: {all: {categories: [docs/b, other]}, in: {categories: [all]}}\n |
      | docs/a.md | a |
      | org/rules/r.md | rules |
      | org/docs/b.md | b |
      | org/docs/c.md | c |
    When a project includes a guide under its own names, and another by its file with a prefix
      | tool | category_or_collection |
      | list_content | |
      | get_content | rules |
      | get_content | team.docs |
      | get_content | team.in |
    Then their categories and collections are served, listed with the include, and limited by the project
      | #1 head | @names_from_head | | |
      | #1 row | docs; Category; ; `*.md`; ; 1; 1; ~0 | | |
      | #1 row | rules; Category; ; `*.md`; org; 1; 5; ~1 | | |
      | #1 row | team.docs; Category; ; `*.md`; org/team.yaml; 2; 2; ~0 | | |
      | #1 row | team.all; Collection; ; team.docs/b, team.other; org/team.yaml; 1; 1; ~0 | | |
      | #1 row | team.in; Collection; ; team.all; org/team.yaml; 1; 1; ~0 | | |
      | #2 value | rules | | |
      | #3 part | text/markdown | guide://category/team.docs/b.md | b |
      | #3 part | text/markdown | guide://category/team.docs/c.md | c |
      | #4 value | b | | |
      | #4 message | Not searched: 'team.other' @neither. | | |
      | #1 message | Not searched: 'team.other' @neither. | | |

  Scenario: Equal names of guides
    Given the project
      """
      categories: {a: {dir: ., patterns: [own.md]}}
      include: [one, two]
      """
    And the files
      | one/guide.yaml | categories: {a: {dir: ., patterns: [one.md]}}\ncollections: {all: {categories: [a, b, c]}}\ninclude: [deep]\n |
      | one/deep/guide.yaml | categories: {b: {dir: ., patterns: [deep.md]}, c: {dir: ., patterns: [deep.md]}}\n |
      | two/guide.yaml | categories: {b: {dir: ., patterns: [two.md]}}\n |
      | own.md | own |
      | two/two.md | two |
      | one/deep/deep.md | deep |
    When a project, its includes and those that they include have equal names
      | tool | category_or_collection |
      | get_content | all |
      | list_content | |
    Then the nearest is used, also as a member of a collection
      | #1 part | text/markdown | guide://collection/all/category/a/own.md | own |
      | #1 part | text/markdown | guide://collection/all/category/b/two.md | two |
      | #1 part | text/markdown | guide://collection/all/category/c/deep.md | deep |
      | #2 head | @names_from_head | | |
      | #2 row | a; Category; ; `own.md`; ; 1; 3; ~0 | | |
      | #2 row | b; Category; ; `two.md`; two; 1; 3; ~0 | | |
      | #2 row | c; Category; ; `deep.md`; one > deep; 1; 4; ~1 | | |
      | #2 row | all; Collection; ; a, b, c; one; 3; 10; ~2 | | |

  Scenario: Included rules and the files to which they apply
    Given the project
      """
      categories: {}
      include: [{path: org, as: org, applies_to: ["src/**"]}, {path: team, as: team}]
      """
    And the files
      | org/guide.yaml | categories: {rules: {dir: rules, patterns: ["*.md"]}, web: {dir: web, patterns: ["*.md"], applies_to: ["web/**"]}}\ninclude: [{path: deep, as: deep}]\n |
      | org/rules/a.md | Every rule. |
      | org/rules/own.md | ---\napplies_to: ["lib/**"]\n---\nIts own. |
      | org/web/w.md | Web. |
      | org/deep/guide.yaml | categories: {rules: {dir: ., patterns: ["*.md"]}}\n |
      | org/deep/d.md | Deep. |
      | team/guide.yaml | categories: {rules: {dir: ., patterns: ["*.md"]}}\n |
      | team/t.md | Of no file. |
    When an include says to which files its documents apply
      | tool | path |
      | get_guidance | src/a.ts |
      | get_guidance | lib/a.ts |
      | get_guidance | web/a.ts |
    Then those apply that say nothing nearer, and a guide without that to no file
      | #1 part | text/markdown | guide://category/org.rules/a.md | file:org/rules/a.md | src/** (guide.yaml:categories.org.rules) |
      | #1 part | text/markdown | guide://category/org.deep.rules/d.md | file:org/deep/d.md | src/** (guide.yaml:categories.org.deep.rules) |
      | #2 part | text/markdown | guide://category/org.rules/own.md | file:org/rules/own.md | lib/** (applies_to) |
      | #3 part | text/markdown | guide://category/org.web/w.md | file:org/web/w.md | web/** (guide.yaml:categories.org.web) |

  Scenario: Rule files of clients in an included guide
    Given the project
      """
      categories: {}
      include: [{path: org, as: org, applies_to: ["lib/**"]}, {path: team, as: team}]
      """
    And the files
      | org/guide.yaml | categories: {cursor: {dir: .cursor/rules, patterns: ["*.mdc"]}, claude: {dir: ./.claude/rules, patterns: ["*.md"]}}\n |
      | org/.cursor/rules/ts.mdc | ---\nglobs: src/**/*.ts\n---\nTypes. |
      | org/.cursor/rules/sql.mdc | ---\nglobs: "**/*.sql"\n---\nRollback. |
      | org/.cursor/rules/all.mdc | ---\nalwaysApply: true\n---\nEverywhere. |
      | org/.claude/rules/plain.md | Of lib. |
      | team/guide.yaml | categories: {claude: {dir: .claude/rules, patterns: ["*.md"]}, agents: {dir: agents, patterns: [AGENTS.md], nested: [AGENTS.md]}}\n |
      | team/.claude/rules/plain.md | Of the team. |
      | team/.claude/rules/web.md | ---\npaths: web/**\n---\nWeb. |
      | team/agents/AGENTS.md | Nested. |
    When the category of an included guide is a client's folder of rules
      | tool | path |
      | get_guidance | src/a.ts |
      | get_guidance | lib/a.sql |
      | get_guidance | org/src/a.ts |
      | get_guidance | web/a.ts |
    Then their headers count as in that guide, with patterns from the project's folder, before what the include says
      | #1 part | text/markdown | guide://category/org.cursor/all.mdc | file:org/.cursor/rules/all.mdc | ** (alwaysApply) |
      | #1 part | text/markdown | guide://category/team.claude/plain.md | file:team/.claude/rules/plain.md | ** (.claude/rules) |
      | #1 part | text/markdown | guide://category/team.agents/AGENTS.md | file:team/agents/AGENTS.md | ** (AGENTS.md) |
      | #1 part | text/markdown | guide://category/org.cursor/ts.mdc | file:org/.cursor/rules/ts.mdc | src/**/*.ts (globs) |
      | #2 part | text/markdown | guide://category/org.cursor/all.mdc | file:org/.cursor/rules/all.mdc | ** (alwaysApply) |
      | #2 part | text/markdown | guide://category/org.cursor/sql.mdc | file:org/.cursor/rules/sql.mdc | **/*.sql (globs) |
      | #2 part | text/markdown | guide://category/team.claude/plain.md | file:team/.claude/rules/plain.md | ** (.claude/rules) |
      | #2 part | text/markdown | guide://category/team.agents/AGENTS.md | file:team/agents/AGENTS.md | ** (AGENTS.md) |
      | #2 part | text/markdown | guide://category/org.claude/plain.md | file:org/.claude/rules/plain.md | lib/** (guide.yaml:categories.org.claude) |
      | #3 part | text/markdown | guide://category/org.cursor/all.mdc | file:org/.cursor/rules/all.mdc | ** (alwaysApply) |
      | #3 part | text/markdown | guide://category/team.claude/plain.md | file:team/.claude/rules/plain.md | ** (.claude/rules) |
      | #3 part | text/markdown | guide://category/team.agents/AGENTS.md | file:team/agents/AGENTS.md | ** (AGENTS.md) |
      | #4 part | text/markdown | guide://category/org.cursor/all.mdc | file:org/.cursor/rules/all.mdc | ** (alwaysApply) |
      | #4 part | text/markdown | guide://category/team.claude/plain.md | file:team/.claude/rules/plain.md | ** (.claude/rules) |
      | #4 part | text/markdown | guide://category/team.agents/AGENTS.md | file:team/agents/AGENTS.md | ** (AGENTS.md) |
      | #4 part | text/markdown | guide://category/team.claude/web.md | file:team/.claude/rules/web.md | web/** (paths) |

  Scenario: Change of an included guide
    Given the project
      """
      categories: {}
      include: [org, later]
      """
    And the files
      | org/guide.yaml | categories: {a: {dir: ., patterns: ["*.md"]}}\n |
      | org/a.md | a |
      | later/a.md | later |
    When a tool is called
      | tool | category |
      | get_category_content | a |
      | get_category_content | b |
    And included files are changed and created
      | path | content |
      | org/guide.yaml | categories: {b: {dir: ., patterns: ["*.md"]}}\n |
      | later/guide.yaml | categories: {a: {dir: ., patterns: ["*.md"]}}\n |
    And the tool is called again
      | tool | category |
      | get_category_content | a |
      | get_category_content | b |
    And an included file is broken
      | path | content |
      | org/guide.yaml | categories:\n  b: {dir: ., patterns: []}\n |
    And the tool is called once more
      | tool | category |
      | get_category_content | b |
    Then each change is seen, and of a broken file the last good version is used, with a message
      | #1 value | a | | |
      | #3 value | later | | |
      | #4 value | a | | |
      | #5 value | a | | |
      | #2 error | not_found | Category 'b' not found. Valid names: 'a'. Left out: 'later', @later_bare | @present_error |
      | #5 message | @include_not_loaded in 'org': categories.b.patterns: at least one pattern is needed at line 2 column 25); @last_good. | | |

  Scenario: Includes that are left out
    Given the project
      """
      categories: {docs: {dir: docs, patterns: ["*.md"], applies_to: ["**"]}}
      include: [{path: .rules, as: org}, gone]
      """
    And the files
      | .gitmodules | [submodule "r"]\n\tpath = .rules\n\turl = https://example.org/r\n |
      | docs/a.md | Parser. |
    When includes are missing that are not required
      | tool | path | query | category_or_collection | category |
      | get_guidance | src/a.ts | | | |
      | list_content | | | | |
      | search_content | | parser | | |
      | get_content | | | docs | |
      | get_content | | | org.rules | |
      | get_content | | | other | |
      | get_category_content | | | | dosc |
    Then answers about all names say so with the command, and one about a name that they may have
      | #1 part | text/markdown | guide://category/docs/a.md | Parser. | ** (guide.yaml:categories.docs) |
      | #1 message | @left_out | | | |
      | #2 head | @names_head | | | |
      | #2 row | docs; Category; ; `*.md`; 1; 7; ~1 | | | |
      | #2 message | @left_out | | | |
      | #3 message | @left_out | | | |
      | #4 value | Parser. | | | |
      | #5 error | not_found | Category or collection 'org.rules' not found. @may_be_cloned | @present_error | |
      | #6 error | not_found | Category or collection 'other' not found. Valid names: 'docs'. @left_out | @present_error | |
      | #7 error | not_found | Category 'dosc' not found. Did you mean 'docs'? | @present_error | |

  Scenario: Project of which all is left out
    Given the project
      """
      categories: {}
      include: [.rules]
      """
    When all of a project is in a guide that is missing
      | tool | path |
      | list_content | |
      | get_guidance | src/a.ts |
    Then the listing says that, and names the command
      | #1 value | The project has no categories and no collections but those of guides that are missing.\n | | |
      | #1 message | @rules_missing | | |
      | #2 message | @rules_missing No document applies to 'src/a.ts'; none that was looked at applies to any file. | | |

  Scenario: Includes that cannot be loaded
    Given the project
      """
      categories: {}
      include:
        - org
        - {path: gone, required: true}
      """
    And the files
      | org/guide.yaml | categories: {}\n |
    When a tool is called while a required include is missing
      | tool | category |
      | get_category_content | docs |
    And an include contains an error
      | path | content |
      | gone/guide.yaml | categories: {}\ninclude: [{path: x.yaml, as: x}]\n |
      | gone/x.yaml | categories: {docs: {dir: docs, patterns: []}}\n |
    And the tool is called again
      | tool | category |
      | get_category_content | docs |
    And an include leads to itself
      | path | content |
      | gone/x.yaml | categories: {}\ninclude: [.]\n |
    And the tool is called once more
      | tool | category |
      | get_category_content | docs |
    Then return Result.failure with error_type "no_session" that names the include, the error and the place in each file
      | #1 error | no_session | @project_not_loaded @in_gone neither a folder with a guide.yaml nor a file is there; correct the path, or run: git clone URL gone | @project_required |
      | #2 error | no_session | @project_not_loaded @in_gone @in_x categories.docs.patterns: at least one pattern is needed at line 1 column 42 | @project_required |
      | #3 error | no_session | @project_not_loaded @in_gone @in_x @in_itself | @project_required |

  Scenario: Includes of a found project
    Given the files
      | project/guide.yaml | categories: {}\ninclude: [sub]\n |
      | project/sub/guide.yaml | categories: {in: {dir: ., patterns: ["*.md"]}, out: {dir: ../../other, patterns: ["*.md"]}}\n |
      | project/sub/a.md | a |
      | other/guide.yaml | categories: {in: {dir: ., patterns: ["*.md"]}}\n |
      | other/secret.md | secret |
    And the links
      | project/link | ../other |
    And the project is found from
      | working directory | project |
    When a project that was found includes a guide beneath its folder
      | tool | category |
      | get_category_content | in |
      | get_category_content | out |
    And it includes another folder
      | path | content |
      | project/guide.yaml | categories: {}\ninclude: [../other]\n |
    And the tool is called again
      | tool | category |
      | get_category_content | in |
    And it includes an absolute path
      | path | content |
      | project/guide.yaml | categories: {}\ninclude: [/etc]\n |
    And the tool is called a third time
      | tool | category |
      | get_category_content | in |
    And it includes a link
      | path | content |
      | project/guide.yaml | categories: {}\ninclude: [link]\n |
    And the tool is called a fourth time
      | tool | category |
      | get_category_content | in |
    And it includes the home folder
      | path | content |
      | project/guide.yaml | categories: {}\ninclude: [~/x]\n |
    And the tool is called a fifth time
      | tool | category |
      | get_category_content | in |
    And a guide that it includes includes what lies beside that
      | path | content |
      | project/guide.yaml | categories: {}\ninclude: [sub]\n |
      | project/sub/guide.yaml | categories: {}\ninclude: [{path: ../../other, required: true}]\n |
    And the tool is called once more
      | tool | category |
      | get_category_content | in |
    Then that guide is served from its own folder, nothing outside is opened, and the message says why
      | #1 value | a | | |
      | #3 value | a | | |
      | #4 value | a | | |
      | #5 value | a | | |
      | #6 value | a | | |
      | #7 value | a | | |
      | #2 error | io_error | Could not read ../../other (it leads out of the project's folder; only a project that --project or MCP_GUIDE_PROJECT names may lead there) | @file_system_issue |
      | #3 message | @include_not_loaded in '../other': it leads out of the project's folder; @only_named); @last_good. | | |
      | #4 message | @include_not_loaded in '/etc': it leads out of the project's folder; @only_named); @last_good. | | |
      | #5 message | @include_not_loaded in 'link': it leads out of the project's folder; @only_named); @last_good. | | |
      | #6 message | @include_not_loaded in '~/x': it leads out of the project's folder; @only_named); @last_good. | | |
      | #7 message | @include_not_loaded in 'sub': include[0] at line 2 column 11: in '../../other': it leads out of the project's folder; @only_named); @last_good. | | |

  Scenario: Includes of a named project
    Given the files
      | project/guide.yaml | categories: {}\ninclude: [../org]\n |
      | org/guide.yaml | categories: {in: {dir: ../shared, patterns: ["*.md"]}}\n |
      | shared/a.md | a |
    And the project is found from
      | environment | project |
    When a project that was named by the user includes a guide outside its folder
      | tool | category |
      | get_category_content | in |
    Then its documents are returned, and its directories may be anywhere
      | value | a |
