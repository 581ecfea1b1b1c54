# A meter that does not work here: the program is not started, and the message says why.
. "$SOURCE/tests/meters/lib.sh"
printf '%s\n' '#include <stdio.h>' 'int main(void) { puts("ran"); return 7; }' >p.c
spanwise cc -O2 p.c -o p || exit 1

# no 'what it is' REASON METER COMMAND...: exits with 1, the program has not run, one line.
no() {
    what=$1 reason=$2 meter=$3
    shift 3
    status "$what" 1 "$@" run --meter="$meter" ./p >out 2>errors
    same "$what: nothing ran" "$(cat out)" ''
    same "$what: no profile" "$(ls p.prof 2>/dev/null)" ''
    same "$what: one line" "$(wc -l <errors)" 1
    has "$what: why" errors "^spanwise: --meter=$meter: .*$reason.*\btime\b"
}

no 'EPERM of a filter' 'seccomp filter.*--cap-add PERFMON' page-faults "$REFUSE" 1 "$BUILD/spanwise"
no 'ENOSYS of a filter' seccomp cycles "$REFUSE" 38 "$BUILD/spanwise"
no 'no file left' 'ulimit -n' page-faults "$REFUSE" 24 "$BUILD/spanwise"
no 'no counter left' 'in use' cycles "$REFUSE" 16 "$BUILD/spanwise"
if ! works cycles; then
    no 'no PMU' '(hardware|perf_event_paranoid|seccomp|kernel)' cycles spanwise
    no 'no PMU, by number' '(hardware|perf_event_paranoid|seccomp|kernel)' r1a8 spanwise
fi

refused 'a name that is none' 2 "'cycle' meters" spanwise run --meter=cycle ./p
status 'not a number' 2 spanwise run --meter=r1xg ./p 2>errors
status 'a number that is too long' 2 spanwise run --meter=r11112222333344445 ./p 2>errors
status 'check is of times' 2 spanwise run --check --meter=task-clock ./p 2>errors

# Switches are counted in the kernel: not everybody may, where paranoid is 2.
nobody() { setpriv --reuid=65534 --regid=65534 --clear-groups env TMPDIR=/tmp "$@"; }
paranoid=$(cat /proc/sys/kernel/perf_event_paranoid)
if [ "$(id -u)" = 0 ] && [ "$paranoid" -ge 2 ] && nobody test -x "$BUILD/spanwise"; then
    chmod 755 . ./p
    no 'paranoid' "perf_event_paranoid is $paranoid.*sysctl kernel.perf_event_paranoid=1" context-switches nobody spanwise
    ! works page-faults || [ "$paranoid" -gt 2 ] ||
        status 'faults are anybody'"'"'s' 7 nobody spanwise run -q -o /dev/null --meter=page-faults ./p >out 2>errors
fi

# The filter is the program's own: it goes on, and nothing is made up.
if works page-faults; then
    status 'a filter in the program' 7 spanwise run --meter=page-faults "$REFUSE" 1 ./p >out 2>errors
    same 'it runs' "$(cat out)" ran
    has 'it says why' errors '^spanwise: .*\bkernel\b'
fi
finish
