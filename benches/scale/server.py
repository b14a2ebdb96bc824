"""Processes: replicas, proxies, and what the system knows of them."""

import contextlib
import http.client
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import time

#: What every replica is given, and every client sends.
TOKEN = "0123456789abcdef0123456789abcdef"
HEADERS = {
    "Content-Type": "application/json",
    "Accept": "application/json, text/event-stream",
    "MCP-Protocol-Version": "2025-11-25",
    "Authorization": f"Bearer {TOKEN}",
}
#: Until when whatever is waited for has come.
PATIENCE = 60


class Wrong(Exception):
    """Something did not hold."""


def free_ports(count):
    """Ports that nobody has: all are held until the last is known."""
    held = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [one.getsockname()[1] for one in held]
    for one in held:
        one.close()
    return ports


def until(what, holds):
    started = time.monotonic()
    while not (found := holds()):
        if time.monotonic() - started > PATIENCE:
            raise Wrong(f"waited in vain: {what}")
        time.sleep(0.02)
    return found


def get(port, path):
    """The status of a GET and its JSON; 0 where nobody answers."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request("GET", path)
        response = connection.getresponse()
        return response.status, json.loads(response.read() or b"{}")
    except (OSError, ValueError, http.client.HTTPException):
        return 0, {}
    finally:
        connection.close()


def post(port, body, timeout=60):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
    try:
        connection.request("POST", "/mcp", body, HEADERS)
        response = connection.getresponse()
        return response.status, response.read()
    finally:
        connection.close()


class Process:
    """A server on a port of this machine."""

    def __init__(self, name, command, port, log, environment):
        self.name, self.command, self.port = name, [str(word) for word in command], port
        self.log, self.environment = log, environment
        self.child = None

    def start(self, ready):
        with open(self.log, "ab") as log:
            self.child = subprocess.Popen(
                self.command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=self.environment
            )

        def answers():
            if self.child.poll() is not None:
                raise Wrong(f"{self.name} ended: {pathlib.Path(self.log).read_text()[-2000:]}")
            return ready(self)

        until(f"{self.name} at port {self.port}", answers)
        return self

    def listens(self):
        try:
            socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
            return True
        except OSError:
            return False

    def stop(self, by=signal.SIGTERM):
        """Ends it, and returns its exit code."""
        self.child.send_signal(by)
        try:
            return self.child.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.child.kill()
            raise Wrong(f"{self.name} does not end") from None

    def close(self):
        if self.child and self.child.poll() is None:
            # nginx's workers would outlive it.
            for process in self.processes():
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
            self.child.wait()

    def processes(self):
        """Its own id, and those of its children."""
        children = pathlib.Path(f"/proc/{self.child.pid}/task/{self.child.pid}/children").read_text().split()
        return [self.child.pid, *map(int, children)]

    def read(self):
        """How many bytes it has read of files."""
        text = pathlib.Path(f"/proc/{self.child.pid}/io").read_text()
        return int(re.search(r"rchar: (\d+)", text)[1])

    def held(self):
        """How many connections it has."""
        end = f":{self.port:04X}"
        lines = pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:]
        rows = (line.split() for line in lines)
        return sum(1 for row in rows if row[1].endswith(end) and row[3] == "01")


class Replica(Process):
    """mcp-guide, serving a project."""

    def __init__(self, binary, project, port, host, place):
        environment = {**os.environ, "MCP_GUIDE_TOKEN": TOKEN}
        environment.pop("MCP_GUIDE_PROJECT", None)
        command = [binary, "--project", project, "serve", "--http", f"127.0.0.1:{port}", "--allow-host", host]
        super().__init__(f"replica {port}", command, port, place / f"{port}.log", environment)

    def start(self, ready=None):
        return super().start(ready or (lambda it: it.ready()[0] == 200))

    def ready(self):
        return get(self.port, "/ready")


class Proxy(Process):
    """nginx or haproxy with the configuration of docs/deploy, but for its ports."""

    def __init__(self, kind, tools, root, place, port, replicas, change=lambda text: text):
        place.mkdir(parents=True, exist_ok=True)
        name = {"nginx": "nginx.conf", "haproxy": "haproxy.cfg"}[kind]
        text = (root / "docs" / "deploy" / name).read_text()
        lines, left = [], list(replicas)
        for line in text.splitlines():
            if re.search(r"127\.0\.0\.1:842[1-9]", line):
                if not left:
                    continue
                line = re.sub(r":842[1-9]", f":{left.pop(0).port}", line)
            lines.append(line.replace("127.0.0.1:8420", f"127.0.0.1:{port}"))
        if left or f"127.0.0.1:{port}" not in "\n".join(lines):
            raise Wrong(f"{name} does not have the ports that it is known for")
        (place / name).write_text(change("\n".join(lines) + "\n"))
        if kind == "nginx":
            (place / "main.conf").write_text(MAIN)
            command = [tools.nginx, "-p", f"{place}/", "-e", "stderr", "-c", "main.conf"]
        else:
            command = [tools.haproxy, "-db", "-f", place / name]
        super().__init__(kind, command, port, place / "log", tools.environment)

    def start(self, ready=Process.listens):
        return super().start(ready)


#: What Debian's nginx.conf has around conf.d, and what a user without rights needs.
MAIN = """
daemon off;
pid nginx.pid;
worker_processes 1;
events { worker_connections 4096; }
http {
    access_log off;
    client_body_temp_path temp-body;
    proxy_temp_path temp-proxy;
    fastcgi_temp_path temp-fastcgi;
    uwsgi_temp_path temp-uwsgi;
    scgi_temp_path temp-scgi;
    include nginx.conf;
}
"""
