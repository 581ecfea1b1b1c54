# Every form gives what the serial elision gives, with both compilers, at every level.
. "$SOURCE/tests/lib.sh"
here=$SOURCE/tests/cc

export CILK_NWORKERS=1 # loops prints its iterations in serial order; tests/sched has several workers
ways=('gcc -O2' 'clang -O0')
! long || ways=({gcc,clang}\ {-O0,-O2,-O3,'-O2 -flto','-Os -ffunction-sections -Wl,--gc-sections',-fPIC})
for program in forms loops; do
    gcc -w -I"$SOURCE/include" "$here/$program.c" -o $program.serial
    ./$program.serial >$program.want
    check "$program prints something" test -s $program.want
    for way in "${ways[@]}"; do
        rm -f a.out
        # shellcheck disable=SC2086
        check "$program builds with $way" spanwise cc --spanwise-cc=$way -w -g "$here/$program.c" -o a.out
        check "$program runs with $way" sh -c './a.out >got'
        check "$program agrees with $way" cmp got $program.want
    done
done

# What the user's own code is clean of, the rewritten one is too.
strict='-Wall -Wextra -Wshadow -pedantic -Wconversion -Wdeclaration-after-statement -Wcast-qual -Werror'
for cc in gcc clang; do
    check "strict.c is clean as it is under $cc" \
        $cc -std=gnu11 $strict -I"$SOURCE/include" -fsyntax-only "$here/strict.c"
    check "strict.c is clean rewritten under $cc" \
        spanwise cc --spanwise-cc=$cc -std=gnu11 $strict -O2 -c "$here/strict.c" -o strict.o
done
# ... and a warning that the user deserves is still given, on the user's line.
spanwise cc -Wall -c "$here/warned.c" -o warned.o 2>messages
has 'a wrong argument is warned of' messages 'warned.c:10:.*warning: .*incompatible pointer'
has 'an unused variable is warned of' messages 'warned.c:9:.*unused variable'
finish
