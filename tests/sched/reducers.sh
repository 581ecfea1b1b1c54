# Reducers give the serial result on any number of workers; see reducers.c.
. "$SOURCE/tests/sched/lib.sh" || exit 1
rounds=$(long && echo 200 || echo 40)
gcc -O1 -w -I"$SOURCE/include" "$here/reducers.c" -o serial && ./serial "$rounds" >want
same 'the serial program prints' "$(wc -l <want)" "$rounds"
for cc in gcc clang; do
    for level in $(some 3 -O2 -O0 -O3); do
        check "it builds, $cc $level" spanwise cc --spanwise-cc=$cc $level -w "$here/reducers.c" -o reducers
        for CILK_NWORKERS in 1 2 4 8; do
            export CILK_NWORKERS
            timeout 300 ./reducers "$rounds" >got
            same "$cc $level, $CILK_NWORKERS workers: status" $? 0
            check "$cc $level, $CILK_NWORKERS workers: output" cmp got want
        done
    done
done
unset CILK_NWORKERS
spanwise run -q -o it.prof ./reducers "$rounds" >got
check 'profiled' cmp got want
# C++, with the headers of Cilk Plus and OpenCilk.
g++ -std=c++17 -O1 -w -I"$SOURCE/include" "$here/reducers.cc" -o serial && ./serial >want
same 'the serial program in C++ prints' "$(wc -l <want)" 5
check 'it builds in C++' spanwise c++ -std=c++17 -O2 -g -Wall -Wextra -Werror "$here/reducers.cc" -o reducers
for n in 1 2 4 8; do
    CILK_NWORKERS=$n SPANWISE_EAGER=1 timeout 300 ./reducers >got
    same "C++, $n workers: status" $? 0
    check "C++, $n workers: output" cmp got want
done
refused() {
    printf '#include <cilk/cilk.h>\n%s\n' "$1" >refused.c
    spanwise cc -c refused.c 2>messages
    same "refused: $1" $? 1
    has "$1" messages "^refused.c:2:[0-9]*: error: .*$2"
}
refused 'int cilk_reducer(a) x;' 'identity, reduce'
refused 'int cilk_reducer(a, b) 3;' 'variable'
refused 'int cilk_reducer(a, b) x, y;' 'separately'
refused 'int cilk_reducer(a, b) x[3];' 'each separately'
refused 'struct s { int cilk_reducer(a, b) x; };' 'structure'
refused 'typedef int cilk_reducer(a, b) t;' 'declared'
refused 'void f(int cilk_reducer(a, b) x);' 'pointer'
refused 'void f(int cilk_reducer(a, b) *x) { *x++; }' 'write .\*pointer.'
refused 'int f(int cilk_reducer(a, b) *x) { return x[1]; }' 'counted or indexed'
finish
