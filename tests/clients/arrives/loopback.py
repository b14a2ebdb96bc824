"""A model on the loopback: it plays a script of tool calls, and keeps every request.

A protocol is a module with `is_turn(body)` (whether a request is a turn of the agent, and no title or summary),
`answered(body)` (how many calls have a result in it) and `reply(path, body, number, call)`: the media type and the text
of what the model says, this call or that it is done; None where it has no such path.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def stream(events):
    """Server-sent events, each under its type if it has one."""
    named = ((f"event: {event['type']}\n" if "type" in event else "", event) for event in events)
    return "text/event-stream", "".join(f"{name}data: {json.dumps(event)}\n\n" for name, event in named)


class Server(ThreadingHTTPServer):
    def handle_error(self, *_):
        """Says nothing: a client may end at any time."""


class Model:
    """Answers the requests of one run of a client. `calls` are played one after the other."""

    def __init__(self, protocol, calls):
        self.protocol, self.calls = protocol, calls
        self.turns, self.lock = [], threading.Lock()

    def __enter__(self):
        self.server = Server(("127.0.0.1", 0), self.handler())
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        return self

    def __exit__(self, *error):
        self.server.shutdown()
        self.server.server_close()

    def said(self, path, body):
        """What answers a request."""
        call = None
        if self.protocol.is_turn(body):
            with self.lock:
                self.turns.append(body)
            answered = self.protocol.answered(body)
            call = self.calls[answered] if answered < len(self.calls) else None
        return self.protocol.reply(path, body, len(self.turns), call)

    def handler(model):  # noqa: N805: `self` is the handler's
        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def reply(self, status, kind, content):
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def do_HEAD(self):
                self.reply(200, "application/json", b"")

            def do_GET(self):
                self.reply(200, "application/json", b'{"data":[],"models":[]}')

            def do_POST(self):
                content = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                kind, text = model.said(self.path.split("?")[0], json.loads(content or b"{}")) or (None, "{}")
                self.reply(200 if kind else 404, kind or "application/json", text.encode())

        return Handler
