"""Does advice come true? Predicted beside real times, and promised beside real gains, on two processors: score.py --promises.

Of each program (burn.h) and of examples/: what Spanwise predicts for two processors over the least real time of some rounds; and for each
piece of advice that has a gain, that gain beside the one of the twin in which it was followed: the real one, and the one that is simulated,
emulated or measured of the twin. Nine of ten promises have to be within 15%, and none may have the wrong sign; 'at least' is no promise of
more, 'up to' none of less. It needs two processors that nobody else uses, or the right to run before all others (chrt).
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import time

import corpus
from corpus import SOURCE, ratio, shown

WITHIN = 0.15
ENOUGH = 0.9
NOTHING = 0.02  # a gain below that is none
MARKS = ("<!-- advice: begin -->", "<!-- advice: end -->")

# Of examples/: source, how it is built, its arguments, and the twin that follows the advice: options and arguments; None: there is none.
EXAMPLES = {
    "examples/openmp/pairs.c": ("openmp", "", ("-DDYNAMIC", "")),
    "examples/bfs.c": ("cilk", "", None),
    "examples/fib.c": ("cilk", "32", None),
    "examples/histogram.c": ("cilk", "shared", ("", "private")),
    "examples/mm.c": ("cilk", "", None),
    "examples/pqsort.c": ("cilk", "2000000", None),
    "examples/solve.c": ("cilk", "", None),
    "examples/stencil.c": ("cilk", "fine", ("", "coarse")),
    "examples/annotated/fft.c": ("annotated", "", None),
    "examples/annotated/stencil.c": ("annotated", "", None),
    "examples/annotated/triangular.c": ("annotated", "", None),
    "examples/annotated/words.c": ("annotated", "", None),
}


class Program:
    """One build of it: the command that is profiled, and the one that really runs in parallel (None: there is none)."""

    def __init__(self, kind, source, profiled, real):
        self.kind, self.source, self.profiled, self.real = kind, source, profiled, real


class Bench:
    def __init__(self, options, work):
        self.options, self.work = options, work
        self.build = os.path.abspath(options.build)
        self.spanwise = os.path.join(self.build, "spanwise")
        self.first = corpus.first_of_all()

    def run(self, command, **env):
        done = subprocess.run(command, cwd=self.work, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              env={**os.environ, **env})
        if done.returncode:
            sys.exit("score: '%s' failed (%d)\n%s" % (" ".join(command), done.returncode, done.stderr))
        return done.stdout

    def json(self, *command):
        return json.loads(self.run([self.spanwise, *command]))

    # Real runs

    def real(self, program, threads):
        begin = time.monotonic()
        self.run(self.first + program.real, OMP_NUM_THREADS=str(threads), CILK_NWORKERS=str(threads))
        return time.monotonic() - begin

    def least(self, programs):
        """The least times of all, by turns: [(on one, on two)]."""
        best = [(float("inf"), float("inf"))] * len(programs)
        for _ in range(self.options.rounds):
            for i, program in enumerate(programs):
                if program.real:
                    best[i] = tuple(min(best[i][n], self.real(program, n + 1)) for n in range(2))
        return best

    # What Spanwise says: the time on two processors in seconds, and advice as (line, what, gain)

    def openmp(self, program):
        self.run([self.spanwise, "run", "-q", "-N", "1,2", "-o", "p.prof", *program.profiled])
        report = self.json("report", "--format=json", "p.prof")
        now = report["runs"][-1]
        return now["time"] / 1e9, [(f.get("line", 0), f["kind"], f["worth"] / now["speedup"])
                                   for f in report["findings"] if f["severity"] == "advice" and f.get("worth")]

    def cilk(self, program):
        self.run([self.spanwise, "run", "-q", "--tree", "-o", "p.prof", *program.profiled])
        predicted = self.json("predict", "-P", "2", "--paradigm=cilk", "--format=json", "p.prof")["predictions"][0]
        rank = self.json("what-if", "--rank", "-P", "2", "--format=json", "p.prof")
        verdict = self.json("report", "--format=json", "p.prof")["verdict"]
        advice = [(s["line"], s["kind"], s["parallel"] / rank["speedup"]) for s in rank["rank"][:1]
                  if s["parallel"] and s["parallel"] / rank["speedup"] > 1 + NOTHING]
        if verdict["cause"] == "grain" and "on_one_core" in verdict["losses"][0]:
            first = verdict["losses"][0]
            kind = "grain" if first["on_one_core_is"] == "about" else "grain, " + first["on_one_core_is"]
            advice = [(first["line"], kind, first["on_one_core"])]
        return predicted["time"] / 1e9, advice

    def annotated(self, program):
        self.run([self.spanwise, "predict", "-P", "2", "--format=json", "-o", "p.json", *program.profiled])
        with open(os.path.join(self.work, "p.json"), encoding="utf-8") as file:
            report = json.load(file)
        with open(program.source, encoding="utf-8") as file:
            plan = "dynamic,1" if "schedule(dynamic)" in file.read() else "static"
        mine = [p for p in report["predictions"] if p["plan"] == plan][0]
        best = [p for p in report["predictions"] if p["best"]][0]
        return mine["time"] / 1e9, [(f.get("line", 0), f["kind"], f["worth"] / best["speedup"])
                                    for f in report["findings"] if f["severity"] == "advice" and f.get("worth")]

    def ask(self, program):
        return {"openmp": self.openmp, "cilk": self.cilk, "annotated": self.annotated}[program.kind](program)

    # Programs and their twins

    def own(self, row):
        def made(suffix):
            path = os.path.join(self.build, "corpus", row.name + suffix)
            return Program(row.runtime, row.source, [path], [path + ("-real" if row.runtime == "annotated" else "")])
        return made(""), [made("-" + twin) for twin in row.twins]

    def example(self, path, kind, arguments, twin):
        def made(flags, arguments):
            source, out = os.path.join(SOURCE, path), os.path.join(self.work, re.sub(r"\W", "_", path + flags))
            command = {"openmp": ["gcc", "-fopenmp"], "cilk": [self.spanwise, "cc"], "annotated": ["gcc"]}[kind]
            self.run([*command, "-O2", "-g", *flags.split(), "-I" + os.path.join(SOURCE, "include"), source, "-o", out, "-lm"])
            line = [out, *arguments.split()]
            return Program(kind, source, line, None if kind == "annotated" else line)
        return made("", arguments), [made(*twin)] if twin else []


def is_wrong_sign(promised, gained):
    return (promised - 1) * (gained - 1) < 0 and abs(gained - 1) > NOTHING


def is_kept(what, ratio):
    """A promise over what came of it: 'at least' may be less, 'up to' more."""
    return (ratio <= 1 + WITHIN or what.endswith("up to")) and (ratio >= 1 - WITHIN or what.endswith("at least"))


def rows_of(bench, name, program, twins, judged):
    """[(program, predicted / real, place, what, promised, real gain, gain as said of the twin, is it right)]"""
    predicted, advice = bench.ask(program)
    said = [ratio(predicted, bench.ask(twin)[0]) for twin in twins]
    times = [(None, None)] * 3 if bench.options.simulated else bench.least([program, *twins])
    over = ratio(predicted, times[0][1]) if times[0][1] else None
    rows = [(name, over, "", "", None, None, None, None)] if not advice else []
    here = corpus.here(program.source) if judged else [0, 0]
    for line, what, promised in advice:
        which = int(bool(here[1]) and line == here[1])
        place = "%d" % line if not judged or line == here[which] else "%d, not %d" % (line, here[which])
        gained = right = None
        if twins:
            gained = ratio(times[0][1], times[1 + which][1]) if times[0][1] else None
            real = said[which] if bench.options.simulated else gained
            right = real is not None and not is_wrong_sign(promised, real) and is_kept(what, promised / real)
        rows.append((name, over, place, what, promised, gained, said[which] if twins else None, right))
    return rows


def table(rows):
    out = ["| program | predicted / real | line | advice | promised | real gain of the twin | as said of the twin | within 15% |",
           "|---|---|---|---|---|---|---|---|"]
    for name, over, place, what, promised, gained, said, right in rows:
        out.append("| %s | %s | %s | %s | %s | %s | %s | %s |" % (
            name, shown(over), place, what, shown(promised), shown(gained), shown(said),
            "" if right is None else "yes" if right else "**no**"))
    return "\n".join(out)


def show(rows):
    """Those of the last program, as it goes on."""
    print("\n".join(table([r for r in rows if r[0] == rows[-1][0]]).splitlines()[2:]), file=sys.stderr, flush=True)


def update(text):
    path = os.path.join(SOURCE, "doc/benchmarks.md")
    with open(path, encoding="utf-8") as file:
        before, rest = file.read().split(MARKS[0])
    with open(path, "w", encoding="utf-8") as file:
        file.write(before + MARKS[0] + "\n" + text + "\n" + MARKS[1] + rest.split(MARKS[1])[1])


def score(options, programs, examples):
    with tempfile.TemporaryDirectory() as work:
        bench, rows = Bench(options, work), []
        for row in programs:
            rows += rows_of(bench, row.name, *bench.own(row), True)
            show(rows)
        for path in examples:
            kind, given, twin = EXAMPLES[path]
            rows += rows_of(bench, path[9:-2], *bench.example(path, kind, given, twin), False)
            show(rows)
    judged = [r for r in rows if r[7] is not None]
    wrong = [r for r in judged if is_wrong_sign(r[4], r[6 if options.simulated else 5] or 1)]
    right = sum(r[7] for r in judged)
    last = "%d of %d pieces of advice came true within 15%%, %d with the wrong sign" % (right, len(judged), len(wrong))
    print(table(rows))
    print(last)
    if options.update:
        update(table(rows) + "\n\n" + last + ".")
    return bool(wrong) or right < ENOUGH * len(judged)
