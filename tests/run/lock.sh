# A program that locks its memory, with a limit that is enough for itself: the same in each mode as natively. Without a limit: tests/attack/behave.
. "$SOURCE/tests/lib.sh"
gcc -O2 -D_GNU_SOURCE "$SOURCE/tests/run/lock.c" -o plain || exit 1
gcc -O2 -D_GNU_SOURCE -DANNOTATED -I "$SOURCE/include" "$SOURCE/tests/run/lock.c" -o annotated || exit 1
spanwise cc -O2 -D_GNU_SOURCE "$SOURCE/tests/run/lock.c" -o cilk || exit 1
locks() { # PROGRAM COMMAND...
    program=./$1
    shift
    $program >native
    is=$?
    status "$*" $is spanwise "$@" "$program" >out 2>err
    same "$*: what it locks" "$(cat out)" "$(cat native)"
}
locks plain sample -q
locks plain run -q -N 3
locks annotated run -q
locks annotated predict -q --machine=ideal
locks cilk run -q

# Stacks of threads that are simulated are as large as those of real ones, and far more.
gcc -O2 -fopenmp -D_GNU_SOURCE "$SOURCE/tests/run/lock_threads.c" -o threads || exit 1
spanwise run -q -N 64 ./threads >out 2>err
case $(cat out) in
'64 threads, little' | 'not allowed') pass ;;
*) fail "64 threads: $(cat out)" ;;
esac
finish
