# What every command has in common: -N, -q, -V, slips, a program that is not in $PATH, findings first, what was written and what to try next.
. "$SOURCE/tests/lib.sh" || exit 1
export TERM=xterm
cat >fib.c <<'C'
#include <stdlib.h>
static int fib(int n)
{
    if (n < 2)
        return n;
    int a = cilk_spawn fib(n - 1), b = fib(n - 2);
    cilk_sync;
    return a + b;
}
int main(int argc, char **argv) { return fib(argc > 1 ? atoi(argv[1]) : 10) < 0; }
C
cat >marked.c <<'C'
#include <spanwise.h>
volatile double sum;
int main(void)
{
    SW_FOR("loop", int i = 0; i < 10; i++)
        for (int k = 0; k < 100000; k++)
            sum += k;
    return 0;
}
C
cat >omp.c <<'C'
volatile double sum;
int main(void)
{
#pragma omp parallel for
    for (int i = 0; i < 64; i++)
        for (int k = 0; k < 1000; k++)
            sum += k;
    return 0;
}
C
spanwise cc -O2 -g fib.c -o fib || fail 'spanwise cc'
gcc -O1 -g -I"$SOURCE/include" marked.c -o marked || fail 'gcc'
gcc -O1 -g -fopenmp omp.c -o omp || fail 'gcc -fopenmp'

# -V
has '-V' <(spanwise -V) '^spanwise [0-9]+\.[0-9]+\.[0-9]+$'
same '--version is the same' "$(spanwise --version)" "$(spanwise -V)"

# Options before a program are those of 'why'; slips of either are told.
status 'spanwise OPTION PROGRAM' 0 spanwise --quick -q --no-html -o why.prof ./fib 2>err
check 'has written its profile' test -s why.prof
refused 'a slip in an option of spanwise' 2 "'--quik' '--quick'" spanwise --quik ./fib
refused 'a slip in an option of a command' 2 "'--mter=time' '--meter'" spanwise run --mter=time ./fib
refused 'a slip in a command' 2 "'raport' 'report'" spanwise raport

# A program of this folder that the shell would not find: by the command that is to run it.
for command in 'run -q' 'sample -q' 'bench -q' 'check -q --min-parallelism=1' 'predict -q'; do
    spanwise $command fib >out 2>err
    same "$command fib: status" "$?" "$(case $command in run* | sample* | predict*) echo 127 ;; check*) echo 2 ;; *) echo 1 ;; esac)"
    has "$command fib" err "^spanwise: .*'fib'.*'\./fib'"
done
refused 'spanwise fib' 2 "'fib' ./fib" spanwise fib

# -N are cores in every command, and -P the same.
spanwise completion tsv >all
same 'who has -N' "$(awk -F'\t' '$3 == "-N" { print $1 }' all | sort | tr '\n' ' ')" 'bench predict run what-if why '
same 'its long name' "$(awk -F'\t' '$3 == "-N" { print $2 }' all | sort -u)" --processors
same 'who has -P, hidden' "$(awk -F'\t' '$3 == "-P" && $6 == "hidden" { print $1 }' all | sort | tr '\n' ' ')" 'bench predict run what-if why '
spanwise run -q --meter=instructions -o marked.prof ./marked || fail 'run ./marked'
for option in -N -P; do
    spanwise predict --machine=ideal $option 3,5 --format=json marked.prof | jq -c '[.predictions[].processors] | unique' >predict$option
    spanwise what-if --machine=ideal $option 3,5 --format=json loop=2x marked.prof | jq -c '[.. | .processors? // empty] | unique' >what-if$option
    spanwise run -q --once --meter=instructions $option 2,3 -o omp.prof ./omp && spanwise report --format=json omp.prof | jq -c '[.runs[].processors]' >run$option
    spanwise bench -q --trials=1 --warm-up=0 --no-profile $option 2 --format=json ./fib | jq -c '[.points[].processors]' >bench$option
done
for command in predict what-if run bench; do
    same "$command: -P is -N" "$(cat $command-P)" "$(cat $command-N)"
done
has 'predict -N' predict-N '\b3\b.*\b5\b'
same 'bench --workers, as it was' "$(spanwise bench -q --trials=1 --warm-up=0 --no-profile --workers=2 --format=json ./fib | jq -c '[.points[].processors]')" '[1,2]'
for command in predict bench run why what-if; do
    refused "$command: a bad list" 2 '-N 1,x' spanwise $command -N 1,x ./fib
done

# -q is one thing: nothing on stderr but errors.
same 'one -q' "$(for c in $(awk -F'\t' '$3 == "-q" { print $1 }' all); do spanwise "$c" --help | tr -s ' \n' '  ' | grep -o -e '-q, --quiet [a-z ]*: [a-z, ]*'; done | sort -u | wc -l)" 1
# Help fits a terminal of 80 columns.
same 'help: no line is longer than 80 columns' "$(for c in $(cut -f1 all | sort -u); do spanwise "$c" --help; done | cat - <(spanwise --help) | awk 'length > 80')" ''
same 'who has none' "$(cut -f1 all | uniq | grep -vx "$(awk -F'\t' '$3 == "-q" { print $1 }' all)" | tr '\n' ' ')" 'cc meters completion '
while read -r words; do
    spanwise $words >out 2>err || fail "$words: $(cat err)"
    same "$words: nothing on stderr" "$(cat err)" ''
done <<'END'
run -q -o a.prof ./fib
sample -q -o s.prof ./fib 22
why -q --quick --no-html -o w.prof ./fib
predict -q --machine=ideal ./marked
predict -q --machine=ideal marked.prof
what-if -q --machine=ideal loop=2x marked.prof
check -q --min-parallelism=0.1 --keep=k.prof ./fib
bench -q --trials=1 --warm-up=0 --no-profile -N 1 ./fib
report -q a.prof
diff -q a.prof k.prof
END
check 'what goes to stdout is there' grep -q . <(spanwise predict -q --machine=ideal marked.prof)

# Findings stand before all tables, in every report for people.
spanwise bench -q --trials=2 --warm-up=0 -N 1,2 ./fib >bench.text
for file in bench.text "$SOURCE"/tests/golden/{report,openmp,effort,predict,merge,diff}.text; do
    at=$(grep -n '^Findings$' "$file" | head -1 | cut -d: -f1)
    table=$(grep -nE '^(Whole|Effort|Speedup on|Over the ranks|Predicted)' "$file" | head -1 | cut -d: -f1)
    [ -n "$at" ] || at=0 # there may be none
    check "$(basename "$file"): findings ($at) before the first table ($table)" test "$at" -lt "$table"
done
check 'some have findings' test "$(grep -lx Findings bench.text "$SOURCE"/tests/golden/{report,effort,diff}.text | wc -l)" -ge 2

# What was written, and what to try next: always where the report is on stderr, ...
written() { # 'what' FILES NEXT COMMAND...
    what=$1 files=$2 next=$3
    shift 3
    "$@" >out 2>err || fail "$what: $(cat err)"
    has "$what" <(tr '\n' ' ' <err) "Written: $files\. Next: .*$next"
}
written 'run' 'a\.prof' 'spanwise report' spanwise run -o a.prof ./fib
written 'run --html' 'a\.prof, a\.html' 'a\.html' spanwise run --html=a.html -o a.prof ./fib
written 'run of annotations' 'm\.prof' 'spanwise predict m\.prof' spanwise run -o m.prof ./marked
written 'sample' 's\.prof' 'spanwise report' spanwise sample -o s.prof ./fib 22
written 'why' 'w\.prof, w\.html' 'spanwise diff w\.prof' spanwise why --quick --html=w.html -o w.prof ./fib
written 'predict' 'm\.prof' 'spanwise what-if --rank m\.prof' spanwise predict --machine=ideal --keep=m.prof ./marked
spanwise check --min-parallelism=0.1 --keep=k.prof ./fib >out 2>err
has 'check' err '^Written: k\.prof'

# ... and to a terminal where it is on stdout.
told() { # 'what' REGEX COMMAND...
    what=$1 want=$2
    shift 2
    "$@" >out 2>err
    same "$what: not to a file" "$(cat err)" ''
    timeout -s KILL 300 python3 "$SOURCE/tests/options/on-terminal.py" "$@" >it.json
    jq -r .raw it.json | tr -d '\r' | tr '\n' ' ' >raw
    has "$what" raw "$want"
    timeout -s KILL 300 python3 "$SOURCE/tests/options/on-terminal.py" "$@" -q >it.json
    same "$what -q" "$(jq -r .raw it.json | grep -c 'Next:\|Written:')" 0
}
told 'report' 'Next: .*spanwise report --format=html' spanwise report a.prof
told 'report -o' 'Written: r\.html\. Next: open r\.html' spanwise report a.prof --format=html -o r.html
told 'diff' 'Next: .*spanwise diff .*k\.prof' spanwise diff a.prof k.prof
told 'diff -o' 'Written: d\.csv' spanwise diff a.prof k.prof --format=csv -o d.csv
told 'predict' 'Next: .*what-if --rank marked\.prof' spanwise predict marked.prof --machine=ideal
told 'what-if' 'Next: .*spanwise what-if SITE=2x marked\.prof' spanwise what-if marked.prof --rank --machine=ideal
finish
