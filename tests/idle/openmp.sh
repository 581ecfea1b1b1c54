# Planted truth in OpenMP programs (openmp.c), of gcc and of clang: idleness, overhead and blame are where they belong,
# and all paths reach main through who created the region or the task.
. "$SOURCE/tests/lib.sh"
. "$SOURCE/tests/idle/lib.sh"
processors=$(nproc)
timing && numbers='2 4 8' rounds='1 2 3' || numbers=2 rounds=1

# sample THREADS PHASE [MILLISECONDS]: what is in `how` and profile.json from then on.
sample() {
    how="$compiler, $2, $1 threads, ${OMP_WAIT_POLICY:-}"
    OMP_NUM_THREADS=$1 timeout -s KILL 300 spanwise sample -q --rate=4000 ./openmp.$compiler "$2" "$(timing && echo "${3:-30}" || echo 8)" >out 2>errors
    same "$how: status" $? 0
    same "$how: output" "$(tail -n 1 out)" 'done'
    same "$how: errors" "$(cat errors)" ''
    spanwise report --format=json >profile.json
}

# idle FUNCTION LOW HIGH: for each of the other processors, of its work.
idle() {
    measured "$how: idleness of $1" "$(ratio "$(of "$1" .idle)" "$(of "$1" ".work * ($processors - 1)")")" "$2" "$3"
}
overhead() { ratio "$(of "$1" '.overhead | add')" "$(of "$1" '.work + (.overhead | add)')"; }

# in_main FUNCTION: it is found below main only, and so is all else.
in_main() {
    to_main
    jq -r --arg f "$1" '.effort.tree as $t | $t[] | select(.function == $f) |
        [recurse(if .parent == null then empty else $t[.parent] end) | .function] | join(" ")' profile.json >chains
    check "$how: $1 is found" test -s chains
    same "$how: $1 in main" "$(grep -v ' main$' chains)" ''
}

for compiler in gcc clang; do
    command -v $compiler >/dev/null || continue
    $compiler -O2 -g -fopenmp "$SOURCE/tests/idle/openmp.c" -o openmp.$compiler || exit 1
    for OMP_WAIT_POLICY in active passive; do
        export OMP_WAIT_POLICY
        for n in $numbers; do
            # While other programs have a processor, nobody is idle on it: the most of some runs counts.
            : >alone
            for _ in $rounds; do
                sample $n serial 15
                ratio "$(of alone .idle)" "$(of alone ".work * ($processors - 1)")" >>alone
            done
            # Of more threads than processors those that were late in the region before seem to work on for a while: up to a fifth is missed.
            measured "$how: idleness of alone" "$(sort -g alone | tail -1)" $((n > 4 ? 80 : n > 2 ? 85 : 90))e-2 1.1
            idle together 0 0.35
            measured "$how: work of alone" "$(ratio "$(of alone .work)" "$(all .work)")" \
                $(awk -v n=$n 'BEGIN { print 0.8 / (n + 1), 1.2 / (n + 1) }')
            in_main together
        done
        sample 2 balance
        idle most $(head -n 1 out | awk '{ print $1 - 0.15, $1 + 0.15 }')
        idle little 0 0.4
    done
    unset OMP_WAIT_POLICY

    sample 2 grain
    measured "$how: overhead" "$(overhead chunks)" 0.5 1
    measured "$how: scheduling" "$(ratio "$(of chunks .overhead.scheduling)" "$(of chunks '.overhead | add')")" 0.9 1
    sample 2 tasks
    measured "$how: overhead" "$(overhead tiny_tasks)" 0.5 1

    for phase in critical lock; do
        sample 4 $phase
        measured "$how: waited for locks" "$(all '([.locks[].waited] | add) / .work')" 0.3 1000
        measured "$how: blame" "$(all '.blamed / ([.locks[].waited] | add)')" 0.2 1
        # The runtime may have waited for locks of its own.
        measured "$how: the lock" "$(all '([.locks[].waited] | max / add)')" 0.9 1
        ! timing || same "$how: who is to blame" "$(all '.locks | max_by(.waited).holder.function' | sed "s/^\.omp_outlined.*/$phase/")" "$phase"
    done

    sample 2 pipeline
    measured "$how: idleness of slow" "$(ratio "$(of slow .idle)" "$(of slow ".work * ($processors - 1)")")" 0.35 1
    idle fast 0 0.4

    for n in 1 2 4; do
        sample $n tree
        in_main leaf
        sample $n loop
        in_main leaf
        same "$how: by loop" "$(grep -vc ' loop ' chains)" 0
    done
    sample 2 nested
    in_main leaf
    same "$how: by nested" "$(grep -vc ' nested ' chains)" 0
done

# A child of fork() leaves what its parent is in alone. (libomp does not survive that natively.)
compiler=gcc
sample 1 forks
measured "$how: in the region" "$(jq -r '.effort | .tree as $t | ([$t[] | select(.function == "leaf" and (.started or $t[.parent].started)) | .total.work] | add // 0) / .work' profile.json)" 0.9 1
finish
