# Programs that no library of ours can be loaded into: said before they are run, by every command that would, with the reason. The
# other libc is musl, where it is there, and a loader that is not glibc's in any case.
. "$SOURCE/tests/lib.sh"
cat >hello.c <<'END'
#include <stdio.h>
int main(void)
{
    puts("hello");
    return 3;
}
END
cat >annotated.c <<'END'
#include <spanwise.h>
#include <stdio.h>
int main(void)
{
    PAR_SEC_BEGIN("s");
    PAR_TASK_BEGIN("t");
    PAR_TASK_END();
    PAR_SEC_END();
    puts("hello");
    return 3;
}
END
cat >starter.c <<'END'
#ifdef ANNOTATED
#include <spanwise.h>
#else
#define PAR_SEC_BEGIN(name)
#define PAR_TASK_BEGIN(name)
#define PAR_TASK_END()
#define PAR_SEC_END()
#endif
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
int main(int argc, char **argv)
{
    int n = 0;
    PAR_SEC_BEGIN("s");
    PAR_TASK_BEGIN("t");
#pragma omp parallel
#pragma omp single
    n++;
    PAR_TASK_END();
    PAR_SEC_END();
    return argc == 2 && n == 1 ? WEXITSTATUS(system(argv[1])) : 1;
}
END
cp /bin/true loader
gcc hello.c -o hello || exit 1
gcc -Wl,--dynamic-linker,"$WORK/loader" hello.c -o other || exit 1
gcc -Wl,--dynamic-linker,"$WORK/loader" -I "$SOURCE/include" annotated.c -o other-annotated || exit 1
gcc -static hello.c -o static 2>/dev/null

refused() { # COMMAND... PROGRAM REASON
    reason=${*: -1}
    set -- "${@:1:$#-1}"
    status "$*" 2 spanwise "$@" >out 2>err
    same "$*: nothing is run" "$(cat out)" ''
    same "$*: one line" "$(wc -l <err)" 1
    has "$*" err "^spanwise: $reason"
}
script() { # NAME LINE
    printf '%s\n' "$2" >"$1"
    chmod +x "$1"
}

other=".*libc.*'$WORK/loader'"
script by-other "#! $WORK/other"
script by-env '#!/usr/bin/env -S A=b other'
script by-script "#!$WORK/by-other"
for command in 'sample' 'run -N 2' 'run --front-end=openmp'; do
    # shellcheck disable=SC2086 # words
    {
        refused $command ./other "'./other' $other"
        refused $command ./by-other "'./by-other' .*'$WORK/other'.*$other"
        refused $command ./by-script "'./by-script' .*'$WORK/other'.*$other"
        PATH="$PATH:$WORK" refused $command ./by-env "'./by-env' .*'$WORK/other'.*$other"
        PATH="$PATH:$WORK" refused $command other "'other' $other"
    }
done
for command in run predict 'predict -q' 'run -q'; do
    # shellcheck disable=SC2086 # words
    refused $command ./other-annotated "'./other-annotated' $other"
done

if command -v musl-gcc >/dev/null; then
    musl-gcc hello.c -o musl && musl-gcc -I "$SOURCE/include" annotated.c -o musl-annotated || exit 1
    musl=".*musl.*'/lib/ld-musl-$(uname -m).so.1'"
    script by-musl "#!$WORK/musl"
    refused sample ./musl "'./musl' $musl"
    refused sample ./by-musl "'./by-musl' .*'$WORK/musl'.*$musl"
    refused run -N 2 ./musl "'./musl' $musl"
    refused run ./musl-annotated "'./musl-annotated' $musl"
    refused predict ./musl-annotated "'./musl-annotated' $musl"
    status 'nothing is loaded' 3 spanwise run -q ./musl >out 2>err # into what has nothing to be measured
    same 'nothing is loaded' "$(cat out)" hello

    # One that a program starts runs as it would, unmeasured.
    script by-system '#!/bin/sh
$1'
    gcc -fopenmp starter.c -o starter-openmp && gcc -DANNOTATED -I "$SOURCE/include" starter.c -o starter-annotated &&
        spanwise cc starter.c -o starter-cilk || exit 1
    starts() { # PROGRAM COMMAND...
        program=$1
        shift
        $program ./musl >native.out 2>native.err
        native=$?
        status "$* $program, which starts it" $native spanwise "$@" -q $program ./musl >out 2>err
        same "$* $program: output" "$(cat out)" "$(cat native.out)"
        same "$* $program: errors" "$(grep -v '^spanwise: ' err)" "$(cat native.err)"
    }
    for program in openmp annotated cilk; do
        starts ./starter-$program sample
    done
    starts ./starter-openmp run -N 2
    starts ./starter-annotated run
    starts ./starter-annotated predict --machine=ideal -o report
    starts ./starter-cilk run
    starts ./by-system sample
    starts ./by-system run -N 2
fi
if [ -e static ]; then
    refused sample ./static "'./static' .*\bstatic"
    script by-static "#!$WORK/static"
    status 'a script of a static program' 3 spanwise sample -q ./by-static >out 2>err # which may start others
fi

# Of another machine, by the number in its head.
cp hello foreign
printf '\x02\x00' | dd of=foreign bs=1 seek=18 conv=notrunc 2>/dev/null # SPARC
refused sample ./foreign "'./foreign' .*\b$(uname -m)\b"
status 'the kernel refuses it' 126 spanwise run -q ./foreign >out 2>err
has 'the kernel refuses it' err "^spanwise: .*'./foreign'.*Exec format"

# What can be: the loader itself, and what runs scripts.
loader=$(LC_ALL=C readelf -l hello | sed -n 's/.*interpreter: \(.*\)]/\1/p')
script by-shell '#!/bin/sh
exit 4'
script no-line 'exit 5'
status 'by its loader' 3 spanwise sample -q "$loader" ./hello >out 2>err
same 'by its loader' "$(cat out)" hello
status 'a script' 4 spanwise sample -q ./by-shell 2>err
status 'a script without its line' 5 spanwise sample -q ./no-line 2>err
finish
