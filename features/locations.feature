Feature: Locations
  A location identifies a document, so that it can be requested again. It contains the names through
  which the document was found. None of their characters may add a segment, a header or a line.

  Rule: Collection Locations
    A document found through a collection SHALL have the location `guide://collection/{id}/category/{name}/{path}`, a document found through a category alone `guide://category/{name}/{path}`. The path is relative to the category's directory.

    @7.3.4 @7.3.5 @7.5.4 @7.5.5 @7.5.7 @8.3.3
    Scenario: Location through a collection
      Given the project
        """
        categories:
          guidelines: {dir: guidelines, patterns: ["**/*.md"]}
          examples: {dir: examples, patterns: ["*.md"]}
        collections: {onboarding: {categories: [guidelines, examples]}}
        """
      And the files
        | guidelines/intro.md | Guidelines\n |
        | guidelines/rust/errors.md | Errors\n |
        | examples/intro.md | Examples\n |
      When documents are found through a collection or through their category only
        | tool | category_or_collection | collection |
        | get_collection_content | | onboarding |
        | get_content | onboarding | |
        | get_content | guidelines | |
      Then Content-Location names the collection where they were found through one
        | #1 part | text/markdown | guide://collection/onboarding/category/guidelines/intro.md | Guidelines\n |
        | #1 part | text/markdown | guide://collection/onboarding/category/guidelines/rust/errors.md | Errors\n |
        | #1 part | text/markdown | guide://collection/onboarding/category/examples/intro.md | Examples\n |
        | #2 same as | #1 | | |
        | #3 part | text/markdown | guide://category/guidelines/intro.md | Guidelines\n |
        | #3 part | text/markdown | guide://category/guidelines/rust/errors.md | Errors\n |

  Rule: Location Encoding
    Every segment of a location SHALL be percent-encoded (RFC 3986), names of categories and collections included, so that a location is a valid URI and a name can never add a header.

    Scenario: Reserved and non-ASCII characters
      Given the project
        """
        categories: {docs: {dir: docs, patterns: ["**"]}}
        """
      And the files
        | docs/100% #1?.md | reserved |
        | docs/[slug].md | brackets |
        | docs/a-b_c~d.e.md | unreserved |
        | docs/naïve/résumé.md | letters |
      When names contain characters that a URI does not allow
        | tool | category |
        | get_category_content | docs |
      Then each byte of these characters is percent-encoded, and all others are kept
        | part | text/markdown | guide://category/docs/100%25%20%231%3F.md | reserved |
        | part | text/markdown | guide://category/docs/%5Bslug%5D.md | brackets |
        | part | text/markdown | guide://category/docs/a-b_c~d.e.md | unreserved |
        | part | text/markdown | guide://category/docs/na%C3%AFve/r%C3%A9sum%C3%A9.md | letters |

    @2.7.2
    Scenario: Line break in a name
      Given the project
        """
        categories: {docs: {dir: docs, patterns: ["*"]}}
        """
      And the files
        | docs/a.md | plain |
        | docs/b\r\nInjected header.md | broken |
      When the name of a document contains a line break
        | tool | category |
        | get_category_content | docs |
      Then no header is added
        | part headers | Content-Type, Content-Location, Content-Length | | |
        | part | text/markdown | guide://category/docs/a.md | plain |
        | part | text/markdown | guide://category/docs/b%0D%0AInjected%20header.md | broken |

    Scenario: Names of categories and collections
      Given the project
        """
        categories:
          "coding style": {dir: style, patterns: ["*.md"]}
          "api/v2": {dir: api, patterns: ["*.md"]}
        collections: {"größe": {categories: ["coding style", "api/v2"]}}
        """
      And the files
        | style/intro.md | style |
        | api/intro.md | api |
      When names of categories and collections contain such characters
        | tool | collection |
        | get_collection_content | größe |
      Then each name is encoded as one segment
        | part | text/markdown | guide://collection/gr%C3%B6%C3%9Fe/category/coding%20style/intro.md | style |
        # A slash within a name begins no segment.
        | part | text/markdown | guide://collection/gr%C3%B6%C3%9Fe/category/api%2Fv2/intro.md | api |
