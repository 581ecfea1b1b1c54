# `spanwise merge` of synthetic ranks: that its formats agree, the profile that it writes, its options, its errors. tests/golden has
# what it prints.
. "$SOURCE/tests/lib.sh" || exit 1
unset COLUMNS
make=$BUILD/tests/make-profile

"$make" rank run 4 || exit 1
"$make" exact other 2 || exit 1
"$make" qsort plain.prof || exit 1

same '--sort --top' "$(spanwise merge --sort=work --top=2 run.*.prof | sed -n 's/.*qsort\.c:\([0-9]*\) .* in .*/\1/p' | tr '\n' ' ')" '20 22 '
has '--top: what is left' <(spanwise merge --sort=work --top=2 run.*.prof) '^  .*\b3 .*--top=all'
spanwise merge --format=html run.*.prof >alone.html
spanwise merge -q --html=too.html run.*.prof >got
check '--html: the page' cmp alone.html too.html
same '--html -q: the report as ever' "$(cat got)" "$(spanwise merge run.*.prof)"
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
same 'merge -q: nothing on stderr' "$(cat err)" ''
same 'merge -q: the report as ever' "$(cat out)" "$(spanwise merge run.*.prof)"
spanwise report --format=json all.prof >all.json
same 'report: work' "$(jq .work all.json)" "$(jq .work it.json)"
same 'report: span' "$(jq .span all.json)" "$(jq .span it.json)"
same 'report: ranks' "$(jq -c '[.rank.merged, .rank.size]' all.json)" '[4,4]'
same 'report: what is on the span adds up, as in a rank' \
    "$(jq '[.sites[].on_span.local.span] | add' all.json)" \
    "$(spanwise report --format=json run.3.prof | jq '[.sites[].on_span.local.span] | add')"
spanwise report all.prof >out
has 'report: of how many' out '^4 ranks '
status 'diff of two merges' 0 spanwise diff --exit-code all.prof all.prof >out
status 'diff with a rank' 1 spanwise diff --exit-code run.0.prof all.prof >out
status 'check' 0 spanwise check --min-parallelism=20 all.prof >out 2>err
status 'check, broken' 1 spanwise check --min-parallelism=100 all.prof >out 2>err

# A directory, with what was written there the last time.
mkdir directory && mv run.*.prof directory
status 'a directory' 0 spanwise merge -q -o directory/all.prof directory >out 2>err
same 'a directory: nothing to say' "$(cat err)" ''
status 'a directory again' 0 spanwise merge -q -o directory/all.prof directory >out 2>err
check 'a directory: the same' cmp directory/all.prof all.prof
mv directory/run.*.prof .

# no STATUS 'WORD ...' ARGUMENTS...: one line, and nothing is written.
no() {
    want=$1 words=$2
    shift 2
    rm -f new.prof
    status "merge $*" "$want" spanwise merge -o new.prof "$@" >out 2>err
    has "merge $*: ours" err "^spanwise: "
    names "merge $*" err "$words"
    same "merge $*: one line" "$(wc -l <err)" 1
    same "merge $*: no report" "$(wc -c <out)" 0
    check "merge $*: no profile" test ! -e new.prof
}
mkdir empty
head -c 600 run.1.prof >cut.prof
sed 's/partition/partitiom/' run.1.prof >changed.prof
echo hello >foreign.prof
no 2 'merge --help'
no 2 '--format=pdf csv-sites json' --format=pdf run.0.prof
no 2 '--sort=size spread' --sort=size run.0.prof
no 2 --ranks --ranks=none run.0.prof
no 2 "'--bad'" --bad run.0.prof
no 1 "'gone.prof'" run.0.prof gone.prof
no 1 "'empty'" empty
no 1 'cut.prof truncated' run.0.prof cut.prof run.2.prof
no 1 'changed.prof damaged' run.0.prof changed.prof
no 1 "'foreign.prof'" foreign.prof run.0.prof
no 1 "'run.0.prof' rank 0" run.0.prof run.1.prof run.0.prof
no 1 "'run.0.prof' 'plain.prof'" run.0.prof plain.prof
no 1 'run.0.prof other.1.prof ns instructions' run.0.prof other.1.prof
no 1 "'all.prof' 4" run.0.prof all.prof
cp run.0.prof keep.prof
status '-o is one of them' 1 spanwise merge -o run.0.prof run.*.prof >out 2>err
names '-o is one of them: message' err 'spanwise: -o run.0.prof'
check '-o is one of them: it stays' cmp run.0.prof keep.prof
status '-o cannot be written' 1 spanwise merge -o /nonexistent/all.prof run.*.prof >out 2>err
names '-o cannot be written: message' err 'spanwise: /nonexistent/all.prof'
status 'a full disk' 1 spanwise merge run.*.prof >/dev/full 2>err
has 'a full disk: message' err '^spanwise: .*No space left'
rm new.prof 2>/dev/null

# What cannot be read is left out if asked, and said.
status '--skip-bad' 0 spanwise merge --skip-bad run.0.prof cut.prof gone.prof run.2.prof >out 2>err
has '--skip-bad: each is named' err "^spanwise: .*'cut.prof'"
has '--skip-bad: each is named' err "^spanwise: .*'gone.prof'"
spanwise merge --skip-bad --format=json run.0.prof cut.prof gone.prof run.2.prof >it.json 2>err
same '--skip-bad: in the report' "$(jq -c '[.skipped, .merged, .size]' it.json)" '[2,2,4]'
same '--skip-bad: both are findings' "$(jq '[.findings[] | select(.kind == "incomplete")] | length' it.json)" 2
has '--skip-bad: what is missing' <(jq -r '.findings[] | select(.kind == "incomplete").text' it.json) '\b2 of 4\b.* 1, 3\.$'
status '--skip-bad, nothing left' 1 spanwise merge --skip-bad cut.prof >out 2>err
has '--skip-bad, nothing left: message' <(tail -1 err) '^spanwise: '
same '--skip-bad, nothing left: no report' "$(cat out)" ''

# Profiles that no launcher has numbered: as they come. One alone, too.
status 'without ranks' 0 spanwise merge --format=json plain.prof plain.prof >out
same 'without ranks' "$(jq -c '[.ranks[].rank]' out)" '[0,1]'
status 'one' 0 spanwise merge run.2.prof >out
has 'one' out '\b1 rank of \./qsort'
finish
