"""The table 'truth' of the programs of tests/corpus, and what its runners share."""

import json
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.dirname(os.path.dirname(HERE))
TRUTH = os.path.join(HERE, "truth")


class Row:
    """A line of the truth: FUNCTION:FIRST-LAST of each place that would be right, and any of the causes."""

    def __init__(self, line):
        self.name, self.runtime, causes, places, twin, asked, lock = line.split()
        self.causes = causes.split("|")
        self.places = [] if places == "-" else [place(w) for w in places.split(",")]
        self.twins = [] if twin == "-" else twin.split("+")
        self.asked, self.lock = asked.split(","), None if lock == "-" else lock
        self.later = "later" in self.asked
        self.healthy = self.causes == ["none"]
        paths = (os.path.join(HERE, "programs", self.name + end) for end in (".c", ".cpp", ".f90"))
        self.source = next(p for p in paths if os.path.exists(p))


def place(word):
    """(function, first line, last line) of FUNCTION or FUNCTION:FIRST-LAST"""
    function, first, last = re.fullmatch(r"(.*?)(?::(\d+)-(\d+))?", word).groups()
    return function, int(first or 0), int(last or 0)


def rows(asked, names=()):
    """Those of whom that is asked, or those of that name."""
    with open(TRUTH, encoding="utf-8") as file:
        all_rows = [Row(line) for line in file if line.strip() and line[0] != "#"]
    unknown = set(names) - {row.name for row in all_rows}
    if unknown:
        sys.exit("score: no program '%s' in %s" % ("', '".join(sorted(unknown)), TRUTH))
    return [row for row in all_rows if (row.name in names if names else asked in row.asked)]


def build(spanwise, out, names):
    """Of what is there already nothing is built."""
    if names:
        subprocess.run([os.path.join(HERE, "build"), spanwise, out, *names], check=True)


# Where functions are

def here(source):
    """The lines that advice is to name, of the first twin and of the second; 0: none."""
    lines = [0, 0]
    with open(source, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            mark = re.search(r"/\* HERE( 2)? \*/", line)
            if mark:
                lines[bool(mark.group(1))] = number
    return lines


def extent(source, function):
    """The first and last line of its definition, as clang-format lays it out."""
    with open(source, encoding="utf-8") as file:
        lines = file.read().splitlines()
    for i, line in enumerate(lines):
        begins = re.match(r"( *)\w.*\b%s\(" % re.escape(plain(function)), line)
        if begins and not re.match(r" *(return|else|if|for|while)\b", line) and not line.endswith(";"):
            indent = begins.group(1)
            body = next((j for j in range(i, len(lines)) if lines[j] == indent + "{" or lines[j].endswith(";")), len(lines))
            if body < len(lines) and lines[body] == indent + "{":
                return i + 1, lines.index(indent + "}", body) + 1
    sys.exit("score: no function '%s' in %s" % (function, source))


def places_anew(row):
    """The places of a row, as the source has them now; those of views are functions alone."""
    marked = [line for line in here(row.source) if line]
    for i, (function, *lines) in enumerate(row.places):
        if lines == [0, 0]:
            yield function
        else:
            yield "%s:%d-%d" % (function, *([marked[i]] * 2 if marked else extent(row.source, function)))


def lines_anew():
    """The table with the lines that functions have now."""
    out = []
    with open(TRUTH, encoding="utf-8") as file:
        for line in file:
            if line.strip() and line[0] != "#":
                row, words = Row(line), line.split()
                if row.places:
                    words[3] = ",".join(places_anew(row))
                line = " ".join(words) + "\n"
            out.append(line)
    return "".join(out)


def plain(function):
    """Without what the compiler adds, parameters, templates and scopes: 'ways' of 'Grid::ways(int, int) const [clone ._omp_fn.0]'."""
    function = re.sub(r"\s*\[clone.*|\._omp_fn.*|\.(constprop|isra|part|cold|lto_priv).*", "", function or "")
    function = re.sub(r"::(\{lambda.*|operator\(\).*|<lambda.*)", "", function)
    function = no_arguments(function)
    return re.sub(r"\(.*", "", function).split("::")[-1].split(" ")[-1]


def no_arguments(name):
    """Without those of templates."""
    while re.search(r"<[^<>]*>", name):
        name = re.sub(r"<[^<>]*>", "", name)
    return name


# Figures, and running programs

def first_of_all(wanted=True):
    """What a command begins with that is to run before all others, where that is allowed: then load does not matter."""
    first = ["chrt", "-f", "10"]
    able = wanted and shutil.which("chrt") and not subprocess.run(first + ["true"], stderr=subprocess.DEVNULL, check=False).returncode
    return first if able else []


def ratio(a, b):
    return a / b if a and b and float("inf") not in (a, b) else None


def shown(value):
    return "-" if value is None else "%.2f" % value


def said_in(path):
    with open(path, encoding="utf-8") as file:
        return {"verdict": {"cause": "missing", "sentences": ["no verdict"]}, **json.load(file)}
