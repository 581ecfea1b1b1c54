# What the tests of idleness share: figures of profile.json, and where paths begin. `how` says what was run.

# of FUNCTION EXPRESSION: of its totals. all EXPRESSION: of the program.
of() {
    jq -r "[.effort.functions[] | select(.function == \"$1\") | .total] | .[0] // {work: 0, idle: 0, waited: 0, blamed: 0, overhead: {creation: 0, synchronization: 0, scheduling: 0}} | $2" profile.json
}
all() { jq -r ".effort | $1" profile.json; }
ratio() { awk -v a="$1" -v b="$2" 'BEGIN { print b ? a / b : 0 }'; }

# Every path begins in main(), but for what runs before it; a scheduler's thread that looks for its first work is on none.
to_main() {
    got=$(jq -r '[.effort.tree[] | select(.parent == null) | {function, effort: (.total | .work + .overhead.creation + .overhead.synchronization)}] |
        ([.[] | select(.function == "main") | .effort] | add) / ([.[].effort] | add)' profile.json)
    within "$how: most paths to main" "$got" 0.5 1
    measured "$how: paths to main" "$got" 0.995 1
    measured "$how: cut" "$(jq -r '.samples | .cut / .taken' profile.json)" 0 0.005
    same "$how: without room" "$(jq -r '.samples | .paths_refused + .threads_refused' profile.json)" 0
}
