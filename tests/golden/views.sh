# The golden texts: what each view prints, to the letter, of profiles and trees that are invented, so that nothing in it varies.
# Here is the only place where sentences of the product are written down; all other tests ask for kinds, lines and figures.
#
# Who changes what is printed renews them by one command, and reads the diff:
#
#     UPDATE=1 ctest --test-dir build -R '^golden$'
#
# A sentence of a finding, a verdict or a headline is in 'findings', one that refuses something in 'refusals', and else in the one view
# that has it: of machines' formats prose is masked, and texts but one are without their findings.
. "$SOURCE/tests/lib.sh" || exit 1
here=$SOURCE/tests/golden
unset COLUMNS GITHUB_WORKSPACE

for name in empty qsort fib regions odd parallel openmp threads sampled effort effort-odd exact worse; do
    "$BUILD/tests/make-profile" $name $name.prof || exit 1
done
"$BUILD/tests/make-profile" rank run 4 || exit 1
cat >mixed.tree <<'T'
call "read input" { 2000 }
section loop1 { 4 x task { 500 lock queue { 100 } } 3 x task { 250 } 20 }
2 x section tail { task { 900 } 5 x task { 100 } }
T

# compare NAME: with what is in the file 'got'.
compare() {
    [ -z "${UPDATE-}" ] || cp got "$here/$1"
    if diff -u "$here/$1" got >difference; then pass; else
        fail "$1 is not what it was; if it is better, renew it as $here/views.sh says"
        cat difference >&2
    fi
}

# printed STATUS COMMAND...: into the file 'page', without a word on stderr.
printed() {
    want=$1
    shift
    status "$*" "$want" spanwise "$@" >page 2>errors
    same "$*: nothing on stderr" "$(cat errors)" ''
}

string='"([^"\\]|\\.)*"'
masked() { sed -E "s/\"(text|what)\": $string/\"\\1\": \"...\"/g; s/\"(sentences|warnings)\": \\[$string(, $string)*\\]/\"\\1\": [\"...\"]/"; }
without_findings() { awk '/^Findings$/ { inside = 1 } !inside; /^$/ { inside = 0 }'; }

# golden NAME COMMAND...: all of what it prints, but for prose in JSON and findings in text.
golden() {
    name=$1
    shift
    printed "${want_status-0}" "$@"
    case $name in
    report.text) cp page got ;;
    *.text) without_findings <page >got ;;
    *.json) masked <page >got ;;
    *) cp page got ;;
    esac
    compare "$name"
}

# Reports: of Cilk, the profile that has most in it.
for format in text json csv csv-sites gnuplot; do golden report.$format report --format=$format regions.prof; done
for format in text json gnuplot csv-runs csv-constructs; do golden openmp.$format report --format=$format openmp.prof; done
for format in text json trace; do golden threads.$format report --format=$format threads.prof; done
for format in text json csv-functions folded; do golden sampled.$format report --format=$format sampled.prof; done
for format in text json csv; do golden effort.$format report --format=$format effort.prof; done
for view in tree callers flat lines; do golden effort.$view report --view=$view effort.prof; done
for format in text json csv-sites; do golden inflation.$format report --format=$format --serial=qsort.prof parallel.prof; done
for name in qsort sampled openmp effort; do golden tree.$name report --tree $name.prof; done
golden focus.qsort report --focus=pqsort qsort.prof
golden focus.region report --focus='sort, then check' regions.prof
golden focus.sampled report --focus=partition sampled.prof
golden focus.openmp report --focus='omp parallel in locked' openmp.prof
golden focus.effort report --focus=compute --sort=idle effort.prof

# The other commands.
for format in text csv json; do golden diff.$format diff --format=$format exact.prof worse.prof; done
limits='--min-parallelism=3 --max-work=1G --min-speedup=8:1.2 --site=partition --max-span=400M'
for format in text json junit github; do
    want_status=1 golden check.$format check --format=$format $limits --baseline=exact.prof worse.prof
done
for format in text csv csv-sites json; do golden merge.$format merge --format=$format run.*.prof; done
for format in text csv json gnuplot; do golden predict.$format predict --machine=ideal -P 1,2,4 --format=$format mixed.tree; done
for format in text csv json; do
    golden what-if.$format what-if --machine=ideal -P 2,4 --format=$format 'read input=2x' lock:queue=free mixed.tree
    golden rank.$format what-if --rank --machine=ideal --format=$format mixed.tree
done

# All that findings, verdicts and headlines say, a profile after the other.
sentences() { # TITLE COMMAND...
    echo "$1"
    shift
    spanwise "$@" | jq -r '(.findings[] | "  " + .kind + ": " + .text), ((.verdict, .headline) | .sentences? // [] | .[] | "  = " + .) |
        gsub("[\u0000-\u001f\ufffd]"; "?")'
    echo
}
for name in qsort fib regions odd openmp threads effort effort-odd; do
    sentences $name report --format=json $name.prof
done >all
sentences inflation report --format=json --serial=qsort.prof parallel.prof >>all
sentences 'serial, both' report --format=json --serial=qsort.prof qsort.prof >>all
sentences 'diff, worse' diff --format=json exact.prof worse.prof >>all
sentences 'diff, better' diff --format=json worse.prof exact.prof >>all
sentences 'diff, in parallel' diff --format=json qsort.prof parallel.prof >>all
sentences merge merge --format=json run.*.prof >>all
sentences 'merge, two are missing' merge --format=json run.0.prof run.2.prof >>all
predicted() { # TITLE TREE OPTIONS...
    title=$1
    echo "$2" >it.tree
    shift 2
    sentences "predict: $title" predict --machine=ideal -P 16 --format=json "$@" it.tree
}
tasks='{ 16 x task { 100 } }'
{
    predicted 'serial code, named' "call read { 1000 } section work { 8 x task { 1000 } }"
    predicted 'before a section' "9000 section work $tasks"
    predicted 'after it' "section work $tasks 9000"
    predicted 'between runs' "300 section work $tasks 5400 section work $tasks 300"
    predicted 'a lock' 'section three { task { 150 lock 1 {450} 50 } task { 100 lock 1 {300} 200 } task { 150 lock 1 {50} 50 } }'
    predicted 'a lone task' 'section rows { 999 x task { 4000 } task { 1000000 } }'
    predicted 'two long tasks' 'section rows { 99 x task { 4000 } 2 x task { 1000000 } }'
    predicted 'equal tasks' "section work $tasks"
} >>all
mv all got
compare findings

# How it refuses: what was asked for, what it says, and its exit status.
: >empty-file
echo 'not a profile' >text
head -c 700 qsort.prof >short.prof
echo 'section { task { 100 }' >open.tree
while read -r line; do
    echo "$ spanwise $line"
    eval "spanwise $line" 2>&1 | head -5
    echo "= ${PIPESTATUS[0]}"
done >got <<'L'
frobnicate
report --frobnicate
report --frmat=csv qsort.prof
report gone.prof
report empty-file
report text
report short.prof
report a b
report --format=xml qsort.prof
report --format
report --top=0 qsort.prof
report --color=red qsort.prof
report --format=csv-functions qsort.prof
report --serial=parallel.prof qsort.prof
report --serial=parallel.prof parallel.prof
report --serial=regions.prof parallel.prof
report --serial=odd.prof parallel.prof
report --format=csv --serial=qsort.prof parallel.prof
report --on=span --format=folded effort.prof
report --view=flat qsort.prof
report --focus=partitoin qsort.prof
report --tree --focus=x qsort.prof
report --tree --least=101 qsort.prof
report -o nowhere/out.txt qsort.prof
report --sources=no qsort.prof
diff qsort.prof
diff qsort.prof exact.prof
diff qsort.prof effort.prof
check qsort.prof
check --min-parallelism=x qsort.prof
merge
merge run.0.prof run.0.prof
merge run.0.prof qsort.prof
merge -o run.0.prof run.0.prof
predict
predict qsort.prof
predict open.tree
predict -P 0 mixed.tree
predict --schedule=fair mixed.tree
what-if mixed.tree
what-if taill=2x mixed.tree
what-if tail=free mixed.tree
what-if tail=fast mixed.tree
run
run ./nonexistent
run --budget=-3 ./nonexistent
run --meter=parsecs ./nonexistent
sample
bench
bench -P 0 ./nonexistent
bench --trials=0 ./nonexistent
L
compare refusals
finish
