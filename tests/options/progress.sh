# Progress: one line on a terminal, drawn ten times a second at most, erased at the end; nowhere else.
. "$SOURCE/tests/lib.sh" || exit 1
export TERM=xterm
on_terminal() { timeout -s KILL 300 python3 "$SOURCE/tests/options/on-terminal.py" "$@" >it.json; }
value() { jq -r "$1" it.json; }
# hintless: without how often it is going to run, and without the last paragraph, what to try next.
hintless() { tr -d '\r' | grep -v 'is going to run' | sed '/^\(Written\|Next\): /,$d' | sed '/^$/d'; }
# shows 'what' REGEX command...: the line is drawn, and nothing of it is left.
shows() {
    it=$1 line=$2
    shift 2
    on_terminal "$@"
    same "$it: status" "$(value .status)" 0
    value .raw | tr '\r' '\n' >raw
    has "$it" raw "$line"
    same "$it: nothing is left" "$(value .left | hintless)" ''
    within "$it: ten times a second at most" "$(value .drawn)" 1 "$(value .most)"
    same "$it: none of it in the output" "$(value .out | grep -c "$(printf '\033')")" 0
}
hides() {
    it=$1
    shift
    on_terminal "$@"
    same "$it: status" "$(value .status)" 0
    same "$it" "$(value .raw | hintless)" ''
}

bench="spanwise bench --no-profile -P 1 --trials=20 --warm-up=0"
shows 'bench' '^bench: P = 1, trial [0-9]+ of 20, [0-9]+ of 20 runs done, about [0-9]+ s left' $bench sleep 0.03
check "bench: it goes on: $(value .drawn)" test "$(value .drawn)" -ge 3
hides 'bench -q' $bench -q sleep 0.01
TERM=dumb hides 'a dumb terminal' $bench sleep 0.01
$bench sleep 0.01 >out 2>err
same 'no terminal' "$(hintless <err)" ''
# What the program writes there stands by itself.
printf '#!/bin/sh\necho hello >&2\n' >hello
chmod +x hello
on_terminal spanwise bench --no-profile -P 1 --trials=3 --show-output ./hello
same 'the program writes' "$(value .left | hintless)" hello
# So do errors.
printf '#!/bin/sh\nexit 3\n' >fails
chmod +x fails
on_terminal $bench ./fails
has 'an error' <(value .left) '^spanwise: '
same 'an error: nothing beside it' "$(value .left | grep -c 'runs to do')" 0

for name in qsort tree; do "$BUILD/tests/make-profile" $name $name.prof; done
"$BUILD/tests/make-profile" qsort all 3
shows 'merge' "^merge: [0-9] profiles read, now 'all\.[0-9]\.prof'" spanwise merge all.0.prof all.1.prof all.2.prof
hides 'merge -q' spanwise merge -q all.0.prof all.1.prof
shows 'predict' '^predict: emulating, 0 of [0-9]+ done' spanwise predict --machine=ideal tree.prof
hides 'predict -q' spanwise predict -q --machine=ideal tree.prof
shows 'what-if --rank' '^what-if: ranking, 0 of [0-9]+ sites done' spanwise what-if --rank --machine=ideal tree.prof
shows 'what-if SITE=' '^what-if: emulating, 0 of [0-9]+ done' spanwise what-if loop=2x --machine=ideal tree.prof
hides 'what-if SITE= -q' spanwise what-if -q loop=2x --machine=ideal tree.prof
hides 'what-if -q' spanwise what-if -q --rank --machine=ideal tree.prof

# Of several runs, the first one's terminal is the program's.
cat >loop.c <<'END'
#include <stdio.h>
int main(void)
{
    volatile double sum = 0;
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
        sum += i;
    fprintf(stderr, "said\n");
    return 0;
}
END
gcc -O1 -fopenmp loop.c -o loop || fail 'gcc -fopenmp'
on_terminal spanwise run -N 1,2,4 --top=1 ./loop
value .raw | tr '\r' '\n' >raw
has 'run -N' raw '\b2 processors, run 2 of 3'
same 'run -N: what the program said' "$(value .left | head -n 1)" said
same 'run -N: nothing is left' "$(value .left | grep -c 'run [0-9] of 3')" 0
on_terminal spanwise run -q -N 1,2 ./loop
same 'run -q' "$(value .raw | tr -d '\r')" said
finish
