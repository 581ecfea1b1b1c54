# `spanwise diff`: exact output for synthetic profiles in every format (UPDATE=1 rewrites what is
# expected: read the diff), its options, its exit status, its errors.
. "$SOURCE/tests/lib.sh"
here=$SOURCE/tests/diff
unset COLUMNS

for name in empty qsort parallel regions odd exact worse; do
    "$BUILD/tests/make-profile" $name $name.prof || exit 1
done

# expect NAME options...: the output is that of the file NAME.expected.
expect() {
    file=$here/$1.expected
    shift
    status "status of $*" 0 spanwise diff "$@" >got 2>errors
    same "$*: nothing on stderr" "$(cat errors)" ''
    [ -z "${UPDATE-}" ] || cp got "$file"
    if diff -u "$file" got >difference; then pass; else
        fail "spanwise diff $*"
        cat difference >&2
    fi
}
for format in text csv json; do
    expect worse.$format --format=$format exact.prof worse.prof
    expect parallel.$format --format=$format qsort.prof parallel.prof
done
expect worse.work --sort=work exact.prof worse.prof
expect worse.parallelism --sort=parallelism exact.prof worse.prof
expect odd.text odd.prof qsort.prof

# Equal: one line.
spanwise diff exact.prof exact.prof >got
same 'equal' "$(cat got)" "no difference: all figures of 'exact.prof' and 'exact.prof' are the same"
status '--exit-code, equal' 0 spanwise diff --exit-code exact.prof exact.prof >got
status '--exit-code, different' 1 spanwise diff --exit-code exact.prof worse.prof >got
status 'without it' 0 spanwise diff exact.prof worse.prof >got

# The page, too: the same as by itself, whatever else is printed.
spanwise diff --format=html -o alone.html exact.prof worse.prof
spanwise diff --top=1 --format=csv --html=too.html exact.prof worse.prof >got
check '--html: the page' cmp alone.html too.html
same '--html: and what was asked for' "$(cat got)" "$(spanwise diff --top=1 --format=csv exact.prof worse.prof)"
status '--html: it cannot be written' 1 spanwise diff --html=gone/x.html exact.prof worse.prof >got 2>errors
has '--html: says so' errors "^spanwise: cannot write 'gone/x.html'"
has '--html: the text is there' got '^Findings'

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
same 'by line' "$(order --sort=line exact.prof worse.prof)" '0 23 24 25 34 36 '
same '--top' "$(order --top=2 exact.prof worse.prof)" '23 36 '
same '--top, better' "$(order --top=1 worse.prof exact.prof)" '20 '
has 'how many are left' <(spanwise diff --top=1 exact.prof worse.prof) 'and [0-9]+ more that changed less'

for width in 72 80 100 200; do
    spanwise diff --width=$width exact.prof worse.prof >got
    same "within $width columns" "$(awk -v w=$width 'length($0) > w' got)" ''
done
spanwise diff exact.prof worse.prof >a
spanwise diff -o out.txt exact.prof worse.prof
check '-o' cmp a out.txt
has '--color' <(NO_COLOR='' spanwise diff --color=always exact.prof worse.prof) "$(printf '\033')"

wrong() { # what, status, message, arguments
    what=$1 want=$2 message=$3
    shift 3
    status "$what: status" "$want" spanwise diff "$@" >got 2>errors
    same "$what: message" "$(cat errors)" "spanwise: $message"
    same "$what: no output" "$(cat got)" ''
}
: >empty-file
echo 'not a profile' >text
head -c 700 qsort.prof >short
wrong 'missing' 1 "cannot open 'gone.prof': No such file or directory; 'spanwise run PROG' makes one" qsort.prof gone.prof
wrong 'empty' 1 "'empty-file' is empty; did the profiled program end?" empty-file qsort.prof
wrong 'foreign' 1 "'text' is not a profile of spanwise" text qsort.prof
wrong 'truncated' 1 "'short' is truncated or damaged: it ends after 700 bytes" qsort.prof short
wrong 'meters' 1 "cannot compare 'qsort.prof', measured in ns (meter 'time'), with 'exact.prof', in instructions (meter 'instructions'): measure both with the same meter" qsort.prof exact.prof
wrong 'one' 2 "two profiles are compared, and 1 is given: 'spanwise diff BEFORE AFTER'" qsort.prof
wrong 'three' 2 "two profiles are compared, and 3 are given: 'spanwise diff BEFORE AFTER'" a b c
wrong 'none' 2 "two profiles are compared, and 0 are given: 'spanwise diff BEFORE AFTER'"
wrong 'format' 2 "'--format=xml' is not one of text, csv, json, html" --format=xml a b
wrong 'sort' 2 "'--sort=x' is not one of span, work, parallelism, line" --sort=x a b
wrong 'top' 2 "'--top=0' is not a positive number or 'all'" --top=0 a b
wrong 'option' 2 "unknown option '--frobnicate'; see 'spanwise diff --help'" --frobnicate
wrong 'value' 2 "'--format' needs a value" --format
spanwise diff exact.prof worse.prof >/dev/full 2>errors
same 'a full output' $? 1
has 'its message' errors 'cannot write the differences: No space left on device'
finish
