Feature: Skills
  A skill is a folder with instructions for one task. Clients with the extension show it to people, and verify each file by its
  digest before an agent acts on it. Other clients get the same files by the tools and as prompts.

  Background:
    Given the project
      """
      categories:
        team: {dir: team, patterns: ["*/SKILL.md"], exclude: ["**/*.bak", "ship/drafts/**", "gone/**"], skills: true}
        docs: {dir: docs, patterns: ["*.md"]}
      collections: {all: {categories: [docs]}}
      """
    And the files
      | docs/a.md | # A\n | 2026-01-02T03:04:05Z |
      | team/README.md | of no skill | 2026-01-02T03:04:05Z |
      | team/ship/SKILL.md | ---\nname: ship\ndescription: Ships a release.\nmetadata: {steps: 2}\nlicense: MIT\n---\n# Ship\n\n[Steps](more/a b.md)\n | 2026-01-02T03:04:05Z |
      | team/ship/more/a b.md | ü\r\n | 2026-01-02T03:04:06Z |
      | team/ship/logo.png | \x89PNG\x00 | 2026-01-02T03:04:06Z |
      | team/ship/old.bak | excluded | 2026-01-02T03:04:06Z |
      | team/ship/drafts/c.md | excluded | 2026-01-02T03:04:06Z |
      | team/ship/.env | hidden | 2026-01-02T03:04:06Z |
      | team/ship/hotfix/SKILL.md | ---\nname: hotfix\ndescription: Ships a fix.\n---\n | 2026-01-02T03:04:07Z |

  Rule: Skills
    A category with `skills: true` SHALL serve each folder in it that holds a SKILL.md with a `description` as a skill, by the extension `io.modelcontextprotocol/skills` (SEP-2640), from revision 2026-07-28 on.

    - Its name is the folder's, also where SKILL.md has no `name`, or another. Of a `description` over 1,024 characters the beginning is served. Frontmatter that is no YAML is read line by line. `check` names each such skill. Any other folder is left out, and `check` says why
    - The extension's entries have that name and that description. A folder whose name has more than 64 characters or does not fit `^[a-z0-9]+(-[a-z0-9]+)*$` has none, nor has one of more than 512 files or 16 MiB together. `check` names it, too
    - A skill's files are those under its folder that the category serves and that can be read. Skills within skills are files of the outer one, too
    - Their URIs are `skill://CATEGORY/PATH`. `resources/read` returns their bytes as they are at that time: as text, or as base64 where they are not UTF-8. `resources/list` has the SKILL.md of each
    - An entry has the whole frontmatter, and the digest and the size of each file. Each is read once for it. An entry whose templates are rendered has `"dynamic"` in place of the files

    Scenario: Listed skills
      When the client lists the skills
        | tool | _meta |
        | skills/list | @project_meta |
      Then each has its frontmatter, and the digest and the size of each file that its category serves
        | answer | skills/listed.json |

    Scenario: Pages of skills
      Given the spec table with
        """
        resources: {page: 1}
        caching: {skills: {ttl_ms: 7, scope: public}}
        """
      When the client lists the skills page by page, goes on after one that is gone, and after what is none
        | tool | cursor | _meta |
        | skills/list | | @project_meta |
        | skills/list | skill://team/ship/SKILL.md | @project_meta |
        | skills/list | skill://team/s/SKILL.md | @project_meta |
        | skills/list | skill://docs/ship/SKILL.md | @project_meta |
        | skills/list | 2 | @project_meta |
      Then each page continues where the one before ended, and a cursor that leads nowhere is refused
        | #1 result has | /nextCursor | "skill://team/ship/SKILL.md" | the skill is compared in another scenario |
        | #1 result has | /ttlMs | 7 | the skill is compared in another scenario |
        | #2 result has | /skills/0/uri | "skill://team/ship/hotfix/SKILL.md" | the skill is compared in another scenario |
        | #2 result has | /nextCursor | (absent) | the skill is compared in another scenario |
        | #3 result has | /skills/0/uri | "skill://team/ship/SKILL.md" | the skill is compared in another scenario |
        | #4 protocol error | -32602 | The cursor 'skill://docs/ship/SKILL.md' leads nowhere; list from the beginning, without a cursor | |
        | #5 protocol error | -32602 | The cursor '2' leads nowhere; list from the beginning, without a cursor | |

    Scenario: Skills of one name
      Given the files
        | team/zed/hotfix/SKILL.md | ---\nname: hotfix\ndescription: The second.\n---\n |
      When two skills have one name, and the client lists them
        | tool | _meta |
        | skills/list | @project_meta |
      Then both are listed, each by its own URI
        | result has | /skills/1/uri | "skill://team/ship/hotfix/SKILL.md" | the digests are compared in another scenario |
        | result has | /skills/2/uri | "skill://team/zed/hotfix/SKILL.md" | the digests are compared in another scenario |
        | result has | /skills/2/frontmatter | {"name": "hotfix", "description": "The second."} | the digests are compared in another scenario |

    Scenario: One skill
      When the client gets a skill within a skill, and what is no skill
        | tool | uri | _meta |
        | skills/get | skill://team/ship/hotfix/SKILL.md | @project_meta |
        | skills/get | skill://TEAM/ship/hotfix/SKILL.md | @project_meta |
        | skills/get | skill://team/ship | @project_meta |
        | skills/get | skill://team/ship/more/a%20b.md | @project_meta |
        | skills/get | skill://docs/a.md | @project_meta |
        | skills/get | skill://team/SKILL.md | @project_meta |
        | skills/get | guide://category/team/ship/SKILL.md | @project_meta |
      Then the first is the entry of the list, and the others are refused
        | #1 answer | skills/one.json | |
        | #2 answer | skills/one.json | |
        | #3 protocol error | -32602 | There is no skill 'skill://team/ship'; list the skills to see what there is |
        | #4 protocol error | -32602 | There is no skill 'skill://team/ship/more/a%20b.md'; list the skills to see what there is |
        | #5 protocol error | -32602 | There is no skill 'skill://docs/a.md'; list the skills to see what there is |
        | #6 protocol error | -32602 | There is no skill 'skill://team/SKILL.md'; list the skills to see what there is |
        | #7 protocol error | -32602 | There is no skill 'guide://category/team/ship/SKILL.md'; list the skills to see what there is |

    Scenario: Files of a skill
      When the client reads files of a skill
        | tool | uri |
        | resources/read | skill://team/ship/hotfix/SKILL.md |
        | resources/read | skill://team/ship/more/a%20b.md |
        | resources/read | skill://team/ship/logo.png |
      Then texts come as text, and other bytes in base64
        | #1 result | /contents/0 | {"uri": "skill://team/ship/hotfix/SKILL.md", "mimeType": "text/markdown", "text": "---\\nname: hotfix\\ndescription: Ships a fix.\\n---\\n"} |
        | #2 result | /contents/0 | {"uri": "skill://team/ship/more/a%20b.md", "mimeType": "text/markdown", "text": "ü\\r\\n"} |
        | #3 result | /contents/0 | {"uri": "skill://team/ship/logo.png", "mimeType": "image/png", "blob": "iVBORwA="} |

    Scenario: No file of a skill
      Given the files
        | team/none/SKILL.md | no frontmatter | |
        | team/gone/new/SKILL.md | ---\nname: new\ndescription: Excluded.\n---\n | |
        | team/.new/new/SKILL.md | ---\nname: new\ndescription: Hidden.\n---\n | |
        | secret.md | secret | |
      And the links
        | team/ship/link.md | ../../secret.md |
        | team/ship/way | ../../docs |
      When the client reads what is excluded, hidden, in no skill, outside, a link out of it, and in folders that are no skills, excluded or hidden
        | tool | uri |
        | resources/read | skill://team/ship/old.bak |
        | resources/read | skill://team/ship/drafts/c.md |
        | resources/read | skill://team/ship/.env |
        | resources/read | skill://team/README.md |
        | resources/read | skill://team/none/SKILL.md |
        | resources/read | skill://team/ship/../../docs/a.md |
        | resources/read | skill://docs/a.md |
        | resources/read | skill://team/ship/way/a.md |
        | resources/read | skill://team/ship/link.md |
        | resources/read | skill://team/gone/new/SKILL.md |
        | resources/read | skill://team/.new/new/SKILL.md |
      Then each is refused
        | #1 protocol error | -32002 | There is no resource 'skill://team/ship/old.bak'; @list_resources |
        | #2 protocol error | -32002 | There is no resource 'skill://team/ship/drafts/c.md'; @list_resources |
        | #3 protocol error | -32002 | There is no resource 'skill://team/ship/.env'; @list_resources |
        | #4 protocol error | -32002 | There is no resource 'skill://team/README.md'; @list_resources |
        | #5 protocol error | -32002 | There is no resource 'skill://team/none/SKILL.md'; @list_resources |
        | #6 protocol error | -32002 | There is no resource 'skill://team/ship/../../docs/a.md'; @list_resources |
        | #7 protocol error | -32002 | There is no resource 'skill://docs/a.md'; @list_resources |
        | #8 protocol error | -32002 | There is no resource 'skill://team/ship/way/a.md'; @list_resources |
        | #10 protocol error | -32002 | There is no resource 'skill://team/gone/new/SKILL.md'; @list_resources |
        | #11 protocol error | -32002 | There is no resource 'skill://team/.new/new/SKILL.md'; @list_resources |
        | #10 protocol data | {"uri": "skill://team/gone/new/SKILL.md"} | |
        | #11 protocol data | {"uri": "skill://team/.new/new/SKILL.md"} | |
        | #9 protocol error | -32603 | Could not read link.md @link_out. @file_system_issue |
        | #1 protocol data | {"uri": "skill://team/ship/old.bak"} | |
        | #2 protocol data | {"uri": "skill://team/ship/drafts/c.md"} | |
        | #3 protocol data | {"uri": "skill://team/ship/.env"} | |
        | #4 protocol data | {"uri": "skill://team/README.md"} | |
        | #5 protocol data | {"uri": "skill://team/none/SKILL.md"} | |
        | #6 protocol data | {"uri": "skill://team/ship/../../docs/a.md"} | |
        | #7 protocol data | {"uri": "skill://docs/a.md"} | |
        | #8 protocol data | {"uri": "skill://team/ship/way/a.md"} | |
        | #9 protocol data | {"error_type": "io_error", "instruction": "Present this error to the user. File system issue requires user intervention.", "uri": "skill://team/ship/link.md"} | |

    Scenario: Removed and changed files
      When a file of a listed skill is removed
        | removed |
        | team/ship/logo.png |
      And another is changed
        | path | content |
        | team/ship/hotfix/SKILL.md | ---\nname: hotfix\ndescription: Ships two.\n---\n |
      And the client reads both, and gets the skill again
        | tool | uri | _meta |
        | resources/read | skill://team/ship/logo.png | |
        | skills/get | skill://team/ship/hotfix/SKILL.md | @project_meta |
      Then the removed one is unknown, and the entry is that of the changed one
        | #1 protocol error | -32002 | There is no resource 'skill://team/ship/logo.png'; @list_resources |
        | #2 answer | skills/changed.json | |
        | #1 protocol data | {"uri": "skill://team/ship/logo.png"} | |

    Scenario: Listed resources of skills
      When the client lists the resources, and goes on after a skill
        | tool | cursor |
        | resources/list | guide://category/team |
        | resources/list | skill://team/ship/SKILL.md |
        | resources/list | skill://docs/ship/SKILL.md |
      Then the SKILL.md of each skill comes last, once, with its name and its description
        | #1 answer | skills/resources-1.json | |
        | #2 answer | skills/resources-2.json | |
        | #3 protocol error | -32602 | The cursor 'skill://docs/ship/SKILL.md' leads nowhere; list from the beginning, without a cursor |

    Scenario: Rendered skill
      Given the project
        """
        categories:
          team: {dir: team, patterns: ["*/SKILL.md"], skills: true, render: true, frontmatter: strip, context: {who: Ops}}
        """
      And the files
        | team/page/SKILL.md.mustache | ---\nname: page\ndescription: For {{who}}\n---\n{{> part}}\n |
        | team/page/_part.md.mustache | {{category.name}} |
        | team/page/who.md.mustache | {{who}} |
      When the client gets a skill whose templates are rendered, and reads its files
        | tool | uri | _meta |
        | skills/get | skill://team/page/SKILL.md | @project_meta |
        | resources/read | skill://team/page/SKILL.md | |
        | resources/read | skill://team/page/who.md | |
        | resources/read | skill://team/page/_part.md | |
        | resources/read | guide://category/page | |
      Then the entry has no digests, and the files are rendered
        | #1 result has | /skill | {"uri": "skill://team/page/SKILL.md", "frontmatter": {"name": "page", "description": "For Ops"}, "resources": "dynamic"} | times are compared elsewhere |
        | #2 result | /contents/0 | {"uri": "skill://team/page/SKILL.md", "mimeType": "text/markdown", "text": "---\\nname: page\\ndescription: For Ops\\n---\\npage"} | |
        | #3 result | /contents/0 | {"uri": "skill://team/page/who.md", "mimeType": "text/markdown", "text": "Ops"} | |
        | #4 protocol error | -32002 | There is no resource 'skill://team/page/_part.md'; @list_resources | |
        | #5 result has | /contents/0/text | "page" | the message beside it is compared in another scenario |
        | #4 protocol data | {"uri": "skill://team/page/_part.md"} | | |

    Scenario: Directories
      When the client reads directories of skills and of a category
        | tool | uri | _meta |
        | resources/directory/read | skill://team | @project_meta |
        | resources/directory/read | skill://team/ship | @project_meta |
        | resources/directory/read | skill://team/ship/more | @project_meta |
        | resources/directory/read | guide://category/team/ | @project_meta |
        | resources/directory/read | guide://category/ship/more | @project_meta |
      Then each lists its own files and directories
        | #1 result has | /resources | [{"uri": "skill://team/ship", "name": "ship", "mimeType": "inode/directory"}] | caching is compared elsewhere |
        | #2 answer | skills/directory.json | | |
        | #3 result has | /resources/0/uri | "skill://team/ship/more/a%20b.md" | its fields are compared above |
        | #4 answer | skills/directory-of-category.json | | |
        | #5 result has | /resources/0/uri | "guide://category/ship/more/a%20b.md" | its fields are compared above |

    Scenario: Pages of a directory
      Given the spec table with
        """
        resources: {page: 3}
        """
      When the client reads a directory page by page, and after what is not in it
        | tool | uri | cursor | _meta |
        | resources/directory/read | skill://team/ship | | @project_meta |
        | resources/directory/read | skill://team/ship | skill://team/ship/logo.png | @project_meta |
        | resources/directory/read | skill://team/ship | skill://team/ship/gone.md | @project_meta |
        | resources/directory/read | skill://team/ship | skill://team/x | @project_meta |
      Then each page continues where the one before ended, even if that file is gone, and a cursor that leads nowhere is refused
        | #1 result has | /nextCursor | "skill://team/ship/logo.png" | the files are compared in another scenario |
        | #2 result has | /resources | [{"uri": "skill://team/ship/more", "name": "more", "mimeType": "inode/directory"}] | caching is compared elsewhere |
        | #3 result has | /resources/0/uri | "skill://team/ship/hotfix" | the files are compared in another scenario |
        | #4 protocol error | -32602 | The cursor 'skill://team/x' leads nowhere; list from the beginning, without a cursor | |

    Scenario: No directory
      When the client reads files, collections and what does not exist as directories
        | tool | uri | _meta |
        | resources/directory/read | skill://team/ship/SKILL.md | @project_meta |
        | resources/directory/read | skill://team/ship/drafts | @project_meta |
        | resources/directory/read | guide://category/docs/a.md | @project_meta |
        | resources/directory/read | guide://collection/all | @project_meta |
        | resources/directory/read | guide://category/docs/.. | @project_meta |
      Then each is refused
        | #1 protocol error | -32602 | There is no directory 'skill://team/ship/SKILL.md'; list the directory above it to see what there is |
        | #2 protocol error | -32602 | There is no directory 'skill://team/ship/drafts'; list the directory above it to see what there is |
        | #3 protocol error | -32602 | There is no directory 'guide://category/docs/a.md'; list the directory above it to see what there is |
        | #4 protocol error | -32602 | There is no directory 'guide://collection/all'; list the directory above it to see what there is |
        | #5 protocol error | -32602 | There is no directory 'guide://category/docs/..'; list the directory above it to see what there is |

    Scenario: Invalid skills
      Given the project
        """
        categories: {team: {dir: team, patterns: ["*/SKILL.md"], skills: true}}
        limits: {file_bytes: 9000000}
        """
      And the files
        | team/SKILL.md | ---\nname: team\ndescription: It is the directory itself.\n---\n |
        | team/Case/SKILL.md | ---\nname: case\ndescription: The folder has upper case.\n---\n |
        | team/Same/SKILL.md | ---\nname: Same\ndescription: Upper case.\n---\n |
        | team/a--b/SKILL.md | ---\nname: a--b\ndescription: Two hyphens.\n---\n |
        | team/{65*l}/SKILL.md | ---\nname: {65*l}\ndescription: A long name.\n---\n |
        | team/{64*k}/SKILL.md | ---\nname: {64*k}\ndescription: {1024*ü}\n---\n |
        | team/number/SKILL.md | ---\nname: number\ndescription: 7\n---\n |
        | team/blank/SKILL.md | ---\nname: blank\ndescription: " "\n---\n |
        | team/broken/SKILL.md | ---\nname: [\n---\n |
        | team/list/SKILL.md | ---\n- name\n---\n |
        | team/huge/SKILL.md | ---\nname: huge\ndescription: One MB.\nx: {1000000*x}\n---\n |
        | team/latin/SKILL.md | ---\nname: latin\ndescription: \xE9\n---\n |
        | team/many/SKILL.md | ---\nname: many\ndescription: 513 files.\n---\n |
        | team/many/{001..512}.md | x |
        | team/heavy/SKILL.md | ---\nname: heavy\ndescription: More than 16 MiB.\n---\n |
        | team/heavy/{1..2}.md | {8388608*x} |
        | team/lower/skill.md | ---\nname: lower\ndescription: No SKILL.md.\n---\n |
      When folders have a SKILL.md whose name, description or frontmatter is invalid, or too many or too large files
        | tool | _meta |
        | skills/list | @project_meta |
      Then none of them is listed, and the valid ones are
        | result has | /skills/0/uri | "skill://team/kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk/SKILL.md" | digests are compared in another scenario |
        | result has | /skills/1/uri | "skill://team/ship/SKILL.md" | digests are compared in another scenario |
        | result has | /skills/2/uri | "skill://team/ship/hotfix/SKILL.md" | digests are compared in another scenario |
        | result has | /skills/3 | (absent) | digests are compared in another scenario |

    Scenario: Skills that are read leniently
      Given the project
        """
        categories: {team: {dir: team, patterns: ["*/SKILL.md"], skills: true}}
        """
      And the files
        | team/nameless/SKILL.md | ---\ndescription: No name.\n---\n |
        | team/colon/SKILL.md | ---\nname: colon\ndescription: Deploys: use it before a release.\nargument-hint: [file] [mode]\n---\n |
        | team/long/SKILL.md | ---\nname: long\ndescription: {1025*ü}\n---\n |
        | team/other/SKILL.md | ---\nname: another\ndescription: Another name.\n---\n |
        | team/Upper_Case/SKILL.md | ---\nname: Upper_Case\ndescription: Upper case.\n---\n |
      When skills lack a name, have another than their folder, a long description, or frontmatter that is no YAML
        | tool | category_or_collection | uri | _meta |
        | get_content | colon | | |
        | get_content | Upper_Case | | |
        | skills/get | | skill://team/nameless/SKILL.md | @project_meta |
        | skills/get | | skill://team/colon/SKILL.md | @project_meta |
        | skills/get | | skill://team/long/SKILL.md | @project_meta |
        | skills/get | | skill://team/other/SKILL.md | @project_meta |
        | skills/get | | skill://team/Upper_Case/SKILL.md | @project_meta |
      Then they are served, and the extension has what it must have
        | #1 value | ---\nname: colon\ndescription: Deploys: use it before a release.\nargument-hint: [file] [mode]\n---\n | | |
        | #2 value | ---\nname: Upper_Case\ndescription: Upper case.\n---\n | | |
        | #3 result has | /skill/frontmatter | {"name":"nameless","description":"No name."} | digests are compared in another scenario |
        | #4 result has | /skill/frontmatter | {"name":"colon","description":"Deploys: use it before a release.","argument-hint":"[file] [mode]"} | digests are compared in another scenario |
        | #5 result has | /skill/frontmatter/name | "long" | digests are compared in another scenario |
        | #6 result has | /skill/frontmatter | {"name":"other","description":"Another name."} | digests are compared in another scenario |
        | #7 protocol error | -32602 | There is no skill 'skill://team/Upper_Case/SKILL.md'; list the skills to see what there is | |

    Scenario: Skills with many files
      Given the files
        | team/many/SKILL.md | ---\nname: many\ndescription: 513 files.\n---\n |
        | team/many/{001..512}.md | x |
      When a skill has more files than an entry may have
        | tool | category_or_collection | pattern | name | uri | _meta |
        | get_content | many | SKILL.md | | | |
        | prompts/get | | | many | | |
        | resources/read | | | | skill://team/many/512.md | |
        | skills/get | | | | skill://team/many/SKILL.md | @project_meta |
      Then it has no entry, and is served by its name and its URIs
        | #1 value | ---\nname: many\ndescription: 513 files.\n---\n | | |
        | #2 result has | /description | "513 files." | the messages are compared in another scenario |
        | #3 result | /contents/0 | {"uri": "skill://team/many/512.md", "mimeType": "text/markdown", "text": "x"} | |
        | #4 protocol error | -32602 | There is no skill 'skill://team/many/SKILL.md'; list the skills to see what there is | |

    Scenario: Skills before revision 2026-07-28
      When a client of an older revision calls the methods of the extension
        | tool | uri |
        | skills/list | |
        | skills/get | skill://team/ship/SKILL.md |
        | resources/directory/read | skill://team/ship |
      Then they are unknown
        | #1 protocol error | -32601 | The method 'skills/list' is not served |
        | #2 protocol error | -32601 | The method 'skills/get' is not served |
        | #3 protocol error | -32601 | The method 'resources/directory/read' is not served |

  Rule: Skills as Categories
    Each skill SHALL also be a category of its own name, for clients without the extension. Its default pattern is `SKILL.md`. A category or a collection of the name takes precedence, and so does the first skill of it. A search without a pattern also looks through the other Markdown documents in the folders whose `SKILL.md` the default patterns find.

    Scenario: Skills in the list of names
      When the names of a project with skills are listed
        | tool |
        | list_content |
      Then each skill is listed with its description
        | head | @names_head |
        | row | team; Category; ; `*/SKILL.md`; 1; 112; ~28 |
        | row | docs; Category; ; `*.md`; 1; 4; ~1 |
        | row | ship; Skill; Ships a release.; `SKILL.md`; 1; 112; ~28 |
        | row | hotfix; Skill; Ships a fix.; `SKILL.md`; 1; 47; ~11 |
        | row | all; Collection; ; docs; 1; 4; ~1 |

    Scenario: Content of a skill
      When a skill's content is requested by its name
        | tool | category_or_collection |
        | get_content | ship |
        | get_content | hotfix |
      Then its SKILL.md is returned, and a message names its other files
        | #1 value | ---\nname: ship\ndescription: Ships a release.\nmetadata: {steps: 2}\nlicense: MIT\n---\n# Ship\n\n[Steps](more/a b.md)\n |
        | #1 message | Other files of this skill; ask for each as a `document`: 'guide://category/ship/hotfix/SKILL.md', 'guide://category/ship/logo.png', 'guide://category/ship/more/a%20b.md'. |
        | #2 value | ---\nname: hotfix\ndescription: Ships a fix.\n---\n |

    Scenario: Other files of a skill
      When a file of a skill is requested as a document, and by a pattern
        | tool | category_or_collection | document | pattern |
        | get_content | ship | guide://category/ship/more/a%20b.md | |
        | get_content | ship | | more/a* |
      Then that file is returned
        | value | ü\r\n |

    Scenario: Search in skills
      Given the files
        | team/ship/more/deep.md | # Deep\n\nThe zebra protocol.\n |
        | team/ship/drafts/zebra.md | zebra, excluded |
        | team/zebra.md | zebra, beside the skills |
        | team/ship/zebra.txt | zebra, no Markdown |
      When a word of a skill's other documents is searched for, everywhere and in names
        | tool | query | category_or_collection | pattern |
        | search_content | zebra protocol | | |
        | search_content | zebra protocol | team | |
        | search_content | zebra protocol | ship | |
        | search_content | zebra protocol | hotfix | |
        | search_content | zebra protocol | team | */SKILL.md |
      Then they are found, unless they are excluded or a pattern is given
        | #1 line | guide://category/team/ship/more/deep.md#deep Deep |
        | #1 line | \x20 The zebra protocol. |
        | #2 line | guide://category/team/ship/more/deep.md#deep Deep |
        | #2 line | \x20 The zebra protocol. |
        | #3 line | guide://category/ship/more/deep.md#deep Deep |
        | #3 line | \x20 The zebra protocol. |
        | #4 value | No document holds any of these words: 'zebra', 'protocol'.\n |
        | #5 value | No document holds any of these words: 'zebra', 'protocol'.\n |

    Scenario: Excluded files of a skill
      When files of a skill that its category excludes are requested
        | tool | category_or_collection | document |
        | get_content | ship | old.bak |
        | get_content | ship | drafts/c.md |
        | get_content | ship | .env |
      Then they are not found
        | #1 error_type | no_document |
        | #2 error_type | no_document |
        | #3 error_type | no_document |
        | #1 instruction | @repair_once |
        | #2 instruction | @repair_once |
        | #3 instruction | @repair_once |

    Scenario: Names that are taken
      Given the files
        | team/zed/hotfix/SKILL.md | ---\nname: hotfix\ndescription: The second.\n---\n |
        | team/docs/SKILL.md | ---\nname: docs\ndescription: A category has this name.\n---\n |
        | team/all/SKILL.md | ---\nname: all\ndescription: A collection has this name.\n---\n |
      When two skills have one name, and others that of a category and of a collection
        | tool | category_or_collection |
        | get_content | hotfix |
        | get_content | docs |
        | get_content | all |
      Then the first skill, the category and the collection are returned
        | #1 value | ---\nname: hotfix\ndescription: Ships a fix.\n---\n |
        | #2 value | # A\n |
        | #3 value | # A\n |

  Rule: Skills as Prompts
    Each skill SHALL also be a prompt, and the server's instructions SHALL name it with the first 200 characters of its description. Of many skills they name the first, and count the others by their folders: no more are read than may fit.

    Scenario: Instructions with many skills
      Given the project
        """
        categories:
          docs: {dir: docs, patterns: ["*.md"]}
          many: {dir: many, patterns: ["*/SKILL.md"], skills: true}
        """
      And the files
        | many/broken/SKILL.md | none |
        | many/skill-{01..60}/SKILL.md | ---\nname: skill\ndescription: Ships a release of the program to all who use it, and says so.\n---\n |
        | many/unread/SKILL.md | none |
      When the client asks for the server's instructions
        | tool |
        | initialize |
      Then they name the first skills in at most 2,000 bytes, and count the others, which were not read
        | instructions | @server_instructions\n- Category 'docs'\n- Category 'many'\n{01..20*- Skill 'skill-#': Ships a release of the program to all who use it, and says so.\n}- and 41 more; `list_content` shows them |

    Scenario: Instructions with skills
      When the client asks for the server's instructions
        | tool |
        | initialize |
      Then they name each skill with its description
        | instructions | @server_instructions\n- Collection 'all'\n- Category 'team'\n- Category 'docs'\n- Skill 'ship': Ships a release.\n- Skill 'hotfix': Ships a fix. |

    Scenario: Prompts of skills
      When the client lists the prompts, and gets one of a skill
        | tool | name |
        | prompts/list | |
        | prompts/get | ship |
      Then each skill is a prompt, whose message is its SKILL.md
        | #1 result has | /prompts/3/name | "ship" | the arguments are compared in another scenario |
        | #1 result has | /prompts/3/description | "Ships a release." | the arguments are compared in another scenario |
        | #2 answer | skills/prompt.json | | |
