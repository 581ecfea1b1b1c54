# Which runs there are for figures that hold, what they leave alone, and what they make certain: shares and spans of what does the same.
. "$SOURCE/tests/lib.sh"
gcc -O2 -g -fopenmp "$SOURCE/tests/steady/balanced.c" -o balanced || fail 'the OpenMP program compiles'
check 'the Cilk program compiles' spanwise cc -O2 -g "$SOURCE/tests/steady/leaves.c" -o leaves
export SPANWISE_OPENMP_COSTS='fork=0 fork_thread=0 barrier=0 barrier_thread=0 chunk=0 task=0 lock=0 hand_over=0'

# profile [MODE] OPTION...: of balanced, as JSON.
profile() {
    : >log
    MODE=$1 spanwise run -q -N 8 -o it.prof "${@:2}" ./balanced >out 2>err </dev/null
    same "$*: exit status" $? 0
    same "$*: the program's output, once" "$(wc -l <out)" 1
    same "$*: nothing is said but of runs that differ" "$(grep -v 'further runs* ended differently' err)" ''
    spanwise report --format=json it.prof >json
}
runs() { wc -c <log; }

# steadily COMMAND...: until the figures hold, which those of a machine that others disturb too much do not: then they are left alone.
steadily() {
    for try in 1 2 3 4 5 6 7 8; do
        : >log
        "$@"
        [ "$(jq .steady json)" = null ] || return
    done
    fail "$*: no steady figures in $try tries"
}

steadily profile '' --steady
timed=$(jq .steady.runs json)
check 'timed three times at least' test "$timed" -ge 3
same 'the first, those, one that counts, one at their rates, and T(1)' "$(runs)" "$((timed + 4))"
same 'T(1) is that of a run' "$(jq -c '[.runs[].processors], (.runs[0] | .time_on_one > .time and .work_growth > 0.99 and .work_growth < 1.01)' json | xargs)" '[8] true'
same 'it is in time' "$(jq -r '.meter + " " + .unit' json)" 'time ns'
check 'a balanced loop is balanced' jq -e '[.constructs[] | select(.kind == "parallel") | .longest * 8 / .busy] | max < 1.1' json >out
check 'work is in its interval' jq -e '.steady.work[0] * 0.95 <= .work and .work <= .steady.work[1] * 1.05' json >out
on_several() {
    spanwise run -q --steady -N 2,4,8 -o it.prof ./balanced >out 2>err </dev/null
    spanwise report --format=json it.prof >json
}
steadily on_several
same 'each N has a run at those rates' "$(runs)" "$((3 + $(jq .steady.runs json) + 1 + 3 + 1))"
same 'each N' "$(jq -c '[.runs[].processors]' json)" '[2,4,8]'
check 'the work is the same on each' jq -e '[.runs[].work] | max / min < 1.01' json >out

profile ''
same 'without --steady' "$(runs)" 1
same 'one run: nothing is known of noise' "$(jq .steady json)" null
for mode in other fails; do
    profile $mode --steady
    same "$mode: figures stay those of the first run" "$(jq .steady json)" null
done

# A file that it reads from is where the program has left it, for who reads on.
printf '+++\nsecond\n' >input
{
    MODE=reads spanwise run -q --steady -N 8 -o it.prof ./balanced >out 2>err
    read -r line
    same 'input goes on behind what the program has read' "$line" second
} <input

# On counts alone: all leaves take the same, whichever is on the span.
spanwise run -q --meter=instructions -o counted.prof ./leaves >out
spanwise report --format=json counted.prof >counted
leaves() {
    spanwise run -q --steady "$@" -o timed.prof ./leaves >out
    spanwise report --format=json timed.prof >json
}
steadily leaves
check 'it has counted the same' jq -e --slurpfile c counted \
    '.steady.instructions / $c[0].work - 1 | fabs < 0.01' json >out
same 'sites, and how often they are on the span' \
    "$(jq -c '[.sites[] | [.caller, .callee, .on_work.local.count, .on_span.local.count]] | sort' json)" \
    "$(jq -c '[.sites[] | [.caller, .callee, .on_work.local.count, .on_span.local.count]] | sort' counted)"

# Samples of a run are on the span as far as their code is.
steadily leaves --level=sampled
check 'samples: next to nothing of equal leaves is on the span' jq -e \
    '.steady.runs >= 3 and .samples.on_span <= 0.1 * .samples.taken + 1' json >out

gcc -O2 -g -fopenmp "$SOURCE/tests/steady/stopped.c" -o stopped || fail 'the program that stops compiles'
spanwise run -q -N 2 -o it.prof ./stopped >out 2>err
check 'time in which it was stopped is no work' jq -e '.work < 1e9' <(spanwise report --format=json it.prof) >out
finish
