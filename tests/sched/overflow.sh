# A stack that overflows is told, in one line, and the program dies as it would; its own handler is left alone.
. "$SOURCE/tests/sched/lib.sh" || exit 1
build overflow
ulimit -S -s 1024 -c 0

# ends STATUS ARGUMENTS...; what is said is in err.
ends() {
    want=$1
    shift
    { timeout 300 ./overflow "$@" >out 2>err; } 2>/dev/null
    same "$*, $CILK_NWORKERS workers: status" $? "$want"
}

for CILK_NWORKERS in 1 2 4; do
    export CILK_NWORKERS
    for how in deep calls stolen; do
        [ $how$CILK_NWORKERS = stolen1 ] && continue # it would wait for ever
        ends 139 $how
        same "$how, $CILK_NWORKERS workers: lines" "$(wc -l <err)" 1
        has "$how, $CILK_NWORKERS workers: told" err '^spanwise: stack overflow: [0-9]+ spawns deep .*ulimit -s'
    done
    for how in wild sent; do
        ends 139 $how
        same "$how, $CILK_NWORKERS workers: nothing is said" "$(cat err)" ''
    done
    for when in before after; do
        for how in calls wild sent; do
            ends 3 $how $when
            same "$how $when, $CILK_NWORKERS workers: its own handler" "$(cat out)" "the program's own handler"
            same "$how $when, $CILK_NWORKERS workers: nothing is said" "$(cat err)" ''
        done
    done
done

# A frame holds what it takes to go on, and no more: what a steal adds is elsewhere, and so are registers.
CILK_NWORKERS=1 ends 139 deep
deep=$(sed -n 's/.*overflow: \([0-9]*\) spawns.*/\1/p' err)
most=144 # bytes of a level: 112 on x86-64 and 128 on aarch64 by gcc 12; with all registers they were 160 and 256
within 'levels on a stack of a megabyte' "$deep" $((1000000 / most)) 1e9
finish
