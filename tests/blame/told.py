#!/usr/bin/env python3
"""Does every view blame the function that a person would? Prints a table.

usage: tests/blame/told.py [--markdown] BUILD PROGRAMS [PROGRAM...]

Each program of the table 'truth' is sampled, and those of OpenMP are simulated too. Of each view: the function that it puts first for the
program's cause. PROGRAMS is the folder that the script 'build' has filled. Ends with 1 if any of them is another one.
"""

import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
FINDINGS = {"parallelism": ("serial_code", "parallelism"), "imbalance": ("imbalance",), "contention": ("lock",)}


class Row:
    def __init__(self, line):
        self.name, self.language, self.runtime, self.cause, functions, lock = line.split()
        self.functions, self.lock = functions.split(","), None if lock == "-" else lock


def rows():
    with open(os.path.join(HERE, "truth"), encoding="utf-8") as file:
        return [Row(line) for line in file if line.strip() and line[0] != "#"]


def charged(sums, cause):
    """What a loss is charged to: idleness, or, of a lock, all that its holder does."""
    if cause != "contention":
        return sums["idle"]
    return sums["work"] + sums["idle"] + sum(sums["overhead"].values())


def first(items, cause):
    return max(items, key=lambda r: charged(r["self"], cause), default={}).get("function", "")


def of_paths(tree, cause):
    """The same of call paths: what libraries' frames have is their caller's."""
    sums = {}
    for row in tree:
        at = row
        while at.get("folded") and at["parent"] is not None:
            at = tree[at["parent"]]
        sums[at["function"]] = sums.get(at["function"], 0) + charged(row["self"], cause)
    return max(sums, key=sums.get, default="")


def longest(effort):
    return max(effort["locks"], key=lambda l: l["waited"] + l["held"], default={"name": "", "holder": {"function": ""}})


def of_sample(report, cause):
    effort = report["effort"]
    found = [f["function"] for f in report["findings"] if f["kind"] in FINDINGS[cause] and f.get("function")]
    told = {"verdict": next((l["function"] for l in report["verdict"]["losses"] if l["cause"] == cause), ""),
            "finding": found[0] if found else "",
            "functions": first(effort["functions"], cause),
            "lines": first(effort["lines"], cause),
            "paths": of_paths(effort["tree"], cause)}
    if cause == "contention":
        told["lock"] = longest(effort)["holder"]["function"]
    return told


def of_run(report, cause):
    return {"simulated": next((l["function"] for l in report["verdict"]["losses"] if l["cause"] == cause), "")}


class Bench:
    def __init__(self, build, programs, work):
        self.tool, self.programs, self.work = os.path.join(build, "spanwise"), programs, work

    def report(self, row, *command):
        profile = os.path.join(self.work, row.name + ".prof")
        env = {**os.environ, "OMP_NUM_THREADS": "2", "THREADS": "2"}
        for args in ([*command, "-q", "-o", profile, os.path.join(self.programs, row.name)], ["report", "--format=json", profile]):
            done = subprocess.run([self.tool, *args], check=True, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env)
        return json.loads(done.stdout)

    def told(self, row):
        """(the function by view, the name of the lock)"""
        sampled = self.report(row, "sample")
        told = of_sample(sampled, row.cause)
        if row.runtime == "openmp":
            told.update(of_run(self.report(row, "run", "-N", "8", "--once"), row.cause))
        return told, longest(sampled["effort"])["name"]


def line_of(row, told, lock, markdown):
    others = {view: function for view, function in told.items() if function not in row.functions}
    right = not others and (not row.lock or lock == row.lock)
    seen = sorted(set(told.values()) & set(row.functions)) or ["-"]
    result = "all the same" if right else ", ".join("%s: %s" % (v, f or "-") for v, f in others.items()) or "lock: %s" % lock
    form = "| %s | %s, %s | %s | `%s` | `%s` | %d views: %s | %s |" if markdown else "%-10s %-20s %-12s %-36s %-36s %d: %s %s"
    kind = (row.language, row.runtime) if markdown else ("%s, %s" % (row.language, row.runtime),)
    names = ("`%s`" % row.lock if markdown else row.lock) if row.lock else ""
    return right, form % (row.name, *kind, row.cause, " or ".join(row.functions), ", ".join(seen), len(told), result, names)


def main(arguments):
    markdown = "--markdown" in arguments
    build, programs, *names = [a for a in arguments if a != "--markdown"]
    wrong = 0
    with tempfile.TemporaryDirectory() as work:
        bench = Bench(build, programs, work)
        for row in rows():
            if names and row.name not in names:
                continue
            right, line = line_of(row, *bench.told(row), markdown)
            wrong += not right
            print(line, flush=True)
    return wrong


sys.exit(bool(main(sys.argv[1:])))
