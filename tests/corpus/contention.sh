# Cache lines that threads fight over, in the verdict: contention, at the line; repaired twins and programs that share in turn are not
# accused of it. In instructions, so that it is the same everywhere. `make verdicts MEMORY=1` has more of them, in time.
. "$SOURCE/tests/sharing/lib.sh"
fought='eider grebe crake pintail' peaceful='loon dipper snipe'
mkdir saved
for p in $fought $(printf '%s-repaired ' $fought) $peaceful; do
    at='-N 16' size=0.02
    grep -q "^${p%-repaired} cilk" "$SOURCE/tests/corpus/truth" && at=
    # shellcheck disable=SC2086
    THREADS=16 spanwise run -q --once --meter=instructions --memory $at -o "$p.prof" "$BUILD/corpus/$p" $size >"$p.out" 2>&1
    same "$p: status" $? 0
    spanwise report --format=json "$p.prof" | jq '{verdict, pressure: .sharing.pressure}' >"saved/$p.json"
done
# shellcheck disable=SC2086
python3 "$SOURCE/tests/corpus/score.py" --saved saved "$BUILD" $fought >score
same 'all are right' $? 0
[ "$failures" = 0 ] || cat score
for p in $fought; do
    same "$p: the cause" "$(jq -r .verdict.cause "saved/$p.json")" contention
done
for p in $peaceful $(printf '%s-repaired ' $fought); do
    check "$p: nobody is accused" jq -e '.verdict.cause != "contention" and .pressure < 0.3' "saved/$p.json" >/dev/null
done
finish
