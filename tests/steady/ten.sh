# Ten profiles each of eight programs beside two busy loops: one cause, one line, the work of a quiet run, and no difference beyond noise.
. "$SOURCE/tests/lib.sh"
N=${TIMES:-10}
programs='o_static o_serial o_critical o_taskwait o_list c_serial c_long_leaf c_merge'

busy=
trap 'kill $busy 2>/dev/null; rm -rf "$WORK"' EXIT
profile() { # PROGRAM NAME
    spanwise run -q --steady -o "$2.prof" "$BUILD/corpus/$1" >/dev/null 2>&1 && spanwise report --format=json "$2.prof" >"$2.json"
}
for p in $programs; do
    for i in 1 2 3; do profile "$p" "$p-quiet-$i" || fail "$p: it runs"; done
done
for _ in 1 2; do
    timeout -s KILL 900 sh -c 'while :; do :; done' &
    busy="$busy $!"
done
for p in $programs; do
    for i in $(seq "$N"); do
        profile "$p" "$p-$i" || fail "$p: it runs beside others"
    done
    jq -rs '.[] | "\(.verdict.cause) \(.verdict.file | split("/") | last):\(.verdict.line)"' "$p"-[0-9]*.json | sort | uniq -c |
        sed "s/^/$p: /"
    same "$p: one cause, and one line" "$(jq -rs '[.[] | .verdict | [.cause, .line]] | unique | length' "$p"-[0-9]*.json)" 1
    # The processors of a virtual machine change their speed by some percent, whatever runs on it: no tool could say 3% of each run.
    quiet=$(jq .work "$p"-quiet-*.json | median)
    jq ".work / $quiet" "$p"-[0-9]*.json | sort -g >ratios
    measured "$p: the median work of $N runs, of quiet ones'" "$(median <ratios)" 0.97 1.03
    measured "$p: the least work of $N runs, of quiet ones'" "$(head -1 ratios)" 0.93 1.07
    measured "$p: the most work of $N runs, of quiet ones'" "$(tail -1 ratios)" 0.93 1.07
    spanwise diff --format=json "$p-1.prof" "$p-2.prof" >diff.json
    same "$p: no difference beyond noise" "$(jq .beyond_noise diff.json)" false
done
finish
