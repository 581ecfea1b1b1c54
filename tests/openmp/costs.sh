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

# Tasks: those that wait, and, of more than 65 on one thread, those that run at once.
adds task=100,task_make=30 2 tasks_of_one 10 1000
adds task=100,task_make=30,task_again=7 2 tasks_of_one 10 1063
adds task=100,task_at_once=9 2 tasks_of_one 100 6815
COMPILER=clang adds task=100,task_at_once=9 2 tasks_of_one 10 90
# One that the other thread takes, for which it gets the queue from its maker; so does the maker, that looks for one in vain, and the
# other one again at its end. The maker does no more meanwhile than some hundred instructions, and to wake who may sleep.
compiler=fine-gcc
nothing=$(takes queue_moved=000000,task_taken=00000,task=0000 2 empty 1)
within 'a task is taken by the other thread' \
    "$(takes queue_moved=200000,task_taken=30000,task=5000 2 empty 1)" $((nothing + 434000)) $((nothing + 435000))
within 'a thread is woken' "$(takes queue_moved=000100,queue_wake=900000 2 empty 1)" $((nothing + 899000)) $((nothing + 901000))
# Two threads that make 8 tasks each and wait for them use libgomp's queue 34 times: each has to wait for the one before.
same 'a queue that is always waited for' \
    $(($(takes queue_busy=100000 2 each_short 3) - $(takes queue_busy=100000 2 each_short 2))) 3400000
# libomp: it takes the task from the maker's own queue.
if [ -x fine-clang ]; then
    compiler=fine-clang
    nothing=$(takes queue_busy=000000,queue_moved=000000,task_taken=00000,task=0000 2 empty 1)
    within 'a task is taken from the other thread' \
        "$(takes queue_busy=777777,queue_moved=200000,task_taken=30000,task=5000 2 empty 1)" $((nothing + 34000)) $((nothing + 35000))
fi
finish
