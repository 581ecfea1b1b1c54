"""Reads an exported file and prints its paths, one a line: names as JSON, then what is at the path itself of each
measure; sorted, the same paths added up. paths.py speedscope|pprof|pprof-lines|pprof-functions|folded FILE..."""
import collections, gzip, json, sys


def speedscope(file):
    data = json.load(open(file))
    frames = data["shared"]["frames"]
    for number, profile in enumerate(data["profiles"]):
        assert profile["type"] == "evented" and profile["unit"] in ("nanoseconds", "none")
        at, stack = profile["startValue"], []
        for event in profile["events"]:
            assert event["at"] >= at, "time goes back"
            if event["at"] > at:
                yield tuple(frames[i]["name"] for i in stack), number, event["at"] - at
            at = event["at"]
            if event["type"] == "O":
                stack.append(event["frame"])
            else:
                assert stack.pop() == event["frame"], "frames do not nest"
        assert not stack and at == profile["endValue"], "it does not end"


def varint(data, at):
    value = shift = 0
    while True:
        value |= (data[at] & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if data[at - 1] < 0x80:
            return value, at


def fields(data):
    """A message's fields: number, and integer or bytes."""
    at = 0
    while at < len(data):
        key, at = varint(data, at)
        value, at = varint(data, at)
        assert key & 7 in (0, 2), "how a field is encoded"
        if key & 7 == 2:
            value, at = data[at : at + value], at + value
        yield key >> 3, value


def packed(data):
    at = 0
    while at < len(data):
        value, at = varint(data, at)
        yield value


def pprof_lines(file):
    return pprof(file, lambda name, line: f"{name}:{line}")


def pprof_functions(file):
    strings, functions = [], []
    for field, value in fields(gzip.open(file).read()):
        if field == 5:
            functions.append(dict(fields(value)))
        elif field == 6:
            strings.append(value.decode())
    for name, line in sorted((strings[f[2]], f.get(5, 0)) for f in functions):
        print(f"{name}:{line}")
    return ()


def pprof(file, frame=lambda name, line: name):
    strings, functions, locations, samples, types = [], {}, {}, [], []
    for field, value in fields(gzip.open(file).read()):
        message = dict(fields(value)) if field in (1, 2, 3, 4, 5) else None
        if field == 1:
            types.append((message[1], message[2]))
        elif field == 2:
            samples.append((list(packed(message[1])), list(packed(message[2]))))
        elif field == 4:
            line = dict(fields(message[4]))
            locations[message[1]] = line[1], line.get(2, 0)
        elif field == 5:
            functions[message[1]] = message[2]
        elif field == 6:
            strings.append(value.decode())
    assert strings[0] == "" and all(strings[unit] == "nanoseconds" for _, unit in types)
    assert [strings[name] for name, _ in types][:1] == ["work"]
    for stack, values in samples:
        assert len(values) == len(types)
        places = [locations[i] for i in reversed(stack)]
        path = tuple(frame(strings[functions[f]], line) for f, line in places)
        for number, value in enumerate(values):
            if value:
                yield path, number, value


def folded(*files):
    for number, file in enumerate(files):
        for line in open(file, errors="replace"):
            path, value = line.rstrip("\n").rsplit(" ", 1)
            yield tuple(path.split(";")), number, int(value)


sums = collections.defaultdict(lambda: collections.defaultdict(int))
for path, number, value in {
    "speedscope": speedscope,
    "pprof": pprof,
    "pprof-lines": pprof_lines,
    "pprof-functions": pprof_functions,
    "folded": folded,
}[sys.argv[1]](*sys.argv[2:]):
    sums[path][number] += value
for path in sorted(sums):
    print(json.dumps(path), *(f"{n}:{sums[path][n]}" for n in sorted(sums[path])))
