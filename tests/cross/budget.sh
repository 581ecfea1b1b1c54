# Functions are taken out while the program runs: see budget.c.
. "$SOURCE/tests/cross/lib.sh"

# run_budget MACHINE PERCENT 'in'|'out'
run_budget() {
    profile "$1" --budget="$2" -- ./budget >got
    same "$1 $2: status" $? 0
    printf 'tiny is in\ntiny is %s\n400000 39999799955\n' "$3" >want
    check "$1 $2: output" diff want got
    same "$1 $2: spawns" "$(figure .spawns)" 1
    figure '.sites[] | select(.callee == "calls") | "\(.kind) \(.on_work.local.count)"' | sort >calls
    same "$1 $2: what spawns stays" "$(tr '\n' ' ' <calls)" 'call 1 spawn 1 '
    figure '.sites[] | select(.callee == "tiny") | .on_work.local.count' >tiny
}

for machine in $machines; do
    check "$machine builds" build "$machine" -O2 -g -w "$here/budget.c" -o budget
    for wrapper in '' "$CROSS/no-pwrite"; do
        # Without the wrapper, the emulator does not notice what the calibration patches.
        [ -z "$wrapper" ] && [ "$machine" = "$OTHER" ] && continue
        run_budget "$machine" none in
        same "$machine, no budget: all calls" "$(cat tiny)" 400000
        run_budget "$machine" 1% out
        within "$machine: calls until then" "$(cat tiny)" 1 200000
        has "$machine: what was taken out is listed" report 'tiny'
    done
done
finish
