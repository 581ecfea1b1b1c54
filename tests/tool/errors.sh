# What can be wrong with a tool is said before the program starts, in one line.
. "$SOURCE/tests/tool/lib.sh"
subject
build() { gcc -w "$@" -I"$SOURCE/include"; }

# no 'WHAT' FILE 'WORD ...'
no() {
    status "$1: status" 1 spanwise run -o it.prof --tool="$2" ./subject >out 2>err
    same "$1: one line" "$(wc -l <err)" 1
    names "$1" err "spanwise: --tool $3"
    same "$1: the program does not run" "$(cat out)" ''
    check "$1: no profile" test ! -e it.prof
}
no 'no file' ./none.so "'./none.so'"
no 'a directory' . "'.'"
echo 'int main(void) { return 0; }' >main.c
no 'a source file' main.c "'main.c' shared"
: >empty.so
no 'an empty file' empty.so "'empty.so' shared"
build -c -fPIC main.c -o main.o
no 'an object file' main.o "'main.o' shared"
build -shared -fPIC main.c -o other.so
no 'another library' other.so "'other.so' 'spanwise_tool'"
cat >newer.c <<'END'
#include <spanwise_tool.h>
const struct spanwise_tool spanwise_tool = {.version = SPANWISE_TOOL_VERSION + 6, .name = "newer"};
END
build -shared -fPIC newer.c -o newer.so
no 'another version' newer.so "'newer.so' version 7"
echo 'extern int spanwise_tool; int *f(void) { return &spanwise_tool; }' >uses.c
build -shared -fPIC uses.c -o uses.so
no 'one that only uses the name' uses.so "'uses.so' tool"
head -c 3000 newer.so >half.so
status 'half a file: status' 1 spanwise run -o it.prof --tool=half.so ./subject >out 2>err
same 'half a file: one line' "$(wc -l <err)" 1
status 'no value' 2 spanwise run --tool 2>err
has 'no value: message' err '^spanwise: '
other=$(ls /usr/bin/*-linux-gnu-gcc 2>/dev/null | grep -v "$(uname -m)" | head -1)
if [ -n "$other" ]; then
    "$other" -shared -fPIC -I"$SOURCE/include" newer.c -o foreign.so &&
        no "another machine's" foreign.so "'foreign.so' machine"
fi

cat >fine.c <<'END'
#include <spanwise_tool.h>
static void enter(struct spanwise_frame *frame, unsigned long long ns) { frame->data = frame; }
const struct spanwise_tool spanwise_tool = {.version = SPANWISE_TOOL_VERSION, .enter = enter};
END
check 'build a tool by spanwise cc' spanwise cc -shared -fPIC -w fine.c -o profiled.so
no 'one built by spanwise cc' profiled.so "'profiled.so' 'spanwise cc'"

# What only the program can find out: it runs, and the profile comes, without the tool.
cat >needs.c <<'END'
#include <spanwise_tool.h>
extern void nobody_has_this(void);
static void finish(void) { nobody_has_this(); }
const struct spanwise_tool spanwise_tool = {.version = SPANWISE_TOOL_VERSION, .finish = finish};
END
build -shared -fPIC needs.c -o needs.so
status 'a symbol that is missing: status' 5 spanwise run -q -o it.prof --tool=needs.so ./subject >out 2>err
same 'a symbol that is missing: one line' "$(wc -l <err)" 1
has 'a symbol that is missing: message' err \
    "^spanwise: .*'/.*/needs.so'.*nobody_has_this"
same 'a symbol that is missing: spawns' "$(value .spawns)" 1026
cat >stops.c <<'END'
#include <spanwise_tool.h>
#include <stdio.h>
static int start(const struct spanwise_host *host) { return 1; }
static void enter(struct spanwise_frame *f, unsigned long long ns) { fputs("entered\n", stderr); }
static void finish(void) { fputs("finished\n", stderr); }
const struct spanwise_tool spanwise_tool = {
    .version = SPANWISE_TOOL_VERSION, .start = start, .enter = enter, .finish = finish};
END
build -shared -fPIC stops.c -o stops.so
status 'one that does not start: status' 5 spanwise run -q -o it.prof --tool=stops.so ./subject >out 2>err
same 'one that does not start: one line, and no call' "$(wc -l <err)" 1
has 'one that does not start: said' err "^spanwise: .*'/.*/stops.so'"

# A tool that opens instrumented code when it starts.
cat >opens.c <<'END'
#include <dlfcn.h>
#include <spanwise_tool.h>
#include <stdio.h>
static int start(const struct spanwise_host *host)
{
    void *library = dlopen("./profiled.so", RTLD_NOW | RTLD_LOCAL);
    fputs(library ? "opened\n" : "not opened\n", stderr);
    return 0;
}
const struct spanwise_tool spanwise_tool = {.version = SPANWISE_TOOL_VERSION, .start = start};
END
build -shared -fPIC opens.c -o opens.so
status 'one that opens instrumented code: status' 5 timeout 300 spanwise run -q -o it.prof --tool=opens.so ./subject >out 2>err
same 'one that opens instrumented code' "$(cat err)" opened
same 'one that opens instrumented code: spawns' "$(value .spawns)" 1026

# By a name without a directory, and from another one than the program finds itself in.
mkdir elsewhere
cat >says.c <<'END'
#include <spanwise_tool.h>
#include <stdio.h>
static void finish(void) { puts("finished"); }
const struct spanwise_tool spanwise_tool = {.version = SPANWISE_TOOL_VERSION, .finish = finish};
END
build -shared -fPIC says.c -o says.so
cp subject elsewhere
spanwise run -q -o it.prof --tool=says.so sh -c 'cd elsewhere && ./subject' >out 2>err
same 'a relative path' "$(cat out)" '610 117
finished'

# Nobody loads what only the environment names.
SPANWISE_TOOL=$PWD/says.so spanwise run -q -o it.prof ./subject >out 2>err
same 'the variable alone' "$(cat out)" '610 117'
SPANWISE_TOOL=$PWD/says.so ./subject >out 2>err
same 'unprofiled' "$(cat out)" '610 117'
finish
