# Some of the programs, in instructions, a tenth of the work, so that it is the same on every machine and whatever else runs there:
# cause, function and line are those of the table. `make verdicts` has all of them, in time.
. "$SOURCE/tests/lib.sh"
programs='quarry mallow tundra velvet marten cedar pumice cobalt garnet'
mkdir saved
for p in $programs; do
    at= size=0.1
    grep -q "^$p openmp" "$SOURCE/tests/corpus/truth" && at='-N 16'
    [ "$p" = quarry ] && size=0.5 # of which its loop has four pieces
    # shellcheck disable=SC2086
    spanwise run -q --once --tree --meter=instructions $at -o "$p.prof" "$BUILD/corpus/$p" $size >"$p.out" 2>&1
    same "$p: status" $? 0
    spanwise report --format=json "$p.prof" | jq '{verdict, findings}' >"saved/$p.json"
done
# shellcheck disable=SC2086
python3 "$SOURCE/tests/corpus/score.py" --saved saved "$BUILD" $programs >score
same 'all are right' $? 0
has 'all three of each' score '^all three right: 6 of 6; healthy and accused: 0 of 3;'
has 'one address' score '^rows that add up: 9 of 9; one address in the verdict and its finding: ([0-9]+) of \1$'
has 'nothing against it' score '^nothing said against the verdict: 9 of 9$'
# What-if begins with the line that the verdict names: the function's own, or the one that calls it.
for p in quarry mallow tundra velvet marten cedar; do
    [ "$(jq -r .verdict.cause "saved/$p.json")" = parallelism ] || continue
    line=$(spanwise what-if --rank --format=json -P 16 "$p.prof" | jq '.rank[0].line')
    check "$p: what-if names it, too: $line" jq -e --argjson line "$line" '.verdict | [.line, .called_at.line] | index($line)' "saved/$p.json" >at
done
# The page says of that line, too, that it loses most.
for p in quarry mallow velvet marten cedar pumice; do
    spanwise report --format=html -o page.html "$p.prof"
    python3 "$SOURCE/tests/report/page.py" page.html page.json
    jq -c '.strings as $s | .sections[] | select(.kind == "source") | (.measures | map(.key) | index("lost")) as $lost |
        [.files[] | .file as $f | .values | to_entries[] | {file: $s[$f], line: (.key | tonumber), lost: .value[$lost]}] | max_by(.lost)' page.json >most
    check "$p: its line has what is lost: $(cat most)" jq -e --slurpfile most most \
        '.verdict | .line == $most[0].line and .file == $most[0].file and $most[0].lost > 0' "saved/$p.json" >at
done
[ "$failures" = 0 ] || cat score
finish
