Feature: get_collection_content Tool
  This tool is for a name that is known to be a collection. One call returns the documents of all
  its categories, so an agent need not gather them name by name.

  The system SHALL provide a `get_collection_content` tool that retrieves content from a specific collection.

  Arguments:
  - `collection` (required, string): Collection ID
  - `pattern` (optional, string): Glob pattern to filter content

  The tool SHALL:
  - Resolve collection by ID
  - Use each category's default patterns if pattern argument is omitted
  - Return Result pattern response

  Background:
    Given the project
      """
      categories:
        guidelines: {dir: guidelines, patterns: ["*.md"]}
        examples: {dir: examples, patterns: ["*.py"]}
      collections: {onboarding: {categories: [guidelines, examples]}}
      """
    And the files
      | guidelines/style.md | # Style\n |
      | guidelines/naming.txt | Names are nouns.\n |
      | examples/parser.py | def parse(line): ...\n |
      | examples/parser.md | # Parser\n |
      | examples/parser.txt | Notes on the parser.\n |

  @7.2.1 @7.2.2 @7.2.5 @7.3.2 @7.3.3 @7.3.4 @7.3.7 @7.4.6 @7.5.1 @7.5.3 @7.5.6 @7.6.3 @7.7.5 @7.7.7 @7.8.1 @7.8.2 @7.8.6
  Scenario: Collection found with default patterns
    When collection exists and pattern is omitted
      | tool | collection |
      | get_collection_content | onboarding |
    Then return content from collection's categories using their default patterns
      | part | text/markdown | guide://collection/onboarding/category/guidelines/style.md | file:guidelines/style.md |
      | part | text/x-python | guide://collection/onboarding/category/examples/parser.py | file:examples/parser.py |

  @7.4.1 @7.4.2 @7.4.3 @7.4.5 @7.5.2 @7.7.7 @7.8.3
  Scenario: Collection found with custom pattern
    When collection exists and pattern is provided
      | tool | collection | pattern |
      | get_collection_content | onboarding | *.txt |
      | get_collection_content | onboarding | parser.md |
    Then return content matching custom pattern across collection's categories
      | #1 part | text/plain | guide://collection/onboarding/category/guidelines/naming.txt | file:guidelines/naming.txt |
      | #1 part | text/plain | guide://collection/onboarding/category/examples/parser.txt | file:examples/parser.txt |
      | #2 value | file:examples/parser.md | | |

  @7.2.3 @7.2.6 @7.6.2 @7.6.4 @7.6.5 @7.6.6 @7.6.7 @7.8.4 @7.8.8
  Scenario: Collection not found
    When collection does not exist
      | tool | collection |
      | get_collection_content | wiki |
      # A category is no collection.
      | get_collection_content | guidelines |
    Then return Result.failure with error_type "not_found" and instruction to present error to user
      | #1 error | not_found | Collection 'wiki' not found. Valid names: 'onboarding' | @present_error |
      | #2 error | not_found | Collection 'guidelines' not found. Valid names: 'onboarding' | @present_error |

  @7.4.4 @7.6.2 @7.6.4 @7.6.5 @7.6.7 @7.8.5
  Scenario: No content matches
    When collection exists but no content matches pattern
      | tool | collection | pattern |
      | get_collection_content | onboarding | *.rst |
    Then return Result.failure with error_type "no_matches" and instruction to present error to user
      | error | no_matches | No documents in collection 'onboarding' match '*.rst'. It holds 'examples/parser.md', 'examples/parser.py', 'examples/parser.txt', 'guidelines/naming.txt', 'guidelines/style.md' | @correct_pattern |
