# However the program ends, `spanwise run` ends the same way and reports what was measured.
. "$SOURCE/tests/run/subject.sh"
build_subject
killed='killed by signal'

for s in 0 1 2 126 127 128 255; do
    profile status $s
    same "status $s" "$got" $s
    same "status $s: complete" "$(value .complete)" true
    same "status $s: spawns" "$(value .spawns)" $SPAWNS
    has "status $s is reported" err "exit status $s\$"
done

ends_by_signal() { # NUMBER ACT...
    signal=$1
    shift
    profile "$@"
    same "$*: the same signal" "$got" $((128 + signal))
    same "$*: incomplete" "$(value .complete)" false
    same "$*: not inside the profiler" "$(value .damaged)" false
    same "$*: spawns until then" "$(value .spawns)" $SPAWNS
    has "$*: the report tells" err "$killed $signal "
    same "$*: a finding" "$(value '.findings[0] | .kind + " " + .severity')" 'incomplete warning'
}
ends_by_signal 11 null
ends_by_signal 6 abort
ends_by_signal 9 signal 9
ends_by_signal 15 signal 15
ends_by_signal 2 signal 2
ends_by_signal 13 signal 13

# A shell would see a status of 128 and more for both; the parent must see a signal.
check 'ends by the signal itself' python3 -c '
import subprocess, sys
run = subprocess.run(["spanwise", "run", "-q", "-o", "x.prof", "./subject", "null"])
sys.exit(run.returncode != -11)'

# exit() comes by the destructors: the profile is complete. The five spawns around it count.
for how in e q _; do
    profile spawned $how
    same "exit $how in a spawned function" "$got" 7
    same "exit $how: spawns" "$(value .spawns)" $((SPAWNS + 5))
    complete=false
    [ $how = e ] && complete=true
    same "exit $how: complete" "$(value .complete)" $complete
done
has '_exit: the report tells' <(value '.findings[] | select(.kind == "incomplete").text') '\bmain\b'

# Signals from outside, once the program has said that it is there.
start() { # ACT: leaves the pid of spanwise run and the program's
    rm -f ready it.prof
    mkfifo ready
    spanwise run -o it.prof ./subject "$1" >ready 2>err &
    pid=$!
    read -r line <ready
    same "$1 is there" "$line" ready
    program=$(cat "/proc/$pid/task/$pid/children")
}

ended() { # WHAT STATUS COMPLETE
    wait $pid 2>/dev/null
    same "$1: status" $? "$2"
    spanwise report --format=json it.prof >it.json || fail "$1: no profile: $(cat err)"
    same "$1: spawns" "$(value .spawns)" $SPAWNS
    same "$1: complete" "$(value .complete)" "$3"
}

# shellcheck disable=SC2086
{
    start wait && kill -KILL $program
    ended 'the program is killed' 137 false
    start wait
    emulated 'flags of memory' || has 'a core would not hold the range' \
        <(sed -n '/memfd:spanwise/,/^VmFlags/p' "/proc/${program% }/smaps") '^VmFlags:.* dd( |$)'
    kill -TERM $pid
    ended 'SIGTERM is passed on' 143 false
    start wait && kill -HUP $pid
    ended 'SIGHUP is passed on' 129 false
    start handled && kill -TERM $pid
    ended 'SIGTERM that the program takes' 15 true
    start handled && kill -USR1 $pid
    ended 'SIGUSR1 that the program takes' 10 true
}

# A background job of a script ignores SIGINT, so these are started by python; as from a terminal,
# the signal goes to the whole group, or by kill(1) to spanwise run alone.
cat >interrupt.py <<'END'
import os, signal, subprocess, sys
group, block = sys.argv[1] == "group", sys.argv[2] == "block"
if block:
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGCHLD])
run = subprocess.Popen(["spanwise", "run", "-o", "it.prof", "./subject", "wait"],
                       stdout=subprocess.PIPE, stderr=open("err", "w"), start_new_session=True)
assert run.stdout.readline() == b"ready\n"
(os.killpg if group else os.kill)(run.pid, signal.SIGINT)
try:
    sys.exit(run.wait(timeout=200) != -signal.SIGINT)
except subprocess.TimeoutExpired:
    os.killpg(run.pid, signal.SIGKILL)
    sys.exit("it did not end")
END
for how in 'group no' 'alone no' 'alone block'; do
    rm -f it.prof
    # shellcheck disable=SC2086
    check "SIGINT, $how" python3 interrupt.py $how
    has "SIGINT, $how: the report is there" err "$killed 2 "
done
finish
