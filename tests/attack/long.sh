# The attack for as long as ATTACK_MINUTES says (60), by other files, signals and moments than `make test` has: from number
# ATTACK_FIRST on (1000000), which is printed with each failure, with a command that repeats it. Behaviours go through all modes,
# one mode a round.
MINUTES=${ATTACK_MINUTES:-60} FIRST=${ATTACK_FIRST:-1000000}
HERE=$SOURCE/tests/attack
files=$BUILD/tests/attack-files
end=$(awk -v now="$(date +%s)" -v m="$MINUTES" 'BEGIN { print int(now + 60 * m) }')
mutants=0 names=0 behaviours=0 signals=0 failed=0 passed=0
export BUILD SOURCE

# attack WHAT command...: adds what it tried to that, and what failed; a line a part.
attack() {
    what=$1
    shift
    "$@" >log
    line=$(tail -n 1 log)
    good=${line%% passed*} bad=${line##*, } bad=${bad%% failed*}
    case $good$bad in '' | *[!0-9]*) good=0 bad=1 ;; esac # it died
    passed=$((passed + good)) failed=$((failed + bad))
    eval "$what=\$(($what + good + bad))"
    echo "$(date +%H:%M:%S) $what: $(paste -sd';' log)"
}

WORK=$(mktemp -d) && cd "$WORK" || exit 1
trap 'rm -rf "$WORK"' EXIT
behave='cilk openmp sample predict cilk-workers openmp-clang sample-openmp cilk-sampled cilk-instructions openmp-baton sample-cilk cilk-tree threads why-openmp why-threads why-cilk'
round=0
while [ "$(date +%s)" -lt "$end" ] || [ $round = 0 ]; do
    attack mutants "$files" mutants $((FIRST + 4000 * round)) 4000
    attack mutants "$files" programs $((FIRST + 1000 * round)) 1000 "$BUILD/tests/attack-subject"
    attack mutants "$files" built $((FIRST + 100 * round)) 100 "$BUILD/spanwise"
    attack names "$files" names $((FIRST + 1248 * round)) 1248
    for mode in cilk openmp sample predict cilk-page; do
        attack signals bash "$HERE/signals.sh" $mode $((FIRST + 20 * round)) 20
    done
    # shellcheck disable=SC2086
    set -- $behave
    shift $((round % $#))
    attack behaviours bash "$HERE/behave.sh" "$1"
    round=$((round + 1))
done
echo "$mutants mutants, $names names x formats, $behaviours behaviours x modes, $signals signals tried, $failed failed"
echo "$passed passed, $failed failed"
[ $failed = 0 ]
