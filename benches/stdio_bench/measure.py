"""What is measured, always in turn: load from elsewhere meets all alike."""

import statistics
import subprocess
import time

#: How long each server is asked for one number of documents, in seconds, and how
#: often at least and at most.
TIME = 6.0
LEAST = 20
MOST = 2_000


class Floor:
    """The helper that lists a directory and reads its files, and does no more."""

    def __init__(self, binary):
        self.process = subprocess.Popen(
            [binary, "floor"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def run(self, documents):
        """Seconds; what was read is compared with what was written."""
        self.process.stdin.write(f"{documents.directory}\n")
        micros, count = self.process.stdout.readline().split()
        if int(count) != documents.bytes:
            raise RuntimeError(f"the floor read {count} bytes instead of {documents.bytes}")
        return float(micros) / 1e6

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class Times:
    """Times of one thing, in seconds."""

    def __init__(self):
        self.all = []

    def add(self, seconds):
        self.all.append(seconds)

    @property
    def p50(self):
        return statistics.median(self.all)

    @property
    def p99(self):
        return sorted(self.all)[min(len(self.all) - 1, len(self.all) * 99 // 100)]


def starts(servers, times):
    """From spawn to the answer to `initialize`, and the memory after it."""
    seconds = {server: Times() for server in servers}
    resident = {server: [] for server in servers}
    for _ in range(times):
        for server in servers:
            client = server.connect()
            seconds[server].add(client.start)
            client.request("tools/list")
            resident[server].append(client.memory())
            client.close()
    return seconds, {server: statistics.median(resident[server]) for server in servers}


def peaks(servers, sets, documents):
    """The peak of a new process during its first answer, and the answer's bytes."""
    found = {}
    for server in servers:
        client = server.connect()
        server.prepare(client, sets)
        client.request("ping")
        client.forget_peak()
        _, size = client.timed("tools/call", server.call(documents))
        found[server] = (client.memory("VmHWM"), size)
        client.close()
    return found


def calls(clients, floor, documents):
    """For each server the times of calls, of pings between them, and of its own
    processor time in a call; and the floor's times."""
    called = {server: Times() for server in clients}
    used = {server: Times() for server in clients}
    pinged = {server: Times() for server in clients}
    bare = Times()
    spent = dict.fromkeys(clients, 0.0)
    while True:
        waiting = [
            server
            for server in clients
            if len(called[server].all) < LEAST
            or (spent[server] < TIME and len(called[server].all) < MOST)
        ]
        if not waiting:
            return called, pinged, used, bare
        bare.add(floor.run(documents))
        for server in waiting:
            before = time.perf_counter()
            client = clients[server]
            pinged[server].add(client.timed("ping")[0])
            processor = client.cpu()
            called[server].add(client.timed("tools/call", server.call(documents))[0])
            used[server].add(client.cpu() - processor)
            spent[server] += time.perf_counter() - before
