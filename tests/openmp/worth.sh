# What a finding says that it is worth is what is gained by really changing the program, within 10%, where
# something else then bounds it; and where that decides, it is named. In instructions: the same every time.
. "$SOURCE/tests/lib.sh"
check 'it builds' gcc -O2 -g -fopenmp "$SOURCE/tests/openmp/worth.c" -o worth

# run CASE FIX N: into FIX.json
run() {
    timeout -s KILL 300 spanwise run -q --meter=instructions -N "$3" -o p.prof ./worth "$1" "$2" >out 2>err ||
        fail "$1 $2 on $3: status $?, $(head -n 2 err)"
    spanwise report --format=json p.prof >"$2.json"
}

# worth CASE N FIX KIND [SAYS]: how the first finding of that kind compares with the run without what it is about.
worth() {
    run "$1" none "$2"
    run "$1" "$3" "$2"
    said=$(jq -r "[.findings[] | select(.kind == \"$4\" and .worth)][0] | .worth" none.json)
    within "$1 on $2, $3: worth $said, and it is" \
        "$(jq -n --slurpfile a none.json --slurpfile b "$3.json" "\$a[0].work / \$b[0].runs[0].time / $said")" 0.9 1.1
    [ -z "${5-}" ] || {
        jq -r "[.findings[] | select(.kind == \"$4\")][0].text" none.json >text
        has "$1 on $2, $3" text "$5"
    }
}

# useless CASE N FIX KIND: to do that alone gains nothing, and it is not advised.
useless() {
    run "$1" none "$2"
    run "$1" "$3" "$2"
    within "$1 on $2, $3: it gains" \
        "$(jq -n --slurpfile a none.json --slurpfile b "$3.json" '$a[0].runs[0].time / $b[0].runs[0].time')" 0.9 1.02
    same "$1 on $2, $3: not advised" "$(jq "[.findings[] | select(.kind == \"$4\")] | length" none.json)" 0
}

# order CASE N KINDS: of those that are worth something.
order() {
    run "$1" none "$2"
    same "$1 on $2: which first" "$(jq -r '[.findings[] | select(.worth) | .kind] | join(" ")' none.json)" "$3"
}

worth triangle_critical 8 first imbalance
worth triangle_critical 8 second lock "'omp parallel' at worth.c:[0-9]+ in '[a-z_]+'"
useless triangle_critical 64 first imbalance
worth triangle_critical 64 second lock
worth triangle_critical 16 first imbalance
worth triangle_critical 32 second lock
order triangle_critical 8 'imbalance lock'
order triangle_critical 64 lock
worth triangle_light 32 first imbalance
worth triangle_unseen 8 first imbalance
useless triangle_unseen 64 first imbalance
worth triangle_unseen 64 second lock
worth triangle_serial 8 first imbalance 'outside .*[0-9]+%'
worth triangle_serial 64 second serial_code
worth two_locks 8 first lock "'omp lock' at worth.c:[0-9]+ in 'two_locks'.*'omp lock' at worth.c:[0-9]+ in 'two_locks'"
worth two_locks 32 first lock
# Many locks at one line are no bound, and who comes another way does not wait for them.
worth lock_array 16 first imbalance
same 'no lock of many is a bound' "$(jq -r '.findings[0].text | test("omp lock")' none.json)" false

# More tasks than may wait are run one after the other by who makes them.
worth taskloop_critical 8 first grain \
    "\b4,000 .*\b4,000 tasks .*'omp taskloop' at .* grainsize\(8\).* 'omp critical' at"
same 'how many' "$(jq -c '[.constructs[].at_once.full.tasks] | add' none.json)" 4000
same 'none of few' "$(jq -c '[.constructs[].at_once.full.tasks] | add' first.json)" 0
worth tasks_full 8 first grain '\btasks\b.*\bseveral threads\b'
run tree_if none 8
jq -r '.findings[0].text' none.json >text
has 'an if clause' text "\b2,044 .*\b2,046 tasks .*'omp task' at .*\b1 other line.*\bif or final\b"

# Turns: what is gained without them, and nothing that does not gain is advised, as more iterations or a schedule(dynamic).
for case in 'ordered_shares 4' 'ordered_cyclic 4' 'ordered_cyclic 8' 'ordered_dynamic 8' 'wave 8' 'chain 4'; do
    set -- $case
    worth $1 $2 second lock '\bturn\b.*\bdid not have to wait\b'
    order $1 $2 lock
done
# Chunks of one iteration each, where they are whole shares.
worth ordered_shares 4 second lock 'schedule\(static,1\)'
run ordered_shares first 4
said=$(sed -E 's/.*schedule\(static,1\).* up to ([0-9.]+)x\. .*/\1/' text)
within "turns in step: said $said, and it is" "$(jq "(.work / .runs[0].time) / $said" first.json)" 0.9 1.1
run ordered_cyclic none 4
same 'they are in step' "$(jq '[.findings[].text | select(test("static,1"))] | length' none.json)" 0
finish
