"""The least that a client on standard input and output has to do, and no more."""

import json
import os
import subprocess
import time


class Gone(Exception):
    """The server ended, or said something that is no answer."""


class Client:
    """A server that was started, and the connection to it."""

    def __init__(self, command, cwd=None, env=None):
        before = time.perf_counter()
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            cwd=cwd,
            env={**os.environ, **(env or {})},
        )
        self.reader = self.process.stdout.fileno()
        self.writer = self.process.stdin.fileno()
        self.rest = b""
        self.number = 0
        self.roots = cwd
        parameters = {
            "protocolVersion": "2025-06-18",
            "capabilities": {"roots": {}} if cwd else {},
            "clientInfo": {"name": "bench", "version": "1"},
        }
        self.request("initialize", parameters)
        #: Seconds from before the start to the answer to `initialize`.
        self.start = time.perf_counter() - before
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def send(self, message):
        os.write(self.writer, json.dumps(message).encode() + b"\n")

    def exchange(self, line):
        """Writes one line whole and returns the next line that comes back."""
        view = memoryview(line)
        while view:
            view = view[os.write(self.writer, view) :]
        return self.line()

    def line(self):
        if b"\n" in self.rest:
            line, self.rest = self.rest.split(b"\n", 1)
            return line
        chunks = [self.rest]
        while True:
            chunk = os.read(self.reader, 1 << 20)
            if not chunk:
                raise Gone(f"the server ended: {self.process.wait()}")
            end = chunk.find(b"\n")
            if end >= 0:
                chunks.append(chunk[:end])
                self.rest = chunk[end + 1 :]
                return b"".join(chunks)
            chunks.append(chunk)

    def prepare(self, method, parameters=None):
        """The line of a request, made before the clock starts."""
        self.number += 1
        message = {"jsonrpc": "2.0", "id": self.number, "method": method}
        if parameters is not None:
            message["params"] = parameters
        return json.dumps(message).encode() + b"\n"

    def request(self, method, parameters=None):
        """The result of a request; what the server asks meanwhile is answered."""
        line = self.exchange(self.prepare(method, parameters))
        while True:
            message = json.loads(line)
            if message.get("id") == self.number and "method" not in message:
                break
            self.hear(message)
            line = self.line()
        if "result" not in message:
            raise Gone(f"{method}: {message.get('error')}")
        return message["result"]

    def hear(self, message):
        """Answers the server's own questions: it may wait for them."""
        if "id" not in message or "method" not in message:
            return
        if message["method"] != "roots/list":
            error = {"code": -32601, "message": "not offered"}
            self.send({"jsonrpc": "2.0", "id": message["id"], "error": error})
            return
        roots = [{"uri": f"file://{self.roots}", "name": "bench"}] if self.roots else []
        self.send({"jsonrpc": "2.0", "id": message["id"], "result": {"roots": roots}})

    def timed(self, method, parameters=None):
        """Seconds from the request's first byte to its answer's last, and the
        number of bytes of that answer. Server messages in between count too: a
        client has to read them."""
        line = self.prepare(method, parameters)
        mark = b'"id":%d' % self.number
        spaced = b'"id": %d' % self.number
        before = time.perf_counter()
        answer = self.exchange(line)
        while not self.answers(answer, mark, spaced):
            self.hear(json.loads(answer))
            answer = self.line()
        return time.perf_counter() - before, len(answer)

    @staticmethod
    def answers(line, mark, spaced):
        ends = (line[:200], line[-200:])
        return b'"method"' not in ends[0] and any(mark in end or spaced in end for end in ends)

    def memory(self, field="VmRSS"):
        """Bytes of resident memory: now, or with `VmHWM` at their peak."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
            for line in status:
                if line.startswith(field + ":"):
                    return int(line.split()[1]) * 1024
        raise Gone(f"no {field}")

    def cpu(self):
        """Seconds of processor time that the server has used, all threads."""
        # The clock of another process, as clock_getcpuclockid(3) makes it.
        return time.clock_gettime((~self.process.pid << 3) | 2)

    def forget_peak(self):
        with open(f"/proc/{self.process.pid}/clear_refs", "w", encoding="ascii") as file:
            file.write("5")

    def close(self):
        self.process.stdin.close()
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()
