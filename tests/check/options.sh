# `spanwise check`: what is given wrong is said in a line and exits with 2, and nothing passes that was
# not checked.
. "$SOURCE/tests/lib.sh"
for name in empty qsort regions parallel exact worse; do
    "$BUILD/tests/make-profile" $name $name.prof || exit 1
done
cat >program.c <<'END'
#include <stdlib.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
int main(int argc, char **argv)
{
    puts("its output");
    fflush(stdout);
    if (argc > 1 && !strcmp(argv[1], "killed"))
        raise(SIGTERM);
    if (argc > 1 && !strcmp(argv[1], "_exit"))
        _exit(0);
    return argc > 1 ? atoi(argv[1]) : 0;
}
END
check 'build' spanwise cc -O2 -g program.c -o program
gcc program.c -o plain

refused() { # MESSAGE ARGUMENTS...
    message=$1
    shift
    status "check $*" 2 spanwise check "$@" >out 2>err
    has "check $*: message" err "^spanwise: $message"
    same "check $*: one line" "$(wc -l <err)" 1
    same "check $*: no verdict" "$(grep -v 'its output' out)" ''
}
refused 'check what\?'
refused 'check for what\? Neither a limit nor --baseline' qsort.prof
refused 'check for what\?' ./program
refused "unknown option '--unknown'; see 'spanwise check --help'" --unknown qsort.prof
refused "'--min-parallelism' needs a value" --min-parallelism

# Numbers.
for number in '' 0 0.0 -1 +1 nan NaN inf -inf 1e3 0x10 1,5 1.2.3 ' 1' '1 ' x 5% 1e999; do
    refused '--min-parallelism takes a number above 0, not' --min-parallelism="$number" qsort.prof
    refused '--min-burdened-parallelism takes a number above 0, not' --min-burdened-parallelism="$number" qsort.prof
    refused '--max-span takes a number above 0' --max-span="$number" qsort.prof
    refused '--min-speedup takes processors and a speedup' --min-speedup="8:$number" qsort.prof
done
for number in 5m 5MB 5min 5msec 99999999999G; do
    refused '--max-work takes a number above 0' --max-work=$number qsort.prof
done
for number in 8 8: :8 0:1 -1:1 x:1 1.5:1 99999999999999999999:1; do
    refused '--min-speedup takes processors and a speedup' --min-speedup=$number qsort.prof
done
for number in '' -1% nan 5%% x inf; do
    refused '--tolerance takes a percentage' --tolerance="$number" --baseline=qsort.prof qsort.prof
done
refused '--tolerance is for --baseline' --tolerance=5% --max-span=1s qsort.prof
refused '--format takes text, json, junit, github, not' --format=xml --max-span=1s qsort.prof
for number in 141903681 141903681ns 141904us 142ms 0.142s 141904K 142M 1G 1T; do
    status "--max-span=$number" 0 spanwise check --max-span=$number qsort.prof >out
done
for number in 141903680 141ms 0.141s 141M; do
    status "--max-span=$number" 1 spanwise check --max-span=$number qsort.prof >out
done
refused '--max-span=5ms is a time, and the profile is in instructions' --max-span=5ms exact.prof
status 'instructions' 0 spanwise check --max-span=142M exact.prof >out

# Scopes apply to the limits that follow; one that applies to nothing is an error, and so is one that
# is not in the profile.
status 'scopes' 1 spanwise check --max-work=1G --region=sort --max-span=1 --site=partition --max-work=500M \
    --whole --min-parallelism=5 exact.prof >out
same 'each of its own' "$(sed -n '1,4s/:.*//p' out)" "ok      work of the whole program
FAILED  span of region 'sort'
ok      work of call site 'partition'
ok      parallelism of the whole program"
refused 'no limit follows --region=sort' --max-work=1G --region=sort exact.prof
refused 'no limit follows --site=partition' --site=partition --region=sort --max-span=1 exact.prof
refused 'no limit follows --site=partition' --site=partition --baseline=exact.prof exact.prof
refused "--site=partitoin: the profile has no such call site; the nearest are 'partition'" --site=partitoin --max-span=1 exact.prof
refused "--region=sorting: the profile has no such region; the nearest are 'sort'" --region=sorting --max-span=1 exact.prof
refused '--site=pqsort/pqsort: several call sites are that, and may run inside each other' --site=pqsort/pqsort --max-span=1 exact.prof
refused '--site needs a name' --site= --max-span=1 exact.prof
status 'one missing fails all' 2 spanwise check --max-work=1G --site=gone --max-span=1 exact.prof >out 2>err
same 'no verdict' "$(cat out)" ''

# Profiles.
: >empty-file
echo 'not a profile' >text
head -c 700 qsort.prof >short
refused "'short' is truncated or damaged" --max-span=1s short
refused "cannot run './text': Permission denied" --max-span=1s ./text
refused "cannot run './gone.prof': No such file or directory" --max-span=1s ./gone.prof
refused "'qsort.prof' is a profile, and 'more' is one argument too many" --max-span=1s qsort.prof more
refused "'--level=spawns' is for a program, and 'qsort.prof' is a profile" --level=spawns --max-span=1s qsort.prof
refused "'--keep=x' is for a program" --keep=x --max-span=1s qsort.prof
refused "'regions.prof' is of a program that was killed by signal 11" --max-span=1s regions.prof
refused "'regions.prof' is of a program that was killed by signal 11" --baseline=regions.prof exact.prof
refused "cannot open 'gone.prof': No such file or directory" --baseline=gone.prof exact.prof
refused "'text' is not a profile of spanwise" --baseline=text exact.prof
refused "'short' is truncated" --baseline=short ./program
refused "cannot compare 'qsort.prof', measured in ns" --baseline=qsort.prof exact.prof
refused "'exact.prof' was measured with the meter 'instructions', and 'time' is asked for here" --meter=time --baseline=exact.prof ./program
refused "there is no meter 'x'" --meter=x --max-span=1 ./program
refused '--budget is a share of the time' --budget=5 --baseline=exact.prof ./program

# Programs.
refused "'./program' failed, with exit status 3: nothing is checked" --max-span=10s ./program 3
refused "'./program' was killed by signal 15 \(Terminated\): nothing is checked" --max-span=10s ./program killed
refused "'./program' is incomplete: the program did not return from main" --max-span=10s ./program _exit
refused "-o FILE is needed: the program's own output would mix with the JSON" --format=json --max-span=10s ./program
refused "-o FILE is needed: the program's own output would mix with the XML" --format=junit --max-span=10s ./program
refused '--burden takes a whole number' --burden=x --max-span=10s ./program
status 'not built by us' 2 spanwise check --max-span=10s ./plain >out 2>err
has 'not built by us: why' err "^spanwise: nothing was measured"
status 'a program' 0 spanwise check --level=spawns --max-span=10s ./program >out 2>err
same 'its output' "$(cat out)" 'its output'
has 'the verdict' err '^ok      span of the whole program: '
status 'cannot be kept' 2 spanwise check --keep=nowhere/x.prof --max-span=10s ./program >out 2>err
has 'cannot be kept: why' err "^spanwise: cannot write 'nowhere/x.prof'"
status 'kept' 0 spanwise check --keep=kept.prof --max-span=10s ./program >out 2>err
status 'what is kept is a baseline' 0 spanwise check --baseline=kept.prof kept.prof >out 2>err
status 'kept though broken' 1 spanwise check --keep=again.prof --max-span=1 ./program >out 2>err
check 'kept though broken' test -s again.prof
status 'renewed' 1 spanwise check --max-span=1 --baseline=kept.prof --keep=kept.prof ./program >out 2>err
has 'renewed' err "^to accept the change: 'kept.prof' is the new baseline already"
status 'help' 0 spanwise check --help >out 2>err
has 'help' out '^usage: spanwise check'
finish
