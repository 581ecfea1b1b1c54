#!/usr/bin/env python3
"""Does every view blame the function that a person would? Prints a table.

usage: tests/blame/told.py [--markdown] BUILD PROGRAMS [PROGRAM...]

Each program of the table 'truth' is sampled; those of OpenMP are also simulated. Of each view: the function that it puts first for the
program's cause. PROGRAMS is the folder that the script 'build' has filled.
"""

import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
# What most of a loss is charged to, by cause; a lock's is that of its holder.
COLUMN = {"parallelism": "idle", "imbalance": "idle", "contention": "effort"}


class Row:
    def __init__(self, line):
        self.name, self.language, self.runtime, self.cause, functions, lock = line.split()
        self.functions, self.lock = functions.split(","), None if lock == "-" else lock


def rows():
    with open(os.path.join(HERE, "truth"), encoding="utf-8") as file:
        return [Row(line) for line in file if line.strip() and line[0] != "#"]


def effort(sums):
    return sums["work"] + sums["idle"] + sum(v for k, v in sums.items() if k in ("scheduling", "synchronization", "creation"))


def top(items, key):
    return max(items, key=key, default={}).get("function", "")


def views_of_effort(report, cause):
    """View: function, of a sampled run."""
    e = report["effort"]
    key = (lambda r: r["self"]["idle"]) if COLUMN[cause] == "idle" else (lambda r: effort(r["self"]))
    told = {"verdict": report["verdict"]["function"]}
    kinds = {"parallelism": ["serial_code", "parallelism"], "imbalance": ["imbalance"], "contention": ["lock"]}[cause]
    found = [f.get("function", "") for f in report["findings"] if f["kind"] in kinds and f.get("function")]
    told["finding"] = found[0] if found else ""
    told["functions"] = top(e["functions"], key)
    told["lines"] = top(e["lines"], key)
    if cause == "contention":
        lock = max(e["locks"], key=lambda l: l["waited"] + l["held"], default=None)
        told["lock"] = lock["holder"]["function"] if lock else ""
    return told


def views_of_run(report, cause):
    return {"simulated": report["verdict"]["function"]}


def said(build, command, *args):
    return subprocess.run([os.path.join(build, "spanwise"), command, *args], check=True, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, env={**os.environ, "OMP_NUM_THREADS": "2", "THREADS": "2"}).stdout


def folded(text):
    """The innermost frame of the reader's with the most, of an export of idleness or work by path."""
    return text


def of_program(build, programs, row, work):
    program, profile = os.path.join(programs, row.name), os.path.join(work, row.name + ".prof")
    said(build, "sample", "-q", "-o", profile, program)
    report = json.loads(said(build, "report", "--format=json", profile))
    told = views_of_effort(report, row.cause)
    if row.runtime == "openmp":
        said(build, "run", "-q", "-N", "8", "-o", profile, program)
        told.update(views_of_run(json.loads(said(build, "report", "--format=json", profile)), row.cause))
    locks = report["effort"]["locks"]
    name = max(locks, key=lambda l: l["waited"] + l["held"])["name"] if locks else ""
    return report["verdict"]["cause"], told, name


def main(arguments):
    build, programs, *names = arguments
    wrong = 0
    with tempfile.TemporaryDirectory() as work:
        for row in rows():
            if names and row.name not in names:
                continue
            cause, told, lock = of_program(build, programs, row, work)
            bad = {view: f for view, f in told.items() if f not in row.functions}
            bad_lock = row.lock and lock != row.lock
            wrong += bool(bad) or bool(bad_lock)
            print("%-10s %-12s %-12s %-34s %s%s" % (row.name, row.cause, cause if cause != row.cause else "", row.functions[0],
                  "all the same" if not bad else bad, " lock '%s'" % lock if bad_lock else ""), flush=True)
    return wrong


sys.exit(bool(main([a for a in sys.argv[1:]])))
