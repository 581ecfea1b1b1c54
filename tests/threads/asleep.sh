# A program that sleeps most of its time, or waits until it is interrupted: it does not scale, and Spanwise neither says that nothing holds it
# back, nor predicts that more cores make it slower.
. "$SOURCE/tests/lib.sh" || exit 1
export SPANWISE_THREADS_COSTS=lock=10,wake=1500,latency=3000,create=10000,start=20000,yield=400
gcc -O1 -g -pthread "$SOURCE/tests/threads/asleep.c" -o asleep || exit 1

# honest WHAT: of the verdict in the file json.
honest() {
    check "$1: no speedup below 1 without T(1)" jq -e '.verdict.speedup | . == null or . >= 0.999' json
    check "$1: not 'nothing', far below the cores" jq -e \
        '.verdict | .cause != "none" or .speedup > .processors / 2' json
    check "$1: nothing to fix" jq -e '.verdict.cause | IN("waiting", "unknown")' json
}

for options in '' --quick; do
    timeout -s KILL 300 spanwise why $options -N 16 -q --no-html --json=json -o p.prof ./asleep sleep || fail "status $?"
    honest "why $options"
done

timeout -s KILL 300 spanwise run -N 16 -q -o p.prof ./asleep sleep || fail "status $?"
spanwise report --format=json p.prof >json
honest 'on simulated cores'
same 'why it does not scale' "$(jq -r .verdict.cause json)" waiting

timeout -s KILL 300 spanwise why -N 16 -q --no-html --json=json -o p.prof ./asleep serve >out &
until grep -q ready out; do :; done
kill -INT $!
wait $!
honest 'a server, after Ctrl-C'
finish
