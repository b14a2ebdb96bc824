"""What it costs: requests per second, times, processor time and memory."""

import dataclasses
import json
import os
import subprocess
import threading
import time

import project
import server
from server import Process, Proxy, Replica, Wrong

#: Documents of one answer -> what is asked for.
ASKED = {1: project.ONE, 20: project.ALL}
#: How many connections, of figures and of many clients.
CONNECTIONS, MANY = 16, 64


@dataclasses.dataclass
class Figure:
    """One measurement of some processes."""

    subject: str
    proxy: str
    replicas: int
    documents: int
    requests: int
    seconds: float
    p50: float
    p99: float
    most: float
    #: Processor time of the servers, without the proxy and the clients.
    processor: float

    @property
    def rate(self):
        return self.requests / self.seconds

    @property
    def per_core(self):
        """Requests for each second of processor time."""
        return self.requests / self.processor


@dataclasses.dataclass
class Memory:
    """The resident memory of a replica under many clients, in bytes."""

    before: int
    first: int
    second: int
    after: int


class Run:
    """All measurements, in turn on the same machine."""

    def __init__(self, tools, binary, root, place, quick):
        place.mkdir()
        self.tools, self.binary, self.root, self.place = tools, binary, root, place
        self.rounds, self.seconds, self.long = (1, 2, 5) if quick else (3, 5, 30)
        self.folder = place / "project"
        self.version = project.Version(1)
        self.version.write(self.folder)
        self.running = []

    def all(self):
        figures = {"figures": [], "many": {}, "memory": {}}
        try:
            python, node = self.tools.python, self.tools.node
            subjects = [
                self.replica(),
                self.peer("Python", python, "server.py", "plain"),
                self.peer("Python, tuned", python, "server.py", "tuned"),
                self.peer("TypeScript", node, "server.mjs"),
            ]
            rows = [(one.name, "none", one.port, [one], n) for n in ASKED for one in subjects]
            figures["figures"] += self.in_turn(rows)
            self.close(subjects[1:])
            for documents in ASKED:
                many, memory = self.many(subjects[0], documents)
                figures["many"][documents], figures["memory"][documents] = many, memory
            for kind in ("nginx", "haproxy"):
                figures["figures"] += self.behind(kind)
        finally:
            self.close(self.running)
        return figures

    def replica(self, host=None, name="mcp-guide"):
        [port] = server.free_ports(1)
        one = Replica(self.binary, self.folder, port, host or f"127.0.0.1:{port}", self.place)
        one.name = name
        return self.run(one)

    def peer(self, name, program, file, *kind):
        [port] = server.free_ports(1)
        script = self.root / "benches/scale/peers" / file
        command = [program, script, *kind, port, self.folder / "docs", self.tools.node_modules]
        return self.run(Process(name, command, port, self.place / f"{name}.log", dict(os.environ)), Process.listens)

    def run(self, process, *ready):
        self.running.append(process)
        return process.start(*ready)

    def close(self, processes):
        for process in processes:
            process.close()

    def behind(self, kind):
        for count in (1, 2, 3):
            [port] = server.free_ports(1)
            replicas = [self.replica(f"127.0.0.1:{port}") for _ in range(count)]
            proxy = self.run(Proxy(kind, self.tools, self.root, self.place / f"{kind}-{count}", port, replicas))
            yield from self.in_turn([("mcp-guide", kind, port, replicas, documents) for documents in ASKED])
            self.close([proxy, *replicas])

    def in_turn(self, rows):
        """The best round of each: what other processes take away is not the subject's."""
        rounds = [[self.measure(*row, CONNECTIONS, self.seconds) for row in rows] for _ in range(self.rounds)]
        return [max(figures, key=lambda it: it.rate) for figures in zip(*rounds, strict=True)]

    def measure(self, subject, proxy, port, processes, documents, connections, seconds):
        body = project.request(1, *ASKED[documents])
        due = self.answer(subject, port, body, documents)
        files = {"SCALE_REQUEST": body, "SCALE_ANSWER": due, "SCALE_HEADERS": HEADERS}
        environment = dict(self.tools.environment)
        for name, content in files.items():
            path = self.place / name
            path.write_bytes(content)
            environment[name] = str(path)
        script = self.root / "benches/scale/wrk.lua"
        command = [self.tools.wrk, "-t1", f"-c{connections}", f"-d{seconds}s", "--timeout", "30s", "-s", str(script)]
        before = sum(process.processor() for process in processes)
        done = subprocess.run(
            [*command, f"http://127.0.0.1:{port}/mcp"], env=environment, capture_output=True, text=True, check=False
        )
        processor = sum(process.processor() for process in processes) - before
        if done.returncode:
            raise Wrong(f"wrk: {done.stderr or done.stdout}")
        told = json.loads(done.stdout.strip().splitlines()[-1])
        wrong, errors = told.pop("bad"), told.pop("errors")
        if wrong or errors or not told["requests"]:
            raise Wrong(f"{subject} behind {proxy}: {wrong} wrong answers, {errors} errors: {told}")
        replicas = len(processes)
        figure = Figure(subject, proxy, replicas, documents, processor=processor, **told)
        where = f"behind {proxy}, {replicas} replicas" if proxy != "none" else f"{connections} clients"
        print(f"{subject}, {documents} documents, {where}: {figure.rate:.0f} requests per second", flush=True)
        return figure

    def answer(self, subject, port, body, documents):
        """The bytes that are answered, once it is seen that they are the right ones."""
        status, content = server.post(port, body)
        due = self.version.one() if documents == 1 else self.version.all()
        result = json.loads(content)["result"]
        text = json.dumps({"success": True, "value": due}, separators=(",", ":"))
        if status != 200 or [block["text"] for block in result["content"]] != [text]:
            raise Wrong(f"{subject} answers {documents} documents with {status}: {content[:300]!r}")
        return content

    def many(self, replica, documents):
        """64 clients at once, and what the replica holds meanwhile."""
        before, seen, stop = replica.resident(), [], threading.Event()

        def look():
            while not stop.wait(0.1):
                seen.append(replica.resident())

        watch = threading.Thread(target=look)
        watch.start()
        try:
            figure = self.measure("mcp-guide", "none", replica.port, [replica], documents, MANY, self.long)
        finally:
            stop.set()
            watch.join()
        time.sleep(2)
        half = len(seen) // 2
        memory = Memory(before, max(seen[:half]), max(seen[half:]), replica.resident())
        return figure, memory


HEADERS = "".join(f"{name}: {value}\n" for name, value in server.HEADERS.items()).encode()
