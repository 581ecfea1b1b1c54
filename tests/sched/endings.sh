# However a program ends, and wherever in its computation, it ends as its serial elision does.
. "$SOURCE/tests/sched/lib.sh" || exit 1
build endings

# ends STATUS OUTPUT ARGUMENTS...: that status, and that standard output with commas for newlines.
ends() {
    want=$1 output=$2
    shift 2
    # In braces, since bash itself tells of every process that a signal ended.
    { timeout 120 ./endings "$@" >out 2>err; } 2>/dev/null
    same "$*, $CILK_NWORKERS workers: status" $? "$want"
    same "$*, $CILK_NWORKERS workers: output" "$(paste -sd, out)" "$output"
}

for CILK_NWORKERS in $(some 2 1 2 4 8); do
    export CILK_NWORKERS
    ends 0 'done' compute
    ends 9 late return
    for where in left right main; do
        for again in $(some 5 1 2 3 4 5); do
            ends 7 'end,at exit' $where exit
            ends 8 '' $where _exit
        done
        ends 134 '' $where abort
        ends 143 '' $where signal
        ends 139 '' $where fault
    done
done

if parallel endings; then
    for CILK_NWORKERS in 2 4 8; do
        ends 7 'end,at exit' running exit
        ends 8 '' running _exit
        ends 134 '' running abort
    done
    CILK_NWORKERS=1 # nobody steals: the jump is as in a serial program
    ends 0 'caught 1,done' longjmp
    ends 0 'done' longjmps
    for CILK_NWORKERS in 2 4; do
        ends 134 '' longjmp
        has 'longjmp out of a child is told' err '^spanwise: .*longjmp'
    done
    for CILK_NWORKERS in 0 -1 many 100000; do
        ends 2 '' compute
        has "CILK_NWORKERS=$CILK_NWORKERS is told" err "^spanwise: .*CILK_NWORKERS.*$CILK_NWORKERS"
        same "CILK_NWORKERS=$CILK_NWORKERS: one line" "$(wc -l <err)" 1
    done
    unset CILK_NWORKERS
    check 'as many workers as there are processors' ./endings compute >out
else
    echo 'no scheduler is linked in: left out what only it can do'
fi
finish
