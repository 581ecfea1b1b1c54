# What programs do besides OpenMP, inside and around regions: as natively.
. "$SOURCE/tests/openmp/lib.sh"
HERE=$SOURCE/tests/openmp/survival
LIBRARY=$BUILD/lib/spanwise/libspanwise-openmp.so
ulimit -c 0

build() { # NAME: a program of survival/, as gcc makes it
    if [ -e "$HERE/$1.cc" ]; then
        g++ -O2 -Wall -Werror -fopenmp "$HERE/$1.cc" -o "$1"
    else
        gcc -O2 -Wall -Werror -fopenmp "$HERE/$1.c" -o "$1"
    fi || exit 1
}

# ours N command...: on the substitute runtime, with a limit that only a hang reaches.
ours() {
    n=$1
    shift
    OMP_NUM_THREADS=$n LD_PRELOAD=$LIBRARY timeout -s KILL 300 "$@"
}

result() { # command...: output and exit status
    "$@" 2>&1
    echo "status $?"
}

long && numbers='1 3 8' identities='1 2 8 24' || numbers=3 identities=24
for options in baton=0 baton=1; do
    export SPANWISE_OPTIONS=$options

    # Waiting of all kinds.
    for name in $([ $options = baton=0 ] && echo spin locks blocked threads processes || some 2 spin locks blocked threads processes); do
        build $name
        for n in $numbers; do
            same "$name, $n threads, $options" "$(result ours $n ./$name)" "ok
status 0"
        done
    done

    # In an allocator, no tick leaves a thread: whose lock another one waits for has to come by itself.
    gcc -O2 -Wall -Werror -shared -fPIC "$HERE/own_malloc.c" -o libown_malloc.so || exit 1
    gcc -O2 -Wall -Werror -fopenmp "$HERE/blocked.c" ./libown_malloc.so -o blocked-own || exit 1
    for n in $numbers; do
        same "an allocator of its own, $n threads, $options" "$(result ours $n ./blocked-own)" "ok
status 0"
    done

    # In `make test` all the rest is for one of the two ways.
    [ $options = baton=0 ] || long || continue

    # Users and groups, which are every thread's.
    for compiler in gcc clang; do
        command -v $compiler >/dev/null || continue
        $compiler -O2 -Wall -Werror -Wno-unused-function -fopenmp -pthread "$HERE/identity.c" -o identity || exit 1
        for n in $identities; do
            same "identity by $compiler, $n threads, $options" "$(result ours $n ./identity)" "ok
status 0"
        done
    done

    # Ends, by any thread.
    build endings
    for how in $(some 2 return exit _exit quick_exit abort crash kill raise overflow catch pthread_exit); do
        for thread in 0 2; do
            want=$(OMP_NUM_THREADS=3 result timeout -s KILL 300 ./endings $how $thread 2>/dev/null)
            same "$how in thread $thread, $options" "$(result ours 3 ./endings $how $thread 2>/dev/null)" "$want"
        done
    done
    build early
    same "constructors and destructors, $options" "$(result ours 3 ./early)" \
        "$(OMP_NUM_THREADS=3 result ./early)"

    # Clauses.
    build clauses
    same "clauses, $options" "$(ours 5 ./clauses)" "2 1 5"
    same "clauses are ignored, $options" \
        "$(SPANWISE_OPTIONS="$options force_threads=1" ours 5 ./clauses)" "5 1 5"

    # Stacks.
    build deep
    same "a default stack, $options" "$(ours 3 ./deep 6000)" ok
    same "huge stacks, $options" "$(OMP_STACKSIZE=1G ours 20 ./deep 7000)" ok
    same "larger stacks, $options" "$(OMP_STACKSIZE=64M ours 2 ./deep 7000)" ok
    same "no limit on stacks, $options" "$(ulimit -s unlimited && ours 3 ./deep 1000)" ok
done
unset SPANWISE_OPTIONS

# Opened by programs that have no OpenMP themselves: no real threads are started.
gcc -shared -fPIC -O2 -fopenmp "$HERE/library.c" -o liblibrary.so || exit 1
gcc -O2 "$HERE/opens.c" -o opens -Wl,-rpath,"$WORK" || exit 1
for how in library runtime deep; do
    same "opened: $how" "$(ours 3 ./opens $how)" 3
done
cat >opens.py <<'PY'
import ctypes, sys
print(ctypes.CDLL(sys.argv[1]).threads(), ctypes.CDLL("libgomp.so.1").omp_get_num_threads())
PY
same "opened by Python" "$(ours 3 python3 opens.py "$WORK/liblibrary.so")" "3 1"
# The same by the command.
same '--force-threads' "$(spanwise run -q -N 5 --force-threads ./clauses)" "5 1 5"
same '--baton' "$(spanwise run -q -N 3 --baton ./threads)" ok

# Without memory for its threads it goes on as natively: run.limits has what is said.
status 'no memory for stacks' 0 sh -c "ulimit -v 400000; OMP_STACKSIZE=100M OMP_NUM_THREADS=20 LD_PRELOAD=$LIBRARY ./deep" 2>err

# A program that hangs goes on to hang, but it is said.
build deadlock
OMP_NUM_THREADS=3 LD_PRELOAD=$LIBRARY ./deadlock 2>err &
for _ in $(seq 600); do [ -s err ] || sleep 0.1; done
kill -KILL $!
{ wait $!; } 2>/dev/null
same 'it hangs' $? 137
has 'it hangs' err '^spanwise: .*\b5 s\b'
finish
