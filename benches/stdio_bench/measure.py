"""What is measured, always in turn: load from elsewhere meets all alike. A subject is a server and a kind of stream."""

import random
import statistics
import subprocess
import time

#: How long each subject is asked for one number of documents, in seconds, and how often at least and at most.
SECONDS = 6.0
LEAST = 20
MOST = 2_000
#: How many processes of each server that is shared among: two of the same binary differ by where their memory came to
#: lie, and by which processor they run on.
LIVES = 3


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


def starts(subjects, documents, times):
    """Returns by subject the time from spawn to the answer to `initialize`, the processor time until then, and the
    memory after `tools/list`."""
    seconds = {subject: Times() for subject in subjects}
    used = {subject: Times() for subject in subjects}
    resident = {subject: Times() for subject in subjects}
    for _ in range(times):
        for server, kind in subjects:
            client = server.connect(documents, kind)
            used[server, kind].add(client.cpu())
            seconds[server, kind].add(client.start)
            client.request("tools/list")
            resident[server, kind].add(client.resident())
            client.close()
    return seconds, used, {subject: sizes.p50 for subject, sizes in resident.items()}


def in_process(retrieval):
    """Returns the seconds of a call for one document without a client, as the retrieval bench counts them."""
    times = Times()
    for _ in range(LIVES):
        command = [retrieval, "spin", "call", "100", "intro.md", "1"]
        said = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
        times.add(1 / int(said.split()[-2]))
    return times.p50


class Calls:
    """Times by subject: of calls, of pings between them, and of the server's own processor time in a call."""

    def __init__(self, subjects):
        self.called = {subject: Times() for subject in subjects}
        self.pinged = {subject: Times() for subject in subjects}
        self.used = {subject: Times() for subject in subjects}

    def ask(self, clients, documents, share, seconds):
        """Asks one life of each subject, until it has its share of calls."""
        choose = random.Random(documents.count)
        spent = dict.fromkeys(clients, 0.0)

        def lacks(subject):
            times = len(self.called[subject].all)
            return times < LEAST * share or (spent[subject] < seconds and times < MOST * share)

        while waiting := list(filter(lacks, clients)):
            # Nobody comes always after the same one, which left the caches as it did.
            choose.shuffle(waiting)
            for subject in waiting:
                before = time.perf_counter()
                client = clients[subject]
                self.pinged[subject].add(client.timed("ping")[0])
                processor = client.cpu()
                self.called[subject].add(client.timed("tools/call", subject[0].call(documents))[0])
                self.used[subject].add(client.cpu() - processor)
                spent[subject] += time.perf_counter() - before


def calls(subjects, documents, seconds):
    """Asks each subject for the documents, so many seconds each."""
    measured = Calls(subjects)
    for life in range(1, LIVES + 1):
        clients = {}
        try:
            for server, kind in subjects:
                clients[server, kind] = server.connect(documents, kind)
                server.check(clients[server, kind], documents)
            measured.ask(clients, documents, life / LIVES, seconds / LIVES)
        finally:
            for client in clients.values():
                client.close()
    return measured
