Feature: Projects and sessions
  The user, the client's roots or the working directory determine the project of a call, and all of
  them can change while the server runs. A found project may be anybody's, so it serves only files
  of its own folder.

  Rule: Session Integration
    All tools SHALL use session management for project context.

    Tools SHALL:
    - Use the project that the session is bound to
    - Return error if no active session
    - Use session's project configuration for category/collection resolution

    @1.2.1 @1.2.7 @3.2.3 @3.2.4 @3.2.8
    Scenario: Active session
      Given the project
        """
        categories: {docs: {dir: handbook/pages, patterns: ["*.txt"]}}
        """
      And the files
        | handbook/pages/intro.txt | Welcome.\n |
        | handbook/pages/intro.md | # Welcome\n |
        | docs/intro.txt | Not part of the category.\n |
      When tool is called with active session
        | tool | category |
        | get_category_content | docs |
      Then use session's project configuration
        | value | file:handbook/pages/intro.txt |

    @3.2.8 @3.4.3 @3.4.7 @3.5.3 @3.5.7 @3.7.6 @3.8.3 @3.8.6
    Scenario: No active session
      Given the folders
        | empty |
      And the project is found from
        | working directory | empty |
      When tool is called without active session
        | tool | category_or_collection | category | collection |
        | get_content | docs | | |
        | get_category_content | | docs | |
        | get_collection_content | | | docs |
      Then return Result.failure with error_type "no_session"
        | error | no_session | @no_guide_found the client's roots (it offers none); @no_guide_above | @project_required |

    @3.2.4 @3.2.8
    Scenario: Session project access
      Given the files
        | one/guide.yaml | categories: {docs: {dir: pages, patterns: ["*.md"]}}\n |
        | one/pages/intro.md | # Project one\n |
        | two/guide.yaml | categories: {docs: {dir: chapters, patterns: ["*.txt"]}}\n |
        | two/chapters/intro.txt | Project two\n |
      And the project is found from
        | environment | two |
        | working directory | one |
      When retrieving content
        | tool | category |
        | get_category_content | docs |
      Then use session.get_project() for configuration
        | value | file:two/chapters/intro.txt |

  Rule: Sessions
    The project SHALL be the one named by `--project`, else by `MCP_GUIDE_PROJECT`, else the first root of the client that has a `guide.yaml`, else the nearest `guide.yaml` above the first root that lies below one, else the nearest in the working directory or above it. If none is found the server SHALL still run, and each call SHALL return error_type `no_session` with the ways that were tried, and with a file of nearly that name if there is one. A project that was named or found and cannot be loaded SHALL be reported with the reason; no other SHALL replace it.

    If the user named the project, a category's directory may be anywhere. If the project was found, it SHALL be inside the project's own folder, so that a foreign project cannot serve its reader's other files.

    When the client's roots change, the project SHALL be searched for again. A root is the path of its `file:` URI, decoded, with the host `localhost` or none and without a query and a fragment, or an absolute path as it is. Any other root SHALL be skipped, and so SHALL one that is not a folder, with everything above it. A root that is a link means the folder to which it leads.

    A project is the open folder from which its file was read, and its categories' directories are opened relative to it. If another folder, or a link to one, has taken the name of a project's folder or of a folder above it, the project SHALL be searched for again by the same rules; nothing SHALL be served from memory under the old name. An upward search SHALL begin from the open working directory, wherever it was moved. If that was removed or another folder has its path, it SHALL begin from the path, and follow no link. The search above a root SHALL begin from its open folder, in the same way.

    Scenario: Project from the environment
      Given the files
        | named/guide.yaml | categories: {docs: {dir: docs, patterns: ["*.md"]}}\n |
        | named/docs/intro.md | named by the environment |
        | rooted/guide.yaml | categories: {docs: {dir: docs, patterns: ["*.md"]}}\n |
        | rooted/docs/intro.md | a root of the client |
        | here/guide.yaml | categories: {docs: {dir: docs, patterns: ["*.md"]}}\n |
        | here/docs/intro.md | the working directory |
      And the project is found from
        | environment | named |
        | root | rooted |
        | working directory | here |
      When MCP_GUIDE_PROJECT names a project
        | tool | category |
        | get_category_content | docs |
      Then the project from the environment is used before the client's roots and the working directory
        | value | named by the environment |

    Scenario: Project above a root
      Given the files
        | outer/guide.yaml | categories: {docs: {dir: docs, patterns: ["*.md"]}}\n |
        | outer/docs/intro.md | the outer project |
        | outer/inner/guide.yaml | categories: {docs: {dir: docs, patterns: ["*.md"]}, up: {dir: ../docs, patterns: ["*.md"]}}\n |
        | outer/inner/docs/intro.md | the inner project |
        | outer/inner/src/deep/main.py | pass |
        | here/guide.yaml | categories: {docs: {dir: docs, patterns: ["*.md"]}}\n |
        | here/docs/intro.md | the working directory |
      And the folders
        | plain |
      And the project is found from
        | root | plain |
        | root | outer/inner/src/deep |
        | root | outer |
        | working directory | here |
      When roots have no project, and directories above them have
        | tool | category |
        | get_category_content | docs |
      And the client's roots change
        | root |
        | plain |
        | outer/inner/src/deep |
        | outer/inner/src |
      And the tool is called again
        | tool | category |
        | get_category_content | docs |
        | get_category_content | up |
      Then a root with a project is used first, then the nearest project above the first root, confined to its folder, and then the working directory
        | #1 value | the outer project | | |
        | #2 value | the inner project | | |
        | #3 error | io_error | Could not read ../docs (it leads out of the project's folder; only a project that --project or MCP_GUIDE_PROJECT names may lead there) | @file_system_issue |

    Scenario: Root that is a link
      Given the files
        | lane/guide.yaml | categories: {docs: {dir: docs, patterns: ["*.md"]}}\n |
        | lane/docs/intro.md | beside the link |
        | project/guide.yaml | categories: {docs: {dir: docs, patterns: ["*.md"]}}\n |
        | project/docs/intro.md | above where it leads |
        | project/src/deep/main.py | pass |
      And the links
        | lane/link | ../project/src/deep |
      And the folders
        | here |
      And the project is found from
        | root | lane/link |
        | working directory | here |
      When a root without a project is a link
        | tool | category |
        | get_category_content | docs |
      Then the project is searched for above the link's target
        | value | above where it leads |

    Scenario: Root below a project is removed and restored
      Given the files
        | project/guide.yaml | categories: {docs: {dir: docs, patterns: ["*.md"]}}\n |
        | project/docs/intro.md | the project |
        | project/src/main.py | pass |
      And the folders
        | here |
      And the project is found from
        | root | project/src |
        | working directory | here |
      When a tool is called
        | tool | category |
        | get_category_content | docs |
      And the folder of the root is moved away
        | moved | to |
        | project/src | project/source |
      And the tool is called again
        | tool | category |
        | get_category_content | docs |
      And a folder is there again
        | path | content |
        | project/src/main.py | pass |
      And the tool is called once more
        | tool | category |
        | get_category_content | docs |
      Then a root that is not there is passed over, with all that lies above it
        | #1 value | the project | | |
        | #2 error | no_session | @no_guide_found the client's roots (none of 1 has a guide.yaml, nor has a directory above one); @no_guide_above | @project_required |
        | #3 value | the project | | |

    Scenario: Misspelt name of the project's file
      Given the files
        | one/Guide.yaml | categories: {docs: {dir: docs, patterns: ["*.md"]}}\n |
        | here/guide.yml | categories: {docs: {dir: docs, patterns: ["*.md"]}}\n |
      And the project is found from
        | root | one |
        | working directory | here |
      When files where projects are searched for have nearly the name of a project's
        | tool | category_or_collection |
        | get_content | docs |
        | list_content | |
      Then each call returns Result.failure with error_type "no_session" that names them
        | error | no_session | @no_guide_found the client's roots (none of 1 has a guide.yaml, nor has a directory above one); @no_guide_above; in one of these folders 'Guide.yaml' is there: rename it | @project_required |

    Scenario: Misspelt name of a named project's file
      Given the files
        | named/guide.yml | categories: {docs: {dir: docs, patterns: ["*.md"]}}\n |
      And the project is found from
        | environment | named |
      When MCP_GUIDE_PROJECT names a folder whose file has nearly the name of a project's
        | tool | category |
        | get_category_content | docs |
      Then return Result.failure with error_type "no_session" that names it
        | error | no_session | @project_not_loaded the file does not exist, but 'guide.yml' does: rename it | @project_required |

    Scenario: Directory outside a found project
      Given the files
        | project/guide.yaml | categories: {up: {dir: ../private, patterns: ["*.md"]}, linked: {dir: linked, patterns: ["*.md"]}, current: {dir: current, patterns: ["*.md"]}}\n |
        | project/v2/intro.md | # Intro\n |
        | private/diary.md | Dear diary\n |
      And the links
        | project/linked | ../private |
        | project/current | v2 |
      And the project is found from
        | working directory | project |
      When a category of a project that was found lies outside the project's folder, by its path or by a link
        | tool | category |
        | get_category_content | up |
        | get_category_content | linked |
        | get_category_content | current |
      Then nothing is read from there and the other categories are served
        | #1 error | io_error | Could not read ../private (it leads out of the project's folder; only a project that --project or MCP_GUIDE_PROJECT names may lead there) | @file_system_issue |
        | #2 error | io_error | Could not read linked (it leads out of the project's folder; only a project that --project or MCP_GUIDE_PROJECT names may lead there) | @file_system_issue |
        | #3 value | # Intro\n | | |

    Scenario: Absolute or escaping directory in a found project
      Given the files
        | project/guide.yaml | categories: {root: {dir: /etc, patterns: ["*.md"]}, around: {dir: ../project/docs, patterns: ["*.md"]}, within: {dir: docs/../docs, patterns: ["*.md"]}}\n |
        | project/docs/intro.md | # Intro\n |
      And the project is found from
        | working directory | project |
      When a category's directory is absolute, or its ".." lead above the folder of a project that was found
        | tool | category |
        | get_category_content | root |
        | get_category_content | around |
        | get_category_content | within |
      Then the error says which, wherever the path ends, and a path that stays within is served
        | #1 error | io_error | Could not read /etc (it leads out of the project's folder; only a project that --project or MCP_GUIDE_PROJECT names may lead there) | @file_system_issue |
        | #2 error | io_error | Could not read ../project/docs (it leads out of the project's folder; only a project that --project or MCP_GUIDE_PROJECT names may lead there) | @file_system_issue |
        | #3 value | # Intro\n | | |

    Scenario: Directory outside a named project
      Given the files
        | project/guide.yaml | categories: {team: {dir: ../shared, patterns: ["*.md"]}}\n |
        | shared/rules.md | # Rules\n |
      And the project is found from
        | environment | project |
      When a category of a project that was named by the user lies outside the project's folder
        | tool | category |
        | get_category_content | team |
      Then its documents are returned
        | value | # Rules\n |

    Scenario: Folder of a project found by roots becomes a link
      Given the files
        | work/project/guide.yaml | categories: {docs: {dir: ., patterns: ["*.md"]}}\n |
        | work/project/intro.md | # Intro\n |
        | private/diary.md | Dear diary\n |
      And the folders
        | here |
      And the project is found from
        | root | work/project |
        | working directory | here |
      When a tool is called
        | tool | category |
        | get_category_content | docs |
      And the folder of a project that was found by roots is moved away
        | moved | to |
        | work/project | work/old |
      And a link out takes its name
        | link | target |
        | work/project | ../private |
      And the tool is called again
        | tool | category |
        | get_category_content | docs |
      Then nothing is read through the link and the project is searched for again
        | #1 value | # Intro\n | | |
        | #2 error | no_session | @no_guide_found the client's roots (none of 1 has a guide.yaml, nor has a directory above one); @no_guide_above | @project_required |

    Scenario: Folder of a project found upward becomes a link
      Given the files
        | work/project/guide.yaml | categories: {docs: {dir: ., patterns: ["*.md"]}}\n |
        | work/project/intro.md | # Intro\n |
        | work/project/src/notes.txt | notes |
        | private/diary.md | Dear diary\n |
        | private/src/notes.txt | private notes |
      And the project is found from
        | working directory | work/project/src |
      When a tool is called
        | tool | category |
        | get_category_content | docs |
      And the folder of a project that was found upward is moved away
        | moved | to |
        | work/project | work/old |
      And a link out takes its name
        | link | target |
        | work/project | ../private |
      And the tool is called again
        | tool | category |
        | get_category_content | docs |
      Then nothing is read through the link and the project is searched for again
        | #1 value | # Intro\n | | |
        | #2 error | no_session | @no_guide_found the client's roots (it offers none); @no_guide_above | @project_required |

    Scenario: Recreated folder of a named project
      Given the files
        | named/guide.yaml | categories: {docs: {dir: docs, patterns: ["*.md"]}}\n |
        | named/docs/intro.md | the old folder |
        | here/guide.yaml | categories: {docs: {dir: docs, patterns: ["*.md"]}}\n |
        | here/docs/intro.md | the working directory |
      And the project is found from
        | environment | named |
        | working directory | here |
      When a tool is called
        | tool | category |
        | get_category_content | docs |
      And the folder of a project that was named is moved away
        | moved | to |
        | named | old |
      And a new folder without the file takes its name
        | path | content |
        | named/docs/intro.md | the new folder |
      And the tool is called again
        | tool | category |
        | get_category_content | docs |
      And the file is there again
        | path | content |
        | named/guide.yaml | categories: {docs: {dir: docs, patterns: ["*.md"]}}\n |
      And the tool is called once more
        | tool | category |
        | get_category_content | docs |
      Then the last good project of the old folder is not used for the new one
        | #1 value | the old folder | | |
        | #2 error | no_session | @project_not_loaded the file does not exist | @project_required |
        | #3 value | the new folder | | |

    Scenario: Project created later
      Given the folders
        | here |
      And the project is found from
        | working directory | here |
      When a tool is called without a project
        | tool | category |
        | get_category_content | docs |
      And a project is created
        | path | content |
        | here/guide.yaml | categories: {docs: {dir: docs, patterns: ["*.md"]}}\n |
        | here/docs/intro.md | # Intro\n |
      And the tool is called again
        | tool | category |
        | get_category_content | docs |
      Then the server has stayed and uses it
        | #1 error | no_session | @no_guide_found the client's roots (it offers none); @no_guide_above | @project_required |
        | #2 value | # Intro\n | | |

    Scenario: File of a found project is removed and restored
      Given the files
        | outer/guide.yaml | categories: {docs: {dir: docs, patterns: ["*.md"]}}\n |
        | outer/docs/intro.md | the outer project |
        | outer/inner/guide.yaml | categories: {docs: {dir: docs, patterns: ["*.md"]}}\n |
        | outer/inner/docs/intro.md | the inner project |
      And the project is found from
        | working directory | outer/inner |
      When a tool is called
        | tool | category |
        | get_category_content | docs |
      And the file of a project that was found is removed
        | removed |
        | outer/inner/guide.yaml |
      And the tool is called again
        | tool | category |
        | get_category_content | docs |
      And the file is there again
        | path | content |
        | outer/inner/guide.yaml | categories: {docs: {dir: more, patterns: ["*.md"]}}\n |
        | outer/inner/more/intro.md | the inner project, again |
      And the tool is called once more
        | tool | category |
        | get_category_content | docs |
      Then the last good project is used meanwhile, and no project above
        | #1 value | the inner project |
        | #2 value | the inner project |
        | #2 message | guide.yaml cannot be loaded any more (the file does not exist); @last_good. |
        | #3 value | the inner project, again |

    Scenario: Folder of a found project is removed and restored
      Given the files
        | first/guide.yaml | categories: {docs: {dir: docs, patterns: ["*.md"]}}\n |
        | first/docs/intro.md | the first root |
        | second/guide.yaml | categories: {docs: {dir: docs, patterns: ["*.md"]}}\n |
        | second/docs/intro.md | the second root |
      And the folders
        | here |
      And the project is found from
        | root | first |
        | root | second |
        | working directory | here |
      When a tool is called
        | tool | category |
        | get_category_content | docs |
      And the folder of a project that was found is removed
        | removed |
        | first |
      And the tool is called again
        | tool | category |
        | get_category_content | docs |
      And the other folder is removed as well
        | removed |
        | second |
      And the tool is called again
        | tool | category |
        | get_category_content | docs |
      And a folder is there again
        | path | content |
        | first/guide.yaml | categories: {docs: {dir: docs, patterns: ["*.md"]}}\n |
        | first/docs/intro.md | the first root, again |
      And the tool is called once more
        | tool | category |
        | get_category_content | docs |
      Then the project is searched for again each time
        | #1 value | the first root | | |
        | #2 value | the second root | | |
        | #3 error | no_session | @no_guide_found the client's roots (none of 2 has a guide.yaml, nor has a directory above one); @no_guide_above | @project_required |
        | #4 value | the first root, again | | |

    Scenario: Found project that never loaded
      Given the files
        | outer/guide.yaml | categories: {docs: {dir: docs, patterns: ["*.md"]}}\n |
        | outer/docs/intro.md | the outer project |
        | outer/inner/guide.yaml | categories: {docs: {dir: docs, patterns: []}}\n |
      And the project is found from
        | working directory | outer/inner |
      When a tool is called
        | tool | category |
        | get_category_content | docs |
      And the file of a project that could never be loaded is removed
        | removed |
        | outer/inner/guide.yaml |
      And the tool is called again
        | tool | category |
        | get_category_content | docs |
      Then the project is searched for again, since no version of it is in use
        | #1 error | no_session | @project_not_loaded categories.docs.patterns: at least one pattern is needed at line 1 column 42 | @project_required |
        | #2 value | the outer project | | |

    Scenario Outline: Form of a root
      Given the files
        | a place/guide.yaml | categories: {docs: {dir: docs, patterns: ["*.md"]}}\n |
        | a place/docs/intro.md | the root |
        | here/guide.yaml | categories: {docs: {dir: docs, patterns: ["*.md"]}}\n |
        | here/docs/intro.md | the working directory |
      And the project is found from
        | root | <root> |
        | working directory | here |
      When a root is written in a form that a file's URI may have
        | tool | category |
        | get_category_content | docs |
      Then its folder is the root
        | value | the root |

      Examples:
        | root |
        | file://{project}/a%20place |
        | file://{project}/a%20place/ |
        | file://{project}/a%20place/docs/../ |
        # Letters may be encoded too.
        | file://{project}/%61%20pl%61ce |
        | file://localhost{project}/a%20place |
        | FILE://LocalHost{project}/a%20place |
        # RFC 8089 has this form, too.
        | file:{project}/a%20place |
        # Nothing of a bare path is encoded.
        | {project}/a place |
        # A query and a fragment are no part of a file's name.
        | file://{project}/a%20place?version=2 |
        | file://{project}/a%20place/?a=/b |
        | file://{project}/a%20place#part |
        | file://localhost{project}/a%20place?a#b |

    Scenario Outline: Root that is not a folder of this machine
      Given the files
        | place/guide.yaml | categories: {docs: {dir: docs, patterns: ["*.md"]}}\n |
        | place/docs/intro.md | the root |
      And the folders
        | here |
      And the project is found from
        | root | <root> |
        | working directory | here |
      When a root is not a folder of this machine
        | tool | category |
        | get_category_content | docs |
      Then the root is skipped and counted
        | error | no_session | @no_guide_found the client's roots (none of 1 has a guide.yaml, nor has a directory above one); @no_guide_above | @project_required |

      Examples:
        | root |
        | file://example.org{project}/place |
        | file://localhost.org{project}/place |
        | https://localhost{project}/place |
        | files://{project}/place |
        | file:place |
        # No path holds a NUL, and FF is not UTF-8.
        | file://{project}/place%00 |
        | file://{project}/pl%FFace |
        # Encoded they are part of the name.
        | file://{project}/place%3Fversion=2 |
        | file://{project}/place%23part |
        # A file.
        | file://{project}/place/guide.yaml |
        # Case counts.
        | file://{project}/Place |

    Scenario: Roots that change more than once
      Given the files
        | one/guide.yaml | categories: {docs: {dir: docs, patterns: ["*.md"]}}\n |
        | one/docs/intro.md | project one |
        | two/guide.yaml | categories: {docs: {dir: docs, patterns: ["*.md"]}}\n |
        | two/docs/intro.md | project two |
        | three/guide.yaml | categories: {docs: {dir: docs, patterns: ["*.md"]}}\n |
        | three/docs/intro.md | project three |
      And the folders
        | here |
        | plain |
      And the project is found from
        | root | one |
        | working directory | here |
      When a tool is called
        | tool | category |
        | get_category_content | docs |
      And the client's roots change
        | root |
        | two |
      And the tool is called again
        | tool | category |
        | get_category_content | docs |
      And the client's roots change once more, to several
        | root |
        | plain |
        | three |
        | one |
      And the tool is called again
        | tool | category |
        | get_category_content | docs |
      And none of the client's roots has a project any more
        | root |
        | plain |
      And the tool is called again
        | tool | category |
        | get_category_content | docs |
      And the first root is back
        | root |
        | one |
      And the tool is called once more
        | tool | category |
        | get_category_content | docs |
      Then the project of the roots of that time is used each time
        | #1 value | project one | | |
        | #2 value | project two | | |
        | #3 value | project three | | |
        | #4 error | no_session | @no_guide_found the client's roots (none of 1 has a guide.yaml, nor has a directory above one); @no_guide_above | @project_required |
        | #5 value | project one | | |
