# Files, descriptors and limits: the program's own are untouched, and a profile that has no place is
# not lost in silence.
. "$SOURCE/tests/run/subject.sh"
build_subject

# Input and output pass through, byte by byte.
head -c 300000 /dev/urandom >input
spanwise run -o it.prof ./subject copy <input >out 2>err
check 'stdin and stdout are the program'"'"'s' cmp input out
spanwise report --format=json it.prof >it.json
same 'stdin and stdout: spawns' "$(value .spawns)" $((2 * SPAWNS))
head -c 300000 input | spanwise run -q -o it.prof ./subject copy 2>err | cmp input - ||
    fail 'stdin and stdout through pipes differ'
spanwise run --check -o it.prof ./subject copy <input >out 2>err
check '--check: output once' cmp input out
spanwise report --format=json it.prof >it.json
within '--check: the unprofiled time' "$(value .circumstances.unprofiled_work)" 1000 1e15
has '--check is reported' err '^  [0-9]\. Check: '

# --check compares with one worker, as the profile has.
cat >workers.c <<'END'
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    FILE *log = fopen("workers", "a");
    return fprintf(log, "%s\n", getenv("CILK_NWORKERS")) < 0;
}
END
check 'build workers' spanwise cc -O2 workers.c -o workers-log
: >workers
CILK_NWORKERS=2 spanwise run --check -q -o it.prof ./workers-log
same '--check: workers' "$(paste -sd' ' workers)" '1 1'

profile outputs
same 'closed stdout and stderr: status' "$got" 6
same 'closed stdout and stderr: spawns' "$(value .spawns)" $SPAWNS
profile all-files
same 'closed all files: status' "$got" 6
same 'closed all files: spawns' "$(value .spawns)" $SPAWNS
./subject count-files >plain 2>/dev/null </dev/null
spanwise run -q -o it.prof ./subject count-files >profiled 2>/dev/null </dev/null
check 'as many files are open as without a profiler' cmp plain profiled

# Our own stderr or stdout may be closed, and the profile still be written.
rm -f it.prof
status 'closed stderr' 6 spanwise run -o it.prof ./subject outputs 2>&-
check 'closed stderr: a profile' test -s it.prof
rm -f it.prof
status 'all closed' 6 spanwise run -o it.prof ./subject outputs <&- >&- 2>&-
check 'all closed: a profile' spanwise report it.prof >report.out
status 'a full disk for stderr' 6 spanwise run -o it.prof ./subject outputs 2>/dev/full

# The folder 'gone' goes while the program runs: what is asked for can be written before, and not after.
printf '#include <stdlib.h>\n#include <unistd.h>\n__attribute__((constructor)) static void start(void) { if (getenv("SPANWISE_OPTIONS")) rmdir("gone"); }\n' >gone.c
gcc -shared -fPIC gone.c -o gone.so || exit 1
goes() { # COMMAND...
    mkdir -p gone
    LD_PRELOAD=$WORK/gone.so "$@"
}

# Where the profile cannot be written.
rescued() { # WHAT STATUS
    same "$1: the program's status" "$2" 0
    has "$1: why" err '^spanwise: '
    has "$1: where it is instead" err "'$PWD/tmp/spanwise-[A-Za-z0-9]{6}\.prof'"
    check "$1: it is there" spanwise report --format=json tmp/spanwise-*.prof >it.json
    same "$1: it is whole" "$(value .spawns)" $SPAWNS
    rm -f tmp/*
}
mkdir tmp
export TMPDIR=$PWD/tmp
goes spanwise run -o gone/x ./subject status 0 2>err
rescued 'no such directory' $?
# Nobody, not even root, can make a file in /proc.
(cd /proc && spanwise run "$WORK/subject" status 0) 2>err
rescued 'a directory without write permission' $?
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
    mkdir locked && chmod 555 locked && chmod 777 tmp && chmod 755 .
    if setpriv --reuid=65534 --regid=65534 --clear-groups test -x "$BUILD/spanwise"; then
        (cd locked && setpriv --reuid=65534 --regid=65534 --clear-groups spanwise run ../subject status 0) 2>err
        rescued 'a locked directory' $?
    fi
fi
spanwise run -o taken.prof sh -c 'mkdir taken.prof && exec ./subject status 0' 2>err
rescued 'a directory of that name' $?
check 'nothing is left behind' test -z "$(ls -A tmp)"
check 'nothing is left behind here' test -z "$(find . -name '*.tmp*' -o -name 'subject.prof*')"
unset TMPDIR
# A TMPDIR that is not there is not used, neither for the socket nor for the profile.
status 'no TMPDIR' 4 env TMPDIR=/nonexistent spanwise run -q -o it.prof ./subject status 4 2>err
same 'no TMPDIR: nothing to say' "$(wc -c <err)" 0
status 'no TMPDIR, no place' 4 goes env TMPDIR=/nonexistent "$BUILD/spanwise" run -q -o gone/x ./subject status 4 2>err
elsewhere=$(sed -n "s/.*the profile is in '\(.*\)' instead.*/\1/p" err)
check 'no TMPDIR, no place: it is in /tmp' spanwise report "$elsewhere" >report.out
rm -f "$elsewhere"

# A limit on the size of files: ours are small, but the range is not.
(ulimit -f 1024 && exec spanwise run -o it.prof ./subject status 4) 2>err
same 'ulimit -f: the program'"'"'s status' $? 4
(ulimit -f 0 && exec spanwise run -o it.prof ./subject outputs) 2>&1 >out | cat >err
same 'ulimit -f 0: the program'"'"'s status' "${PIPESTATUS[0]}" 6
has 'ulimit -f 0: why there is no profile' err '^spanwise: '
# A reader of the report that has seen enough.
spanwise run -o it.prof ./subject status 4 2>&1 >out | true
same 'a closed pipe: the program'"'"'s status' "${PIPESTATUS[0]}" 4
# A limit on memory: less than can be reserved, then less than is needed.
for kilobytes in 4000000 400000; do
    rm -f it.prof
    (ulimit -v $kilobytes && exec spanwise run -o it.prof ./subject status 4) 2>err
    same "ulimit -v $kilobytes: the program's status" $? 4
    [ -s it.prof ] || has "ulimit -v $kilobytes: no profile, and why" err '^spanwise: '
done
finish
