# What programs do besides OpenMP: spins, locks of their own, threads, processes, signals, jumps,
# libraries opened late, ends in the middle. All as natively.
#   MODE=native   the programs themselves, no tool involved
#   MODE=preload  with LIB, the substitute runtime, loaded by hand: no tool needed, no profile
#   NS='1 2'      numbers of threads; ONLY=regex of programs
. "$SOURCE/tests/openmp/lib.sh" || exit 1
HERE=$SOURCE/tests/openmp/robust
MODE=${MODE:-ours} NS=${NS:-$(long && echo 1 2 8 || echo 3)}
export KMP_WARNINGS=false

# with NAME N COMMAND...: natively and under us; stdout, stderr and status alike.
with() {
    name=$1 n=$2
    shift 2
    echo "$name" | grep -Eq "${ONLY:-.}" || return
    # libgomp that is closed with a library is unmapped under its own threads, and they crash if they are not asleep: it stays.
    stays=
    case $name in host*gcc) stays=libgomp.so.1 ;; esac
    { GOMP_SPINCOUNT=0 OMP_NUM_THREADS=$n timeout -s KILL "${LIMIT:-300}" env LD_PRELOAD=$stays "$@" >native.out 2>native.err; } 2>/dev/null
    native=$?
    [ ! -e instead ] || cp instead p
    case $MODE in
    native)
        same "$name, $n threads: stderr" "$(head -n 3 native.err)" ''
        return
        ;;
    preload) { OMP_NUM_THREADS=$n LD_PRELOAD=$LIB timeout -s KILL "${LIMIT:-300}" "$@" >ours.out 2>ours.err; } 2>/dev/null ;;
    *) { timeout -s KILL "${LIMIT:-300}" spanwise run -q --once -N "$n" -o p.prof "$@" >ours.out 2>ours.err; } 2>/dev/null ;;
    esac
    same "$name, $n threads: status" $? $native
    same "$name, $n threads: stdout" "$(cat ours.out)" "$(cat native.out)"
    same "$name, $n threads: stderr" "$(cat ours.err)" "$(cat native.err)"
    [ $MODE = preload ] || check "$name, $n threads: a profile" test -s p.prof
    rm -f p.prof
}
well() { # of a program that checks itself
    with "$@"
    echo "$1" | grep -Eq "${ONLY:-.}" || return
    same "$name, $n threads: natively" "$native $(grep -c '^ok$' native.out)" '0 1'
}

ends='' programs='spin yield mutex threads pthread_exit fork signals life stack jumps keys pipes heap standard destructors'
for compiler in gcc clang; do
    command -v $compiler >/dev/null || continue
    [ $compiler = gcc ] && these=$programs || these=$(some 3 $programs)
    for p in $these endings; do
        bash "$SOURCE/tests/openmp/build.sh" "$HERE" $p $compiler '-O2,-pthread' "$WORK/$p.$compiler" || fail "$p does not build"
    done
    for p in $these; do
        for n in $NS; do
            cp "$p.$compiler" p # the same name for both, in what they print
            case $compiler-$p in
            clang-threads | clang-pthread_exit | clang-keys) # libomp 14 fails on these, or ends its threads
                cp "$p.gcc" p
                cp "$p.clang" instead
                ;;
            esac
            well "$p $compiler" "$n" ./p
            rm -f instead
        done
    done
done

for where in first last critical nested task after none; do
    for how in exit _exit quick_exit abort signal kill fault; do
        ends="$ends $where:$how"
    done
done
for end in $(some 3 $ends); do
    with "endings ${end%:*} ${end#*:}" 3 ./endings.gcc "${end%:*}" "${end#*:}"
done
for where in first last critical nested task after none; do
    with "endings clang $where" 2 ./endings.clang $where exit
done

# Limits and sizes of stacks.
OMP_STACKSIZE=1G well 'stack of 1 GB' 8 ./stack.gcc
(ulimit -s unlimited 2>/dev/null && OMP_STACKSIZE=16M well 'unlimited stack' 8 ./stack.gcc
    echo $failures >failed)
failures=$(cat failed)
well 'jumps, many threads' 64 ./jumps.gcc
well 'keys, many threads' 64 ./keys.gcc

# A library that is OpenMP in a program that is not.
gcc -O2 "$HERE/host.c" -o host -ldl
for compiler in gcc clang; do
    $compiler -O2 -fPIC -shared -fopenmp "$HERE/plugin.c" -o plugin.$compiler.so || fail "plugin does not build"
    for n in $NS; do
        with "host, plugin of $compiler" "$n" ./host ./plugin.$compiler.so
        with "python3, plugin of $compiler" "$n" /usr/bin/python3 "$HERE/plugin.py" ./plugin.$compiler.so
    done
done

# Other processes in between.
with 'a shell' 2 sh -c './jumps.gcc && ./keys.gcc; exit 5'
with 'environment' 2 env A=b ./jumps.gcc
finish
