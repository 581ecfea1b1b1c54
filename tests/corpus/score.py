#!/usr/bin/env python3
"""What Spanwise says of programs whose truth is known. Prints a score.

usage: tests/corpus/score.py [options] BUILD [PROGRAM...]

Does 'spanwise why' find what holds each program back? The cause, function and line of the verdict stand beside those of the table 'truth';
the gain that it promises beside that of the repaired twin, as simulated (-N) and as real on two cores; and how long the answer took. With
--views, does each view of a sampled run blame the same function (views.py)? With --promises, does advice come true (promises.py)? The
programs are in BUILD/corpus, where the script 'build' puts those that are not there yet.
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time

import corpus
import promises
import views
from corpus import plain, ratio, said_in, shown

ENOUGH = 34 / 36  # of the programs with a cause that can be seen
TIMES, SECONDS = 5, 2  # the answer may take so many times as long as the program, and so much more
TOO_LONG = 300  # seconds, of anything


def judged(row, verdict):
    """(is the cause right, the function, the line)"""
    cause = verdict["cause"]
    if row.healthy:
        return cause == "none", True, True
    if row.later and cause == "none":
        return "memory" in verdict.get("not_looked_at", []), True, True
    near = [p for p in row.places if plain(p[0]) == plain(verdict.get("function"))]
    of_file = os.path.basename(verdict.get("file") or "") == os.path.basename(row.source)
    line = of_file and any(first <= (verdict.get("line") or 0) <= last or not last for _, first, last in row.places)
    return cause in row.causes, bool(near), line


class Failed(Exception):
    """A command that did."""


class Bench:
    def __init__(self, options, work):
        self.options, self.work = options, work
        self.build = os.path.abspath(options.build)
        self.first = corpus.first_of_all(options.real)

    def program(self, name):
        return [os.path.join(self.build, "corpus", name)] + ([self.options.size] if self.options.size else [])

    def timed(self, command, **env):
        """(what it prints, seconds, seconds of processors); Failed"""
        before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
        try:
            done = subprocess.run(command, cwd=self.work, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                  env={**os.environ, **env}, timeout=TOO_LONG, check=False)
        except subprocess.TimeoutExpired:
            raise Failed("'%s' took more than %d s" % (" ".join(command), TOO_LONG)) from None
        took, after = time.monotonic() - begin, resource.getrusage(resource.RUSAGE_CHILDREN)
        if done.returncode:
            raise Failed("'%s' failed (%d): %s" % (" ".join(command), done.returncode, done.stderr))
        return done.stdout, took, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    def on(self, name, threads, first=()):
        return self.timed([*first, *self.program(name)], OMP_NUM_THREADS=str(threads), CILK_NWORKERS=str(threads),
                          THREADS=str(threads))

    def why(self, name):
        """(what is said, the seconds that it took). The lesser of time and processor time: a busy machine makes the first longer, and
        more than one processor the second. A command that fails has no cause, and says why."""
        if self.options.saved:
            return said_in(os.path.join(self.options.saved, name + ".json")), 0
        out = os.path.join(self.options.keep or self.work, name + ".json")
        given = ["--json=" + out, *self.options.options.split(), "-N", str(self.options.processors)]
        try:
            _, *seconds = self.timed([os.path.join(self.build, "spanwise"), "why", *given, *self.program(name)])
        except Failed as failed:
            return {"verdict": {"cause": "failed", "sentences": [str(failed)]}}, 0
        return said_in(out), min(seconds)

    def least_real(self, name):
        """The least time on two cores."""
        return min(self.on(name, 2, self.first)[1] for _ in range(self.options.rounds))


def adds_up(verdict):
    """Work and all that is lost are no more than the cores' time: what is left is not known, and says so."""
    shares = [verdict.get("work"), verdict.get("away")] + [row["lost"] for row in verdict.get("losses", [])]
    return sum(share or 0 for share in shares) < 1.0005


def addresses(at):
    """The lines that a verdict or a finding names."""
    return {(os.path.basename(a["file"]), a["line"]) for a in (at, at.get("called_at")) if a and a.get("line")}


def has_one_address(said):
    """Whether advice on the verdict's cause names the verdict's line; None: there is none, or it has no line."""
    verdict = said["verdict"]
    advice = [addresses(f) for f in said.get("findings", []) if f["severity"] == "advice" and f.get("cause") == verdict["cause"]]
    advice = [lines for lines in advice if lines]
    return any(lines & addresses(verdict) for lines in advice) if advice and addresses(verdict) else None


def says_nothing_against(said):
    """That a program scales is not said beside a cause for its not scaling."""
    return said["verdict"]["cause"] == "none" or not any(f.get("kind") == "scales" for f in said.get("findings", []))


class Result:
    """What came of one program."""

    def __init__(self, bench, row):
        self.row = row
        output, _, self.own = ("", 0, 0) if bench.options.saved else bench.on(row.name, 1)
        self.said, self.took = bench.why(row.name)
        self.verdict = self.said["verdict"]
        self.right = judged(row, self.verdict)
        self.limit = TIMES * self.own + SECONDS
        self.promised = ratio(self.verdict.get("speedup_without"), self.verdict.get("speedup"))
        self.simulated = self.real = None
        if row.twins and not row.healthy and bench.options.twins and not bench.options.saved:
            self.of_twin(bench, output)

    def of_twin(self, bench, output):
        twin = self.row.name + "-" + self.row.twins[0]
        twins_output, _, twins_own = bench.on(twin, 1)
        if output != twins_output:
            sys.exit("score: '%s' prints another sum than '%s'" % (twin, self.row.name))
        twins = bench.why(twin)[0]["verdict"]
        # Each speedup is over the program's own time on one core; what the twin gains there, as by fewer tasks, is gained too.
        self.simulated = ratio(twins.get("speedup"), self.verdict.get("speedup"))
        if self.simulated:
            self.simulated *= self.own / twins_own
        if bench.options.real:
            self.real = bench.least_real(self.row.name) / bench.least_real(twin)

    def is_right(self):
        return all(self.right)

    def line(self):
        v = self.verdict
        said = "%s %s:%s" % (v["cause"], plain(v.get("function")) or "-", v.get("line") or "-")
        marks = "".join(letter if right else "-" for letter, right in zip("CFL", self.right))
        return "%-9s %-8s %-24s %-28s %-4s %6s %6s %6s %6s %6.1f %5.1f%s" % (
            self.row.name, self.row.runtime, truth_of(self.row), said, marks, shown(v.get("speedup")), shown(self.promised),
            shown(self.simulated), shown(self.real), self.took, self.limit, " LATE" if self.took > self.limit else "")


def truth_of(row):
    return "|".join(row.causes) + (" " + row.places[0][0] if row.places else "") + (" *" if row.later else "")


HEAD = "%-9s %-8s %-24s %-28s %-4s %6s %6s %6s %6s %6s %5s" % (
    "program", "runtime", "truth", "said", "", "speed", "promi-", "twin", "twin", "took", "may")
HEAD2 = "%-9s %-8s %-24s %-28s %-4s %6s %6s %6s %6s %6s %5s" % (
    "", "", "(*: later)", "", "", "up", "sed", "sim.", "real 2", "s", "s")


def score(results):
    causes = [r for r in results if not r.row.healthy and not r.row.later]
    healthy = [r for r in results if r.row.healthy]
    later = [r for r in results if r.row.later]
    right = sum(r.is_right() for r in causes)
    accused = [r.row.name for r in healthy if not r.right[0]]
    late = [r.row.name for r in results if r.took > r.limit]
    print()
    for what, which in (("cause", 0), ("function", 1), ("line", 2)):
        print("%-9s right: %d of %d" % (what, sum(r.right[which] for r in causes), len(causes)))
    print("all three right: %d of %d; healthy and accused: %d of %d%s; to be seen later, and right: %d of %d" % (
        right, len(causes), len(accused), len(healthy), " (%s)" % " ".join(accused) if accused else "",
        sum(r.is_right() for r in later), len(later)))
    addressed = [r for r in results if has_one_address(r.said) is not None]
    print("rows that add up: %d of %d; one address in the verdict and its finding: %d of %d%s" % (
        sum(adds_up(r.verdict) for r in results), len(results), sum(has_one_address(r.said) for r in addressed), len(addressed),
        "".join(" (%s)" % r.row.name for r in addressed if not has_one_address(r.said))))
    print("nothing said against the verdict: %d of %d%s" % (
        sum(says_nothing_against(r.said) for r in results), len(results),
        "".join(" (%s)" % r.row.name for r in results if not says_nothing_against(r.said))))
    both = [r for r in causes if r.is_right() and r.promised and r.simulated]
    if both:
        near = sum(abs(r.promised / r.simulated - 1) <= 0.25 for r in both)
        print("promised within 25%% of the twin's gain, simulated: %d of %d" % (near, len(both)))
    print("answers too late: %d of %d%s" % (len(late), len(results), " (%s)" % " ".join(late) if late else ""))
    return right < ENOUGH * len(causes) or accused


def misses(results):
    for r in results:
        if not r.is_right():
            print("\n%s: %s, lines %s; said:" % (r.row.name, truth_of(r.row), ", ".join("%d-%d" % p[1:] for p in r.row.places) or "-"))
            for sentence in r.verdict.get("sentences", []):
                print("    " + sentence)


def verdicts(options, rows):
    results = []
    if options.keep:
        options.keep = os.path.abspath(options.keep)
        os.makedirs(options.keep, exist_ok=True)
    with tempfile.TemporaryDirectory() as work:
        bench = Bench(options, work)
        print(HEAD + "\n" + HEAD2)
        for row in rows:
            results.append(Result(bench, row))
            print(results[-1].line(), flush=True)
    misses(results)
    return score(results)


def parse(arguments):
    p = argparse.ArgumentParser(prog="score.py", description=__doc__.splitlines()[0])
    p.add_argument("build", metavar="BUILD")
    p.add_argument("programs", metavar="PROGRAM", nargs="*", help="default: all of whom that is asked")
    p.add_argument("--views", action="store_true", help="ask for each view of a sampled run")
    p.add_argument("--promises", action="store_true", help="ask whether advice comes true")
    p.add_argument("--lines", action="store_true", help="write the lines that functions have now into the table, and no more")
    p.add_argument("-r", "--rounds", type=int, help="of real runs, of which the least counts; by default 3, of promises 6")
    v = p.add_argument_group("verdicts")
    v.add_argument("-N", "--processors", type=int, default=16)
    v.add_argument("--options", default="", help="more options of 'spanwise why'")
    v.add_argument("--size", default="", help="the programs' argument: 0.1 is a tenth of the work")
    v.add_argument("--no-twins", dest="twins", action="store_false", help="the verdicts alone")
    v.add_argument("--real", action="store_true", help="times of the twins on two real cores, which must be free")
    v.add_argument("--keep", help="a folder for the verdicts, as JSON")
    v.add_argument("--saved", help="such a folder, to judge what is there instead of running anything")
    p.add_argument_group("views").add_argument("--markdown", action="store_true", help="the table of doc/blame.md")
    a = p.add_argument_group("promises")
    a.add_argument("--simulated", action="store_true",
                   help="no real runs: judge by what Spanwise says of the twin; for a machine that is not quiet")
    a.add_argument("--update", action="store_true", help="write the table into doc/benchmarks.md")
    options = p.parse_args(arguments)
    options.rounds = options.rounds or (6 if options.promises else 3)
    return options


def main(arguments):
    options = parse(arguments)
    if options.lines:
        text = corpus.lines_anew()
        with open(corpus.TRUTH, "w", encoding="utf-8") as file:
            file.write(text)
        return 0
    with open(corpus.TRUTH, encoding="utf-8") as file:
        if file.read() != corpus.lines_anew():
            sys.exit("score: functions are at other lines than 'truth' says: score.py --lines")
    asked = "views" if options.views else "promise" if options.promises else "verdict"
    examples = [p for p in options.programs if p in promises.EXAMPLES] if options.promises else []
    names = [p for p in options.programs if p not in examples]
    rows = corpus.rows(asked, names) if names or not examples else []
    if not options.saved:
        corpus.build(os.path.join(options.build, "spanwise"), os.path.join(options.build, "corpus"), [row.name for row in rows])
    if options.promises:
        return promises.score(options, rows, examples if options.programs else list(promises.EXAMPLES))
    return views.score(options, rows) if options.views else verdicts(options, rows)


if __name__ == "__main__":
    try:
        sys.exit(bool(main(sys.argv[1:])))
    except Failed as failed:
        sys.exit("score: %s" % failed)
