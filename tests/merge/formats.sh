# `spanwise merge`: exact output for synthetic ranks in every format (UPDATE=1 rewrites what is
# expected: read the diff), the profile that it writes, its options, its errors.
. "$SOURCE/tests/lib.sh" || exit 1
here=$SOURCE/tests/merge
unset COLUMNS
make=$BUILD/tests/make-profile

"$make" rank run 4 || exit 1
"$make" exact other 2 || exit 1
"$make" qsort plain.prof || exit 1

# expect NAME options...: the output is that of the file NAME.expected.
expect() {
    file=$here/$1.expected
    shift
    status "status of $*" 0 spanwise merge "$@" >got 2>errors
    same "$*: nothing on stderr" "$(cat errors)" ''
    [ -z "${UPDATE-}" ] || cp got "$file"
    if diff -u "$file" got >difference; then pass; else
        fail "spanwise merge $*"
        cat difference >&2
    fi
}
for format in text csv csv-sites json; do
    expect ranks.$format --format=$format run.*.prof
done
expect work.text --sort=work --top=2 run.*.prof
spanwise merge --format=html run.*.prof >alone.html
spanwise merge -q --html=too.html run.*.prof >got
check '--html: the page' cmp alone.html too.html
same '--html -q: nothing else' "$(cat got)" ''
spanwise merge --top=1 --html=too.html run.*.prof >got
check '--html, and text' cmp alone.html too.html
same '--html: the text' "$(cat got)" "$(spanwise merge --top=1 run.*.prof)"
# The order of the files does not matter, but for addresses.
spanwise merge --format=csv run.*.prof >forward
spanwise merge --format=csv run.3.prof run.1.prof run.2.prof run.0.prof >backward
check 'in any order' cmp forward backward

# The three say the same.
spanwise merge --format=json run.*.prof >it.json
spanwise merge --format=csv run.*.prof >ranks.csv
spanwise merge --format=csv-sites run.*.prof >sites.csv
check 'the same in all formats' python3 - <<'P'
import csv, json
d = json.load(open("it.json"))
ranks = list(csv.DictReader(open("ranks.csv", newline="")))
sites = list(csv.DictReader(open("sites.csv", newline="")))
assert len(ranks) == len(d["ranks"]) == 4 and len(sites) == len(d["sites"]) == 5
for row, rank in zip(ranks, d["ranks"]):
    assert int(row["work"]) == rank["work"] and row["profile"] == rank["profile"]
    assert int(row["in mpi"]) == rank["in_mpi"] and int(row["time (ns)"]) == rank["time_ns"]
for row, site in zip(sites, d["sites"]):
    assert row["callee"] == site["callee"] and int(row["line"]) == site["line"]
    assert int(row["local work max"]) == site["by_rank"]["local_work"]["max"]
    assert int(row["local work"]) == site["on_work"]["local"]["work"]
works = [r["work"] for r in d["ranks"]]
assert d["work"] == sum(works) and d["balance"]["slowest_rank"] == 3
assert abs(d["balance"]["work"] - sum(works) / 4 / max(works)) < 1e-5
assert d["span"] == max(r["span"] for r in d["ranks"])
P

# What is written is a profile.
status 'merge -o' 0 spanwise merge -q -o all.prof run.*.prof >out 2>err
same 'merge -q: no output' "$(cat out err)" ''
spanwise report --format=json all.prof >all.json
same 'report: work' "$(jq .work all.json)" "$(jq .work it.json)"
same 'report: span' "$(jq .span all.json)" "$(jq .span it.json)"
same 'report: ranks' "$(jq -c '[.rank.merged, .rank.size]' all.json)" '[4,4]'
same 'report: what is on the span adds up, as in a rank' \
    "$(jq '[.sites[].on_span.local.span] | add' all.json)" \
    "$(spanwise report --format=json run.3.prof | jq '[.sites[].on_span.local.span] | add')"
spanwise report all.prof >out
has 'report: in words' out '^4 ranks together: the work is their sum'
status 'diff of two merges' 0 spanwise diff --exit-code all.prof all.prof >out
status 'diff with a rank' 1 spanwise diff --exit-code run.0.prof all.prof >out
status 'check' 0 spanwise check --min-parallelism=20 all.prof >out 2>err
status 'check, broken' 1 spanwise check --min-parallelism=100 all.prof >out 2>err

# A directory, with what was written there the last time.
mkdir directory && mv run.*.prof directory
status 'a directory' 0 spanwise merge -q -o directory/all.prof directory 2>err
same 'a directory: nothing to say' "$(cat err)" ''
status 'a directory again' 0 spanwise merge -q -o directory/all.prof directory 2>err
check 'a directory: the same' cmp directory/all.prof all.prof
mv directory/run.*.prof .

# refused STATUS MESSAGE ARGUMENTS...: one line, and nothing is written.
refused() {
    want=$1 message=$2
    shift 2
    rm -f new.prof
    status "merge $*" "$want" spanwise merge -o new.prof "$@" >out 2>err
    has "merge $*: message" err "^spanwise: $message"
    same "merge $*: one line" "$(wc -l <err)" 1
    same "merge $*: no report" "$(wc -c <out)" 0
    check "merge $*: no profile" test ! -e new.prof
}
mkdir empty
head -c 600 run.1.prof >cut.prof
sed 's/partition/partitiom/' run.1.prof >changed.prof
echo hello >foreign.prof
refused 2 'merge what\?'
refused 2 "'--format=pdf' is not one of text, csv, csv-sites, json" --format=pdf run.0.prof
refused 2 "'--sort=size' is not one of spread, work, line" --sort=size run.0.prof
refused 2 '--ranks takes a whole number' --ranks=none run.0.prof
refused 2 "unknown option '--bad'" --bad run.0.prof
refused 1 "cannot open 'gone.prof': No such file" run.0.prof gone.prof
refused 1 "there is no \*.prof in 'empty'" empty
refused 1 "'cut.prof' is truncated" run.0.prof cut.prof run.2.prof
refused 1 "'changed.prof' is damaged" run.0.prof changed.prof
refused 1 "'foreign.prof' is not a profile of spanwise" foreign.prof run.0.prof
refused 1 "'run.0.prof' and 'run.0.prof' are both of rank 0" run.0.prof run.1.prof run.0.prof
refused 1 "cannot merge 'run.0.prof', which is of a rank, with 'plain.prof', which is of none" run.0.prof plain.prof
refused 1 "cannot merge 'run.0.prof', measured in ns .*'other.1.prof', in instructions" run.0.prof other.1.prof
refused 1 "'all.prof' is a merge of 4 profiles" run.0.prof all.prof
cp run.0.prof keep.prof
status '-o is one of them' 1 spanwise merge -o run.0.prof run.*.prof >out 2>err
has '-o is one of them: message' err "^spanwise: -o would replace 'run.0.prof'"
check '-o is one of them: it stays' cmp run.0.prof keep.prof
status '-o cannot be written' 1 spanwise merge -o /nonexistent/all.prof run.*.prof >out 2>err
has '-o cannot be written: message' err "^spanwise: cannot write '/nonexistent/all.prof'"
status 'a full disk' 1 spanwise merge run.*.prof >/dev/full 2>err
has 'a full disk: message' err '^spanwise: cannot write the report: No space left'
rm new.prof 2>/dev/null

# What cannot be read is left out if asked, and said.
status '--skip-bad' 0 spanwise merge --skip-bad run.0.prof cut.prof gone.prof run.2.prof >out 2>err
has '--skip-bad: each is named' err "^spanwise: 'cut.prof' is truncated.*; it is left out"
has '--skip-bad: each is named' err "^spanwise: cannot open 'gone.prof'.*; it is left out"
tr -s ' \n' ' ' <out >words
has '--skip-bad: in the report' words '2 files could not be read and are left out'
has '--skip-bad: what is missing' words '2 of 4 ranks are missing: 1, 3'
status '--skip-bad, nothing left' 1 spanwise merge --skip-bad cut.prof >out 2>err
has '--skip-bad, nothing left: message' err '^spanwise: no profile is left to merge'

# Profiles that no launcher has numbered: as they come. One alone, too.
status 'without ranks' 0 spanwise merge --format=json plain.prof plain.prof >out
same 'without ranks' "$(jq -c '[.ranks[].rank]' out)" '[0,1]'
status 'one' 0 spanwise merge run.2.prof >out
has 'one' out '^Spanwise merge of 1 rank of'
finish
