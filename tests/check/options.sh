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

no() { # 'WORD ...' ARGUMENTS...
    words=$1
    shift
    status "check $*" 2 spanwise check "$@" >out 2>err
    has "check $*: ours" err "^spanwise: "
    names "check $*" err "$words"
    same "check $*: one line" "$(wc -l <err)" 1
    same "check $*: no verdict" "$(grep -v 'its output' out)" ''
}
no --help
no --baseline qsort.prof
no --baseline ./program
no "'--unknown' --help" --unknown qsort.prof
no "'--min-parallelism'" --min-parallelism

# Numbers.
for number in '' 0 0.0 -1 +1 nan NaN inf -inf 1e3 0x10 1,5 1.2.3 ' 1' '1 ' x 5% 1e999; do
    no '--min-parallelism 0' --min-parallelism="$number" qsort.prof
    no '--min-burdened-parallelism 0' --min-burdened-parallelism="$number" qsort.prof
    no '--max-span 0' --max-span="$number" qsort.prof
    no --min-speedup --min-speedup="8:$number" qsort.prof
done
for number in 5m 5MB 5min 5msec 99999999999G; do
    no '--max-work 0' --max-work=$number qsort.prof
done
for number in 8 8: :8 0:1 -1:1 x:1 1.5:1 99999999999999999999:1; do
    no --min-speedup --min-speedup=$number qsort.prof
done
for number in '' -1% nan 5%% x inf; do
    no --tolerance --tolerance="$number" --baseline=qsort.prof qsort.prof
done
no '--tolerance --baseline' --tolerance=5% --max-span=1s qsort.prof
no '--format junit github' --format=xml --max-span=1s qsort.prof
for number in 141903681 141903681ns 141904us 142ms 0.142s 141904K 142M 1G 1T; do
    status "--max-span=$number" 0 spanwise check --max-span=$number qsort.prof >out
done
for number in 141903680 141ms 0.141s 141M; do
    status "--max-span=$number" 1 spanwise check --max-span=$number qsort.prof >out
done
no '--max-span=5ms instructions' --max-span=5ms exact.prof
status 'instructions' 0 spanwise check --max-span=142M exact.prof >out

# Scopes apply to the limits that follow; one that applies to nothing is an error, and so is one that
# is not in the profile.
status 'scopes' 1 spanwise check --max-work=1G --region=sort --max-span=1 --site=partition --max-work=500M \
    --whole --min-parallelism=5 exact.prof >out
spanwise check --format=json --max-work=1G --region=sort --max-span=1 --site=partition --max-work=500M --whole --min-parallelism=5 exact.prof >it.json
same 'each of its own' "$(jq -c '.limits[] | [.passed, .quantity, .subject, .name]' it.json | tr '\n' ' ')" \
    '[true,"work","program",""] [false,"span","region","sort"] [true,"work","site","partition"] [true,"parallelism","program",""] '
same 'the same in text' "$(grep -o '^ok \|^FAILED ' out | tr '\n' ' ')" 'ok  FAILED  ok  ok  '
no --region=sort --max-work=1G --region=sort exact.prof
no --site=partition --site=partition --region=sort --max-span=1 exact.prof
no --site=partition --site=partition --baseline=exact.prof exact.prof
no "--site=partitoin 'partition'" --site=partitoin --max-span=1 exact.prof
no "--region=sorting 'sort'" --region=sorting --max-span=1 exact.prof
no --site=pqsort/pqsort --site=pqsort/pqsort --max-span=1 exact.prof
no --site --site= --max-span=1 exact.prof
status 'one missing fails all' 2 spanwise check --max-work=1G --site=gone --max-span=1 exact.prof >out 2>err
same 'no verdict' "$(cat out)" ''

# Profiles.
: >empty-file
echo 'not a profile' >text
head -c 700 qsort.prof >short
no "'short' truncated" --max-span=1s short
no "'./text'" --max-span=1s ./text
no "'./gone.prof'" --max-span=1s ./gone.prof
no "'qsort.prof' 'more'" --max-span=1s qsort.prof more
no "'--level=spawns' 'qsort.prof'" --level=spawns --max-span=1s qsort.prof
no "'--keep=x'" --keep=x --max-span=1s qsort.prof
no "'regions.prof' 11" --max-span=1s regions.prof
no "'regions.prof' 11" --baseline=regions.prof exact.prof
no "'gone.prof'" --baseline=gone.prof exact.prof
no "'text'" --baseline=text exact.prof
no "'short' truncated" --baseline=short ./program
no 'qsort.prof ns' --baseline=qsort.prof exact.prof
no "'exact.prof' 'instructions' 'time'" --meter=time --baseline=exact.prof ./program
no "meter 'x'" --meter=x --max-span=1 ./program
no --budget --budget=5 --baseline=exact.prof ./program

# Programs.
no "'./program' 3" --max-span=10s ./program 3
no "'./program' 15" --max-span=10s ./program killed
no "'./program' main" --max-span=10s ./program _exit
no '-o JSON' --format=json --max-span=10s ./program
no '-o XML' --format=junit --max-span=10s ./program
no --burden --burden=x --max-span=10s ./program
status 'not built by us' 2 spanwise check --max-span=10s ./plain >out 2>err
names 'not built by us: why' err 'spanwise: ./plain'
status 'a program' 0 spanwise check --level=spawns --max-span=10s ./program >out 2>err
same 'its output' "$(cat out)" 'its output'
has 'the verdict' err '^ok +span '
status 'cannot be kept' 2 spanwise check --keep=nowhere/x.prof --max-span=10s ./program >out 2>err
names 'cannot be kept: why' err 'spanwise: nowhere/x.prof'
status 'kept' 0 spanwise check --keep=kept.prof --max-span=10s ./program >out 2>err
status 'what is kept is a baseline' 0 spanwise check --baseline=kept.prof kept.prof >out 2>err
status 'kept though broken' 1 spanwise check --keep=again.prof --max-span=1 ./program >out 2>err
check 'kept though broken' test -s again.prof
status 'renewed' 1 spanwise check --max-span=1 --baseline=kept.prof --keep=kept.prof ./program >out 2>err
has 'renewed: there is nothing to copy' <(grep -v -e '^Written: ' -e '^$' err | tail -1) "'kept.prof'"
status 'renewed: there is nothing to copy' 1 grep -q '\bcp ' err
status 'help' 0 spanwise check --help >out 2>err
has 'help' out '^usage: spanwise check'
finish
