#!/usr/bin/env python3
"""tests.py JOBS: runs the tests of ctest's list 'tests.json' in the root of the other architecture, for tests/other/inside.

Those that passed on the same tree before are not run again. 'left-out' has those that are not run, each with its reason.
"""
import concurrent.futures
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time

MOST = 900  # seconds of one test
# What depends most on the architecture goes first: time may run out.
FIRST = ["translate", "sched", "run", "openmp", "threads", "idle", "verdict", "corpus", "instructions", "sharing", "traffic", "cc", "sampled",
         "sleds", "annotate", "opencilk", "meters", "attack"]
env = os.environ
results = f"{env['CACHE']}/results-{env['OTHER']}.json"
logs = f"{env['CACHE']}/logs-{env['OTHER']}"


def read_left_out():
    """(expression, reason) of each line that is not of the other machine only."""
    with open(f"{env['CACHE']}/source/tests/other/left-out", encoding="utf-8") as file:
        rows = [line.split(None, 2) for line in file if line.strip() and not line.startswith("#")]
    return [(re.compile(f"({name})$"), reason.strip()) for name, where, reason in rows if where in ("both", env["OTHER"])]


def worth(name):
    subject = re.split(r"[./-]", name)[0]
    return FIRST.index(subject) if subject in FIRST else len(FIRST)


class Test:
    def __init__(self, row):
        self.name, self.command = row["name"], row["command"]
        self.has = {p["name"]: p["value"] for p in row["properties"]}
        self.log = f"{logs}/{self.name.replace('/', '_')}.log"

    def judge(self, code):
        with open(self.log, encoding="utf-8", errors="replace") as file:
            said = file.read()
        if code == self.has.get("SKIP_RETURN_CODE"):
            return "skipped"
        if "PASS_REGULAR_EXPRESSION" in self.has:
            return "passed" if any(re.search(e, said) for e in self.has["PASS_REGULAR_EXPRESSION"]) else "failed"
        return "passed" if code == 0 else "failed"

    def run(self, deadline):
        """passed, failed, skipped, timeout; None: there was no time."""
        left = deadline - time.monotonic()
        if left < 5:
            return None
        most = min(self.has.get("TIMEOUT", MOST), MOST)
        command = ["chroot", env["ROOT"], "env", "-C", self.has["WORKING_DIRECTORY"], *self.has.get("ENVIRONMENT", []), *self.command]
        with open(self.log, "wb") as log, subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                                           start_new_session=True) as process:
            try:
                code = process.wait(min(most, left))
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                return "timeout" if most < left else None
        return self.judge(code)


def in_order(tests):
    """By worth, what others need before them, long ones last: so the most is known when time runs out."""
    return sorted(tests, key=lambda t: (worth(t.name), "FIXTURES_SETUP" not in t.has, t.has.get("COST", 0)))


def load():
    try:
        with open(results, encoding="utf-8") as file:
            known = json.load(file)
    except (OSError, ValueError):
        known = {}
    return known["tests"] if known.get("tree") == env["TREE"] else {}


def save(known):
    with open(results + ".new", "w", encoding="utf-8") as file:
        json.dump({"tree": env["TREE"], "tests": known}, file, indent=1)
    os.replace(results + ".new", results)


def run_all(tests, known, jobs, deadline):
    made = {name: threading.Event() for t in tests for name in t.has.get("FIXTURES_SETUP", [])}

    def one(test):
        for name in test.has.get("FIXTURES_REQUIRED", []):
            if name in made:
                made[name].wait()
        begin = time.monotonic()
        result = test.run(deadline)
        if result:
            known[test.name] = result
            save(dict(known))
            print(f"{result:8} {time.monotonic() - begin:6.1f} s  {test.name}", flush=True)
        for name in test.has.get("FIXTURES_SETUP", []):
            made[name].set()

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        list(pool.map(one, tests))


def tell(tests, known, left_out):
    count = lambda *which: sum(known.get(t.name) in which for t in tests)
    for test in tests:
        if known.get(test.name) in ("failed", "timeout"):
            print(f"{known[test.name]}: {test.name} ({test.log})")
    for name, reason in left_out:
        print(f"left out: {name}: {reason}")
    passed, failed, skipped = count("passed"), count("failed", "timeout"), count("skipped")
    commit = subprocess.run(["git", "-C", env["SOURCE"], "rev-parse", "--short", "HEAD"], capture_output=True, text=True).stdout.strip()
    print(f"{env['MACHINE']} on {os.uname().machine}, {time.strftime('%Y-%m-%d')}, {commit}: {passed} passed, {failed} failed, "
          f"{len(left_out) + skipped} left out, {len(tests) - passed - failed - skipped} not reached")
    return failed == 0


def main():
    deadline = time.monotonic() + float(env["UNTIL"]) - time.time()
    with open(f"{env['CACHE']}/tests.json", encoding="utf-8") as file:
        tests = [Test(row) for row in json.load(file)["tests"]]
    reasons = read_left_out()
    left_out = [(t.name, next(r for e, r in reasons if e.match(t.name))) for t in tests if any(e.match(t.name) for e, _ in reasons)]
    names = {name for name, _ in left_out}
    tests = [t for t in tests if t.name not in names and re.search(env.get("TESTS", ""), t.name)]
    os.makedirs(logs, exist_ok=True)
    known = load()
    run_all([t for t in in_order(tests) if known.get(t.name) != "passed"], known, int(sys.argv[1]), deadline)
    return 0 if tell(tests, known, left_out) else 1


sys.exit(main())
