# A meter that does not work here: the program is not started, and the message says why.
. "$SOURCE/tests/meters/lib.sh"
printf '%s\n' '#include <stdio.h>' 'int main(void) { puts("ran"); return 7; }' >p.c
spanwise cc -O2 p.c -o p || exit 1

# refused 'what it is' REASON METER COMMAND...: exits with 1, the program has not run, one line.
refused() {
    what=$1 reason=$2 meter=$3
    shift 3
    status "$what" 1 "$@" run --meter="$meter" ./p >out 2>errors
    same "$what: nothing ran" "$(cat out)" ''
    same "$what: no profile" "$(ls p.prof 2>/dev/null)" ''
    same "$what: one line" "$(wc -l <errors)" 1
    has "$what: why" errors "^spanwise: --meter=$meter: .*$reason.*; the meters that work here: time"
}

refused 'EPERM of a filter' 'seccomp filter.*--cap-add PERFMON' page-faults "$REFUSE" 1 "$BUILD/spanwise"
refused 'ENOSYS of a filter' seccomp cycles "$REFUSE" 38 "$BUILD/spanwise"
refused 'no file left' 'ulimit -n' page-faults "$REFUSE" 24 "$BUILD/spanwise"
refused 'no counter left' 'in use' cycles "$REFUSE" 16 "$BUILD/spanwise"
if ! works cycles; then
    refused 'no PMU' '(no hardware counters|perf_event_paranoid|seccomp|kernel)' cycles spanwise
    refused 'no PMU, by number' '(no hardware counters|perf_event_paranoid|seccomp|kernel)' r1a8 spanwise
fi

status 'a name that is none' 2 spanwise run --meter=cycle ./p >out 2>errors
same 'it says so' "$(cat errors)" "spanwise: there is no meter 'cycle'; 'spanwise meters' lists them"
status 'not a number' 2 spanwise run --meter=r1xg ./p 2>errors
status 'a number that is too long' 2 spanwise run --meter=r11112222333344445 ./p 2>errors
status 'check is of times' 2 spanwise run --check --meter=task-clock ./p 2>errors

# Switches are counted in the kernel: not everybody may, where paranoid is 2.
nobody() { setpriv --reuid=65534 --regid=65534 --clear-groups env TMPDIR=/tmp "$@"; }
paranoid=$(cat /proc/sys/kernel/perf_event_paranoid)
if [ "$(id -u)" = 0 ] && [ "$paranoid" -ge 2 ] && nobody test -x "$BUILD/spanwise"; then
    chmod 755 . ./p
    refused 'paranoid' "perf_event_paranoid is $paranoid.*sysctl kernel.perf_event_paranoid=1" context-switches nobody spanwise
    ! works page-faults || [ "$paranoid" -gt 2 ] ||
        status 'faults are anybody'"'"'s' 7 nobody spanwise run -q -o /dev/null --meter=page-faults ./p >out 2>errors
fi

# The filter is the program's own: it goes on, and nothing is made up.
if works page-faults; then
    status 'a filter in the program' 7 spanwise run --meter=page-faults "$REFUSE" 1 ./p >out 2>errors
    same 'it runs' "$(cat out)" ran
    has 'it says why' errors "^spanwise: the kernel does not let this process count"
fi
finish
