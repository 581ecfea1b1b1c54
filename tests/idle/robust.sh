# Programs that take away what the sampler has in them, that die, or that have several processes: they do what they did,
# the profile is written, and says what is true of it.
. "$SOURCE/tests/lib.sh"
gcc -O2 -g -Wall -pthread "$SOURCE/tests/idle/robust.c" -o robust || exit 1
sample() { timeout -s KILL 300 "$BUILD/spanwise" sample "$@"; }
value() { jq -r "$1" it.json; }

# act NAME STATUS: native and sampled are the same, but for the report.
act() {
    timeout -s KILL 300 ./robust "$1" >native 2>/dev/null
    same "$1: status" $? "$2"
    sample -o it.prof ./robust "$1" >out 2>err
    same "$1: status, sampled" $? "$2"
    same "$1: output" "$(cat out)" "$(cat native)"
    check "$1: the profile" spanwise report --format=json it.prof -o it.json
}

act urgent 0
measured 'work with a handler of our signal, in ms' "$(value '.effort.work / 1e6')" 170 230
act closes 0
measured 'work of the other thread, with files closed, in ms' "$(value '.effort.work / 1e6')" 85 130
measured 'samples without callers' "$(value .samples.cut)" 0 3
! timing || check 'what was lost' test "$(value .samples.lost)" -gt 0
act no_files 0
measured 'idle, without files, of work' "$(value '.effort.idle / .effort.work')" 0 0.2
if ./robust no_proc >/dev/null; then
    act no_proc 0
    measured 'idle, without /proc, of work' "$(value '.effort.idle / .effort.work')" 0 0.2
fi
act traced 0
act leaves 3
measured 'work before _exit, in ms' "$(value '.effort.work / 1e6')" 170 230
check 'that is no reason for doubt' test -z "$(value '.findings[] | select(.kind == "incomplete") | .text')"
act crashes 139
measured 'work before a crash, in ms' "$(value '.effort.work / 1e6')" 170 230
has 'a crash' <(value '.findings[0] | .kind + " " + .text') '^incomplete .*\bsignal 11\b'
act killed 137
measured 'work before a kill, in ms' "$(value '.effort.work / 1e6')" 170 230
act forks 0
has 'a child with threads is sampled' <(value '.warnings[]') 'forked by the program, and is sampled from its first thread on'
! timing || has 'how much it had' <(value '.warnings[]') "'robust'.*\b8.%"
act sandbox 0
measured 'work before the sandbox, in ms' "$(value '.effort.work / 1e6')" 170 230
has 'a sandbox' err '^spanwise: .*\bsandbox\b'
! timing || check 'what comes after it is not lost' test "$(value .samples.lost)" -lt 20

# Processes beside each other, each sampled.
printf 'all: a b\na b:\n\t@./robust leaves || true\n' >Makefile
sample -o it.prof make -j2 >out 2>err
spanwise report --format=json it.prof >it.json
same 'one of two processes' "$(value '.findings[0].kind')" incomplete
! timing || has 'which' <(value '.warnings[]') "'robust'.*\b(4|5).%"
check 'the other one' test -s it.prof.2
sample -o it.prof ./robust leaves >out 2>err
same 'one process alone' "$(spanwise report --format=json it.prof | jq '[.findings[] | select(.kind == "incomplete")] | length')" 0

# A library that the user has preloaded stays.
echo '#include <stdio.h>
static void __attribute__((constructor)) hello(void) { puts("here"); }' >hello.c
gcc -shared -fPIC hello.c -o hello.so || exit 1
same 'LD_PRELOAD' "$(LD_PRELOAD=$PWD/hello.so sample -q -o it.prof ./robust leaves | paste -sd' ' | grep -c 'here left')" 1
sample -q -o it.prof mpirun --version >out 2>err
has 'a launcher' err "^spanwise: 'mpirun' .*\blauncher\b"
finish
