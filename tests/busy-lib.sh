# For tests of what is told while others have the processor: two rivals on the one that all runs are on.
. "$SOURCE/tests/lib.sh" || exit 1
processor=$(taskset -pc $$ | sed 's/.*: *\([0-9]*\).*/\1/')
rivals=
TIMEFORMAT='%R %U %S'

start_rivals() {
    for _ in 1 2; do
        taskset -c "$processor" timeout -s KILL 60 sh -c 'while :; do :; done' &
        rivals="$rivals $!"
    done
}

stop_rivals() {
    # shellcheck disable=SC2086 # words
    kill $rivals
    # shellcheck disable=SC2086
    wait $rivals 2>/dev/null
}

# busily NAME COMMAND...: `spanwise run` of it beside the rivals.
busily() {
    name=$1
    shift
    { time taskset -c "$processor" spanwise run -q -o "$name.prof" "$@" >/dev/null; } 2>"$name.times" || fail "$name: it runs"
}

# accounted NAME: what it tells of work and of its own cost is what the processor was had for; in sum.
accounted() {
    read -r wall user system <"$1.times"
    spanwise report --format=json "$1.prof" >"$1.json"
    sum=$(jq '(.work + .circumstances.overhead) / 1e9' "$1.json")
    echo "$1: $wall s, of which $user s and $system s running; told: $sum s of work and our own," \
        "$(jq '.circumstances.preempted / 1e9' "$1.json") s preempted"
    measured "$1: the time, of which it ran" "$(awk "BEGIN { print $wall / ($user + $system) }")" 1.5 1000
    measured "$1: work and overhead, of the time that it ran" "$(awk "BEGIN { print $sum / ($user + $system) }")" 0.5 1.1
}
