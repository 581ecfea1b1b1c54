# Pages of OpenMP programs: constructs below each other as they are, a bar for each place, names where there are none.
. "$SOURCE/tests/lib.sh"
here=$SOURCE/tests/report
cat >tasks.c <<'C'
#include <stdio.h>
static double work(int n) { double s = 0; for (int i = 1; i < n; i++) s += 1.0 / i; return s; }
static double fib(int n) {
    double a, b;
    if (n < 2) return work(2000);
#pragma omp task shared(a)
    a = fib(n - 1);
#pragma omp task shared(b)
    b = fib(n - 2);
#pragma omp taskwait
    return a + b;
}
int main(void) {
    double r = work(1000000), t = 0;
#pragma omp parallel
#pragma omp single
    r += fib(12);
#pragma omp parallel for reduction(+ : t) schedule(dynamic, 4)
    for (int i = 0; i < 100; i++) t += work(100 * i);
    printf("%g %g\n", r, t);
    return 0;
}
C
gcc -O2 -g -fopenmp tasks.c -o tasks && strip -s tasks -o bare || exit 1
page() { # PROGRAM [PROCESSORS [ARGUMENTS]]
    check "$1" timeout -s KILL 300 spanwise run -q -N "${2-2,8}" -o $1.prof --html=$1.html ./$1 "${@:3}" >out
    check "$1: as agreed" python3 "$here/page.py" $1.html $1.data
    spanwise report --format=json $1.prof >$1.json
}
section() { jq -c ".strings as \$s | .sections[] | select(.key == \"$2\") | $3" $1.data; }
page tasks
page bare

# Rows follow the one that they are in.
rows='[.columns[] | select(.key == "construct").values[] | $s[.]]'
same 'all constructs' "$(section tasks constructs .rows)" "$(jq '.constructs | length' tasks.json)"
lines='[.columns[] | select(.key == "file").lines[]]'
same 'nested' "$(jq -nc --argjson rows "$(section tasks constructs "$rows")" --argjson lines "$(section tasks constructs "$lines")" '
    [range($rows | length) | {name: ($rows[.] | ltrimstr(" ")), depth: (($rows[.] | match("^ *").length) / 2), line: $lines[.]}] as $all |
    [range($all | length) as $i | $all[$i] | select(.depth > 0) | .depth as $depth |
        [.line, ([$all[range($i)] | select(.depth == $depth - 1)] | last.line)]] | sort')" \
    "$(jq -c '.constructs as $all | [$all[] | select(.parent > 0) | [.line, $all[.parent].line]] | sort' tasks.json)"

# A place is one bar, and all of them are the processors' time.
bars=$(section tasks construct-losses '[.rows[] | [.label, .place.line]]')
same 'one bar each' "$(echo "$bars" | jq 'length - (unique | length)')" 0
within 'they add up' "$(section tasks construct-losses '[.rows[].values[]] | add')" 0.99 1.01

# Regions and loops by the number of processors: a curve and a row each, as in JSON.
speedups='[.constructs_by_processors[].runs[1].speedup]'
same 'by processors: rows' "$(section tasks construct-runs '.columns[] | select(.key == "speedup.8").values')" "$(jq -c "$speedups" tasks.json)"
same 'by processors: curves' "$(section tasks construct-speedups '[.series[].y[1]]')" "$(jq -c "$speedups" tasks.json)"
same 'by processors: each' "$(section tasks construct-speedups '[.series[] | select(.x == [2, 8]).name] | sort')" \
    '["omp barrier in main, line 15","omp for in main, line 18","omp parallel in main, line 15","omp parallel in main, line 18"]'

# A wait that has two causes, shares that are not equal and a lock: what is said of it is what the bar shows.
gcc -O2 -g -fopenmp "$SOURCE/examples/openmp/pairs.c" -o pairs -lm || exit 1
SPANWISE_OPENMP_COSTS=2000,100,500,50,60,200,20,100 page pairs 64 4000 # a lock that costs more is all there is to see
said=$(jq -r '.findings[] | select(.kind == "imbalance").text' pairs.json)
bar=$(section pairs construct-losses '([.rows[].values[]] | add) as $all | (.parts | map(.key) | index("wait")) as $wait |
    .rows[] | select(.label | startswith("omp parallel")) | 100 * .values[$wait] / $all')
measured 'what is said of a wait is its bar' "$(echo "$said" | grep -o '[0-9]*%' | head -1 | tr -d %)" $(jq -n "$bar + (-1, 1)")
! timing || same 'and a second share, what is for this reason' "$(echo "$said" | grep -o '[0-9]*%' | wc -l)" 2

# Of many places those that are too small to be seen are one bar, the last.
{
    echo 'static volatile double s; static void work(int n) { for (int i = 1; i < n; i++) s += i; }'
    echo 'int main(void) {'
    for i in 1 2 3 4 5 6 7 8; do printf '#pragma omp parallel\nwork(%d);\n' $i; done # gcc makes regions that are the same one
    printf '#pragma omp parallel\nwork(10000000);\nreturn 0; }\n'
} >many.c
gcc -O2 -g -fopenmp many.c -o many || exit 1
page many
labels=$(section many construct-losses '[.rows[].label]')
! timing || has 'small ones' <(echo "$labels") '"[2-9] [^"]*"\]$'
! timing || has 'the large one first' <(echo "$labels") '^\["omp parallel in '
! timing || same 'those shown, and those not' "$(echo "$labels" | jq 'length - 1 + (last | split(" ")[0] | tonumber)')" \
    "$(jq '.constructs | length' many.json)"
within 'they add up, too' "$(section many construct-losses '[.rows[].values[]] | add')" 0.99 1.01

# Serial code is itself, not the program.
same 'serial code' "$(jq -c '.sites[] | select(.callee == "serial code") | [.on_work.parallelism, .on_work.work == .on_work.local.work]' tasks.json)" '[1,true]'
check 'its colour' jq -e '(.strings | index("serial code")) as $n | .sections[] | select(.key == "paths").frames | .parallelism[.name | index($n)] == 1' bare.data >out

# Without symbols: where it is, by what addr2line takes; and constructs instead of one frame without a name.
same 'told apart' "$(section bare construct-losses '[.rows[] | select(.place) | $s[.place.file]] | all(test("^bare\\+0x[0-9a-f]+$"))')" true
same 'in tables too' "$(section bare sites '[.columns[] | select(.key == "file").files[] | $s[.] | select(. != "")] | [length > 3, all(test("^bare\\+0x"))] | all')" true
spanwise report --top=all bare.prof >text
has 'in text' text ' bare\+0x[0-9a-f]+ +omp parallel'
status 'nowhere a question mark' 1 grep -q ' in ?' text
same 'frames are constructs' "$(section bare paths '[.frames.name[] | $s[.] | select(startswith("omp "))] | length > 3')" true
# (A run this short may be without any sample, and then there is nothing to explain.)
why=$(section bare paths .note)
[ "$(jq '.samples.on_work // 0' bare.json)" = 0 ] || has 'and why' <(echo "$why") 'symbols|sampl|names'
finish
