Feature: Projects without a guide.yaml
  Most projects have rules and documents, and no guide.yaml. They are served as `init` would propose.

  Rule: Found projects
    Where no `guide.yaml` is found, the project SHALL be the nearest folder of a repository at or above the first of the client's roots that has one, else at or above the working directory; else the start itself if it has a rule file, a README or a folder `docs`. The user's home and the root of the system SHALL NOT be one unless they are named.

    The upward search SHALL end at the folder of the first repository: above it a `guide.yaml` counts only if its own folder is no repository.

    Such a project SHALL be confined to its folder, which SHALL belong to the user. Its documents SHALL be those that `init` would propose. Its rules SHALL be the rule files of clients in the folders from its own down to those of the files at hand. What takes the place of a folder from which a server has loaded a `guide.yaml` SHALL NOT be served by it without one.

    Scenario: Documents of a repository
      Given the files
        | repository/.git/HEAD | ref: refs/heads/main\n |
        | repository/docs/intro.md | # Intro\n |
        | repository/src/main.py | pass |
      And the project is found from
        | working directory | repository/src |
      When a tool is called in a repository without a guide.yaml
        | tool | category |
        | get_category_content | docs |
      Then its documents are those that init would propose
        | value | # Intro\n |

    Scenario: Rules of a repository
      Given the files
        | repository/.git/HEAD | ref: refs/heads/main\n |
        | repository/AGENTS.md | # All\n |
        | repository/pkg/.cursor/rules/ts.mdc | ---\nglobs: "*.ts"\n---\n# Package\n |
        | repository/other/AGENTS.md | # Other\n |
      And the project is found from
        | working directory | repository |
      When guidance for a file is asked for
        | tool | path |
        | get_guidance | pkg/a.ts |
        | get_guidance | main.py |
      Then the rule files from the project's folder down to that of the file apply
        | #1 part | text/markdown | guide://category/found-rules/AGENTS.md | # All\n | ** (AGENTS.md) |
        | #1 part | text/markdown | guide://category/found-rules/pkg/.cursor/rules/ts.mdc | file:repository/pkg/.cursor/rules/ts.mdc | pkg/*.ts (globs) |
        | #2 part | text/markdown | guide://category/found-rules/AGENTS.md | # All\n | ** (AGENTS.md) |

    Scenario: Rule that is asked for by its URI
      Given the files
        | repository/.git/HEAD | ref: refs/heads/main\n |
        | repository/pkg/AGENTS.md | # Package\n |
        | repository/pkg/notes.md | # Notes\n |
      And the project is found from
        | working directory | repository |
      When a rule file is asked for by the URI of an answer, and so is another file
        | tool | category_or_collection |
        | get_content | guide://category/found-rules/pkg/AGENTS.md |
        | get_content | guide://category/found-rules/pkg/notes.md |
      Then only the rule file is returned
        | #1 value | # Package\n | | |
        | #2 error | no_document | Document 'guide://category/found-rules/pkg/notes.md' not found in category 'found-rules'. It holds 'pkg/AGENTS.md' | @repair_once |

    Scenario: Folder without a repository
      Given the files
        | folder/README.md | # Read\n |
      And the project is found from
        | working directory | folder |
      When a tool is called in a folder that has a README and no repository
        | tool | category |
        | get_category_content | project |
      Then the folder is the project
        | value | # Read\n |

    Scenario: Repository in a repository
      Given the files
        | outer/.git/HEAD | ref: refs/heads/main\n |
        | outer/guide.yaml | categories: {docs: {dir: docs, patterns: ["*.md"]}}\n |
        | outer/AGENTS.md | # Outer\n |
        | outer/docs/intro.md | # Outer\n |
        | outer/inner/.git | gitdir: ../.git/modules/inner\n |
        | outer/inner/AGENTS.md | # Inner\n |
        | outer/inner/docs/intro.md | # Inner\n |
      And the project is found from
        | working directory | outer/inner |
      When a tool is called in a repository within another
        | tool | category | path |
        | get_category_content | docs | |
        | get_guidance | | a.ts |
      Then nothing of the outer one is returned
        | #1 value | # Inner\n | | | |
        | #2 part | text/markdown | guide://category/found-rules/AGENTS.md | # Inner\n | ** (AGENTS.md) |

    Scenario: Guide above several clones
      Given the files
        | workspace/guide.yaml | categories: {docs: {dir: docs, patterns: ["*.md"]}}\n |
        | workspace/docs/intro.md | # Workspace\n |
        | workspace/clone/.git/HEAD | ref: refs/heads/main\n |
        | workspace/clone/docs/intro.md | # Clone\n |
      And the project is found from
        | working directory | workspace/clone |
      When a tool is called in a clone below a folder with a guide.yaml that is no repository
        | tool | category |
        | get_category_content | docs |
      Then the guide.yaml counts
        | value | # Workspace\n |

    Scenario: Root before the working directory
      Given the files
        | root/.git/HEAD | ref: refs/heads/main\n |
        | root/docs/intro.md | # Root\n |
        | here/guide.yaml | categories: {docs: {dir: docs, patterns: ["*.md"]}}\n |
        | here/docs/intro.md | # Here\n |
      And the project is found from
        | root | root |
        | working directory | here |
      When a root of the client is a repository without a guide.yaml
        | tool | category |
        | get_category_content | docs |
      Then it is the project, and not the working directory
        | value | # Root\n |

    Scenario: A guide.yaml that appears and vanishes
      Given the files
        | repository/.git/HEAD | ref: refs/heads/main\n |
        | repository/docs/intro.md | # Proposed\n |
        | repository/more/intro.md | # Written\n |
      And the project is found from
        | working directory | repository |
      When a tool is called
        | tool | category |
        | get_category_content | docs |
      And the file is there again
        | path | content |
        | repository/guide.yaml | categories: {docs: {dir: more, patterns: ["*.md"]}}\n |
      And the tool is called again
        | tool | category |
        | get_category_content | docs |
      And the file of a project that was found is removed
        | removed |
        | repository/guide.yaml |
      And the tool is called once more
        | tool | category |
        | get_category_content | docs |
      Then what was written is served from then on
        | #1 value | # Proposed\n |
        | #2 value | # Written\n |
        | #3 value | # Written\n |
        | #3 message | guide.yaml cannot be loaded any more (the file does not exist); @last_good. |

    Scenario: A guide.yaml that does not load
      Given the files
        | repository/.git/HEAD | ref: refs/heads/main\n |
        | repository/docs/intro.md | # Intro\n |
        | repository/guide.yaml | categories: [\n |
      And the project is found from
        | working directory | repository |
      When the guide.yaml of a repository is broken
        | tool | category |
        | get_category_content | docs |
      Then the error is returned, and nothing that would be proposed
        | error | no_session | @project_not_loaded unclosed bracket '[' at line 1 column 13 | @project_required |

    Scenario: Instructions without a guide.yaml
      Given the files
        | repository/.git/HEAD | ref: refs/heads/main\n |
        | repository/docs/intro.md | # Intro\n |
      And the project is found from
        | working directory | repository |
      When a client connects to a server in a repository without a guide.yaml
        | tool |
        | initialize |
      Then the instructions name what would be proposed, and say so
        | instructions | @server_instructions\n- Category 'docs': Documents in docs\nThere is no guide.yaml: these names are what mcp-guide init would write. |

    Scenario: Documents that appear
      Given the files
        | repository/.git/HEAD | ref: refs/heads/main\n |
        | repository/docs/intro.md | # Intro\n |
      And the project is found from
        | working directory | repository |
      When a tool is called
        | tool | category |
        | get_category_content | docs |
      And a folder is there again
        | path | content |
        | repository/handbook/intro.md | # Handbook\n |
      And the tool is called once more
        | tool | category |
        | get_category_content | handbook |
      Then a name that was not known is looked for again
        | #1 value | # Intro\n |
        | #2 value | # Handbook\n |

    Scenario: A folder that takes the place of a project
      Given the files
        | repository/.git/HEAD | ref: refs/heads/main\n |
        | repository/guide.yaml | categories: {docs: {dir: docs, patterns: ["*.md"], exclude: [secret.md]}}\n |
        | repository/docs/intro.md | # Intro\n |
        | repository/docs/plan.md | # Plan\n |
      And the project is found from
        | working directory | repository |
      When a tool is called
        | tool | category |
        | get_category_content | docs |
      And the folder of a project that was found is moved away
        | moved | to |
        | repository | old |
      And a new folder without the file takes its name
        | path | content |
        | repository/.git/HEAD | ref: refs/heads/main\n |
        | repository/docs/secret.md | # Secret\n |
      And the tool is called again
        | tool | category |
        | get_category_content | docs |
      Then what takes the place of a project with a guide.yaml is not served without one
        | #1 parts | 2 | | |
        | #2 error | no_session | @project_not_loaded the file does not exist | @project_required |
