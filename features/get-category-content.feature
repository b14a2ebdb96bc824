Feature: get_category_content Tool
  This tool is for a name that is known to be a category. Collections are not searched, so a name of
  both is not ambiguous here.

  The system SHALL provide a `get_category_content` tool that retrieves content from a specific category.

  Arguments:
  - `category` (required, string): Category name
  - `pattern` (optional, string): Glob pattern to filter content

  The tool SHALL:
  - Resolve category by name
  - Use default patterns if pattern argument is omitted
  - Return Result pattern response

  Background:
    Given the project
      """
      categories:
        guidelines: {dir: guidelines, patterns: ["*.md"]}
        examples: {dir: examples, patterns: ["*.md"]}
      collections: {onboarding: {categories: [guidelines, examples]}}
      """
    And the files
      | guidelines/style.md | # Style\n |
      | examples/intro.md | # Intro\n\nStart here.\n |
      | examples/notes.txt | notes |
      | examples/usage.md | # Usage\n |

  @1.2.2 @3.2.5 @3.6.5 @3.6.7 @3.7.1 @3.7.2
  Scenario: Category found with default patterns
    When category exists and pattern is omitted
      | tool | category |
      | get_category_content | examples |
    Then return content matching category's default patterns
      | part | text/markdown | guide://category/examples/intro.md | file:examples/intro.md |
      | part | text/markdown | guide://category/examples/usage.md | file:examples/usage.md |

  @1.2.3 @2.5.2 @3.2.5 @3.6.7 @3.7.3
  Scenario: Category found with custom pattern
    When category exists and pattern is provided
      | tool | category | pattern |
      | get_category_content | examples | *.txt |
    Then return content matching custom pattern
      | value | notes |

  @3.4.1 @3.4.6 @3.7.4 @3.8.1
  Scenario: Category not found
    When category does not exist
      | tool | category |
      | get_category_content | wiki |
      # A collection is no category.
      | get_category_content | onboarding |
    Then return Result.failure with error_type "not_found" and instruction to present error to user
      | #1 error | not_found | Category 'wiki' not found. Valid names: 'guidelines', 'examples' | @present_error |
      | #2 error | not_found | Category 'onboarding' not found. Valid names: 'guidelines', 'examples' | @present_error |

  @1.1.5 @1.5.2 @1.6.4 @3.4.2 @3.7.5 @3.8.2
  Scenario: No content matches
    When category exists but no content matches pattern
      | tool | category | pattern |
      | get_category_content | examples | *.rst |
    Then return Result.failure with error_type "no_matches" and instruction to present error to user
      | error | no_matches | No documents in category 'examples' match '*.rst'. It holds 'intro.md', 'notes.txt', 'usage.md' | @correct_pattern |
