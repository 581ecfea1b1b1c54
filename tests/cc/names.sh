# Names of sources are anybody's: what a compiler takes builds and runs, or is refused in one line; and no name in what we say drives a terminal.
. "$SOURCE/tests/lib.sh"
cat >good.c <<'END'
#include <cilk/cilk.h>
#include <stdio.h>
static int fib(int n)
{
    if (n < 2)
        return n;
    int a = cilk_spawn fib(n - 1), b = fib(n - 2);
    cilk_sync;
    return a + b;
}
int main(void) { return printf("%d\n", fib(10)) < 0; }
END
printf '%s\n' '#include <cilk/cilk.h>' 'int f(int);' 'int deep(void) { return 1 + cilk_spawn f(1); }' >wrong.c

# plain FILE: nothing in it is obeyed by a terminal.
plain() { ! LC_ALL=C grep -qP '[\x00-\x08\x0b-\x1f\x7f]' "$1"; }

for name in 'a\b.c' 'a\\b.c' 'a\nb.c' 'a\012b.c' $'a\tb.c' $'a\033[31mb.c' $'a\377b.c' 'a b.c' "a'b.c" 'a$b.c' 'a#b.c' 'a%sb.c' 'a;b.c' '@b.c'; do
    cp good.c "./$name"
    rm -f program
    check "'$name' builds" spanwise cc -g "./$name" -o program
    same "'$name' runs" "$(./program)" 55
    cp wrong.c "./$name"
    status "'$name' is refused for what is in it" 1 spanwise cc -c "./$name" -o wrong.o 2>err
    has 'why' err ':3:29: error: cilk_spawn\b'
    check 'on a terminal' plain err
done
# gcc itself cannot assemble what has inline assembly in such files.
for name in 'a"b.c' $'a\nb.c' $'a\rb.c'; do
    cp good.c "./$name"
    status "'$name' is refused" 1 spanwise cc -g -c "./$name" -o no.o 2>err
    has 'why' err '^\./a["?]b\.c:7:13: error: .*rename'
    same 'in one line' "$(wc -l <err)" 1
    check 'on a terminal' plain err
    check 'no object' test ! -e no.o
    echo 'int f(void) { return 1; }' >"./$name"
    check "'$name' without Cilk" spanwise cc -c "./$name" -o plain.o
done
SPANWISE_CC=$'./no\033such' spanwise cc -c good.c 2>err
check 'a name of a compiler' plain err
finish
