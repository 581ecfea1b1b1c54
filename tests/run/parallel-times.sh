# The times of a parallel run, or its instructions: nothing of a stolen continuation is lost, or counted twice.
. "$SOURCE/tests/lib.sh"
spanwise cc --spanwise-cc=gcc -O2 -g "$SOURCE/tests/run/continuation.c" -o continuation ||
    fail 'it does not build'

# work WORKERS: of a profile, to NAME.json.
profile() {
    spanwise run -q --meter=$METER --workers="$1" -o it.prof ./continuation >out 2>messages || fail "$(cat messages)"
    spanwise report --format=json it.prof >"$1.json"
}
profile 1
for workers in 2 4; do
    profile $workers
    ! timing || check "$workers workers: there were steals" jq -e '.circumstances.steals > 0' $workers.json
    check "$workers workers: half the work is span" \
        jq -e '.parallelism > 1.7 and .parallelism < 2.3' $workers.json
    # The machine may be slower with both of its cores in use.
    check "$workers workers: the work is that of the serial run" \
        jq -e --slurpfile serial 1.json \
        '.work / $serial[0].work | . > 0.75 and . < 2' $workers.json
done
finish
