# Why nothing was measured, or why a program could not be run: what is said is so.
. "$SOURCE/tests/lib.sh"
cat >subject.c <<'END'
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/auxv.h>
#ifdef ANNOTATED
#include <spanwise.h>
#endif
#ifdef CILK
#include <cilk/cilk.h>
#endif
static void work(void) {}
int main(int argc, char **argv)
{
    printf("secure %lu\n", getauxval(AT_SECURE));
    fflush(stdout);
    if (argc > 1)
        raise(atoi(argv[1]));
#ifdef ANNOTATED
    PAR_SEC_BEGIN("section");
    PAR_TASK_BEGIN("task");
    work();
    PAR_TASK_END();
    PAR_SEC_END();
#elif defined CILK
    cilk_spawn work();
    cilk_sync;
#else
#pragma omp parallel
    work();
#endif
    return 0;
}
END
# Ends before main(), or when what was reserved for the measurement has just been handed over: the socket is closed then.
cat >early.c <<'END'
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>
static int is(const char *what)
{
    const char *early = getenv("EARLY");
    return early && !strcmp(early, what) && (getenv("SPANWISE_SOCKET") || getenv("SPANWISE_SAMPLE"));
}
static __attribute__((constructor)) void start(void)
{
    if (is("exit"))
        _exit(0);
}
int close(int fd)
{
    struct sockaddr_storage to;
    socklen_t size = sizeof to;
    if (is("kill") && getpeername(fd, (struct sockaddr *)&to, &size) == 0 && to.ss_family == AF_UNIX)
        raise(SIGTERM);
    return (int)syscall(SYS_close, fd);
}
END
gcc -O2 -shared -fPIC early.c -o early.so || exit 1
gcc -O2 -fopenmp subject.c -o omp || exit 1
gcc -O2 -DANNOTATED -I "$SOURCE/include" subject.c -o annotated || exit 1
check 'the Cilk program compiles' spanwise cc -O2 -DCILK subject.c -o cilk

why() { # WHAT REASON: that, and nothing else, is why
    has "$1" err "^spanwise: .*$2"
    same "$1: no other reason" "$(grep -c '^spanwise: ' err)" 1
}

# Ended by a signal before there was anything to measure.
for command in 'run ./cilk' 'run --workers=2 ./cilk' 'run ./omp' 'run ./annotated' 'sample ./cilk'; do
    # shellcheck disable=SC2086
    EARLY=kill LD_PRELOAD=$WORK/early.so spanwise $command >out 2>err
    same "killed early, $command: status" $? 143
    why "killed early, $command" "'${command##* }' .*\bsignal 15\b"
done
for name in INT KILL; do
    spanwise run -q -N 2 -o it.prof ./omp "$(kill -l $name)" >out 2>err
    same "SIG$name before a region: status" $? $((128 + $(kill -l $name)))
    has "SIG$name before a region" <(spanwise report --format=json it.prof | jq -r '.warnings[]') '\bsignal\b.*\bregion\b'
    same "SIG$name before a region: that is not complete" "$(spanwise report --format=json it.prof | jq .complete)" false
done

# Not by privileges that it has not changed; and by those that it has.
chmod u+s,g+s cilk
EARLY=exit LD_PRELOAD=$WORK/early.so spanwise run -q -o it.prof ./cilk >out 2>err
same 'ended early: status' $? 1
why 'ended early' "'./cilk' .*\bmain\(\)$"
chmod u-s,g-s cilk
if [ "$(id -u)" = 0 ]; then
    for program in cilk omp annotated; do
        cp $program other && chown 65534 other && chmod u+s other # where the folder's file system heeds it
        for command in run sample; do
            spanwise $command -q -o it.prof ./other >out 2>err
            same "$command, setuid $program: status" $? "$(sed 's/secure //' out)"
            grep -q 'secure 0' out || why "$command, setuid $program" "'./other' .*\bprivileges\b"
        done
        rm -f other it.prof
    done
fi

# A limit on the size of files, for the tool and the program, or for a program that is started. What we say to a file that may not
# grow ends nobody.
for command in 'run ./cilk' 'run -N 2 ./omp' 'run ./annotated' 'sample ./omp'; do
    # shellcheck disable=SC2086
    (ulimit -f 1 && exec spanwise $command) 2>&1 >/dev/null | cat >err
    same "ulimit -f, $command: status" "${PIPESTATUS[0]}" 1
    has "ulimit -f, $command" err "^spanwise: .*'ulimit -f' .*\b1 kB\b"
    same "ulimit -f, $command: no other reason" "$(grep -c -e refused -e 'its main' -e privileges -e region err)" 0
done
spanwise run -q sh -c 'ulimit -f 1 && ./cilk' 2>&1 >/dev/null | cat >err
has 'ulimit -f of what is started' err "^spanwise: .*'ulimit -f'"
(ulimit -f 0 && exec spanwise run -q -o it.prof ./cilk >/dev/null 2>err)
same 'ulimit -f 0, and stderr is a file: status' $? 1

# What a script or a program is run by is not there.
printf '#!/nonexistent/sh -e\n' >script
printf '#!%s/script\n' "$WORK" >twice
gcc -Wl,--dynamic-linker,/nonexistent/ld.so subject.c -o lost 2>/dev/null
chmod +x script twice
for program in script twice lost; do
    runner=sh
    [ $program = lost ] && runner=ld.so
    for command in run sample predict; do
        status "$command ./$program" 127 spanwise $command ./$program 2>err
        has "$command ./$program: why" err "^spanwise: .*'./$program'.*'/nonexistent/$runner'"
    done
    spanwise bench --no-profile -P 1 --trials=1 ./$program >out 2>err
    has "bench ./$program: why" err "^spanwise: .*'./$program'.*'/nonexistent/$runner'"
done
status 'no such program' 127 spanwise run ./nothing 2>err
has 'no such program: why' err "^spanwise: .*'./nothing'.*\bNo such file"
finish
