# The command: what it takes, what it refuses, and that the program stays as it is.
. "$SOURCE/tests/lib.sh"
here=$SOURCE/tests/idle
gcc -O2 -g -pthread "$here/threads.c" -o threads || exit 1
gcc -O2 -g -pthread "$here/paths.c" -o paths || exit 1
gcc -O2 "$SOURCE/tests/meters/refuse.c" -o refuse || exit 1
sample() { timeout -s KILL 300 "$BUILD/spanwise" sample "$@"; }

# Bad input.
status 'no program' 2 sample 2>err
names 'no program' err 'spanwise: sample --help'
status 'a bad option' 2 sample --bad ./threads 2>err
has 'a bad option' err "^spanwise: .*'--bad'.*--help"
status 'a bad rate' 2 sample --rate=30000 ./threads 2>err
has 'a bad rate' err '^spanwise: --rate'
status 'a format of other profiles' 2 sample --format=gnuplot ./threads 2>err
has 'a format of other profiles' err '^spanwise: --format'
status 'no such program' 127 sample ./none 2>err
has 'no such program' err "^spanwise: .*'./none'"
gcc -O2 -static -pthread "$here/threads.c" -o static || exit 1
status 'a static program' 2 sample ./static serial 2 10 2>err
has 'a static program' err "^spanwise: './static' .*static"

printf '.section .go.buildinfo,"a"\n.byte 0\n.section .note.GNU-stack,"",%%progbits\n' >go.s
gcc -O2 -static -pthread "$here/threads.c" go.s -o go || exit 1
status 'a Go program' 2 sample ./go serial 2 10 2>err
names 'a Go program: what is not seen of it, and what can be done' err "'./go' Go sample -p goroutines"
check 'it is not told to be linked in another way' test "$(grep -c -- -static err)" = 0

# The program's own input, output, status and signals.
same 'input and output' "$(echo text | sample -q cat)" text
status 'its status' 3 sample -q sh -c 'exit 3'
status 'a signal' 143 sh -c "'$BUILD/spanwise' sample -q sh -c 'kill -TERM \$\$'"
check 'nothing on stdout' test -z "$(sample ./threads serial 2 20 2>/dev/null)"

# Off: nothing is in the program.
sample -q --rate=0 -o off.prof sh -c 'echo "${LD_PRELOAD-none} ${SPANWISE_SAMPLE-none}"; grep -c spanwise /proc/self/maps' >out
same 'off' "$(paste -sd' ' out)" 'none none 0'
check 'no profile then' test ! -e off.prof

# Where the profile goes, and who is in it.
sample -o it.prof ./threads lock 2 60 2>err
has 'the report' err '^Effort: '
has 'the agents' err '^  parallel by +POSIX'
spanwise report it.prof >again 2>&1
same 'the same from the file' "$(sed -n '/^Effort/,/^Locks/p' again)" "$(sed -n '/^Effort/,/^Locks/p' err)"
spanwise report --physical it.prof >physical
has 'physical paths' physical 'clone3?|start_thread'
check 'not among logical ones' test "$(spanwise report --view=tree --top=all it.prof | grep -cE 'clone|start_thread')" = 0

# A program that others are started by: the one with the work.
sample -q -o it.prof sh -c './threads serial 2 30; ./threads lock 2 150; true' 2>err
same 'of several, that with the most work' "$(spanwise report --format=json it.prof | jq -r '.effort.locks[0].name')" the_lock

# Without perf events, and without timers.
status 'without perf events' 0 ./refuse 1 "$BUILD/spanwise" sample -q -o it.prof ./threads serial 2 150
measured 'its work, in ms' "$(spanwise report --format=json it.prof | jq '.effort.work / 1e6')" 350 650
REFUSE_TIMERS=1 ./refuse 1 "$BUILD/spanwise" sample -o it.prof ./threads serial 2 30 2>err
same 'with nothing to sample with: status' $? 0
same 'with nothing to sample with' "$(spanwise report --format=json it.prof | jq -c '[.samples.taken, (.warnings | length > 0), .findings[0].kind]')" '[0,true,"too_short"]'

# Memory: every sample on a path of its own, and more paths than there is room for. In kilobytes.
sample --rate=20000 -o it.prof ./paths "$(timing && echo 1.2 || echo 0.3)" >out 2>err
within 'memory' "$(cat out)" 0 72000
measured 'memory' "$(cat out)" 20000 72000
! timing || check 'what was refused is told' test "$(spanwise report --format=json it.prof | jq .samples.paths_refused)" -gt 0
! timing || has 'in words too' err '\broom\b'

# What is loaded into programs needs libc only, and has no names but those that it is in front of, and what 'spanwise cc' calls.
library=$BUILD/lib/spanwise/libspanwise-sample.so
same 'it needs' "$(readelf -dW "$library" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | grep -v '^ld-linux')" libc.so.6
same 'its names' "$(nm -D --defined-only "$library" | awk '{ print $NF }' | grep -E '^(sw|spanwise)_' | grep -vE '^spanwise_((un)?register|sandbox|forked)$' | tr '\n' ' ')" ''
# A program without names is said to be one.
cat >nameless.c <<'END'
static volatile int sink;
static void __attribute__((noinline)) spin(void)
{
    for (int i = 0; i < 200000000; i++)
        sink = i;
}
int main(void)
{
    spin();
    return 0;
}
END
gcc -O2 -g nameless.c -o named || exit 1
cp named nameless && strip nameless || exit 1
for program in named nameless; do
    check "$program: runs" spanwise sample -q -o names.prof ./$program
    same "$program: whether it has names" "$(spanwise report --format=json names.prof | jq -r '[.findings[].kind | select(. == "names")] | join(" ")')" \
        "$([ $program = named ] || echo names)"
done
finish
