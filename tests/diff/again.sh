# spanwise diff FILE: the program runs again, with the options that the profile keeps; and diff of samples, and of benches.
. "$SOURCE/tests/lib.sh" || exit 1
cat >fib.c <<'C'
#include <stdio.h>
#include <stdlib.h>
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
    return printf("%d\n", fib(atoi(argv[argc - 1]) + MORE)) < 0;
}
C
build() { spanwise cc -O2 -g -DMORE="$1" fib.c -o fib || fail 'spanwise cc'; }
again() { spanwise diff --format=json "$@" 2>err; }
build 0

# The same program, counted in instructions: all is the same, by the same options.
spanwise run -q --meter=instructions --level=spawns --burden=7 -o one.prof ./fib 10 >/dev/null || fail 'run'
again one.prof >it.json
same 'nothing has changed' "$(jq -c '[.equal, .unit, .after.level, .after.burden, .after.args]' it.json)" '[true,"instructions","spawns",7,["./fib","10"]]'
has 'it is said what runs' err "spanwise run .*--meter=instructions.*\./fib 10"
check 'the new profile is there' test -s one-after.prof
same 'the program prints nothing there' "$(spanwise diff -q one.prof 2>&1 | grep -c '^55$')" 0
same '-q' "$(spanwise diff -q one.prof 2>&1 >/dev/null)" ''
again one-after.prof >it.json
same 'what was measured again can be, too' "$(jq .equal it.json)" true

# Another program: what changed.
build 3
again one.prof >it.json
same 'spawns' "$(jq -c .spawns it.json)" '{"before":88,"after":376}'
status '--exit-code' 1 spanwise diff -q --exit-code one.prof >out 2>err
spanwise run -q -o two.prof --meter=instructions ./fib 10 >out
mv fib elsewhere
refused_again() { # 'what' WORDS PROFILE
    spanwise diff "$3" >out 2>err
    same "$1: status" $? 1
    same "$1: no output" "$(cat out)" ''
    names "$1" err "$2"
}
refused_again 'the program is gone' './fib one.prof' one.prof
mv elsewhere fib

# Who measured it, with what, is in profiles of all commands that run one.
build 0
spanwise why -q --quick -o why.prof ./fib 10 >out || fail 'why'
again why.prof >it.json
same 'why' "$(jq -c '[.matched > 0, .after.args]' it.json)" '[true,["./fib","10"]]'
check 'it leaves no page' sh -c '! ls *.html 2>/dev/null | grep -v "^fib\.html$"'

# A profile that does not say: of an older version, of a merge, of a process that ran already.
old=$(ls "$SOURCE"/tests/profile/corpus/* | head -1)
cp "$old" old.prof
refused_again 'an older version' 'old.prof NEW.prof' old.prof

# Benches: times on each number of cores.
spanwise bench -q -N 1,2 --trials=2 --warm-up=0 --no-profile -o bench.prof ./fib 10 >out || fail 'bench'
again bench.prof >it.json
same 'bench: which' "$(jq -c '[.real_runs[].processors]' it.json)" '[1,2]'
same 'bench: with times' "$(jq '[.real_runs[].time | .before > 0 and .after > 0] | all' it.json)" true
same 'bench: arguments' "$(jq -c .after.args it.json)" '["./fib","10"]'
spanwise diff --color=never bench.prof bench-after.prof >out
has 'bench: text' out '^Real runs'
check 'bench: no work that nobody measured' sh -c '! grep -q "^Whole program" out'
spanwise bench -q -N 1,2 --trials=1 --warm-up=0 -o profiled.prof ./fib 10 >out || fail 'bench with a profile'
spanwise diff --format=json profiled.prof profiled.prof >it.json
same 'bench with a profile: equal' "$(jq -c '[.equal, .spawns.after, [.real_runs[].processors]]' it.json)" '[true,88,[1,2]]'
refused 'a profile is not for stdout' 2 '-o' spanwise bench --format=prof ./fib 10

# {} is the number of cores, in every run.
cat >log.sh <<'S'
echo "$OMP_NUM_THREADS $*" >>log
S
spanwise bench -q -N 1,3 --trials=1 --warm-up=1 --no-profile -o args.prof sh log.sh --threads={} x{}y{} plain >out || fail 'bench {}'
same 'bench {}' "$(sort -u log | tr '\n' '|')" '1 --threads=1 x1y1 plain|3 --threads=3 x3y3 plain|'
has 'bench {}: the title has it as it is' out '^Spanwise bench of sh log\.sh --threads=\{\} x\{\}y\{\} plain$'
again args.prof >it.json
same 'bench {} again' "$(jq -c '[.after.args[2], [.real_runs[].processors]]' it.json)" '["--threads={}",[1,3]]'

# Samples.
cat >threads.c <<'C'
#include <pthread.h>
#include <stdlib.h>
volatile double sum;
static void *spin(void *of)
{
    for (long i = 0; i < 20000000; i++)
        sum += (double)i;
    return of;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, spin, NULL);
    spin(NULL);
    return pthread_join(t, NULL);
}
C
gcc -O1 -g -pthread threads.c -o threads || fail 'gcc'
spanwise sample -q -o s.prof ./threads || fail 'sample'
again s.prof >it.json
same 'samples: spin is in both' "$(jq -c '[.functions[] | select(.function == "spin") | .in] | unique' it.json)" '["both"]'
same 'samples: figures' "$(jq -c '[.time, .work, .idle, .overhead, .unused, .waited_for_locks] | map(has("before") and has("after") and has("change")) | all' it.json)" true
spanwise diff --format=json s.prof s.prof >it.json
same 'samples: the same one' "$(jq -c '[.equal, .beyond_noise, .time.change]' it.json)" '[true,false,0]'
same 'samples: the same one, in text' "$(spanwise diff s.prof s.prof)" "no difference: all figures of 's.prof' and 's.prof' are the same"
status 'samples: exit code' 0 spanwise diff --exit-code s.prof s.prof >out
spanwise diff --format=csv s.prof s-after.prof >it.csv
has 'samples: csv' it.csv '^spin,|,spin,|^"?spin'
spanwise diff --format=html -o it.html s.prof s-after.prof
check 'samples: a page' grep -q '</html>' it.html
spanwise diff s.prof one.prof >out 2>err
same 'two kinds: status' $? 1
names 'two kinds' err "'s.prof' 'one.prof' sample"
refused 'no profile' 2 'diff BEFORE' spanwise diff
refused 'three profiles' 2 'diff BEFORE' spanwise diff a b c
finish
