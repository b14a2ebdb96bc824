Feature: Future Document Support
  One document by its URI is a likely next argument. Until there is one the word has to stay free: no
  tool may take it for something else, and none may pass over it in silence.

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
      | #1 schema has  | get_content            | /inputSchema/additionalProperties | false    | the tools as a whole are compared in another scenario |
      | #1 schema has  | get_content            | /inputSchema/properties/document  | (absent) | the tools as a whole are compared in another scenario |
      | #1 schema has  | get_category_content   | /inputSchema/additionalProperties | false    | the tools as a whole are compared in another scenario |
      | #1 schema has  | get_category_content   | /inputSchema/properties/document  | (absent) | the tools as a whole are compared in another scenario |
      | #1 schema has  | get_collection_content | /inputSchema/additionalProperties | false    | the tools as a whole are compared in another scenario |
      | #1 schema has  | get_collection_content | /inputSchema/properties/document  | (absent) | the tools as a whole are compared in another scenario |
      | #2 error_type  | invalid_argument       |                                   |          |                                                       |
      | #2 error       | Invalid arguments for get_content: 'document' is not an argument of this tool. Valid arguments: 'category_or_collection' (string, required), 'pattern' (string, optional) |                                   |          |                                                       |
      | #2 instruction | Correct the arguments as the error describes and call the tool again once. |                                   |          |                                                       |
      | #3 error_type  | invalid_argument       |                                   |          |                                                       |
      | #3 error       | Invalid arguments for get_category_content: 'document' is not an argument of this tool. Valid arguments: 'category' (string, required), 'pattern' (string, optional) |                                   |          |                                                       |
      | #3 instruction | Correct the arguments as the error describes and call the tool again once. |                                   |          |                                                       |
      | #4 error_type  | invalid_argument       |                                   |          |                                                       |
      | #4 error       | Invalid arguments for get_collection_content: 'document' is not an argument of this tool. Valid arguments: 'collection' (string, required), 'pattern' (string, optional) |                                   |          |                                                       |
      | #4 instruction | Correct the arguments as the error describes and call the tool again once. |                                   |          |                                                       |
