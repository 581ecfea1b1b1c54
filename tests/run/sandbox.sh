# Programs that go into a sandbox, which allows what they need themselves: output and status are as natively, the profile is that of what
# was before, and it is said.
. "$SOURCE/tests/openmp/lib.sh"
ulimit -c 0
build() { # NAME COMPILER...: the program of that kind
    name=$1
    shift
    "$@" -O2 -D_GNU_SOURCE "$SOURCE/tests/run/sandbox.c" -o "$name" || exit 1
}
build cilk spanwise cc -DCILK
build openmp gcc -DOPENMP -fopenmp
build annotated gcc -DANNOTATED -I "$SOURCE/include"
build threads gcc -pthread

# enclosed 'NAME HOW ACTION [inside]' COMMAND...
enclosed() {
    program="./$1" name="$1 by $2"
    shift
    # shellcheck disable=SC2086 # words
    CILK_NWORKERS=1 OMP_NUM_THREADS=3 $program >native 2>err
    same "$name: natively" $? 3
    # shellcheck disable=SC2086
    timeout -s KILL 300 spanwise "$@" -q -o p.prof $program >out 2>err
    same "$name: status" $? 3
    same "$name: output" "$(cat out)" "$(cat native)"
    same "$name: messages" "$(grep -c '^spanwise: the program .*sandbox' err)" 1
    spanwise report --format=json p.prof >json
    same "$name: complete" "$(jq .complete json)" false
    check "$name: work" test "$(jq '.work > 0 or .effort.work > 0' json)" = true
    spanwise report p.prof >text 2>&1
    has "$name: report" text '\bsandbox\b'
    rm -f p.prof
}

for action in kill trap errno; do
    enclosed "cilk prctl $action" run
    enclosed "openmp prctl $action" run -N 3
    enclosed "annotated prctl $action" run
    enclosed "threads prctl $action" sample
    enclosed "threads prctl $action" run -N 3
done
for how in seccomp all call; do
    enclosed "cilk $how kill" run
    enclosed "openmp $how kill" run -N 3
    enclosed "annotated $how kill" run
done
for how in seccomp call; do
    enclosed "threads $how kill" sample
    enclosed "threads $how kill" run -N 2
done
enclosed 'cilk strict kill' run
enclosed 'annotated strict kill' run
for inside in '' inside; do
    enclosed "cilk prctl kill $inside" run --level=spawns
    enclosed "cilk prctl kill $inside" run --level=sampled
    enclosed "cilk prctl kill $inside" run --workers=2
    enclosed "openmp all kill $inside" run -N 8
    enclosed "openmp prctl kill $inside" run -N 1
    enclosed "openmp prctl kill $inside" run -N 2 --baton
    enclosed "annotated prctl kill $inside" run
    for program in cilk openmp annotated; do
        enclosed "$program prctl kill $inside" run --meter=instructions
    done
done

# Without one nothing is said, nor of one that allows all.
for kind in 'cilk run' 'openmp run' 'annotated run' 'threads sample'; do
    # shellcheck disable=SC2086 # words
    set -- $kind
    spanwise "$2" -q -o p.prof "./$1" none kill >out 2>err
    same "$1 without one: status" $? 3
    same "$1 without one: messages" "$(cat err)" ''
    same "$1 without one: complete" "$(spanwise report --format=json p.prof | jq .complete)" true
done

# Predicted from what was recorded before.
timeout -s KILL 300 spanwise predict ./annotated prctl kill >out 2>err
has 'predict' err '^spanwise: .*sandbox'
has 'predict: a prediction' err '^ +16 +[0-9.]+ '
# What sees it has no names but those that it is in front of and the one that front ends call, and can be loaded beside any libc.
library=$BUILD/lib/spanwise/libspanwise-calls.so
libc=$(ldd "$library" | awk '/libc\.so/ { print $3 }')
names_of() { nm -D --defined-only "$1" | awk '{ sub(/@.*/, "", $NF); print $NF }' | sort -u; }
same 'its names' "$(names_of "$library" | comm -23 - <(names_of "$libc"))" spanwise_hold
same 'it needs' "$(readelf -dW "$library" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | grep -v '^ld-linux')" libc.so.6
finish
