"""The least that a client on standard input and output has to do, and no more."""

import json
import os
import socket
import subprocess
import time

#: What a child's standard input and output are: Python, Rust and Go make pipes, Node makes a socket pair for each.
KINDS = ("pipe", "socket")


class Gone(Exception):
    """The server ended, or returned an error."""


def stream(kind):
    """Returns the end of a stream that is read and the end that is written, as descriptors."""
    if kind == "pipe":
        return os.pipe()
    return [end.detach() for end in socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)]


class Client:
    """A server that was started, and the connection to it."""

    def __init__(self, command, kind):
        before = time.perf_counter()
        stdin, self.writer = stream(kind)
        self.reader, stdout = stream(kind)
        self.process = subprocess.Popen(command, stdin=stdin, stdout=stdout, stderr=subprocess.DEVNULL)
        os.close(stdin)
        os.close(stdout)
        self.rest = b""
        self.number = 0
        information = {"name": "bench", "version": "1"}
        parameters = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": information}
        #: What the server said of itself.
        self.initialized = self.request("initialize", parameters)
        #: Seconds from before the start to the answer to `initialize`.
        self.start = time.perf_counter() - before
        self.write(b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n')

    def write(self, line):
        view = memoryview(line)
        while view:
            view = view[os.write(self.writer, view) :]

    def line(self):
        """Returns the next line that the server writes."""
        chunks = []
        chunk, self.rest = self.rest, b""
        while (end := chunk.find(b"\n")) < 0:
            chunks.append(chunk)
            chunk = os.read(self.reader, 1 << 20)
            if not chunk:
                raise Gone(f"the server ended: {self.process.wait()}")
        self.rest = chunk[end + 1 :]
        return b"".join([*chunks, chunk[:end]])

    def timed(self, method, parameters=None):
        """Returns the seconds from the request's first byte to its answer's last, and the answer. Notifications in
        between count too: a client has to read them."""
        self.number += 1
        message = {"jsonrpc": "2.0", "id": self.number, "method": method}
        if parameters is not None:
            message["params"] = parameters
        line = json.dumps(message).encode() + b"\n"
        marks = b'"id":%d' % self.number, b'"id": %d' % self.number
        before = time.perf_counter()
        self.write(line)
        answer = self.line()
        while not any(mark in end for mark in marks for end in (answer[:200], answer[-200:])):
            answer = self.line()
        return time.perf_counter() - before, answer

    def request(self, method, parameters=None):
        """Returns the result of a request."""
        message = json.loads(self.timed(method, parameters)[1])
        if "result" not in message:
            raise Gone(f"{method}: {message.get('error')}")
        return message["result"]

    def resident(self):
        """Returns the bytes of resident memory."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
            return next(int(line.split()[1]) * 1024 for line in status if line.startswith("VmRSS:"))

    def cpu(self):
        """Returns the seconds of processor time that the server has used, all threads."""
        # The clock of another process, as clock_getcpuclockid(3) makes it.
        return time.clock_gettime((~self.process.pid << 3) | 2)

    def close(self):
        os.close(self.writer)
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.reader)
