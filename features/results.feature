Feature: Result Pattern Response
  All tools answer in one form, so that a client has one thing to read. These scenarios define its
  fields, and when each is absent.

  All tools SHALL return responses using the Result pattern (ADR-003), as JSON in one text content block.

  Success responses SHALL include:
  - `success: true`
  - `value`: Content string (the document itself or MIME multipart)
  - `message` (optional): Informational message
  - `instruction` (optional): Agent guidance, where the content is not complete by intent

  Failure responses SHALL include:
  - `success: false`
  - `error`: Error message
  - `error_type`: Classification (not_found, no_matches, invalid_pattern, etc.)
  - `instruction`: Agent guidance on how to handle the error

  A failure SHALL also be marked as an error in the protocol (`isError`).

  Background:
    Given the project
      """
      categories: {docs: {dir: docs, patterns: ["*.md"]}}
      collections: {handbook: {categories: [docs]}}
      """
    And the files
      | docs/intro.md | # Intro\n\nStart here.\n |

  @3.2.6 @3.3.1 @3.3.3 @3.3.7 @3.3.8 @3.7.8 @7.6.1 @7.6.6 @7.6.7 @7.8.8 @8.7.8
  Scenario: Success response format
    When content is retrieved successfully
      | tool | category_or_collection | category | collection |
      | get_content | docs | | |
      | get_category_content | | docs | |
      | get_collection_content | | | handbook |
    Then return Result.ok(value=content).to_json_str()
      | value | # Intro\n\nStart here.\n |

  @3.2.6 @3.3.2 @3.3.4 @3.3.5 @3.3.6 @3.3.7 @3.3.8 @3.5.5 @3.7.8 @3.8.7 @8.7.8
  Scenario: Failure response format
    When error occurs
      | tool | category |
      | get_category_content | wiki |
    Then return Result.failure(error=msg, error_type=type, instruction=guidance).to_json_str()
      | error | not_found | Category 'wiki' not found. Valid names: 'docs' | @present_error |

  @3.5.1
  Scenario: Agent instruction for not found
    When error_type is "not_found"
      | tool | category_or_collection | category | collection |
      | get_content | wiki | | |
      | get_category_content | | wiki | |
      | get_collection_content | | | wiki |
    Then instruction is "Present this error to the user and take no further action."
      | #1 error | not_found | Category or collection 'wiki' not found. Valid names: 'handbook', 'docs' | @present_error |
      | #2 error | not_found | Category 'wiki' not found. Valid names: 'docs' | @present_error |
      | #3 error | not_found | Collection 'wiki' not found. Valid names: 'handbook' | @present_error |

  @3.5.2
  Scenario: Agent instruction for no matches
    When error_type is "no_matches"
      | tool | category_or_collection | category | collection | pattern |
      | get_content | docs | | | *.rst |
      | get_category_content | | docs | | *.rst |
      | get_collection_content | | | handbook | *.rst |
    Then instruction is "Present this error to the user so they can correct the pattern. Do NOT attempt corrective action."
      | #1 error | no_matches | No documents in category 'docs' match '*.rst'. It holds 'intro.md' | @correct_pattern |
      | #2 error | no_matches | No documents in category 'docs' match '*.rst'. It holds 'intro.md' | @correct_pattern |
      | #3 error | no_matches | No documents in collection 'handbook' match '*.rst'. It holds 'docs/intro.md' | @correct_pattern |
