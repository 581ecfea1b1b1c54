# Ten profiles each of eight programs beside two busy loops: one cause, one line, the work of a quiet run, and no difference beyond noise.
# The processors of a virtual machine change their speed by 10% within minutes, whatever runs on it. So before each of the ten, and after
# the last, the busy loops are stopped for a quiet run, and each one's work is that of the two quiet runs around it.
. "$SOURCE/tests/lib.sh"
N=${TIMES:-10}
programs='o_static o_serial o_critical o_taskwait o_list c_serial c_long_leaf c_merge'

busy=
trap 'kill -KILL $busy; wait $busy 2>/dev/null; rm -rf "$WORK"' EXIT
for _ in 1 2; do
    (ulimit -t 1500 && while :; do :; done) &
    busy="$busy $!"
done

# profile PROGRAM NAME CONT|STOP: with the busy loops, or without
profile() {
    kill -"$3" $busy
    spanwise run -q --steady -o "$2.prof" "$BUILD/corpus/$1" >/dev/null 2>&1 &&
        spanwise report --format=json "$2.prof" >"$2.json" || fail "$1: it runs ($3)"
}
for p in $programs; do
    for i in $(seq "$N"); do
        profile "$p" "$p-quiet-$i" STOP
        profile "$p" "$p-$i" CONT
    done
    profile "$p" "$p-quiet-$((N + 1))" STOP
    jq -rs '.[] | "\(.verdict.cause) \(.verdict.file | split("/") | last):\(.verdict.line)"' "$p"-[0-9]*.json | sort | uniq -c |
        sed "s/^/$p: /"
    same "$p: one cause, and one line" "$(jq -rs '[.[] | .verdict | [.cause, .line]] | unique | length' "$p"-[0-9]*.json)" 1
    for i in $(seq "$N"); do
        jq -s '.[0].work * 2 / (.[1].work + .[2].work)' "$p-$i.json" "$p-quiet-$i.json" "$p-quiet-$((i + 1)).json"
    done | sort -g >ratios
    measured "$p: the median work of $N runs, of quiet ones" "$(median <ratios)" 0.97 1.03
    measured "$p: the least work of $N runs, of quiet ones" "$(head -n 1 ratios)" 0.9 1.1
    measured "$p: the most work of $N runs, of quiet ones" "$(tail -n 1 ratios)" 0.9 1.1
    spanwise diff --format=json "$p-1.prof" "$p-2.prof" >diff.json
    same "$p: no difference beyond noise" "$(jq .beyond_noise diff.json)" false
done
finish
