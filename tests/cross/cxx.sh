# Cilk in C++ on the other machine, under its emulator: every form, exceptions and objects, as the serial elision has them; and a profile.
. "$SOURCE/tests/cross/lib.sh"
g=$OTHER-linux-gnu-g++
if ! command -v "$g" >/dev/null; then
    echo "left out: there is no $g"
    finish
fi
there() { timeout 600 "qemu-$OTHER" -L "/usr/$OTHER-linux-gnu" "$@"; }
cxx() { SPANWISE_MODULE=$CROSS/spanwise-cilk.o spanwise c++ --spanwise-cc="$g" "$@"; }
levels=-O2
workers=4
! long || levels='-O0 -O1 -O2 -O3' workers='1 2 4 8'
export SPANWISE_EAGER=1
for program in $(! long || echo cc/forms) sched/exceptions sched/reducers; do
    "$g" -std=c++17 -O1 -w -I"$SOURCE/include" "$SOURCE/tests/$program.cc" -o serial
    there ./serial 5 >want
    check "$program: the elision prints something" test -s want
    for level in $levels; do
        check "$program builds, $level" cxx -std=c++17 $level -g -w "$SOURCE/tests/$program.cc" -o program
        for CILK_NWORKERS in $workers; do
            export CILK_NWORKERS
            there ./program 5 >got
            same "$program, $level, $CILK_NWORKERS workers: status" $? 0
            check "$program, $level, $CILK_NWORKERS workers" cmp got want
        done
    done
done
unset CILK_NWORKERS
cat >fib.cc <<'END'
#include <cilk/cilk.h>
struct Fib {
    template <class T> T of(T n) const
    {
        if (n < 2)
            return n;
        T x = cilk_spawn of(n - 1);
        T y = of(n - 2);
        cilk_sync;
        return x + y;
    }
};
int main()
{
    return Fib().of(10) == 55 ? 0 : 1;
}
END
check 'fib builds' cxx -O1 -g fib.cc -o fib
check 'it is profiled' profile "$OTHER" -q -o fib.prof -- ./fib
spanwise report --format=json fib.prof >fib.json
same 'spawns' "$(jq .spawns fib.json)" 88
same 'the spawn by line and name' "$(jq -r '.sites[] | select(.kind == "spawn") | "\(.line) \(.on_work.local.count) \(.caller)"' fib.json | sort -u)" \
    '7 88 Fib::of<int>'
finish
