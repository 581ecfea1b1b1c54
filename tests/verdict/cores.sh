# What spanwise why runs a program on: by affinity, by variables and by {} in its arguments, as the program itself says.
. "$SOURCE/tests/lib.sh" || exit 1
export LOG="$WORK/log"
gcc -O2 -g -fopenmp -I"$SOURCE" "$SOURCE/tests/verdict/told.c" -o told || exit 1

# Real runs are made if there is time for them, which a busy machine has not.
answers() {
    for try in 1 2 3; do
        rm -f log
        timeout -s KILL 300 spanwise why -q --no-html -N 3 -o p.prof "$@" >out 2>err || fail "$*: status $?: $(cat err)"
        grep -q '^real' log && break
    done
}

# Who makes threads of its own has so many cores and no more.
answers ./told
same 'a real run on N cores has N' "$(awk '$1 == "real" && $2 != $3' log)" ''
if grep -q '^real' log; then
    check 'the first of them is on one core' grep -q '^real 1 ' log
else
    echo 'no time for real runs'
fi

# {} in the arguments is the number of cores of each run: the program has it as its last word, and OMP_NUM_THREADS is the same.
answers ./told a {}
check 'OpenMP: simulated on 3 cores' grep -q '^simulated [0-9]* 3 a 3$' log
same 'OpenMP: each run has its number' "$(awk 'NF != 5 || $3 != $5' log)" ''
same 'OpenMP: the profile keeps it' "$(spanwise report --format=json p.prof | jq -c .args)" '["./told","a","{}"]'
rm -f log
timeout -s KILL 300 spanwise why -q --no-html -N 3 --memory -o p.prof ./told a -n{} >out 2>err || fail "--memory: status $?: $(cat err)"
same 'OpenMP: --memory' "$(awk '$5 != "-n" $3' log)" ''
rm -f log
timeout -s KILL 300 spanwise run -q -N 1,2,5 --memory -o p.prof ./told a {} >out 2>err || fail "run: status $?: $(cat err)"
same 'OpenMP: run -N' "$(awk '{ print $3, $5 }' log | sort -u | tr '\n' '|')" '1 1|2 2|5 5|'
rm -f log
timeout -s KILL 300 spanwise run -q --once -N 4 --threads-arg=2 -o p.prof ./told a 1 >out 2>err || fail "--threads-arg: status $?: $(cat err)"
same 'OpenMP: --threads-arg' "$(awk '{ print $4, $5 }' log)" 'a 4'
refused 'no such argument' 2 'threads-arg 7 2' spanwise run -N 4 --threads-arg=7 -o p.prof ./told a 1
rm -f log
timeout -s KILL 300 spanwise bench -q -N 1,2 --trials=1 -o b.prof ./told a {} >out 2>err || fail "bench: status $?: $(cat err)"
same 'OpenMP: bench' "$(awk '{ print $3, $5 }' log | sort -u | tr '\n' '|')" '1 1|2 2|'

# Who is run once for any number of cores has one in spanwise why: that the answer is for.
cat >fib.c <<'C'
#include "tests/verdict/noted.h"
#include <cilk/cilk.h>
#include <stdio.h>
static int fib(int n)
{
    if (n < 2)
        return n;
    int a = cilk_spawn fib(n - 1), b = fib(n - 2);
    cilk_sync;
    return a + b;
}
int main(int argc, char **argv)
{
    char line[100];
    snprintf(line, sizeof line, "%s %s\n", getenv("CILK_NWORKERS"), argv[argc - 1]);
    note_run(line);
    printf("%d\n", fib(10));
}
C
spanwise cc -O2 -g -I"$SOURCE" fib.c -o fib || exit 1
rm -f log
timeout -s KILL 300 spanwise why -q --no-html -N 3 -o p.prof ./fib {} >out 2>err || fail "Cilk: status $?: $(cat err)"
same 'Cilk: the cores of the answer, and one of those here' "$(awk '$2 != 3 && $1 != $2' log)" ''
check 'Cilk: the cores of the answer' grep -q ' 3$' log
refused 'Cilk: run' 2 '{} fib number' spanwise run -o p.prof ./fib {}
rm -f log
timeout -s KILL 300 spanwise run -q --workers=2 -o p.prof ./fib {} >out 2>err || fail "--workers: status $?: $(cat err)"
same 'Cilk: --workers' "$(cat log)" '2 2'

# Scripts, and programs whose libraries have the threads, have the number of cores here; what is not simulated keeps it as it is.
same 'a script' "$(spanwise why -q --no-html -o p.prof sh -c 'echo "$1"' - {} 2>err)" "$(nproc)"
same 'a script: run' "$(spanwise run -q -o p.prof sh -c 'echo "$1"' - {} 2>err)" {}
has 'a script: run says so' err '\{\} stays as it is'
finish
