# The compiler driver: outputs, dependencies, debug information, statuses as the plain compiler's.
. "$SOURCE/tests/lib.sh"
mkdir -p src inc out tmp
export TMPDIR=$WORK/tmp
cat >inc/limit.h <<'X'
#define LIMIT 20
X
cat >src/fib.c <<'X'
#include <cilk/cilk.h>
#include "limit.h"
#include "fib.h"

long fib(long n)
{
    if (n < 2)
        return n;
    long x = cilk_spawn
        fib(n - 1);
    long y = fib(n - 2);
    cilk_sync;
    return x + y;
}
X
cat >src/fib.h <<'X'
long fib(long n);
X
cat >src/main.c <<'X'
#include <stdio.h>
#include "limit.h"
#include "fib.h"
int main(void) { return printf("%ld\n", fib(LIMIT)) < 0; }
X
gcc='gcc -Iinc -O1'
ours='spanwise-cc -Iinc -O1'

# run NAME: the program prints fib(20).
run() { same "$1 runs" "$($2)" 6765; }

check 'several sources' $ours src/fib.c src/main.c -o one && run one ./one
check 'what a makefile has for OpenCilk' $ours -fopencilk -fcilktool=cilkscale -shared-libcilktool src/fib.c src/main.c -o opencilk && run opencilk ./opencilk
check 'default output' $ours src/fib.c src/main.c && run a.out ./a.out
check 'separate compilation' $ours -c src/fib.c && check 'default object' test -f fib.o
check 'named object' $ours -c src/main.c -o out/main.o
check 'linking alone' spanwise-cc fib.o out/main.o -o two && run two ./two
check 'pipe' $ours -pipe src/fib.c src/main.c -o three && run three ./three
check 'LTO' $ours -flto src/fib.c src/main.c -o four && run four ./four
$ours -flto -c src/fib.c -o lto1.o && $ours -flto -c src/main.c -o lto2.o
check 'separate LTO' spanwise-cc -flto -O2 lto1.o lto2.o -o five && run five ./five
check 'shared library' $ours -fPIC -shared src/fib.c -o libfib.so
check 'linking with it' $ours src/main.c -L. -lfib -Wl,-rpath,"$WORK" -o six && run six ./six
check 'static' $ours -static src/fib.c src/main.c -o seven 2>static.txt && run seven ./seven
same 'static linking is quiet' "$(cat static.txt)" ''
check 'static PIE' $ours -static-pie -fPIE src/fib.c src/main.c -o seven && run static-pie ./seven
printf '%s\n' "-Iinc -O1 'src/fib.c'" 'src/main.c -o "eight"' >args
check 'response file' spanwise-cc @args && run eight ./eight
check 'standard input' sh -c "$ours -Isrc -x c -c - -o in.o <src/fib.c"
check 'linking it' spanwise-cc in.o out/main.o -o nine && run nine ./nine
check 'closed standard files' sh -c "$ours src/fib.c out/main.o -o closed <&- >&- 2>closed.txt" && run closed ./closed
same 'closed standard files: nothing to say' "$(cat closed.txt)" ''
check 'language by -x' sh -c "cp src/fib.c fib.txt && $ours -Isrc -x c fib.txt -x none out/main.o -o ten"
run ten ./ten
check 'assembly' $ours -S src/fib.c && has 'assembly has sleds' fib.s '__spanwise_sleds'
check 'syntax only' $ours -fsyntax-only src/fib.c
check 'preprocessed' sh -c "$ours -E -D__spanwise__ src/fib.c -o fib.i && spanwise-cc -c fib.i -o fib2.o"
check 'linking that' spanwise-cc fib2.o out/main.o -o eleven && run eleven ./eleven
has '-E is the plain one' fib.i '_Cilk_spawn'
$ours --spanwise-rewrite src/fib.c >rewritten
has '--spanwise-rewrite shows the rewritten' rewritten '__spanwise_sleds'
check 'save-temps' sh -c "mkdir st && cd st && spanwise-cc -I../inc -save-temps -c ../src/fib.c && test -f fib.s"
printf '%s\n' '#include <cilk/cilk.h>' 'int main() { return 0; }' >included.cc
check 'C++ that includes what it does not use' spanwise cc included.cc -o cxx
for line in 'cilk_spawn g();' 'cilk_sync;' 'cilk_for (int i = 0; i < 3; i++) g();' 'cilk_scope { g(); }'; do
    printf '%s\n' '#include <cilk/cilk.h>' 'void g(); void f() {' "$line" '}' >keyword.cc
    check "C++ with '$line'" spanwise cc -c keyword.cc
    check 'built serially' spanwise cc -include cilk/cilk_stub.h -c keyword.cc
done
printf '%s\n' '#include <string>' 'int main() { std::string s("a"); return s.size() - 1; }' >m.cc
check 'C++ is linked as such' sh -c 'spanwise-cc m.cc -o cxx && ./cxx'
check 'C++ by its own name' sh -c 'spanwise-c++ m.cc -o cxx && ./cxx && spanwise c++ -c m.cc && spanwise-c++ m.o -o cxx && ./cxx'
check 'C++ in a file in C' sh -c 'cp m.cc m.c && spanwise c++ m.c -o cxx && ./cxx'
# What has no keyword is compiled as it is, with the same sleds.
check 'nothing else changes' sh -c 'spanwise c++ -O2 -S m.cc -o ours.s && ! grep -q __spanwise_cxx ours.s'
status 'preprocessed C++ with keywords' 1 sh -c 'g++ -E -D__spanwise__ -I"$SOURCE/include" keyword.cc -o keyword.ii && spanwise c++ -c keyword.ii' 2>err
has 'preprocessed C++: what to do' err 'keyword\.ii.*give the source itself'
check 'C++' sh -c "echo 'int main() { return 0; }' >m.cc && spanwise-cc m.cc -o cxx && ./cxx"
check 'no rewriting where nothing is' sh -c "$ours --spanwise-rewrite src/main.c >m.txt && ! grep -q spanwise_ m.txt"

# Questions go straight to the compiler.
for question in --version -dumpmachine -print-libgcc-file-name -dumpversion; do
    same "$question" "$(spanwise-cc $question)" "$(gcc $question)"
done
same '--spanwise-cc' "$(spanwise cc --spanwise-cc=clang --version)" "$(clang --version)"
same 'SPANWISE_CC' "$(SPANWISE_CC=clang spanwise cc --version)" "$(clang --version)"
spanwise cc --help >help && has 'help' help 'usage: spanwise cc'
SPANWISE_CC=/nowhere/cc spanwise cc src/fib.c 2>messages
same 'no such compiler' $? 1
has 'and it says so' messages "^spanwise: '/nowhere/cc' "
mkdir links && ln -s "$BUILD/spanwise" links/gcc && ln -s "$BUILD/spanwise" links/spanwise-cc
same 'never itself' "$(PATH="$WORK/links:$PATH" links/spanwise-cc -dumpmachine)" "$(gcc -dumpmachine)"

# Dependencies: the same file names, the same targets, the same prerequisites but for our header.
dependencies() {
    rm -rf dep && mkdir dep
    (cd dep && mkdir o && "$@") || fail "dependencies: $*"
    (cd dep && for f in $(find . -name '*.d' | sort); do
        echo "$f"
        tr -d '\\\n' <"$f" | sed 's/  */ /g; s/ *$//'
        echo
    done)
}
for options in '-c -MD' '-c -MMD' '-c -MMD -MP' '-c -MD -o o/x.o' '-c -MD -MF other.d' \
    '-c -MD -MT target' '-c -MMD -MQ a$b -MF o/q.d' '-S -MMD' '-c -MMD -o o/x.y.o' '-MM' '-M' '-c -Wp,-MMD,w.d'; do
    set -- $options -I../inc -isystem "$BUILD/include" ../src/fib.c
    plain=$(dependencies gcc -D__spanwise__ -D_Cilk_spawn= -D'_Cilk_sync=' "$@" 2>/dev/null)
    same "gcc $options" "$(dependencies spanwise-cc "$@")" "$plain"
done
for options in '-MMD' '-MMD -o prog' '-MMD -o o/prog' '-MD -MF f.d'; do
    set -- $options -I../inc -isystem "$BUILD/include" ../src/fib.c ../out/main.o
    plain=$(dependencies gcc -D__spanwise__ -D_Cilk_spawn= -D'_Cilk_sync=' "$@")
    same "gcc linking $options" "$(dependencies spanwise-cc "$@")" "$plain"
done
set -- -MMD -I../inc -isystem "$BUILD/include" ../src/fib.c ../src/main.c -o prog
same 'gcc linking two' "$(dependencies spanwise-cc "$@")" "$(dependencies gcc "$@")"
same '-M prints' "$(spanwise-cc -M -Iinc -isystem "$BUILD/include" src/fib.c)" \
    "$(gcc -M -D__spanwise__ -Iinc -isystem "$BUILD/include" src/fib.c)"

# Debug information: the user's file, directory and lines.
for cc in gcc clang; do
    spanwise-cc --spanwise-cc=$cc -g -Iinc -O1 src/fib.c src/main.c -o debug
    readelf --debug-dump=info debug >info 2>/dev/null
    has "$cc names the file" info 'DW_AT_name .*: src/fib.c$'
    has "$cc names the directory" info "DW_AT_comp_dir .*: $WORK$"
    readelf --debug-dump=decodedline debug 2>/dev/null | awk '$1 == "fib.c" { print $2 }' | sort -nu >lines
    same "$cc has no line beyond the file" "$(tail -1 lines | awk '{ print ($1 <= 14) }')" 1
    has "$cc has the line of the call" lines '^10$'
    has "$cc has the line of the sync" lines '^12$'
done

# Errors: the user's place, the compiler's status, nothing left behind.
cat >bad.c <<'X'
#include <cilk/cilk.h>
void f(int);
void g(void)
{
    cilk_spawn f(1,
                 undeclared);
    cilk_sync;
}
X
spanwise-cc -c bad.c 2>messages
same 'status of an error' $? 1
has "place of an error" messages '^bad.c:6:.*undeclared'
spanwise-cc -c missing.c 2>messages
same 'status without a source' $? 1
has 'the compiler says it' messages 'missing.c'
printf '#include <cilk/cilk.h>\nvoid f(void) { cilk_sync; }}\n' >brace.c
spanwise-cc -c brace.c 2>messages
same 'status of a stray brace' $? 1
has 'place of a stray brace' messages '^brace.c:2:28: error'
same 'no temporary files' "$(ls tmp)" ''
cat >slow-cc <<'X'
#!/bin/sh
case " $* " in *" -dM "*|*" -E "*) exec gcc "$@" ;; esac
kill -INT $PPID
sleep 0.1
exit 3
X
chmod +x slow-cc
(trap - INT; exec env SPANWISE_CC=./slow-cc spanwise-cc -Iinc -c src/fib.c)
same 'ends by the signal' $? 130
same 'no temporary files then' "$(ls tmp)" ''

# What is killed leaves its directory, and the next build of the same user removes it. What is in use, what is not ours, and what
# has something else in it stay, and no link is followed.
cat >deadly-cc <<'X'
#!/bin/sh
case " $* " in *" -dM "*|*" -E "*) exec gcc "$@" ;; esac
[ ! -e waits ] || { echo ready >waits; read -r _ <goes; exit 0; }
kill -KILL $PPID
X
chmod +x deadly-cc
mkdir other && cp src/fib.c other
build() { SPANWISE_CC=./deadly-cc spanwise-cc -Iinc -Isrc -c src/fib.c other/fib.c; }
(build) 2>/dev/null
same 'ends by SIGKILL' $? 137
dead=$(ls tmp)
check 'killed: its directory is left' test -f "tmp/$dead/1/fib.i"
cp -a "tmp/$dead" tmp/spanwise-cc-filled
touch tmp/spanwise-cc-filled/1/theirs
cp -a "tmp/$dead" elsewhere
ln -s ../elsewhere tmp/spanwise-cc-linked
mkdir -m 700 tmp/spanwise-cc-inside
ln -s ../../elsewhere/0 tmp/spanwise-cc-inside/0
if [ "$(id -u)" = 0 ]; then
    cp -a "tmp/$dead" tmp/spanwise-cc-others
    chown 65534 tmp/spanwise-cc-others
fi
# One that is in use: its compiler waits.
mkfifo waits goes
build &
read -r _ <waits
check 'the dead one is removed' test ! -e "tmp/$dead"
used=$(find tmp -path '*/spanwise-cc-??????/1/fib.i' ! -path '*filled*' ! -path '*others*')
spanwise-cc -Iinc -c src/fib.c
check 'one that is in use stays' test -f "$used"
check 'one with something else in it stays' test -e tmp/spanwise-cc-filled/1/theirs
check 'a link is not followed' test -f elsewhere/1/fib.i
check 'a link inside is not followed' test -f elsewhere/0/fib.i
[ "$(id -u)" != 0 ] || check "another user's stays" test -f tmp/spanwise-cc-others/1/fib.i
echo >goes
wait $!
rm -rf waits goes tmp/spanwise-cc-others tmp/spanwise-cc-filled tmp/spanwise-cc-linked tmp/spanwise-cc-inside
same 'nothing else is left' "$(ls -A tmp)" ''
printf '#!/bin/sh\ncase " $* " in *" -dM "*|*" -E "*) exec gcc "$@" ;; esac\nexit 42\n' >odd-cc && chmod +x odd-cc
SPANWISE_CC=./odd-cc spanwise-cc -Iinc -c src/fib.c
same "the compiler's status" $? 42
printf '#!/bin/sh\ncase " $* " in *" -dM "*|*" -E "*) exec gcc "$@" ;; esac\nkill -SEGV $$\n' >crash-cc && chmod +x crash-cc
(ulimit -c 0; SPANWISE_CC=./crash-cc spanwise-cc -Iinc -c src/fib.c) 2>/dev/null
same "the compiler's signal" $? 139

# make CC=spanwise-cc
mkdir project && cp src/*.c src/*.h inc/limit.h project
cat >project/Makefile <<'X'
CFLAGS = -O2 -g -MMD -Wall
prog: main.o fib.o
	$(CC) $(LDFLAGS) $^ -o $@
-include *.d
X
check 'make' make -s -C project CC=spanwise-cc && run make ./project/prog
touch -d '+1 second' project/fib.h
check 'make knows the header' sh -c '! make -q -C project CC=spanwise-cc 2>/dev/null'
finish
