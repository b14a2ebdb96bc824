Feature: The server

  Rule: Server Description

    Scenario: Tools in the order of the table
      When the client asks for the tools
        | tool       |
        | tools/list |
      Then every row of the table is a tool with its title, description and annotations
        | tools  | get_content, get_category_content, get_collection_content, list_content |                              |                          |
        | schema | get_content            | /title                       | "Get content"            |
        | schema | get_content            | /description                 | "Returns the documents of a category or a collection, whole. Both are searched by exact name, collections first; a document found by both is returned once. One match is returned as the file itself, several as one MIME multipart/mixed message whose parts name their document in Content-Location. On failure follow `instruction`." |
        | schema | get_content            | /annotations/readOnlyHint    | true                     |
        | schema | get_content            | /annotations/destructiveHint | false                    |
        | schema | get_content            | /annotations/idempotentHint  | true                     |
        | schema | get_content            | /annotations/openWorldHint   | false                    |
        | schema | get_category_content   | /title                       | "Get category content"   |
        | schema | get_category_content   | /annotations/readOnlyHint    | true                     |
        | schema | get_collection_content | /title                       | "Get collection content" |
        | schema | get_collection_content | /annotations/readOnlyHint    | true                     |
        | schema | list_content           | /title                       | "List content"           |
        | schema | list_content           | /annotations/readOnlyHint    | true                     |
        | schema | list_content           | /annotations/openWorldHint   | false                    |

    Scenario: Input schema
      When the client asks for the tools
        | tool       |
        | tools/list |
      Then each argument has its type, description and examples, and the required ones are named
        | schema | get_content            | /inputSchema/type                                   | "object"                   |
        | schema | get_content            | /inputSchema/required                               | ["category_or_collection"] |
        | schema | get_content            | /inputSchema/properties/category_or_collection      | {"type": "string", "description": "Exact name of a category or a collection", "examples": ["guidelines", "onboarding"]} |
        | schema | get_content            | /inputSchema/properties/pattern                     | {"type": "string", "description": "Glob pattern that replaces the default patterns, relative to the category: `*` within a name, `**` across directories, `?`, `[abc]`, `{a,b}`; a name without extension matches every extension", "examples": ["*.md", "intro", "**/*.py"]} |
        | schema | get_category_content   | /inputSchema/required                               | ["category"]               |
        | schema | get_category_content   | /inputSchema/properties/category                    | {"type": "string", "description": "Exact name of the category", "examples": ["guidelines"]} |
        | schema | get_category_content   | /inputSchema/properties/pattern/type                | "string"                   |
        | schema | get_collection_content | /inputSchema/required                               | ["collection"]             |
        | schema | get_collection_content | /inputSchema/properties/collection                  | {"type": "string", "description": "Exact name of the collection", "examples": ["onboarding"]} |
        | schema | get_collection_content | /inputSchema/properties/pattern/type                | "string"                   |
        | schema | list_content           | /inputSchema/properties/category_or_collection/type | "string"                   |
        | schema | list_content           | /inputSchema/properties/pattern/type                | "string"                   |

    Scenario: Plain schemas
      When the client asks for the tools
        | tool       |
        | tools/list |
      Then the schemas allow no other arguments and use no construct that clients reject
        | schema | get_content            | /inputSchema/additionalProperties                    | false    |
        | schema | get_category_content   | /inputSchema/additionalProperties                    | false    |
        | schema | get_collection_content | /inputSchema/additionalProperties                    | false    |
        | schema | list_content           | /inputSchema/additionalProperties                    | false    |
        | schema | get_content            | /inputSchema/$schema                                 | (absent) |
        | schema | get_content            | /inputSchema/$defs                                   | (absent) |
        | schema | get_content            | /inputSchema/anyOf                                   | (absent) |
        | schema | get_content            | /inputSchema/oneOf                                   | (absent) |
        | schema | get_content            | /inputSchema/allOf                                   | (absent) |
        | schema | get_content            | /inputSchema/properties/pattern/anyOf                | (absent) |
        | schema | get_content            | /inputSchema/properties/pattern/nullable             | (absent) |
        | schema | get_content            | /outputSchema                                        | (absent) |
        | schema | list_content           | /inputSchema/$schema                                 | (absent) |
        | schema | list_content           | /inputSchema/anyOf                                   | (absent) |
        | schema | list_content           | /inputSchema/properties/category_or_collection/anyOf | (absent) |

    Scenario: Names in the instructions
      Given the project
        """
        categories:
          house-style:
            dir: style
            patterns: ["*.md"]
          release-notes:
            dir: releases
            patterns: ["*.md"]
        collections:
          newcomers:
            categories: [house-style]
        """
      When a client connects to a server with a project
        | tool       |
        | initialize |
      Then the instructions name its categories and collections
        | instructions contains | This server hands out the documents of the current project |
        | instructions contains | Categories:                                                |
        | instructions contains | house-style                                                |
        | instructions contains | release-notes                                              |
        | instructions contains | Collections:                                               |
        | instructions contains | newcomers                                                  |
        | instructions omits    | List what exists first                                     |

    Scenario: Instructions for a project without collections
      Given the project
        """
        categories:
          house-style:
            dir: style
            patterns: ["*.md"]
        """
      When a client connects to a server whose project has no collections
        | tool       |
        | initialize |
      Then the instructions say so
        | instructions contains | house-style        |
        | instructions contains | Collections: none. |

    Scenario: Server without a project
      Given the folders
        | empty |
      And the project is found from
        | working directory | empty |
      When a client connects to a server without a project
        | tool       |
        | initialize |
        | tools/list |
      Then the tools are the same and the instructions say to list what exists first
        | #1 instructions contains | List what exists first; the project's categories and collections are found on the first call. |
        | #1 instructions omits    | Categories: |
        | #2 tools                 | get_content, get_category_content, get_collection_content, list_content |

  Rule: Unknown Tool

    Scenario: Unknown name
      Given the project
        """
        categories:
          docs:
            dir: docs
            patterns: ["*.md"]
        """
      And the files
        | docs/intro.md | # Intro\n |
      When a tool is called that does not exist, and then one that does
        | tool                 | category |
        | get_document         | docs     |
        | Get_Category_Content | docs     |
        | get_category_content | docs     |
      Then the call ends in a protocol error that names it, and the server answers the next one
        | #1 protocol error          | -32602               |
        | #1 protocol error contains | get_document         |
        | #2 protocol error          | -32602               |
        | #2 protocol error contains | Get_Category_Content |
        | #3 value                   | # Intro\n            |

  Rule: Malformed Calls

    Background:
      Given the project
        """
        categories:
          docs:
            dir: docs
            patterns: ["*.md"]
        """
      And the files
        | docs/intro.md | # Intro\n |

    Scenario: Arguments of another type
      When a tool is called with arguments that are no object, and then with some that are
        | tool                 | name                 | arguments                    | category |
        | tools/call           | get_category_content | docs                         |          |
        | tools/call           | get_category_content | json:["docs"]                |          |
        | tools/call           | get_category_content | json:7                       |          |
        | get_category_content |                      |                              | docs     |
      Then the call ends in a protocol error that says so, and the server answers the next one
        | #1 protocol error          | -32602                                                  |
        | #1 protocol error contains | 'params.arguments' must be of type object, got string   |
        | #2 protocol error          | -32602                                                  |
        | #2 protocol error contains | 'params.arguments' must be of type object, got array    |
        | #3 protocol error          | -32602                                                  |
        | #3 protocol error contains | 'params.arguments' must be of type object, got number   |
        | #4 value                   | # Intro\n                                               |

    Scenario: No name
      When a tool is called without its name, and with a name that is no text
        | tool       | name   | arguments                |
        | tools/call |        | json:{"category":"docs"} |
        | tools/call | json:7 | json:{"category":"docs"} |
      Then the call ends in a protocol error that says what was expected
        | #1 protocol error          | -32602                                                  |
        | #1 protocol error contains | 'params.name' is required (type string) and is missing  |
        | #2 protocol error          | -32602                                                  |
        | #2 protocol error contains | 'params.name' must be of type string, got number        |
