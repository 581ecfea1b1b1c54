# The first SIGINT, SIGTERM or SIGHUP ends a series of runs, and what was measured is written and reported. The program has the
# signals that it would have had without us, in every run; and a measurement that is finished is not lost.
. "$SOURCE/tests/lib.sh"
program=$SOURCE/tests/run/signals.c
gcc -O2 -g -fopenmp "$program" -o omp || fail 'the OpenMP program compiles'
gcc -O2 -g -DANNOTATED -I "$SOURCE/include" "$program" -o annotated || fail 'the annotated program compiles'
check 'the Cilk program compiles' spanwise cc -O2 -g -DCILK "$program" -o cilk
mkdir tmp
export TMPDIR=$PWD/tmp

# ends WANTED RUNS COMMAND...: ends by that signal (negative) or with that status, after so many runs of the program.
ends() {
    want=$1 runs=$2
    shift 2
    rm -f ./*.prof out err
    : >log
    same "$*: its end" "$(python3 "$SOURCE/tests/run/started.py" 120 "$@" 2>err)" "$want"
    same "$*: runs, and their signals" "$(uniq -c <log | xargs)" "$runs fine"
    same "$*: nothing is left" "$(ls -A tmp)" ''
}
number() { kill -l "$1"; }

long && names='INT TERM HUP' || names=INT
for name in $names; do
    for who in tool group; do
        signal=$(number $name)
        ends "-$signal" 1 spanwise run -N 1,2,4 ./omp 1 $who "$signal"
        same "$name to $who, first run: it is in the profile" \
            "$(spanwise report --format=json omp.prof | jq -c '[.complete, [.runs[].processors]]')" '[false,[1]]'
        has "$name to $who, first run: reported" err '^[A-Z].* omp\.prof\b'
        ends "-$signal" 2 spanwise run -N 1,2,4 ./omp 2 $who "$signal"
        same "$name to $who, second run: the first is in the profile" \
            "$(spanwise report --format=json omp.prof | jq -c '[.complete, [.runs[].processors]]')" '[true,[1]]'
        has "$name to $who, second run: reported" err '^[A-Z].* omp\.prof\b'
        for kind in cilk annotated; do
            ends "-$signal" 1 spanwise run ./$kind 1 $who "$signal"
            check "$kind, $name to $who: the profile" spanwise report $kind.prof >out
            ends "-$signal" 1 spanwise sample ./$kind 1 $who "$signal"
            check "sample, $kind, $name to $who: the profile" spanwise report $kind.prof >out
        done
    done
    signal=$(number $name)
    ends "-$signal" 2 spanwise check --rerun --min-speedup=2:1 --min-speedup=4:1 ./omp 2 tool "$signal"
    has "check, $name" err '^spanwise: interrupted'
    ends "-$signal" 1 spanwise check --min-parallelism=1 --keep=kept.prof ./cilk 1 tool "$signal"
    has "check --keep, $name" err '^spanwise: interrupted'
    check "check --keep, $name: none is" test ! -e kept.prof
    ends "-$signal" 2 spanwise bench -P 1,2 --trials=1 ./omp 2 tool "$signal"
    ends "-$signal" 3 spanwise bench -P 1 --trials=3 --warm-up=0 --no-profile --format=json -o it.json ./cilk 3 tool "$signal"
    same "bench, $name: what was measured is written" "$(jq '.points[0].trials' it.json)" 2
    ends "-$signal" 1 spanwise predict -q --machine=ideal --keep=kept.prof ./annotated 1 tool "$signal"
    check "predict, $name: it is kept" spanwise report kept.prof >out
    ends "-$signal" 2 spanwise predict -q --machine=ideal --memory=copies --keep=kept.prof ./annotated 2 tool "$signal"
    has "predict --memory, $name" err '^spanwise: --memory: interrupted'
    check "predict --memory, $name: it is kept" spanwise report kept.prof >out
done
# --check is optional, and a run by itself: the profile is there before it.
ends "-$(number TERM)" 2 spanwise run --check ./cilk 2 tool "$(number TERM)"
check '--check: the profile' spanwise report cilk.prof >out
# Signals that are the program's only, when it has ended or between two runs, end nobody.
ends 0 3 spanwise run -q --once -N 1,2,4 ./omp 0 none 0

# The program has ended, and its profile is not written yet, as nobody reads it. The signal comes then; a reader after it, if the
# tool still waits for one. The measurement is here or there.
finished() { # COMMAND PROGRAM SIGNAL
    rm -f pipe got tmp/*.prof
    : >log
    mkfifo pipe
    env --default-signal=INT,HUP,TERM spanwise "$1" -q -o pipe "./$2" 0 none 0 2>err &
    tool=$!
    # It has run, and it is gone: nothing that the tool started is left.
    while [ ! -s log ] || [ -n "$(cat /proc/$tool/task/$tool/children)" ]; do sleep 0.02; done
    kill -"$3" $tool
    exec 3<>pipe
    wait $tool 2>/dev/null
    same "$1 $2, $3 after its end: by the signal" $? $((128 + $(number "$3")))
    dd iflag=nonblock bs=65536 count=1 <&3 >got 2>/dev/null
    exec 3>&-
    [ -s got ] || cat tmp/spanwise-*.prof >got 2>/dev/null
    check "$1 $2, $3 after its end: the profile is not lost" spanwise report got >out
    rm -f tmp/*.prof
    same "$1 $2, $3 after its end: nothing is left" "$(ls -A tmp)" ''
}
for name in INT TERM HUP; do
    finished run cilk $name
    finished run omp $name
    finished run annotated $name
    finished sample omp $name
done

# When signals are held no longer, as what was measured is written, there is nothing that one could leave behind: here while
# nobody reads what is made of it.
rm -f pipe
: >log
mkfifo pipe
spanwise predict -q --machine=ideal -o pipe ./annotated 0 none 0 2>err &
tool=$!
while [ ! -s log ] || [ -n "$(cat /proc/$tool/task/$tool/children)" ]; do sleep 0.02; done
for _ in $(seq 500); do
    left=$(ls -A tmp)
    [ -n "$left" ] || break
    sleep 0.02
done
same 'predict, before it writes: no folder' "$left" ''
cat pipe >/dev/null
check 'predict: it ends' wait $tool

# What is killed leaves its folder, and the next run of the same user removes it. What is in use, what is not ours, and what has
# something else in it stay, and no link is followed.
killed() {
    : >log
    python3 - <<'END'
import os, signal, subprocess
run = subprocess.Popen(["spanwise", "run", "-q", "./cilk", "1", "tool", "9"], start_new_session=True)
run.wait()
os.killpg(run.pid, signal.SIGKILL)
END
}
killed
dead=$(ls tmp)
check 'killed: its folder is left' test -S "tmp/$dead/live"
mkdir -m 700 elsewhere tmp/spanwise-run-filled
touch tmp/spanwise-run-filled/theirs
cp -a "tmp/$dead/live" elsewhere/live
ln -s ../elsewhere tmp/spanwise-run-linked
if [ "$(id -u)" = 0 ]; then
    cp -a "tmp/$dead" tmp/spanwise-run-others
    chown 65534 tmp/spanwise-run-others
fi
# One that is in use: its program waits.
: >log
env --default-signal=INT,HUP,TERM spanwise run -q -o used.prof ./cilk 1 tool 0 &
tool=$!
while [ ! -s log ]; do sleep 0.02; done
check 'the dead one is removed' test ! -e "tmp/$dead"
used=$(find tmp -name live -path '*spanwise-run-??????/live' ! -path '*others*')
spanwise run -q -o it.prof ./cilk 0 none 0
check 'one that is in use stays' test -S "$used"
check 'one with something else in it stays' test -e tmp/spanwise-run-filled/theirs
check 'a link is not followed' test -S elsewhere/live
[ "$(id -u)" != 0 ] || check "another user's stays" test -S tmp/spanwise-run-others/live
kill -TERM $tool
wait $tool 2>/dev/null
check 'it is measured all the same' spanwise report used.prof >out
rm -rf tmp/spanwise-run-others tmp/spanwise-run-filled tmp/spanwise-run-linked
same 'nothing else is left' "$(ls -A tmp)" ''
finish
