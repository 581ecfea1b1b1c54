# The same program and input: the same numbers, to the last instruction, in some runs, in `make test-long` ten, half of them
# on a loaded machine; addresses are random as ever. A parallel run has the same work but for what
# steals add.
. "$SOURCE/tests/instructions/lib.sh"
check 'it builds' spanwise cc -O2 -g "$here/subject.c" -o subject
check 'addresses are random' [ "$(cat /proc/sys/kernel/randomize_va_space)" = 2 ]

runs='2 3'
! long || runs='2 3 4 5 6 7 8 9 10'
run_often() {
    check "$engine: it is counted" count first.prof ./subject 3000
    within "$engine: some work" "$(figure first.prof .work)" 1000000 20000000
    everything first.prof >first
    for i in $runs; do
        if [ "$i" = 6 ]; then
            for k in 1 2 3; do timeout 60 sh -c 'while :; do :; done' & done
        fi
        count again.prof ./subject 3000
        everything again.prof >again
        check "$engine: run $i is the same" cmp first again
    done
    ! long || kill $(jobs -p)
    wait
}

run_parallel() {
    count first.prof --grain=500 ./subject 3000
    serial=$(figure first.prof .work)
    for workers in 2 4; do
        title="$engine, $workers workers"
        check "$title" count parallel.prof --workers=$workers --grain=500 ./subject 3000
        within "$title: the work" "$(figure parallel.prof .work)" "$((serial * 999 / 1000))" "$((serial * 101 / 100))"
        same "$title: spawns" \
            "$(figure parallel.prof '.sites[] | select(.callee == "tree" and .kind == "spawn") | .on_work.local.count')" 255
    done
}

# Each thread counts for itself: 200, 400 and 600 trees of 16 leaves, as one of 256 leaves. What a
# worker takes to begin is not the same each time.
run_threads() {
    check "$engine: threads are counted" count threads.prof ./subject 100 threads
    one=$(figure threads.prof '.sites[] | select(.caller == "middle" and .callee == "tree") | .on_work.work')
    all=$(figure threads.prof '.sites[] | select(.callee == "thread") | .on_work.work')
    within "$engine: the work of threads" "$all" "$((one * 1200 / 16))" "$((one * 1200 / 16 * 104 / 100))"
}

# Where the kernel does not let us put things at the same addresses each time, as in some containers.
run_anywhere() {
    echo 'int personality(unsigned long p) { return (int)p | -1; }' >random.c
    gcc -shared -fPIC random.c -o random.so
    for i in 1 2 3; do
        LD_PRELOAD=$PWD/random.so count $i.prof ./subject 3000
        everything $i.prof | jq '[.work, .span]' >$i
    done
    check "$engine: at random addresses" cmp 1 2
    check "$engine: at random addresses again" cmp 1 3
}

for engine in $engines; do
    run_often
    run_anywhere
    run_parallel
    run_threads
done
finish
