# Each processor's time is accounted for: work, waits of each kind and what the runtime costs make up all of it, once. That holds
# exactly whatever each takes, so also in time.
. "$SOURCE/tests/openmp/lib.sh"

# adds_up COMPILER CASE [N [LEAST]]: what is known makes up the whole, no share is more than that, no advice a loss. N: as many as there
# are threads at once, or more; by turns on fewer of them, threads wait for each other longer than processors do.
adds_up() {
    what="$1, $2, $meter"
    timeout -s KILL 120 spanwise run -q --meter="$meter" -N "${3:-4}" -o p.prof "./$1" "$2" >out 2>err ||
        fail "$what: status $?, $(head -n 2 err)"
    spanwise report --format=json p.prof >json
    within "$what: work and losses" "$(jq '.runs[0] | .efficiency + (.lost | add)' json)" 0.999 1.001
    [ "${4:-0}" = turns ] || within "$what: all that is counted" "$(jq '.runs[0] | (.work + .barrier_wait + .lock_wait + .overhead +
        .serial * (.at_once - 1)) / (.at_once * .time) + .lost.threads' json)" "${4:-0.995}" 1.001
    same "$what: shares above all" "$(jq -c '[.runs[0] | .efficiency, .load_balance, .serialisation, .transfer, .lost[]] +
        [.constructs[] | .lost, .imbalance] | map(select(. != null and (. > 1.0001 or . < 0)))' json)" '[]'
    same "$what: advice that loses" \
        "$(jq -c '.runs[0].speedup as $now | [.findings[] | select(.worth and .worth < 0.999 * $now).text]' json)" '[]'
    spanwise report p.prof >text
    same "$what: percentages" "$(grep -oE '[0-9.,]+%' text | tr -d ,% | awk '$1 > 100' | head -n 3)" ''
}

for compiler in gcc clang; do
    command -v $compiler >build.log || continue
    check "$compiler builds it" $compiler -O2 -g -fopenmp "$SOURCE/tests/openmp/ledger.c" -o $compiler
    for meter in instructions time; do
        for case in recursive one_and_other tasks beside; do
            adds_up $compiler $case 4 turns
        done
        adds_up $compiler recursive 16
        adds_up $compiler one_and_other 81
        adds_up $compiler tasks 32
        adds_up $compiler beside 32
        for case in narrow turns; do
            adds_up $compiler $case
        done
    done
done
meter=instructions
if command -v clang >build.log; then # gcc's teams come one after the other
    adds_up clang league 32
fi
# Regions in which the program ended count until then, but for what their threads did since their last barrier.
adds_up gcc leaves 32 0.5
same 'regions under way' "$(jq '[.constructs[].under_way] | add' json)" "$(jq '[.constructs[] | select(.kind == "parallel").count] | add' json)"
within 'and how many' "$(jq '[.constructs[].under_way] | add' json)" 5 31
finish
