Feature: HTTP
  Anyone who can reach a port can talk to it: pages in a browser, clients of other servers, old
  clients and broken ones. A server over HTTP refuses what it does not support early, and says what
  to change.

  Rule: HTTP Requests
    A server over HTTP SHALL accept one JSON-RPC 2.0 message in each POST to `/mcp`, without an earlier session, and answer it as `application/json`. A message without an answer SHALL be status 202 without a body. `/health` SHALL be answered without a token.

    Everything else SHALL be refused before anything is read for it, with an HTTP status and a JSON-RPC error that says what to change:

    - a host or an origin that is not the server's
    - another method or path
    - an unsupported content type
    - a body that is not a message or has more than 4 MiB
    - an unsupported revision
    - headers that contradict the message
    - a missing or wrong token

    Background:
      Given the project
        """
        categories: {docs: {dir: docs, patterns: ["*.md"]}}
        """
      And the files
        | docs/intro.md | # Intro\n |

    Scenario: Message without a session
      When a client posts a request and a notification without an earlier session
        | request | body |
        | POST /mcp | |
        | POST /mcp | {"jsonrpc":"2.0","method":"notifications/initialized"} |
        | GET /health | |
        | POST /mcp/ | |
      Then the request is answered as JSON, and the notification is accepted
        | #1 status | 200 | |
        | #1 header | content-type | application/json |
        | #1 body | {"jsonrpc":"2.0","id":1,"result":{}} | |
        | #2 status | 202 | |
        | #2 body | (absent) | |
        | #3 status | 200 | |
        | #3 header | content-type | application/json |
        | #4 status | 200 | |
        | #4 body | {"jsonrpc":"2.0","id":1,"result":{}} | |

    Scenario: Types that a client accepts
      When a client accepts JSON by its name, by a wildcard, or by saying nothing
        | request | accept |
        | POST /mcp | application/json |
        | POST /mcp | text/html, application/*;q=0.8 |
        | POST /mcp | */* |
        | POST /mcp | (none) |
      Then each request is answered as JSON
        | #1 status | 200 | |
        | #1 header | content-type | application/json |
        | #2 status | 200 | |
        | #3 status | 200 | |
        | #4 status | 200 | |
        | #4 header | content-type | application/json |

    Scenario: Another host
      When a client requests another host, another port, and the server by another name of the loopback
        | request | host |
        | POST /mcp | evil.example |
        | POST /mcp | localhost:1 |
        | POST /mcp | localhost |
        | POST /mcp | {address} |
      Then all requests but the server's own are refused
        | #1 status | 403 | |
        | #1 protocol error | -32600 | The host 'evil.example' @allow_host |
        | #2 status | 403 | |
        | #2 protocol error | -32600 | The host 'localhost:1' @allow_host |
        | #3 status | 403 | |
        | #3 protocol error | -32600 | The host 'localhost' @allow_host |
        | #4 status | 200 | |
        | #4 body | {"jsonrpc":"2.0","id":1,"result":{}} | |

    Scenario: Another origin
      When pages of other origins and one of the server's own send a request
        | request | origin |
        | POST /mcp | http://evil.example |
        | POST /mcp | null |
        | POST /mcp | http://localhost:1 |
        | POST /mcp | localhost |
        | POST /mcp | http://{address} |
      Then all requests but the server's own are refused
        | #1 status | 403 | |
        | #1 protocol error | -32600 | Pages of 'http://evil.example' @allow_origin |
        | #2 status | 403 | |
        | #2 protocol error | -32600 | Pages of 'null' @allow_origin |
        | #3 status | 403 | |
        | #3 protocol error | -32600 | Pages of 'http://localhost:1' @allow_origin |
        | #4 status | 403 | |
        | #4 protocol error | -32600 | Pages of 'localhost' @allow_origin |
        | #5 status | 200 | |
        | #5 body | {"jsonrpc":"2.0","id":1,"result":{}} | |

    Scenario: Another method or path
      When a client asks for a stream, ends a session, or posts elsewhere
        | request |
        | GET /mcp |
        | DELETE /mcp |
        | POST / |
        | POST /health |
      Then the error says what is served
        | #1 status | 405 | |
        | #1 protocol error | -32600 | 'GET' @no_such_path |
        | #1 header | allow | POST |
        | #2 status | 405 | |
        | #2 protocol error | -32600 | 'DELETE' @no_such_path |
        | #2 header | allow | POST |
        | #3 status | 404 | |
        | #3 protocol error | -32600 | There is nothing at '/'; the server is at /mcp |
        | #4 status | 405 | |
        | #4 protocol error | -32600 | 'POST' @no_such_path |
        | #4 header | allow | GET, HEAD |

    Scenario: Unsupported content types
      When a client sends another type, or does not accept JSON
        | request | content-type | accept |
        | POST /mcp | text/plain | |
        | POST /mcp | (none) | |
        | POST /mcp | | text/html |
        | POST /mcp | | text/event-stream |
      Then the error says which headers are required
        | #1 status | 415 | |
        | #1 protocol error | -32600 | The request must have 'Content-Type: application/json' |
        | #2 status | 415 | |
        | #2 protocol error | -32600 | The request must have 'Content-Type: application/json' |
        | #3 status | 406 | |
        | #3 protocol error | -32600 | The request must have 'Accept: application/json' |
        | #4 status | 406 | |
        | #4 protocol error | -32600 | The request must have 'Accept: application/json' |

    Scenario: Body that is not a message
      When a client posts invalid JSON, an empty body, something other than a message, an answer, and a batch
        | request | mcp-protocol-version | body |
        | POST /mcp | | {oops |
        | POST /mcp | | (none) |
        | POST /mcp | | {"id":1} |
        | POST /mcp | | {"jsonrpc":"2.0","id":1,"result":{}} |
        | POST /mcp | 2025-03-26 | [{"jsonrpc":"2.0","id":1,"method":"ping"}] |
      Then each request is refused, and the error says what a body must contain
        | #1 status | 400 | |
        | #1 protocol error | -32700 | The message is not JSON that can be read: key must be a string at line 1 column 2 |
        | #2 status | 400 | |
        | #2 protocol error | -32600 | The body is empty; it must hold one message of JSON-RPC 2.0 |
        | #3 status | 400 | |
        | #3 protocol error | -32600 | Not a message of JSON-RPC 2.0. A request has "jsonrpc": "2.0", a "method" that is a string and an "id" that is a string or an integer from -9223372036854775808 to 9223372036854775807 |
        | #4 status | 400 | |
        | #4 protocol error | -32600 | This server asks nothing over HTTP, and takes no answers |
        | #5 status | 400 | |
        | #5 protocol error | -32600 | Batches are not served. Send each message by itself |

    Scenario: Body that is too large
      When a client posts a body of 4 MiB and one of a byte more
        | request | body |
        | POST /mcp | {"jsonrpc":"2.0","id":1,"method":"ping"}{4194264* } |
        | POST /mcp | {"jsonrpc":"2.0","id":1,"method":"ping"}{4194265* } |
      Then the second is refused
        | #1 status | 200 | |
        | #1 body | {"jsonrpc":"2.0","id":1,"result":{}} | |
        | #2 status | 413 | |
        | #2 protocol error | -32600 | The body has more than 4194304 bytes |

    Scenario: Another revision
      When a client's header names an unsupported revision
        | request | mcp-protocol-version | mcp-method | body |
        | POST /mcp | 1999-01-01 | | |
        | POST /mcp | 2099-01-01 | tools/list | {"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2099-01-01"}}} |
      Then the error names the supported ones
        | status | 400 | |
        | #1 protocol error | -32022 | The protocol revision '1999-01-01' is not spoken |
        | #2 protocol error | -32022 | The protocol revision '2099-01-01' is not spoken |
        | #1 protocol data | {"requested":"1999-01-01","supported":["2024-11-05","2025-03-26","2025-06-18","2025-11-25","2026-07-28"]} | |
        | #2 protocol data | {"requested":"2099-01-01","supported":["2024-11-05","2025-03-26","2025-06-18","2025-11-25","2026-07-28"]} | |

    Scenario: Headers that contradict the message
      When a message of revision 2026-07-28 has missing headers, wrong headers, and correct ones
        | request | mcp-protocol-version | mcp-method | mcp-name | body |
        | POST /mcp | | | | @docs_call |
        | POST /mcp | 2025-11-25 | tools/call | get_category_content | @docs_call |
        | POST /mcp | 2026-07-28 | | get_category_content | @docs_call |
        | POST /mcp | 2026-07-28 | tools/list | get_category_content | @docs_call |
        | POST /mcp | 2026-07-28 | tools/call | | @docs_call |
        | POST /mcp | 2026-07-28 | tools/call | list_content | @docs_call |
        # The revision of the message is not spoken, either.
        | POST /mcp | 2026-07-28 | tools/list | | {"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2099-01-01"}}} |
        | POST /mcp | 2026-07-28 | tools/call | get_category_content | @docs_call |
      Then all requests but the last are refused
        | #1 status | 400 | |
        | #1 protocol error | -32020 | @header_mismatch |
        | #2 status | 400 | |
        | #2 protocol error | -32020 | @header_mismatch |
        | #3 status | 400 | |
        | #3 protocol error | -32020 | @header_mismatch |
        | #4 status | 400 | |
        | #4 protocol error | -32020 | @header_mismatch |
        | #5 status | 400 | |
        | #5 protocol error | -32020 | @header_mismatch |
        | #6 status | 400 | |
        | #6 protocol error | -32020 | @header_mismatch |
        | #7 status | 400 | |
        | #7 protocol error | -32020 | @header_mismatch |
        | #8 status | 200 | |

    Scenario: Without the token
      Given the token
        """
        a-token-of-20-letters
        """
      When requests to a server with a token have no token, a wrong one, and the right one
        | request | authorization |
        | POST /mcp | |
        | POST /mcp | Bearer a-token-of-20-letterz |
        | POST /mcp | Bearer a-token-of-20-letters |
        | GET /health | |
      Then only the last request is answered, and the others are refused with a bearer challenge
        | #1 status | 401 | |
        | #1 protocol error | -32600 | A token is needed: send it as 'Authorization: Bearer TOKEN' |
        | #1 header | www-authenticate | Bearer |
        | #2 status | 401 | |
        | #2 protocol error | -32600 | The token is not valid for this server, or not any more |
        | #2 header | www-authenticate | Bearer error="invalid_token" |
        | #3 status | 200 | |
        | #3 body | {"jsonrpc":"2.0","id":1,"result":{}} | |
        | #4 status | 200 | |
        | #4 header | content-type | application/json |
