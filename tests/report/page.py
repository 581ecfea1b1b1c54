"""page.py PAGE [OUT]: whether the data of a page is as web/DATA.md says; it goes to OUT."""
import json
import re
import sys

page = open(sys.argv[1], "rb").read().decode("utf-8")  # which it must be
scripts = re.findall(r'<script type="application/json" id="data">(.*?)</script>', page, re.S)
assert len(scripts) == 1, len(scripts)
assert "<" not in scripts[0], "a '<' could end the script"


def no_constant(name):
    raise ValueError(name + " is no JSON")


data = json.loads(scripts[0], parse_constant=no_constant)
if len(sys.argv) > 2:
    open(sys.argv[2], "w").write(json.dumps(data))

strings, words = data["strings"], data["words"]
assert data["format"] == 1 and strings[0] == "" and len(set(strings)) == len(strings)
tables = {s["key"]: s for s in data["sections"] if s["kind"] == "table"}
sites = tables.get("sites", {"rows": 0})["rows"]
KINDS = "verdict ledger cards findings chart flames table bars timeline lanes source facts text".split()
TYPES = "text count number cost change real ratio share flag place bytes rate".split()
ROLES = "work idle overhead lock serial memory away".split()


def is_string(i):
    assert isinstance(i, int) and 0 <= i < len(strings), i


def is_site(i):
    assert i is None or 0 <= i < sites, i


def is_number(x):
    assert x is None or isinstance(x, (int, float)), x


def is_place(p):
    if p is not None:
        is_string(p["file"]), is_string(p["function"])
        assert p["line"] >= 0


def is_sentence(text):
    return text[0] == text[0].upper() and text[-1] in ".?" and text[-2] not in ".?"


def check_verdict(s):
    assert s["cause"] in ("parallelism", "imbalance", "grain", "memory", "contention", "none", "limit", "comparison", "unknown")
    assert s.get("mood", "better") in ("better", "worse")
    assert s["sentences"] and all(t[-1] in ".?" and t[-2] not in ".?" for t in s["sentences"]), s["sentences"]  # one may begin with a name
    is_place(s["place"]), is_site(s["site"])


def check_ledger(s):
    assert s["rows"] and s["title"] and s["lead"]
    for row in s["rows"]:
        assert row["cause"] and row["role"] in ROLES + ["unknown"] and (row["share"] is None or -0.001 <= row["share"] <= 1.001), row
        is_number(row["speedup_without"]), is_place(row["place"]), is_site(row["site"])
    if s["rows"][0]["cause"] == "work":
        assert abs(sum(row["share"] or 0 for row in s["rows"]) - 1) < 0.01, s["rows"]


def check_cards(s):
    for card in s["cards"]:
        assert card["label"] and card["value"], card


def check_findings(s):
    for f in s["findings"]:
        assert f["severity"] in ("warning", "advice", "info") and is_sentence(f["text"]), f
        is_place(f["place"]), is_site(f["site"])


def check_chart(s):
    for c in s["series"]:
        assert len(c["x"]) == len(c["y"]) and c["x"] == sorted(set(c["x"])), c
        for x in c["x"] + c["y"]:
            is_number(x)
    assert s.get("at", 1) >= 1


def check_flames(s):
    frames, nodes = s["frames"], s["nodes"]
    for i in frames["name"] + frames["file"]:
        is_string(i)
    assert len({len(v) for v in frames.values()}) == 1
    n = len(nodes["parent"])
    assert len(nodes["frame"]) == n and len(nodes["self"]) == len(s["measures"])
    assert nodes["parent"][0] == -1 and all(-1 < p < i for i, p in enumerate(nodes["parent"]) if i)
    assert all(f < len(frames["name"]) for f in nodes["frame"])
    assert all(len(m) == n and min(m) >= 0 for m in nodes["self"])
    assert all(-1 <= i < sites for i in frames["site"])
    assert all(m["title"] and m["lead"] for m in s["measures"])


def check_column(c, rows, groups):
    assert c["type"] in TYPES and c.get("group") in groups, c["key"]
    if c["type"] == "place":
        assert len(c["files"]) == len(c["lines"]) == rows
        for i in c["files"]:
            is_string(i)
        assert all(line >= 0 for line in c["lines"])
        return
    assert len(c["values"]) == rows, c["key"]
    for x in c["values"]:
        is_string(x) if c["type"] == "text" else is_number(x)


def check_table(s):
    groups = [g["key"] for g in s["groups"]] + [None]
    keys = [c["key"] for c in s["columns"]]
    assert len(set(keys)) == len(keys) and len(set(groups)) == len(groups), keys
    assert s.get("sort", keys[0]) in keys, s["sort"]
    for c in s["columns"]:
        check_column(c, s["rows"], groups)


def check_parts(s):
    assert all(p["role"] in ROLES and p["title"] for p in s["parts"])


def check_bars(s):
    check_parts(s)
    for row in s["rows"]:
        is_place(row["place"])
        assert row["label"] and len(row["values"]) == len(s["parts"]), row


def check_timeline(s):
    check_parts(s)
    assert len(s["values"]) == len(s["parts"]) and s["step"] > 0 and s["most"] > 0
    assert len({len(v) for v in s["values"]}) == 1


def check_lanes(s):
    check_parts(s)
    assert s["runs"]
    for run in s["runs"]:
        assert run.get("label") or len(s["runs"]) == 1
        assert run["length"] > 0 and run["lanes"]
        check_run(s, run)


def check_run(s, run):
    for lane in run["lanes"]:
        at = [lane["segments"][i:i + 6] for i in range(0, len(lane["segments"]), 6)]
        for start, end, part, share, whom, what in at:
            assert 0 <= start < end <= run["length"] * 1.001 and 0 < share <= 1, at
            assert 0 <= part < len(s["parts"]) and -1 <= whom < len(run["lanes"])
            is_string(what)
        for a, b in zip(at, at[1:]):  # they follow each other, or stand on each other
            assert b[:2] == a[:2] or b[0] >= a[1], (a, b)
        for start in {a[0] for a in at}:
            assert sum(a[3] for a in at if a[0] == start) <= 1.001, at


def check_source(s):
    n = len(s["measures"])
    assert len(s["totals"]) == n
    for f in s["files"]:
        is_string(f["file"])
        assert len(f["totals"]) == n and all(len(v) == n for v in f["values"].values())
        assert "parts" in f or f["lines"] is not None or f["why"], f["file"]
        for part in f.get("parts", [f] if f.get("lines") else []):
            assert part["first"] >= 1 and all("\n" not in line for line in part["lines"])


def check_facts(s):
    assert all(len(f) == 2 and f[0] for f in s["facts"]), s["facts"]
    assert all(isinstance(w, str) for w in s["warnings"])


def check_text(s):
    assert s["paragraphs"]


def words_in(value):
    if isinstance(value, dict):
        if isinstance(value.get("word"), str):
            yield value["word"]
        value = value.values()
    elif not isinstance(value, list) or (value and not isinstance(value[0], (dict, list))):
        return
    for x in value:
        yield from words_in(x)


# Those that prose may use: they are explained there.
PROSE = {"burdened parallelism", "burdened span", "parallelism", "idleness", "speedup", "span", "strand", "budget",
         "emulated", "serial code"}
prose = " ".join(" ".join(s.get("sentences", [])) + " ".join(f["text"] for f in s.get("findings", []))
                 for s in data["sections"]).lower().replace("critical path", "span")
used = set(words_in(data["sections"])) | {w for w in PROSE if w in prose}
assert used == set(words), used ^ set(words)
keys = [s["key"] for s in data["sections"] if "key" in s]
assert len(set(keys)) == len(keys), keys
for s in data["sections"]:
    assert s["kind"] in KINDS
    globals()["check_" + s["kind"]](s)
