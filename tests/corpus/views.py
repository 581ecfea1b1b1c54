"""Does every view blame the function that a person would? Prints a table: score.py --views.

Each program is sampled, and simulated on 8 cores too. Of each view, in JSON, on the page and in exports: the function that it puts first
for the program's cause. That is another one than the truth's where a program is wrong.
"""

import collections
import gzip
import json
import os
import re
import subprocess
import tempfile

from corpus import no_arguments

LANGUAGES = {".c": "C", ".cpp": "C++", ".f90": "Fortran"}
FINDINGS = {"parallelism": ("serial_code", "parallelism"), "imbalance": ("imbalance",), "contention": ("lock",)}


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


def top(sums):
    """'' if there is nothing of it: the page leaves out what has too few samples."""
    first = max(sums, key=sums.get, default="")
    return first if first and sums[first] else ""


class Libraries:
    """Frames that stand for a library's: by their names."""

    def __init__(self, effort):
        self.names = {no_arguments(row["function"]) for row in effort["tree"] if row["folded"]}

    def __contains__(self, name):
        return name.startswith(("std::", "__gnu_cxx::", "tbb::")) or name in self.names


def measures(cause):
    """Those that add up to what charged() says."""
    return ("idle",) if cause != "contention" else ("work", "idle", "overhead")


def of_flames(section, strings, cause):
    """The page's flame graphs: what a library has is its caller's."""
    frames, nodes = section["frames"], section["nodes"]
    own = [m for m, measure in enumerate(section["measures"]) if measure["key"] in measures(cause)]
    sums = collections.Counter()
    for node, frame in enumerate(nodes["frame"]):
        at = node
        while frames.get("library", [0] * len(frames["name"]))[nodes["frame"][at]] and nodes["parent"][at] >= 0:
            at = nodes["parent"][at]
        sums[strings[frames["name"][nodes["frame"][at]]]] += sum(nodes["self"][m][node] for m in own)
    return top(sums)


def of_source(section, strings, cause, function_at):
    own = [m for m, measure in enumerate(section["measures"]) if measure["key"] in measures(cause)]
    sums = collections.Counter()
    for file in section["files"]:
        for line, values in file["values"].items():
            sums[function_at.get((strings[file["file"]], int(line)), "line " + line)] += sum(values[m] or 0 for m in own)
    return top(sums)


def of_page(html, cause, function_at):
    data = json.loads(re.search(r'<script[^>]*type="application/json"[^>]*>(.*?)</script>', html, re.DOTALL)[1])
    kinds = {section["kind"]: section for section in data["sections"]}
    views = {"flame graphs": of_flames(kinds["flames"], data["strings"], cause),
             "source": of_source(kinds["source"], data["strings"], cause, function_at)}
    return {view: function for view, function in views.items() if function}


def of_stacks(stacks, library):
    """Of (path, outermost first; cost)."""
    sums = collections.Counter()
    for path, cost in stacks:
        sums[next((name for name in reversed(path) if name not in library), "")] += cost
    return top(sums)


def stacks_of(profile, names):
    """Of a profile of speedscope's: who is open between two events."""
    path, since = [], 0
    for event in profile["events"]:
        yield list(path), event["at"] - since
        since = event["at"]
        if event["type"] == "O":
            path.append(names[event["frame"]])
        else:
            path.pop()


def of_speedscope(text, cause, library):
    data = json.loads(text)
    names = [frame["name"] for frame in data["shared"]["frames"]]
    profiles = [p for p in data["profiles"] if p["name"].lower() in measures(cause)]
    return of_stacks((stack for p in profiles for stack in stacks_of(p, names)), library)


def of_callgrind(text, cause, library):
    names, own, calls, events, at, callee = {}, collections.Counter(), collections.Counter(), [], None, None
    for line in text.splitlines():
        key, _, value = line.partition("=")
        if line.startswith("events:"):
            events = [i for i, event in enumerate(line.split()[1:]) if event.lower() in measures(cause)]
        elif key in ("fn", "cfn"):
            number, _, name = value.partition(" ")
            names.setdefault(number, name)
            at, callee = (names[number], None) if key == "fn" else (at, names[number])
        elif re.match(r"\d+ \d", line):
            cost = sum(int(line.split()[1 + i]) for i in events)
            if callee:
                calls[callee, at] += cost
            else:
                own[at] += cost
            callee = None
    for _ in range(30):  # what libraries have is their callers', who may be libraries
        for name in [n for n in own if n in library]:
            callers = {caller: cost for (called, caller), cost in calls.items() if called == name != caller}
            for caller, cost in callers.items():
                own[caller] += own[name] * cost / (sum(callers.values()) or 1)
            del own[name]
    return top(own)


def fields(data):
    """Of a message of protobuf: (number, integer or bytes)."""
    at = 0

    def integer():
        nonlocal at
        value = shift = 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    while at < len(data):
        key = integer()
        value = integer()
        if key & 7 == 2:
            at, value = at + value, data[at:at + value]
        yield key >> 3, value


def integers(data):
    """Packed: each begins after the last byte of the one before."""
    bounds = [i + 1 for i, byte in enumerate(data) if byte < 128]
    parts = [data[a:b] for a, b in zip([0] + bounds, bounds)]
    return [sum((byte & 127) << 7 * i for i, byte in enumerate(part)) for part in parts]


def of_pprof(data, cause, library):
    strings, types, samples, lines, names = [], [], [], {}, {}
    for number, value in fields(gzip.decompress(data)):
        if number == 6:
            strings.append(value.decode())
        elif number == 1:
            types.append(dict(fields(value))[1])
        elif number == 2:
            samples.append({n: integers(v) if isinstance(v, bytes) else [v] for n, v in fields(value)})
        elif number == 4:
            of = list(fields(value))
            lines[dict(of)[1]] = [dict(fields(v))[1] for n, v in of if n == 4]
        elif number == 5:
            names[dict(fields(value))[1]] = dict(fields(value))[2]
    own = [i for i, kind in enumerate(types) if strings[kind].lower() in measures(cause)]
    return of_stacks((([strings[names[f]] for at in reversed(s[1]) for f in lines[at]], sum(s[2][i] for i in own)) for s in samples),
                     library)


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
    """What cannot be predicted has no verdict, but is blamed, too. On other numbers of cores the cause may be another one."""
    losses = sorted(report["verdict"]["losses"], key=lambda l: l["cause"] != cause)
    function_at = {(c["file"], c["line"]): c["function"] for c in report["constructs"]}
    blamed = [l["function"] for l in losses]
    blamed += [function_at.get((f["file"], f["line"]), "") for f in report["findings"] if f["kind"] == "unpredictable"]
    told = {"simulated": next(iter(blamed), "")}
    installed = [c["function"] for c in report["constructs"] if c["file"].startswith("/usr/")]
    return {**told, "constructs": installed[0]} if installed else told


class Bench:
    def __init__(self, build, work):
        self.tool, self.programs, self.work = os.path.join(build, "spanwise"), os.path.join(build, "corpus"), work

    def run(self, *args, threads=2, text=True):
        env = {**os.environ, "OMP_NUM_THREADS": str(threads), "THREADS": str(threads)}
        return subprocess.run([self.tool, *args], check=True, text=text, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env).stdout

    def format(self, row, name, *more, text=True):
        return self.run("report", "--format=" + name, *more, os.path.join(self.work, row.name + ".prof"), text=text)

    def report(self, row, *command, threads=2):
        profile = os.path.join(self.work, row.name + ".prof")
        self.run(*command, "-q", "-o", profile, os.path.join(self.programs, row.name), threads=threads)
        return json.loads(self.format(row, "json"))

    def folded(self, row):
        for measure in measures(row.causes[0]):
            for line in self.format(row, "folded", "--on=" + measure).splitlines():
                path, _, cost = line.rpartition(" ")
                yield path.split(";"), int(cost)

    def exported(self, row, sampled):
        library = Libraries(sampled["effort"])
        function_at = {(line["file"], line["line"]): line["function"] for line in sampled["effort"]["lines"]}
        return {**of_page(self.format(row, "html"), row.causes[0], function_at),
                "folded": of_stacks(self.folded(row), library),
                "speedscope": of_speedscope(self.format(row, "speedscope"), row.causes[0], library),
                "callgrind": of_callgrind(self.format(row, "callgrind"), row.causes[0], library),
                "pprof": of_pprof(self.format(row, "pprof", text=False), row.causes[0], library)}

    def told(self, row):
        """(the function by view, the name of the lock)"""
        sampled = self.report(row, "sample")
        told = {**of_sample(sampled, row.causes[0]), **self.exported(row, sampled)}
        told.update(of_run(self.report(row, "run", "-N", "8", "--once", threads=8), row.causes[0]))
        return told, longest(sampled["effort"])["name"]


def line_of(row, told, lock, markdown):
    functions = [function for function, _, _ in row.places]
    others = {view: function for view, function in told.items() if function not in functions}
    right = not others and (not row.lock or lock == row.lock)
    seen = sorted(set(told.values()) & set(functions)) or ["-"]
    result = "all the same" if right else ", ".join("%s: %s" % (v, f or "-") for v, f in others.items()) or "lock: %s" % lock
    form = "| %s | %s, %s | %s | `%s` | `%s` | %d views: %s | %s |" if markdown else "%-10s %-20s %-12s %-36s %-36s %d: %s %s"
    kind = LANGUAGES[os.path.splitext(row.source)[1]], row.runtime
    names = ("`%s`" % row.lock if markdown else row.lock) if row.lock else ""
    return right, form % (row.name, *(kind if markdown else (", ".join(kind),)), row.causes[0], " or ".join(functions), ", ".join(seen), len(told),
                          result, names)


def score(options, rows):
    wrong = 0
    with tempfile.TemporaryDirectory() as work:
        bench = Bench(os.path.abspath(options.build), work)
        for row in rows:
            right, line = line_of(row, *bench.told(row), options.markdown)
            wrong += not right
            print(line, flush=True)
    return wrong
