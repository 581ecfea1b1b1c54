# `spanwise diff` of synthetic profiles: that its formats agree, its options, its exit status, its errors. tests/golden has what it
# prints.
. "$SOURCE/tests/lib.sh"
unset COLUMNS

for name in empty qsort parallel regions odd exact worse; do
    "$BUILD/tests/make-profile" $name $name.prof || exit 1
done

for pair in 'odd qsort' 'qsort odd' 'qsort parallel'; do
    set -- $pair
    status "$pair" 0 spanwise diff $1.prof $2.prof >got 2>errors
    same "$pair: nothing on stderr" "$(cat errors)" ''
    same "$pair: no controls" "$(grep -c '[[:cntrl:]]' got)" 0
done
# Equal: one line.
spanwise diff exact.prof exact.prof >got
same 'equal' "$(wc -l <got) $(spanwise diff --format=json exact.prof exact.prof | jq .equal)" '1 true'
names 'equal' got exact.prof
status '--exit-code, equal' 0 spanwise diff --exit-code exact.prof exact.prof >got
status '--exit-code, different' 1 spanwise diff --exit-code exact.prof worse.prof >got
status 'without it' 0 spanwise diff exact.prof worse.prof >got

# The page, too: the same as by itself, whatever else is printed.
spanwise diff --format=html -o alone.html exact.prof worse.prof
spanwise diff --top=1 --format=csv --html=too.html exact.prof worse.prof >got
check '--html: the page' cmp alone.html too.html
same '--html: and what was asked for' "$(cat got)" "$(spanwise diff --top=1 --format=csv exact.prof worse.prof)"
status '--html: it cannot be written' 1 spanwise diff --html=gone/x.html exact.prof worse.prof >got 2>errors
names '--html: says so' errors 'spanwise: gone/x.html'
has '--html: the text is there' got '^  Work '

# JSON and CSV say the same.
for pair in 'exact worse' 'qsort parallel' 'qsort odd' 'odd qsort'; do
    set -- $pair
    spanwise diff --format=json $1.prof $2.prof >it.json
    spanwise diff --format=csv $1.prof $2.prof >it.csv
    check "$pair: the same in both" python3 - <<'P'
import csv, json
d = json.load(open("it.json"))
rows = list(csv.DictReader(open("it.csv", newline="", errors="replace")))
sites = [r for r in rows if r["subject"] == "site"]
assert rows[0]["subject"] == "program" and len(sites) == len(d["sites"]), len(sites)
assert int(rows[0]["span change"]) == d["span"]["change"]
for row, site in zip(sites, d["sites"]):
    assert row["callee"] == site["callee"] and row["in"] == site["in"]
    assert int(row["line"]) == site["line"] and int(row["line before"]) == site["line_before"]
    for key, of in ("work", "work"), ("local span on span", "local_span"):
        for side in "before", "after", "change":
            assert int(row[f"{key} {side}"]) == site[of][side], (key, side)
P
done
same 'the local spans add up' "$(spanwise diff --format=json exact.prof worse.prof |
    jq '([.sites[].local_span.change] | add) == .span.change')" true

# The largest changes are chosen, for better or worse; growth comes first.
order() { spanwise diff --format=csv "$@" | tail -n +4 | cut -d, -f5 | tr '\n' ' '; }
same 'by span' "$(order exact.prof worse.prof)" '23 36 0 24 25 34 '
same 'by work' "$(order --sort=work exact.prof worse.prof)" '36 0 23 24 25 34 '
same 'by parallelism' "$(order --sort=parallelism exact.prof worse.prof)" '34 0 23 24 25 36 '
same 'by line' "$(order --sort=line exact.prof worse.prof)" '0 23 24 25 34 36 '
same '--top' "$(order --top=2 exact.prof worse.prof)" '23 36 '
same '--top, better' "$(order --top=1 worse.prof exact.prof)" '20 '
has 'how many are left' <(spanwise diff --top=1 exact.prof worse.prof) '^  .*\b[0-9]+ more'

for width in 72 80 100 200; do
    spanwise diff --width=$width exact.prof worse.prof >got
    same "within $width columns" "$(awk -v w=$width 'length($0) > w' got)" ''
done
spanwise diff exact.prof worse.prof >a
spanwise diff -o out.txt exact.prof worse.prof
check '-o' cmp a out.txt
has '--color' <(NO_COLOR='' spanwise diff --color=always exact.prof worse.prof) "$(printf '\033')"

: >empty-file
echo 'not a profile' >text
head -c 700 qsort.prof >short
refused 'missing' 1 "'gone.prof' spanwise run" spanwise diff qsort.prof gone.prof
refused 'empty' 1 "'empty-file'" spanwise diff empty-file qsort.prof
refused 'foreign' 1 "'text'" spanwise diff text qsort.prof
refused 'truncated' 1 "'short' 700" spanwise diff qsort.prof short
refused 'meters' 1 "'qsort.prof' 'time' 'exact.prof' 'instructions'" spanwise diff qsort.prof exact.prof
refused 'one that does not say how it was measured' 1 "'qsort.prof' NEW.prof" spanwise diff qsort.prof
refused 'three' 2 'diff BEFORE AFTER' spanwise diff a b c
refused 'none' 2 'diff BEFORE AFTER' spanwise diff
refused 'format' 2 '--format=xml csv json html' spanwise diff --format=xml a b
refused 'sort' 2 '--sort=x span work parallelism line' spanwise diff --sort=x a b
refused 'top' 2 "'--top=0' 'all'" spanwise diff --top=0 a b
refused 'option' 2 "'--frobnicate' --help" spanwise diff --frobnicate
refused 'value' 2 "'--format'" spanwise diff --format
spanwise diff exact.prof worse.prof >/dev/full 2>errors
same 'a full output' $? 1
has 'its message' errors '^spanwise: .*No space left'
finish
