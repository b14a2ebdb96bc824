"""What must hold while versions change, replicas are restarted, and one is killed."""

import collections
import http.client
import itertools
import json
import re
import signal
import threading
import time

import project
import server
from server import Proxy, Replica, Wrong

CLIENTS = 12
#: How long a version stays. A switch takes a millisecond; a call, a few.
STAYS = 0.1
#: How many versions are kept: what was switched away from stays for a second or so.
KEPT = 10
#: How long nothing is restarted after a replica is ready: what the proxies need to take it in.
REST = 1.5

#: What can be broken, to see that it is noticed.
BREAKS = {
    "mixed": "the project changes file by file instead of by its link",
    "stale": "a replica stays with an old version",
    "hasty": "all replicas are restarted at once",
    "retry": "the proxy does not ask another replica",
    "killed": "two are killed where one is counted",
}


class Answer:
    """A request that was answered, or failed."""

    def __init__(self, began, wrong=None, version=None):
        self.began, self.ended = began, time.monotonic()
        self.wrong, self.version = wrong, version


class Client(threading.Thread):
    """Asks one thing after the other, and looks at every byte that comes."""

    def __init__(self, port, numbers, stop):
        super().__init__(daemon=True)
        self.port, self.numbers, self.stop = port, numbers, stop
        self.answers = []
        self.connection = None

    def run(self):
        asked = itertools.cycle([(project.ALL, project.Version.all), (project.ONE, project.Version.one)])
        while not self.stop.is_set():
            number, ((tool, arguments), due) = next(self.numbers), next(asked)
            began = time.monotonic()
            try:
                found = self.ask(number, project.request(number, tool, arguments))
                self.answers.append(Answer(began, *judged(found, due)))
            except (OSError, ValueError, KeyError, http.client.HTTPException) as error:
                self.answers.append(Answer(began, f"{type(error).__name__}: {error}"))
                self.connection = None

    def ask(self, number, body):
        if self.connection is None:
            self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        self.connection.request("POST", "/mcp", body, server.HEADERS)
        response = self.connection.getresponse()
        content = response.read()
        if response.status != 200:
            raise ValueError(f"status {response.status}: {content[:200]!r}")
        message = json.loads(content)
        if message["id"] != number:
            raise ValueError(f"the answer of {message['id']} to {number}")
        return json.loads(message["result"]["content"][0]["text"])


def judged(found, due):
    """What is wrong with a result, and of which version it is."""
    version = re.search(r"Version (\d+) of", found.get("value", ""))
    if not version:
        return f"no document: {json.dumps(found)[:300]}", None
    number = int(version[1])
    if found == {"success": True, "value": due(project.Version(number))}:
        return None, number
    seen = collections.Counter(re.findall(r"Version (\d+) of", found["value"]))
    return f"not what version {number} is; it holds {dict(seen)}, and says {found.get('message')}", number


class Switcher(threading.Thread):
    """Changes the version that is served, and notes when."""

    def __init__(self, link, stop):
        super().__init__(daemon=True)
        self.link, self.stop = link, stop
        #: The version -> from when, and until when, it may have been seen.
        self.since, self.until = {}, {}
        self.now = 0
        self.fault = None

    def switch(self):
        before, self.now = self.now, self.now + 1
        version = project.Version(self.now)
        self.since[self.now] = time.monotonic()
        self.link.switch(version)
        self.until[before] = time.monotonic()
        self.link.forget(KEPT)

    def run(self):
        try:
            while not self.stop.wait(STAYS):
                self.switch()
        except Exception as fault:  # it is told by whoever waits
            self.fault = fault

    def was_served(self, answer):
        ended = self.until.get(answer.version, answer.ended)
        return self.since[answer.version] <= answer.ended and ended >= answer.began


class Run:
    """Three replicas behind one proxy."""

    def __init__(self, tools, binary, root, place, kind, seconds, broken=None):
        place.mkdir()
        (place / "served").mkdir()
        self.kind, self.seconds, self.broken = kind, seconds, broken
        self.link = (project.InPlace if broken == "mixed" else project.Link)(place / "served")
        self.stop = threading.Event()
        self.switcher = Switcher(self.link, self.stop)
        if broken == "mixed":
            self.link.path.mkdir()
        first, *ports = server.free_ports(4)
        host = f"127.0.0.1:{first}"
        self.replicas = [Replica(binary, self.link.path, port, host, place) for port in ports]
        change = refuses if broken == "retry" else str
        self.proxy = Proxy(kind, tools, root, place / kind, first, self.replicas, change)
        self.clients = []
        self.other = None
        if broken == "stale":
            self.other = project.Link(place / "other")
            (place / "other").mkdir()
            self.replicas[-1].command[2] = str(self.other.path)

    def all(self):
        try:
            self.begin()
            self.load()
            self.same_in_the_end()
        finally:
            self.stop.set()
            for process in [*self.replicas, self.proxy]:
                process.close()

    def begin(self):
        self.switcher.switch()
        if self.other:
            self.other.switch(project.Version(1))
        for replica in self.replicas:
            replica.start()
        self.proxy.start()

    def load(self):
        numbers = itertools.count(1)
        self.clients = [Client(self.proxy.port, numbers, self.stop) for _ in range(CLIENTS)]
        self.switcher.start()
        for client in self.clients:
            client.start()
        time.sleep(self.seconds / 2)
        restarted = time.monotonic()
        self.restart()
        restarted = (restarted, time.monotonic())
        killed, held = self.kill()
        time.sleep(self.seconds / 2)
        self.stop.set()
        for thread in [self.switcher, *self.clients]:
            thread.join(server.PATIENCE)
            if thread.is_alive():
                raise Wrong("a request has no end")
        if self.switcher.fault:
            raise self.switcher.fault
        self.judge(restarted, killed, held)

    def restart(self):
        """Each in turn."""
        if self.broken == "hasty":
            for replica in self.replicas:
                replica.stop()
        for replica in self.replicas:
            if self.broken != "hasty":
                server.until(f"{replica.name} takes part", lambda it=replica: it.read() > 100 * project.BYTES)
                code = replica.stop()
                if code != 0:
                    raise Wrong(f"{replica.name} ended with {code} at SIGTERM")
            replica.start()
            time.sleep(REST)

    def kill(self):
        """Ends one at once; and returns when that was, and how many connections it had."""
        victim = self.replicas[0]
        began, held = time.monotonic(), victim.held()
        victim.stop(signal.SIGKILL)
        if self.broken == "killed":
            for replica in self.replicas[1:]:
                replica.stop(signal.SIGKILL)
        killed = (began, time.monotonic())
        time.sleep(REST)
        for replica in self.replicas:
            if replica.child.poll() is not None:
                replica.start()
        return killed, held

    def judge(self, restarted, killed, held):
        answers = [answer for client in self.clients for answer in client.answers]
        failed = [answer for answer in answers if answer.wrong]
        lost = [answer for answer in failed if answer.began <= killed[1] and answer.ended >= killed[0]]
        for answer in failed:
            if answer not in lost or answer.version is not None:
                raise Wrong(f"{len(failed)} of {len(answers)} requests failed, such as: {answer.wrong}")
        if len(lost) > held:
            raise Wrong(f"{len(lost)} requests failed when a replica with {held} connections was killed")
        late = [answer for answer in answers if answer.version and not self.switcher.was_served(answer)]
        if late:
            raise Wrong(f"{len(late)} answers are of a version that was not served then, such as {late[0].version}")
        seen = {answer.version for answer in answers if answer.version}
        during = sum(1 for answer in answers if restarted[0] <= answer.began and answer.ended <= restarted[1])
        if len(seen) < 10 or during < 100:
            raise Wrong(f"too little was seen: {len(seen)} versions, {during} answers during restarts")
        longest = max(answer.ended - answer.began for answer in answers)
        print(
            f"{len(answers)} requests, {during} of them during restarts, the longest {longest * 1000:.0f} ms; "
            f"{len(seen)} of {self.switcher.now} versions seen, none mixed, none late; "
            f"{len(lost)} lost of {held} connections of the one that was killed"
            f"{': ' * bool(lost)}{', '.join(sorted({answer.wrong for answer in lost}))}",
            flush=True,
        )

    def same_in_the_end(self):
        """All replicas serve the last version."""
        last = project.Version(self.switcher.now)
        for port in [*(replica.port for replica in self.replicas), self.proxy.port]:
            status, body = server.post(port, project.request(0, *project.ALL))
            result = json.loads(json.loads(body)["result"]["content"][0]["text"])
            wrong, _ = judged(result, project.Version.all)
            if status != 200 or wrong or result["value"] != last.all():
                raise Wrong(f"port {port} does not serve version {last.number} in the end: {wrong}")
        print(f"in the end all three serve version {last.number}")


def refuses(text):
    """A proxy's configuration without another try."""
    text = re.sub(r"proxy_next_upstream error.*;", "proxy_next_upstream off;", text)
    text = text.replace("retries 3", "retries 0").replace("option redispatch 1", "no option redispatch")
    return re.sub(r"retry-on .*", "retry-on none", text)
