# The assembler wrapper as a compiler sees it: finds inputs and the real assembler, passes its
# messages and status on, falls back, leaves nothing behind.
. "$SOURCE/tests/lib.sh"
B=$BUILD/lib/spanwise/as
AS=$B/as
export TMPDIR=$WORK/tmp
mkdir tmp in
sleds() { readelf -SW "$1" 2>/dev/null | grep -q __spanwise_sleds; }
no_sleds() { ! sleds "$1"; }

cat >in/f.c <<'EOF'
int g(int);
int f(int x) { return g(x) + 1; }
EOF
gcc -O2 -S in/f.c -o f.s
echo 'int g(int x) { return x; }' | gcc -O2 -xc - -S -o g.s
sed -i 's/\.LF\([BE]\)/.LF\19/' g.s

# Inputs: a file, standard input, several, in an @file with quotes.
check "a file" "$AS" f.s -o 1.o
check "has sleds" sleds 1.o
check "standard input" sh -c "'$AS' -o 2.o <f.s"
check "has sleds" sleds 2.o
check "standard input by name" sh -c "'$AS' -o 3.o -- <f.s"
check "has sleds" sleds 3.o
check "through a pipe" sh -c "cat f.s | '$AS' -o 4.o -"
check "has sleds" sleds 4.o
same "the same either way" "$(objdump -d 4.o | tail -n +4)" "$(objdump -d 1.o | tail -n +4)"
check "two files" "$AS" f.s g.s -o 5.o
same "both of them" "$(nm 5.o | grep -c ' T ')" 2
mkdir 'a b' && cp f.s 'a b/f.s'
printf -- "-I in\n'a b/f.s' -o \"6\".o --defsym a=1" >args
check "an @file" "$AS" @args
check "has sleds" sleds 6.o
check "gcc -pipe" gcc -pipe -B"$B/" -c in/f.c -o 7.o
check "has sleds" sleds 7.o

# What is not for the filter goes through as it is.
printf '\t.type f, %%function\nf:\tret\n\t.size f, .-f\n' >hand.s
check "a file by hand" "$AS" hand.s -o 8.o
check "has no sleds" no_sleds 8.o
check "by hand through a pipe" sh -c "'$AS' -o 9.o <hand.s"
same "the same" "$(objdump -d 9.o | tail -n +4)" "$(objdump -d 8.o | tail -n +4)"
"$AS" --version </dev/null >version
has "--version" version 'GNU assembler'

# Errors are the real assembler's: name, line and status.
cat f.s - >bad.s <<'EOF'
	no-such-instruction
EOF
line=$(wc -l <bad.s)
status "a bad instruction" 1 "$AS" bad.s -o bad.o 2>errors
has "names the file and line" errors "^bad\.s:$line: Error"
same "says it once" "$(grep -c 'Error' errors)" 1
check "no mention of us or of another file" sh -c '! grep -Eq "spanwise|standard input|/tmp" errors'
check "no output" test ! -e bad.o
status "a bad instruction in a pipe" 1 sh -c "'$AS' -o bad.o <bad.s" 2>errors
has "names standard input" errors "^\{standard input\}:$line: Error"
status "a missing file" 1 "$AS" missing.s -o bad.o 2>errors
has "says so" errors "missing\.s"
status "an unknown option" 1 "$AS" --no-such-option f.s -o bad.o 2>errors
has "says so" errors "no-such-option"
check "an output that cannot be written" sh -c "! '$AS' f.s -o /no/such/place.o" 2>errors
cat f.s - >warn.s <<'EOF'
	.warning "mind this"
EOF
check "a warning" "$AS" warn.s -o warn.o 2>errors
has "under the file's name" errors '^warn\.s:[0-9]+: Warning: mind this'
check "a warned file has sleds" sleds warn.o

# The text fits only without sleds: it is assembled all the same, and that is said.
{
    printf '\t.file\t"far.c"\n\t.type\tf, %%function\nf:\n'
    printf '\t.fill 20\n\tret\n\t.org\tf+24\n'
    printf '\t.size\tf, .-f\n'
} >far.s
case $(uname -m) in x86_64) sed -i 's/+24/+21/; s/%function/@function/' far.s ;; *) sed -i '1i\	.arch armv8-a' far.s ;; esac
check "too tight for sleds" "$AS" far.s -o far.o 2>errors
check "has no sleds" no_sleds far.o
has "says which" errors "^spanwise: 'far.c' .*\bsleds\b"
same "in one line" "$(wc -l <errors)" 1
check "too tight, through a pipe" sh -c "'$AS' -o far.o <far.s" 2>errors
has "says which" errors "^spanwise: 'far.c' .*\bsleds\b"

# Spawns that are to run in parallel do not work without what the filter puts there: such a text is refused.
cat >spawns.c <<'C'
#include <cilk/cilk.h>
int f(int n)
{
    int a = cilk_spawn f(n - 1);
    cilk_sync;
    return a;
}
C
printf '#!/bin/sh\ncase "$*" in *.s*) exec as "$@" ;; esac\nexit 1\n' >tight # what is filtered comes through a pipe
chmod +x tight
status "spawns without sleds" 1 env SPANWISE_AS="$WORK/tight" spanwise cc --spanwise-cc=gcc -c spawns.c 2>errors
has "spawns without sleds: told" errors "^spanwise: 'spawns.c' .*\bsleds\b.*SPANWISE_SERIAL=1"
check "serially it is built" env SPANWISE_SERIAL=1 SPANWISE_AS="$WORK/tight" spanwise cc --spanwise-cc=gcc -c spawns.c 2>errors
has "serially: told" errors "^spanwise: 'spawns.c' .*\bsleds\b"

# The real assembler: given, found, never ourselves.
printf '#!/bin/sh\necho "$@" >called\nexec as "$@"\n' >given
chmod +x given
check "SPANWISE_AS" env SPANWISE_AS="$WORK/given" "$AS" f.s -o given.o
has "was called" called 'given.o'
check "SPANWISE_AS by name" env SPANWISE_AS=as "$AS" f.s -o given.o
status "SPANWISE_AS that is not there" 1 env SPANWISE_AS=/no/as "$AS" f.s -o given.o 2>errors
has "says so" errors "^spanwise: SPANWISE_AS .*'/no/as'"
status "SPANWISE_AS that is us" 1 env SPANWISE_AS="$AS" "$AS" f.s -o given.o 2>errors
check "we are first in PATH" env PATH="$B:$PATH" as f.s -o path.o
check "has sleds" sleds path.o
check "COMPILER_PATH" env COMPILER_PATH="$B:$WORK/dir" "$AS" f.s -o path.o

# Killed, it leaves nothing; run a hundred times neither.
same "temporary files" "$(ls tmp)" ""
mkfifo fifo
"$AS" fifo -o killed.o &
pid=$!
exec 3>fifo
kill -TERM $pid
wait $pid
same "dies of the signal" "$?" 143
exec 3>&-
same "temporary files" "$(ls tmp)" ""

# Large text, in linear time. 50 MB take a second or two; a quadratic filter would take hours.
awk 'BEGIN {
    print "\t.arch armv8-a\n\t.text"
    for (i = 0; i < 120000; i++) {
        printf "\t.type\tf%d, %%function\nf%d:\n.LFB%d:\n\tcbz\tx0, .L%d\n", i, i, i, i
        for (k = 0; k < 20; k++) print "\tadd\tx0, x0, 1"
        printf ".L%d:\n\tbr\tx0\n\tret\n\t.size\tf%d, .-f%d\n", i, i, i
    }
}' >big.s
printf '#!/bin/sh\nexec cat >/dev/null\n' >sink
chmod +x sink
check "at least 40 MB" test "$(stat -c %s big.s)" -gt 40000000
check "a large text" timeout -s KILL 900 env SPANWISE_AS="$WORK/sink" "$AS" big.s -o big.o
finish
