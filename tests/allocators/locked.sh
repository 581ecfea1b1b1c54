# An allocator with locks of its own, and a program whose threads take turns at each of them: who has one never waits for what it has
# given way to, though that allocates in our code.
. "$SOURCE/tests/lib.sh"
export OMP_NUM_THREADS=3
check 'the allocator builds' gcc -O1 -g -shared -fPIC -pthread "$SOURCE/tests/allocators/locked.c" -o liblocked.so
for kind in threads openmp; do
    option=
    [ $kind = openmp ] && option=-fopenmp
    check "$kind builds" gcc -O1 -g -pthread $option "$SOURCE/tests/allocators/churn.c" -o $kind "$PWD/liblocked.so"
    want=$(./$kind)
    for how in 'run -N 3' 'run -N 3 --tree' 'why --quick' sample; do
        rm -f p.prof
        # shellcheck disable=SC2086
        got=$(timeout -k 5 120 spanwise $how -q -o p.prof ./$kind 2>err)
        same "$kind, $how: status" $? 0
        same "$kind, $how: output" "$got" "$want"
        check "$kind, $how: $(cat err)" test -s p.prof
    done
done
finish
