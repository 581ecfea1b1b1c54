# What OpenMP's runtime costs, to the instruction: costs are invented, and what a run takes longer with them is counted.
. "$SOURCE/tests/lib.sh" || exit 1
unset OMP_NUM_THREADS OMP_MAX_ACTIVE_LEVELS OMP_NESTED
for compiler in gcc clang; do
    command -v $compiler >/dev/null || continue
    $compiler -O2 -g -fopenmp "$SOURCE/tests/openmp/fine/fine.c" -o fine-$compiler -lm || exit 1
done

# An environment of the same length is as long to look through: costs of 0 have as many digits.
# takes COSTS N PROGRAM SIZE: instructions
takes() {
    SPANWISE_OPENMP_COSTS="=$1" timeout -s KILL 120 spanwise run --meter=instructions -N "$2" --format=json \
        -o p.prof "./$compiler" "$3" "$4" >out 2>err || fail "$3: status $?, $(head -n 2 err)"
    jq '.runs[0].time' err
}

# adds COSTS N PROGRAM SIZE WANTED: of gcc's program, or what COMPILER says
adds() {
    compiler=fine-${COMPILER:-gcc}
    [ -x "$compiler" ] || return
    same "$compiler $3 $4 on $2, $1" $(($(takes "$1" "$2" "$3" "$4") - $(takes "${1//[0-9]/0}" "$2" "$3" "$4"))) "$5"
}

# Regions and barriers of one thread, and nested ones.
adds region_of_one=1000,nested_of_one=7 2 regions_of_one 100 100000
adds region_of_one=7,nested_of_one=1000 2 nested_of_one 100 100000
adds barrier_of_one=10 2 barriers_of_one 100 1000
adds barrier_of_one=10 1 barriers 100 1000
adds fork_nested=300,join_nested=20 2 nested_active 10 3200
adds fork_nested=300,join_nested=20 2 nested_of_two 10 3200
COMPILER=clang adds fork_nested=300,join_nested=20 2 nested_of_two 10 0
COMPILER=clang adds region_of_one=1000,nested_of_one=7 2 regions_of_one 100 100000

# Locks: of 20 critical sections of two threads that are always waited for all but the first are handed over; where the holder
# comes back sooner than that, for less, by how long it takes: some instructions. Else one that the other thread had last is moved.
adds lock=10,lock_moved=7 1 crowd_300 10 100
adds lock=10,lock_moved=7,hand_over=1000 2 crowd_300 10 19010
adds lock=10,lock_moved=7,hand_over=1000 2 crowd_locks 10 19010
adds lock=10,lock_moved=7 2 crowd_apart 10 163
adds hand_over=1000,hand_over_back=1000,section=9 2 crowd_300 10 19000
compiler=fine-gcc
within 'handed over while the holder comes back' \
    "$(takes hand_over=8000,hand_over_back=100,section=1,hand_over_empty=0 2 crowd_300 10)" \
    "$(takes hand_over=0160,hand_over_back=160,section=0,hand_over_empty=0 2 crowd_300 10)" \
    "$(takes hand_over=4000,hand_over_back=000,section=0,hand_over_empty=0 2 crowd_300 10)"

# Chunks of a team of one, and ordered parts: of 10, one is the first, and the others are waited for.
adds chunk=50 1 dynamic 10 500
adds chunk=50,chunk_of_one=07 1 dynamic 10 70
adds turn=10,turn_given=1000 1 in_order 10 100
compiler=fine-gcc
nothing=$(takes turn=00,turn_given=000000 2 in_order 10)
within 'turns that are given' "$(takes turn=10,turn_given=100000 2 in_order 10)" $((nothing + 895000)) $((nothing + 901000))

# Loops with dependences: each of 10 iterations posts, and all but the first look for the one before; if the other thread has posted that,
# its line comes over, and goes back.
adds post=100,sink=7 1 in_waves 10 1063
compiler=fine-gcc
same 'lines that move' "$(takes lock_moved=200000 2 in_waves 10)" $(($(takes lock_moved=100000 2 in_waves 10) + 9 * 200000))
COMPILER=clang adds post=100,sink=7 1 in_waves 10 1063

# Tasks: those that wait, and, of more than 65 on one thread, those that run at once.
adds task=100,task_make=30 2 tasks_of_one 10 1000
adds task=100,task_make=30,task_again=7 2 tasks_of_one 10 1063
adds task=100,task_at_once=9 2 tasks_of_one 100 6815
COMPILER=clang adds task=100,task_at_once=9 2 tasks_of_one 10 90
# One that the other thread takes, for which it gets the queue from its maker; so does the maker, that looks for one in vain, and the
# other one again at its end. The maker does no more meanwhile than some hundred instructions, and to wake who may sleep.
compiler=fine-gcc
nothing=$(takes queue_moved=000000,task_taken=00000,task=0000 2 late 1)
within 'a task is taken by the other thread' \
    "$(takes queue_moved=200000,task_taken=30000,task=5000 2 late 1)" $((nothing + 434000)) $((nothing + 435000))
within 'a thread is woken' "$(takes queue_moved=000100,queue_wake=900000 2 late 1)" $((nothing + 899000)) $((nothing + 901000))
# Two threads that make 8 tasks each and wait for them use libgomp's queue 34 times: each has to wait for the one before.
same 'a queue that is always waited for' \
    $(($(takes queue_busy=100000 2 each_short 3) - $(takes queue_busy=100000 2 each_short 2))) 3400000
# libomp: it takes the task from the maker's own queue.
if [ -x fine-clang ]; then
    compiler=fine-clang
    nothing=$(takes queue_busy=000000,queue_moved=000000,task_taken=00000,task=0000 2 late 1)
    within 'a task is taken from the other thread' \
        "$(takes queue_busy=777777,queue_moved=200000,task_taken=30000,task=5000 2 late 1)" $((nothing + 34000)) $((nothing + 35000))
    # An untied task that makes 10 tasks is queued again at its begin and after each of them.
    nothing=$(takes task_part=000000,task=0000 2 parts 10)
    within 'parts of an untied task' "$(takes task_part=100000,task=0000 2 parts 10)" $((nothing + 1099000)) $((nothing + 1101000))
    COMPILER=clang adds task_part=100000,task_at_once=5 1 parts 10 110
fi

# What cannot be measured is as it was the last time that it could: a tool whose costs a script invents. Of a region of one thread
# 100 take 100 ms, or next to nothing.
mkdir -p bin lib/spanwise
cp "$BUILD/spanwise" bin/
ln -s "$BUILD"/lib/spanwise/* lib/spanwise/
rm lib/spanwise/openmp-costs
# milliseconds COSTS CACHE: of regions_of_one
milliseconds() {
    printf '#!/bin/sh\necho %s\n' "$1" >lib/spanwise/openmp-costs
    chmod +x lib/spanwise/openmp-costs
    env -u SPANWISE_OPENMP_COSTS XDG_CACHE_HOME="$WORK/$2" bin/spanwise run --once -N 2 --format=json -o p.prof ./fine-gcc regions_of_one 100 2>err >out
    jq '.runs[0].time / 1000000 | floor' err
}
within 'costs as they are measured' "$(milliseconds fork=5,region_of_one=1000000 one)" 100 200
within 'what is missing, as it was' "$(milliseconds fork=5,nested_of_one=6 one)" 100 200
same 'both are kept' "$(cat one/spanwise/*.libgomp)" 'fork=5,nested_of_one=6,region_of_one=1000000'
within 'what is measured counts' "$(milliseconds region_of_one=2000000 one)" 200 300
within 'what was never known is nothing' "$(milliseconds fork=5 other)" 0 50
finish
