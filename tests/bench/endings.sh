# Runs that fail, and signals: what was measured is printed, and nothing runs on.
. "$SOURCE/tests/bench/subject.sh" || exit 1

left() { # of the subject that started in this directory
    for process in $(pgrep -x subject); do
        [ "$(readlink "/proc/$process/cwd")" = "$WORK" ] && ! grep -q '^State:.Z' "/proc/$process/status" && echo "$process"
    done 2>/dev/null
}

# nothing_left 'what it is': what was killed may take a moment to be gone.
nothing_left() {
    for _ in $(seq 600); do [ -n "$(left)" ] && sleep 0.1 || break; done
    same "$1: nothing is left" "$(left)" ''
}

# A run that fails stops it all, and its P, trial and status are named.
fails() { # STATUS MESSAGE ARGUMENTS...
    message=$1
    shift
    spanwise bench --trials=2 --no-profile "$@" >out 2>err
    same "$*: status" $? 1
    has "$*: message" err "^spanwise: .*$message"
}
fails "\b2, trial 1 of 2\b.*'./subject' .*\bstatus 3\b" -P 1,2 --warm-up=0 ./subject 5 0 fail 2 3
has 'its stderr' err '^subject: ends with 3$'
has 'what was measured' out '^ +1 +1 '
has 'and that it is not all' out '\b1 of 4\b'
fails "\b2, trial 1 of 2\b.*'./subject' .*\bsignal 11\b" \
    -P 1,2 --warm-up=0 ./subject 5 0 fail 2 -11
fails "\bwarm-up .*\b2\b.*'./subject' .*\bstatus 4\b" -P 1,2 ./subject 5 0 fail 2 4
same 'nothing measured, nothing printed' "$(cat out)" ''
printf '#!/bin/sh\nexec ./subject 5 0 fail 1 5\n' >failing && chmod +x failing
spanwise bench -P 1,2 ./failing >out 2>err
same 'the profiled run: status' $? 1
has 'the profiled run' err "^spanwise: profiled .*'./failing' .*\bstatus 5\b"
if [ "$processors" -ge 2 ]; then
    # The third run with one worker is a copy's.
    cat >third <<'END'
#!/bin/sh
echo x >>runs
[ "$(wc -l <runs)" -lt 5 ] || exit 6
END
    chmod +x third
    fails "2 copies, trial 1 of 2: './third' exited with status 6" -P 1 --warm-up=0 --copies=2 ./third
fi
fails "cannot run './nonexistent': No such file or directory" ./nonexistent
cat >noisy <<'END'
#!/bin/sh
seq 100000 >&2
exit 1
END
chmod +x noisy
fails "P = 1, trial 1 of 2: './noisy' exited with status 1" --warm-up=0 -P 1 ./noisy
has 'much on stderr: the end of it' err '^100000$'
within 'much on stderr: not all' "$(wc -c <err)" 1000 6000
printf '{\n  "program": "subject"\n}\n' >kept.json && cp kept.json before.json
fails "P = 1, trial 1 of 2" --warm-up=0 -P 1 -o kept.json ./subject 0 0 fail 1 3
check 'nothing measured: the file stays' cmp kept.json before.json

# Input and output.
echo 'some input' >input
spanwise bench -P 1 --trials=1 --no-profile --stdin=input --show-output ./subject 0 0 cat >out 2>err
has '--show-output' err '^some input$'
has '--show-output: stderr too' err '^subject: copied$'
same 'once only' "$(grep -c 'some input' err)" 1
status 'not in the table' 1 grep -q 'some input' out
echo other | spanwise bench -P 1 --trials=1 --no-profile --show-output ./subject 0 0 cat >out 2>err
status 'our input is not read' 1 grep -q other err
spanwise bench -P 1 --trials=1 --no-profile --stdin=input ./subject 0 0 cat >out 2>err
same 'no output' "$(grep -v 'is going to run' err)" ''
spanwise bench -P 1 --trials=1 --stdin=input ./subject 0 0 cat >out 2>err
status 'no output of the profiled run' 1 grep -q -e 'some input' -e copied out err
if [ "$processors" -ge 2 ]; then
    printf '#!/bin/sh\ntest "$(cat)" = "some input"\n' >reader
    chmod +x reader
    status 'copies each read it' 0 spanwise bench -P 1 --trials=2 --no-profile --copies=2 --stdin=input \
        ./reader >out 2>err
fi

printf '#!/bin/sh\ncat && echo a && echo b >&2\n' >talker
chmod +x talker
status 'started without input' 0 spanwise bench -P 1 --trials=1 --no-profile ./talker >out 2>err <&-
status 'started without all' 0 spanwise bench -P 1 --trials=1 --no-profile -o it.json ./talker <&- >&- 2>&-
same 'started without all: measured' "$(value '.points | length')" 1

# Signals. A background job of a script ignores SIGINT, so python starts them.
cat >interrupt.py <<'END'
import os, signal, subprocess, sys, time
number, wanted, *command = sys.argv[1:]
number = getattr(signal, number)
bench = subprocess.Popen(command, stdout=open("out", "w"), stderr=open("err", "w"),
                         start_new_session=True)
deadline = time.monotonic() + 200
while len(open("log").read().split() if os.path.exists("log") else []) < int(wanted):
    assert time.monotonic() < deadline and bench.poll() is None, "it did not come so far"
    time.sleep(0.01)
os.kill(bench.pid, number)
try:
    sys.exit(bench.wait(timeout=200) != -number)
except subprocess.TimeoutExpired:
    bench.kill()
    sys.exit("it did not end")
END
# The third run goes on until it is ended, however late the signal comes.
for number in INT TERM HUP; do
    rm -f log
    check "SIG$number" python3 interrupt.py SIG$number 3 spanwise bench -P 1 --trials=50 --warm-up=0 --no-profile \
        ./subject 100 0 log log hold 3 never
    has "SIG$number: what was measured" out '^ +1 +2 +'
    has "SIG$number: told" out '\b[Ii]nterrupted\b.*\b2 of 50\b'
    nothing_left "SIG$number"
done
# With children of its own; and such that do not listen.
for how in linger stubborn; do
    rm -f log
    check "$how" python3 interrupt.py SIGINT 1 spanwise bench -P 1 --trials=2 --warm-up=0 --no-profile \
        ./subject 0 0 log log $how
    has "$how: told" err '^spanwise: interrupted\b'
    nothing_left "$how"
done
rm -f log
check 'while it profiles' python3 interrupt.py SIGINT 1 spanwise bench -P 1 ./subject 0 0 log log stubborn
nothing_left 'while it profiles'
rm -f log
check 'killed' python3 interrupt.py SIGKILL 1 spanwise bench -P 1 --no-profile ./subject 60000 0 log log
nothing_left 'killed'

# Stopped for a while, as by Ctrl-Z: that run is repeated, and the time in between is nobody's. It is the second run that is
# stopped, however late the signal comes.
cat >stop.py <<'END'
import os, signal, subprocess, sys, time
bench = subprocess.Popen(["spanwise", "bench", "-P", "1", "--trials=3", "--warm-up=0", "--no-profile",
                          "--format=json", "./subject", "200", "0", "log", "log", "hold", "2", "stopped"],
                         stdout=open("it.json", "w"), start_new_session=True)
def runs():
    return len(open("log").read().split() if os.path.exists("log") else [])
while runs() < 2:
    time.sleep(0.005)
os.kill(bench.pid, signal.SIGTSTP)
os.waitpid(bench.pid, os.WUNTRACED)
open("stopped", "w").close()
time.sleep(3)
os.kill(bench.pid, signal.SIGCONT)
sys.exit(bench.wait(timeout=200))
END
rm -f log
check 'stopped and continued' python3 stop.py
within 'stopped: the longest trial, in ms, of which none was stopped for 3 s' "$(value '.points[0].max / 1e6')" 199 2999
same 'stopped: all trials' "$(value '.points[0].trials')" 3
same 'stopped: one was repeated' "$(wc -l <log)" 4
finish
