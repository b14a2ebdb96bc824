Feature: Future Document Support

  Scenario: Design for future expansion
    Given the project
      """
      categories:
        docs:
          dir: docs
          patterns: ["*.md"]
      """
    And the files
      | docs/intro.md | # Intro\n |
    When designing tool argument schemas
      | tool                   | category_or_collection | category | collection | document |
      | tools/list             |                        |          |            |          |
      | get_content            | docs                   |          |            | intro.md |
      | get_category_content   |                        | docs     |            | intro.md |
      | get_collection_content |                        |          | docs       | intro.md |
    Then accommodate future document-specific arguments
      | #1 schema     | get_content            | /inputSchema/additionalProperties | false    |
      | #1 schema     | get_category_content   | /inputSchema/additionalProperties | false    |
      | #1 schema     | get_collection_content | /inputSchema/additionalProperties | false    |
      | #1 schema     | get_content            | /inputSchema/properties/document  | (absent) |
      | #1 schema     | get_category_content   | /inputSchema/properties/document  | (absent) |
      | #1 schema     | get_collection_content | /inputSchema/properties/document  | (absent) |
      | #2 error_type | invalid_argument       |                                   |          |
      | #2 error      | Invalid arguments for get_content: 'document' is not an argument of this tool. Valid arguments: 'category_or_collection' (string, required), 'pattern' (string, optional) |                                   |          |
      | #3 error_type | invalid_argument       |                                   |          |
      | #3 error      | Invalid arguments for get_category_content: 'document' is not an argument of this tool. Valid arguments: 'category' (string, required), 'pattern' (string, optional) |                                   |          |
      | #4 error_type | invalid_argument       |                                   |          |
      | #4 error      | Invalid arguments for get_collection_content: 'document' is not an argument of this tool. Valid arguments: 'collection' (string, required), 'pattern' (string, optional) |                                   |          |
