"""printed.py <LIST: whether what was printed, of make-hostile's names, can be looked at. A line is "KIND FILE COMMAND".

No control character, none that turns the direction of writing, nothing that is not UTF-8; no line that a name has begun, no command of
a CI service; and the format's own rules."""
import csv
import gzip
import json
import re
import sys
import xml.etree.ElementTree

CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
# What a name has after a line break of its own; the '?' would be the outlet's, which sees that too late.
BEGUN = re.compile(":[:?]error::INJECTED")


def check_lines(text):
    for line in text.splitlines():
        if line.lstrip().startswith("::") or "##vso[" in line:
            yield "a command: %r" % line


def check_json(text):
    json.loads(text)


def check_junit(text):
    xml.etree.ElementTree.fromstring(text)


def check_github(text):
    """Beside the commands there may be text."""
    for line in text.splitlines():
        if line.startswith("::") and not re.match("::(error|warning) ((file|line|title)=[^:,]*,?)+::", line):
            yield "no command of ours: %r" % line


def check_csv(text):
    yield from check_lines(text)
    rows = list(csv.reader(text.splitlines(), strict=True))
    for row in rows:
        if len(row) != len(rows[0]):
            yield "%d columns of %d: %r" % (len(row), len(rows[0]), row)
        for cell in row:
            if re.match("[=@]|[+-][^0-9.]", cell):
                yield "a formula: %r" % cell


def check_folded(text):
    yield from check_lines(text)
    for line in text.splitlines():
        if not re.fullmatch("[^ ].* [0-9]+", line):
            yield "no stack: %r" % line


def check_gnuplot(text):
    if "`" in text:
        yield "a backquote"


def check_text(text):
    if "\t" in text:
        yield "a tab"
    yield from check_lines(text)


def check(kind, data):
    if kind == "pprof":
        return gzip.decompress(data) and None
    text = data.decode()
    if kind == "color":
        text, kind = re.sub("\033\\[(0|1|31|33)m", "", text), "text"
    found = CONTROL.search(text)
    if found:
        yield "%r in %r" % (found.group(), text[max(0, found.start() - 40) : found.start() + 20])
    if kind not in ("html", "json"):
        for line in text.split("\n"):
            if BEGUN.match(line.lstrip()):
                yield "a name has begun a line: %r" % line
    yield from globals().get("check_" + kind, lambda text: None)(text) or []


failed = n = 0
for line in sys.stdin:
    kind, path, command = line.rstrip("\n").split(" ", 2)
    with open(path, "rb") as file:
        data = file.read()
    n += 1
    try:
        wrong = list(check(kind, data)) if data else []
    except Exception as error:
        wrong = [repr(error)]
    failed += bool(wrong)
    if wrong:
        print("%s: %s: %s" % (command, kind, wrong[0]), file=sys.stderr)
print(n, "outputs,", failed, "bad")
sys.exit(failed > 0 or n == 0)
