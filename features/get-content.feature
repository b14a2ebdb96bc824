Feature: get_content Tool
  This tool is for a name whose kind the agent does not know. Most agents call it first. These are
  the possible outcomes of such a call.

  The system SHALL provide a `get_content` tool that retrieves content from either a category or collection.

  Arguments:
  - `category_or_collection` (required, string): Name of category or ID of collection
  - `pattern` (optional, string): Glob pattern to filter content

  The tool SHALL:
  - Search collections first, then categories, by exact name, both of them
  - Use default patterns if pattern argument is omitted
  - Return the documents of both, each document once
  - Return Result pattern response

  Background:
    Given the project
      """
      categories:
        guidelines: {dir: docs/guidelines, patterns: ["*.md"], description: How we write code here}
        examples: {dir: docs/examples, patterns: ["*.md"]}
      collections: {onboarding: {categories: [guidelines, examples], description: Read this first}}
      """
    And the files
      | docs/guidelines/style.md | # Style\n\nPrefer short functions.\n |
      | docs/guidelines/naming.txt | Names are nouns.\n |
      | docs/examples/parser.md | # Parser\n\nSee parser.py.\n |
      | docs/examples/parser.py | def parse(line):\n    return line.split()\n |

  @8.2.8 @8.2.9 @8.3.1 @8.3.2 @8.3.5 @8.6.7 @8.7.2
  Scenario: Category content retrieval
    When category_or_collection matches a category name
      | tool | category_or_collection | pattern |
      | get_content | guidelines | |
      | get_content | guidelines | *.txt |
    Then return content from that category using specified or default patterns
      | #1 value | file:docs/guidelines/style.md |
      | #2 value | file:docs/guidelines/naming.txt |

  @8.2.2 @8.2.6 @8.2.10 @8.6.5 @8.6.7 @8.7.1
  Scenario: Collection content retrieval
    When category_or_collection matches a collection ID
      | tool | category_or_collection |
      | get_content | onboarding |
    Then return content from that collection
      | part | text/markdown | guide://collection/onboarding/category/guidelines/style.md | file:docs/guidelines/style.md |
      | part | text/markdown | guide://collection/onboarding/category/examples/parser.md | file:docs/examples/parser.md |

  @8.2.4 @8.7.5
  Scenario: Pattern override
    When pattern argument is provided
      | tool | category_or_collection | pattern |
      | get_content | examples | *.py |
      | get_content | onboarding | *.{py,txt} |
    Then use pattern instead of default category patterns
      | #1 value | file:docs/examples/parser.py | | |
      | #2 part | text/plain | guide://collection/onboarding/category/guidelines/naming.txt | file:docs/guidelines/naming.txt |
      | #2 part | text/x-python | guide://collection/onboarding/category/examples/parser.py | file:docs/examples/parser.py |

  @1.5.6 @8.2.10
  Scenario: Not found
    When category_or_collection matches neither category nor collection
      | tool | category_or_collection |
      | get_content | wiki |
      | get_content | guideline |
    Then return Result.failure with error_type "not_found" and instruction to present error to user
      | #1 error | not_found | Category or collection 'wiki' not found. Valid names: 'onboarding', 'guidelines', 'examples' | @present_error |
      | #2 error | not_found | Category or collection 'guideline' not found. Did you mean 'guidelines'? | @present_error |
