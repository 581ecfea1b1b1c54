# `spanwise report` of synthetic profiles in every format: its figures, its options, its errors, its behaviour on a terminal.
. "$SOURCE/tests/lib.sh"
unset COLUMNS NO_COLOR
export TERM=xterm

for name in empty qsort fib regions odd deep parallel openmp sampled; do
    "$BUILD/tests/make-profile" $name $name.prof || exit 1
done

# tests/golden compares what is printed to the letter. Here, that nothing is odd with any profile: it prints something, says
# nothing, and figures of text are those of JSON.
for name in empty qsort fib regions odd openmp sampled; do
    for format in text csv csv-sites json gnuplot; do
        status "$format of $name" 0 spanwise report --format=$format $name.prof >got 2>errors
        check "$format of $name: it is there" test -s got
        same "$format of $name: nothing on stderr" "$(cat errors)" ''
    done
done
has 'the largest figures' <(spanwise report odd.prof) '^  Work +18446744074 s +18,446,744,073,709,551,615 ns$'
has 'figures of nothing' <(spanwise report empty.prof) '^  Parallelism +-$'
has 'a parallelism' <(spanwise report fib.prof) '^  Parallelism +1,117$'
# The order of call sites in text, and colours, which are all that --color adds.
lines_of() { spanwise report "$@" | sed -n '/^Spanwise profile/,$ s/^ .*%.*qsort\.c:\([0-9]*\) .*/\1/p' | tr '\n' ' '; }
same 'text by local span' "$(lines_of qsort.prof)" '20 22 21 25 31 '
same 'text by span' "$(lines_of --sort=span qsort.prof)" '25 31 20 22 21 '
same 'text by local work' "$(lines_of --sort=local-work qsort.prof)" '20 22 21 25 31 '
same 'text by work, the first' "$(lines_of --sort=work --top=3 qsort.prof)" '25 31 22 '
spanwise report --color=always qsort.prof >got
check 'colours' grep -q "$(printf '\033')" got
same 'and nothing else' "$(sed 's/\x1b\[[0-9;]*m//g' got)" "$(spanwise report qsort.prof)"
same 'a folded path on the span' "$(spanwise report --format=folded --on=span sampled.prof | grep swap)" 'main;pqsort;partition;swap 40'

# No line is wider than asked for; only figures that cannot be shortened may be.
for width in 60 72 80 100 200; do
    for name in qsort fib regions openmp sampled; do
        [ $name != openmp ] || [ $width -ge 80 ] || continue # nine columns of figures
        spanwise report --width=$width $name.prof >got
        same "$name within $width columns" "$(awk -v w=$width 'length($0) > w' got)" ''
    done
    [ $width -lt 72 ] || spanwise report --width=$width --serial=qsort.prof parallel.prof >got
    same "inflation within $width columns" "$(awk -v w=$width 'length($0) > w' got)" ''
done
same 'qsort within 40 columns' "$(spanwise report --width=40 qsort.prof | awk 'length($0) > 40')" ''
COLUMNS=100 spanwise report qsort.prof >a
spanwise report --width=100 qsort.prof >b
check 'COLUMNS counts' cmp a b
COLUMNS=nonsense spanwise report qsort.prof >a
spanwise report qsort.prof >b
check 'COLUMNS that is no number does not' cmp a b

# A terminal: colours, its width, unless NO_COLOR is set.
on_terminal() { script -qec "stty cols ${cols:-80} 2>/dev/null; $*" /dev/null </dev/null | tr -d '\r'; }
on_terminal spanwise report qsort.prof >got
check 'colours on a terminal' grep -q "$(printf '\033')" got
NO_COLOR=1 on_terminal spanwise report qsort.prof >got
status 'none with NO_COLOR' 1 grep -q "$(printf '\033')" got
TERM=dumb on_terminal spanwise report qsort.prof >got
status 'none on a dumb terminal' 1 grep -q "$(printf '\033')" got
NO_COLOR=1 cols=120 on_terminal spanwise report -q qsort.prof >a
spanwise report --width=120 qsort.prof >b
check 'the width of the terminal' cmp a b
spanwise report qsort.prof >got
status 'no colours in a pipe' 1 grep -q "$(printf '\033')" got
spanwise report odd.prof >got
status 'names cannot drive the terminal' 1 grep -q "$(printf '\033')" got
LC_ALL=C.UTF-8 spanwise report fib.prof >got
has 'microseconds' got 'Span +40.33 µs '

# JSON: valid, integers as they were, the keys of DESIGN.md.
for name in empty qsort fib regions odd deep openmp; do
    spanwise report --format=json $name.prof >$name.json
    check "$name is JSON" jq -e . $name.json >/dev/null
done
same 'work' "$(jq .work qsort.json)" 790519060
same 'top level' "$(jq -r '[.program, .meter, .unit, .span, .burdened_span, .spawns, .syncs, .average_maximal_strand] | map(tostring) | join(" ")' qsort.json)" \
    './qsort time ns 141903681 142100000 431244 431245 611'
same 'speedup' "$(jq -c '.speedup[2] | [.processors, .upper]' qsort.json)" '[8,5.57081]'
same 'a site' "$(jq -c '.sites[0] | [.file, .line, .caller, .callee, .kind, .on_work.count, .on_work.work, .on_span.span, .on_span.top_caller.count, .on_span.local.span]' qsort.json)" \
    '["/home/me/src/qsort.c",20,"pqsort","partition","call",431244,408150528,141891291,1,141891291]'
same 'local spans add up' "$(jq '[.sites[].on_span.local.span] | add' qsort.json)" "$(jq 141903681 qsort.json)"
spanwise report --width=200 deep.prof >deep.text
has 'a long name that was taken out has both its ends' deep.text \
    ' std::map<[^(]*[.][.][.].*::operator\[\]\(std::string const&\) \(map.h:10\) .*1,000 '
same 'a region' "$(jq -c '.regions[0] | [.label, .work, .parallelism]' regions.json)" '["sort, then check",700000000,5]'
same 'nothing measured is null' "$(jq -c '[.parallelism, .speedup[0].lower]' empty.json)" '[null,null]'
same 'the largest integer' "$(grep -c '^  "work": 18446744073709551615,$' odd.json)" 1
same 'not UTF-8' "$(jq -r '.args[1]' odd.json | tail -1)" "$(printf '\033[31m \357\277\275\357\277\275 end')"
same 'a quote' "$(jq -r .program odd.json)" './odd "name"'

# CSV: parses back to the same values, quoting included.
cat >parse.py <<'P'
import csv, json, re, sys
def shown(text): # no control characters in CSV, and a byte that is no UTF-8 is one, too
    return re.sub("[\x00-\x1f\x7f-\x9f\ufffd]", "?", text)
sites = json.load(open(sys.argv[2]))["sites"]
rows = list(csv.DictReader(open(sys.argv[1], newline="", errors="replace")))
assert len(rows) == len(sites) and len(rows) >= 3, (len(rows), len(sites))
for row, site in zip(rows, sites):
    for key in ("file", "caller", "callee"):
        assert row[key] == shown(site[key]), (row[key], site[key])
    assert int(row["line"]) == site["line"] and int(row["column"]) == site["column"]
    assert row["function type"] == site["kind"] and row["call sites (rip)"] == site["address"]
    for side in "work", "span":
        on = site["on_" + side]
        for prefix, m in ("", on), ("top ", on["top_caller"]), ("local ", on["local"]):
            for key in "work", "span", "count":
                assert int(row[f"{prefix}{key} on {side}"]) == m[key], (prefix, key, side)
            ratio = row[f"{prefix}parallelism on {side}"]
            assert (float(ratio) if ratio else None) == m["parallelism"], ratio
P
for name in qsort fib odd; do
    spanwise report --format=csv-sites $name.prof >$name.csv
    check "$name parses back" python3 parse.py $name.csv $name.json
done
spanwise report --format=csv qsort.prof >got
same "Cilkscale's header" "$(head -1 got)" \
    'tag,work (seconds),span (seconds),parallelism,burdened_span (seconds),burdened_parallelism'
same 'the whole program' "$(sed -n 2p got)" ',0.790519060,0.141903681,5.57081,0.142100000,5.56312'

# Samples: sums are those of the paths, recursion counts once, all is in some function.
spanwise report --format=json sampled.prof >sampled.json
same 'self' "$(jq -c '[([.samples.functions[].on_work.self] | add), .samples.on_work] | unique' sampled.json)" '[500]'
same 'recursion' "$(jq -c '.samples.functions[] | select(.function == "pqsort") | [.on_work.self, .on_work.total, .on_span.total]' sampled.json)" '[10,460,91]'
same 'inlined' "$(jq -c '.samples.functions[] | select(.function == "partition") | [.on_work.self, .on_work.total]' sampled.json)" '[300,450]'
same 'folded adds up' "$(spanwise report --format=folded sampled.prof | awk '{ n += $NF } END { print n }')" 500
same 'on span too' "$(spanwise report --format=folded --on=span sampled.prof | awk '{ n += $NF } END { print n }')" 100
same 'none without samples' "$(jq 'has("samples")' qsort.json)" false

# Work inflation: the JSON is valid, the CSV has the same columns and seven more.
spanwise report --format=json --serial=qsort.prof parallel.prof >inflation.json
same 'inflation' "$(jq -c '.inflation | [.work.ratio, .span.growth, .matched, .inflated]' inflation.json)" \
    '[1.52675,141903681,4,1]'
same 'growth adds up' "$(jq '[.inflation.sites[].local_work.growth] | add' inflation.json)" \
    "$(jq .inflation.work.growth inflation.json)"
same 'workers' "$(jq -c '.circumstances | [.workers, .steals]' inflation.json)" '[4,1234]'
spanwise report --format=json parallel.prof >parallel.json
same 'none without --serial' "$(jq 'has("inflation")' parallel.json)" false
same 'the rest is the same' "$(jq -c 'del(.inflation, .findings)' inflation.json)" "$(jq -c 'del(.findings)' parallel.json)"
spanwise report --format=csv-sites --serial=qsort.prof parallel.prof | cut -d, -f1-31 >a
spanwise report --format=csv-sites parallel.prof >b
check "Cilkprof's columns stay" cmp a b
same '--top' "$(spanwise report --top=2 --serial=qsort.prof parallel.prof | grep -c ' 4 .*--top=all\| 4 more')" 2
same '--top in JSON' "$(spanwise report --format=json --top=2 --serial=qsort.prof parallel.prof | jq '.inflation.sites | length')" 2

# Simulated runs: what is work and what is lost is all there is.
same 'shares add up' "$(jq '[.runs[] | .efficiency + (.lost | add)] | map(. * 1000 | round)' -c openmp.json)" '[1000,1000]'
same 'POP' "$(jq '.runs[1] | (.load_balance * .serialisation * .transfer / .efficiency * 1000 | round)' openmp.json)" 1000
same 'a run' "$(jq -c '.runs[1] | [.processors, .time, .work, .speedup, .barrier_wait, .worst.construct, .worst.cause]' openmp.json)" \
    '[8,40100000,135000000,3.37406,61800000,"serial code","serial"]'
same 'a construct' "$(jq -c '.constructs[3] | [.kind, .file, .line, .function, .parent, .schedule, .chunk, .chunks]' openmp.json)" \
    '["for","/home/me/src/tri.c",20,"locked",2,"schedule(dynamic,1)",1,1000]'
same 'none of others' "$(jq -c '[has("runs"), has("constructs")]' qsort.json)" '[false,false]'
same 'csv-runs without any' "$(spanwise report --format=csv-runs qsort.prof | wc -l)" 1

# gnuplot draws it.
for name in empty qsort fib odd openmp; do
    spanwise report --format=gnuplot $name.prof | gnuplot >$name.png 2>errors
    same "gnuplot draws $name" "$(head -c 4 $name.png | tail -c 3) $(cat errors)" 'PNG '
done

# Sorting.
order() { spanwise report --format=csv-sites --sort="$1" qsort.prof | tail -n +2 | cut -d, -f2 | tr '\n' ' '; }
same 'by local span' "$(order local-span)" '20 22 21 0 31 '
same 'by span' "$(order span)" '0 31 20 22 21 '
same 'by local work' "$(order local-work)" '20 22 21 0 31 '
same 'by work' "$(order work)" '0 31 22 21 20 '
same 'by count' "$(order count)" '20 21 22 0 31 '
same 'by parallelism' "$(order parallelism)" '20 0 31 22 21 '
same 'by line' "$(order line)" '0 20 21 22 31 '
same '--top' "$(spanwise report --format=csv-sites --top=2 qsort.prof | wc -l)" 3
"$BUILD/tests/make-profile" 37 many.prof
has 'how many are left' <(spanwise report many.prof) '^  .* 27 .*--top=all'
status 'all of them' 1 grep -q -e '--top=all' <(spanwise report --top=all many.prof)

# Where it comes from and goes to.
touch -d '1 hour ago' ./*.prof
mkdir named.prof
echo text >text.prof
cp qsort.prof newest.prof
spanwise report >a 2>errors
names 'the default profile is told' errors 'newest.prof'
rm -r named.prof text.prof
spanwise report qsort.prof >b
check 'the default profile' cmp a b
spanwise report -o out.txt qsort.prof
check '-o' cmp out.txt b
spanwise report -o - qsort.prof >a
check '-o -' cmp a b
refused 'a directory that is not there' 1 nowhere/out.txt spanwise report -o nowhere/out.txt qsort.prof
(ulimit -f 1 && exec spanwise report --format=json --top=all -o big.json many.prof) 2>errors
same 'a full disk' $? 1
names 'its message' errors big.json
same 'nothing is left of it' "$(find . -name 'big.json*')" ''
(ulimit -f 1 && exec spanwise report --format=json --top=all many.prof) 2>&1 >big.json | cat >errors
names 'too large an output' errors 'spanwise: ulimit'
spanwise report qsort.prof >/dev/full 2>errors
same 'a full output' $? 1
has 'its message' errors '^spanwise: .*No space left'

# Errors and usage.
: >empty-file
echo 'not a profile' >text
head -c 700 qsort.prof >short
refused 'missing' 1 'gone.prof spanwise run' spanwise report gone.prof
refused 'empty' 1 empty-file spanwise report empty-file
refused 'foreign' 1 "'text'" spanwise report text
refused 'truncated' 1 "'short' 700" spanwise report short
refused 'format' 2 '--format=xml csv-sites csv-constructs callgrind' spanwise report --format=xml qsort.prof
refused 'on' 2 '--on=x span blame' spanwise report --format=folded --on=x sampled.prof
refused 'functions without samples' 1 'qsort.prof --level=sampled' spanwise report --format=csv-functions qsort.prof
refused 'sort' 2 '--sort=x local-span blame' spanwise report --sort=x
refused 'top' 2 '--top=0 all' spanwise report --top=0
refused 'top' 2 '--top=-1 all' spanwise report --top=-1
refused 'width' 2 --width=wide spanwise report --width=wide
refused 'color' 2 '--color=red never' spanwise report --color=red
refused 'option' 2 '--frobnicate --help' spanwise report --frobnicate
refused 'value' 2 --format spanwise report --format
refused 'serial: missing' 1 gone.prof spanwise report --serial=gone.prof parallel.prof
refused 'serial: truncated' 1 "'short' 700" spanwise report --serial=short parallel.prof
refused 'serial: order' 1 'qsort.prof parallel.prof' spanwise report --serial=parallel.prof qsort.prof
refused 'serial: parallel' 1 'parallel.prof --serial' spanwise report --serial=parallel.prof parallel.prof
refused 'serial: unit' 1 'regions.prof parallel.prof instructions ns' spanwise report --serial=regions.prof parallel.prof
refused 'serial: program' 1 './odd ./qsort' spanwise report --serial=odd.prof parallel.prof
refused 'serial: csv' 2 '--serial csv-sites' spanwise report --format=csv --serial=qsort.prof parallel.prof
refused 'serial: gnuplot' 2 '--serial csv-sites' spanwise report --format=gnuplot --serial=qsort.prof parallel.prof
refused 'serial: value' 2 --serial spanwise report --serial
refused 'two profiles' 2 "'b'" spanwise report a b
same 'serial: both serial' "$(spanwise report --format=json --serial=qsort.prof qsort.prof | jq -r '.findings[0].kind')" comparison
spanwise report --help >got
has '--help' got '^usage: spanwise report '
finish
