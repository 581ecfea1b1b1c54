# The scheduler's stress program on the other machine, under its emulator: its stubs, its contexts.
. "$SOURCE/tests/cross/lib.sh"
stress=$SOURCE/tests/sched
cc=$OTHER-linux-gnu-gcc
for file in "$stress"/stress_*.c; do
    $cc -O1 -DSTRESS_TWIN -I"$SOURCE/include" -c "$file" -o "$(basename "$file" .c)-twin.o" &
done
wait
for level in -O0 -O2; do
    check "it builds, $level" build "$OTHER" $level -w "$stress"/stress*.c ./*-twin.o -pthread -o stress
    for CILK_NWORKERS in 1 2 4; do
        export CILK_NWORKERS
        timeout 300 "qemu-$OTHER" -L "/usr/$OTHER-linux-gnu" ./stress -t 2 >out 2>&1
        same "$level, $CILK_NWORKERS workers: $(tail -n 3 out)" $? 0
    done
    [ $level = -O0 ] || has "$level: there were steals" out '[1-9][0-9]* steals seen'
done
finish
