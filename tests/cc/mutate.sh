# The rewriter survives whatever it is fed; the headers are left out, to mutate what matters.
. "$SOURCE/tests/lib.sh"
for program in forms loops; do
    grep -v '#include <[^c]' "$SOURCE/tests/cc/$program.c" >$program.c
    # The same text wherever the project stands: its path would be part of what is mutated.
    gcc -E -D__spanwise__ -I"$SOURCE/include" $program.c | sed "s|$SOURCE/||" >$program.i
done
for name in forms.cc forms.hh; do
    grep -v '#include <[^c]\|#include <cilk/cilk_api' "$SOURCE/tests/cc/$name" >$name
done
g++ -E -D__spanwise__ -I"$SOURCE/include" forms.cc | sed "s|$SOURCE/||" >forms.ii
check 'mutations' "$BUILD/tests/cc/cc-mutate" "$(long && echo 600 || echo 200)" forms.i loops.i forms.ii
finish
