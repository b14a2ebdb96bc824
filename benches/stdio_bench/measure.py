"""What is measured, always in turn: load from elsewhere meets all alike."""

import random
import statistics
import subprocess
import time

#: How long each server is asked for one number of documents, in seconds, and how
#: often at least and at most.
SECONDS = 6.0
LEAST = 20
MOST = 2_000
#: How many processes of each server that is shared among: two of the same binary differ by where their memory came to
#: lie, and by which processor they run on.
LIVES = 3
#: How long after an answer it is looked what is still held, in seconds.
LATER = 2.0


class Floor:
    """The helper that lists a directory and reads its files, with mcp-guide's
    guarantees and without, and does no more."""

    def __init__(self, binary):
        self.process = subprocess.Popen(
            [binary, "floor"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def run(self, documents):
        """Seconds, without and with the guarantees; what was read is compared with
        what was written."""
        self.process.stdin.write(f"{documents.directory}\n")
        bare, guarantees, count = self.process.stdout.readline().split()
        if int(count) != documents.bytes:
            raise RuntimeError(f"the floor read {count} bytes instead of {documents.bytes}")
        return float(bare) / 1e6, float(guarantees) / 1e6

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
    """From spawn to the answer to `initialize`, the processor time until then, and
    the memory after it."""
    seconds = {server: Times() for server in servers}
    used = {server: Times() for server in servers}
    resident = {server: [] for server in servers}
    for _ in range(times):
        for server in servers:
            client = server.connect()
            used[server].add(client.cpu())
            seconds[server].add(client.start)
            client.request("tools/list")
            resident[server].append(client.memory())
            client.close()
    return seconds, used, {server: statistics.median(resident[server]) for server in servers}


def peaks(servers, sets, documents):
    """Of each server, as a new process: its peak during its first answer, the
    answer's bytes, and what is resident a while after it."""
    found = {}
    for server in servers:
        client = server.connect()
        server.prepare(client, sets)
        client.request("ping")
        client.forget_peak()
        _, size = client.timed("tools/call", server.call(documents))
        peak = client.memory("VmHWM")
        time.sleep(LATER)
        found[server] = (peak, size, client.memory())
        client.close()
    return found


class Calls:
    """Times of calls, of pings between them, and of the server's own processor time
    in a call, by server; and the floors' times."""

    def __init__(self, servers):
        self.called = {server: Times() for server in servers}
        self.pinged = {server: Times() for server in servers}
        self.used = {server: Times() for server in servers}
        self.floor = Times()
        self.guarantees = Times()


def calls(servers, sets, floor, documents, seconds=SECONDS):
    """Asks each server for the documents, so many seconds each."""
    measured = Calls(servers)
    choose = random.Random(documents.count)
    for life in range(1, LIVES + 1):
        clients = {}
        try:
            for server in servers:
                clients[server] = server.connect()
                server.prepare(clients[server], sets)
                server.check(clients[server], documents)
            share = life / LIVES
            ask(clients, floor, documents, measured, choose, (LEAST * share, MOST * share, seconds / LIVES))
        finally:
            for client in clients.values():
                client.close()
    return measured


def ask(clients, floor, documents, measured, choose, bounds):
    """Asks one life of each server, until there are enough calls in all."""
    least, most, seconds = bounds
    called = measured.called
    spent = dict.fromkeys(clients, 0.0)
    while True:
        waiting = [
            server
            for server in clients
            if len(called[server].all) < least or (spent[server] < seconds and len(called[server].all) < most)
        ]
        if not waiting:
            return
        # Nobody comes always after the same one, which left the caches as it did.
        choose.shuffle(waiting)
        bare, guarantees = floor.run(documents)
        measured.floor.add(bare)
        measured.guarantees.add(guarantees)
        for server in waiting:
            before = time.perf_counter()
            client = clients[server]
            measured.pinged[server].add(client.timed("ping")[0])
            processor = client.cpu()
            called[server].add(client.timed("tools/call", server.call(documents))[0])
            measured.used[server].add(client.cpu() - processor)
            spent[server] += time.perf_counter() - before
