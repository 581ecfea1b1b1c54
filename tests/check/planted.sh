# A serialization planted in an example: spanwise check passes without it, fails with it, by a limit
# and by a baseline, and names the guilty line.
. "$SOURCE/tests/lib.sh"
source=$SOURCE/examples/solve.c
guilty=$(grep -n 'return change_of_rows' "$source" | head -1 | cut -d: -f1)
check 'the line is there' test -n "$guilty"

mkdir good bad
check 'build' spanwise cc -O2 -g -Wall -Wextra -Werror "$source" -o good/solve
check 'build it serialized' spanwise cc -O2 -g -Wall -Wextra -Werror -DSERIALIZED "$source" -o bad/solve
good/solve >good.out
bad/solve >bad.out
check 'both compute the same' cmp good.out bad.out

# By a limit, in instructions, of which there are as many in every run. The program's output stays its own.
limits='--meter=instructions --min-parallelism=10 --region=solve --min-parallelism=10 --site=solve --min-parallelism=10 --site=solve/change --min-parallelism=5'
status 'limits hold' 0 spanwise check $limits --keep=base.prof good/solve >out 2>err
check 'its output is its own' cmp out good.out
same 'a line a limit' "$(grep -c '^ok  ' err)" 4
status 'limits are broken' 1 spanwise check $limits bad/solve >out 2>err
check 'its output is its own' cmp out bad.out
same 'all four' "$(grep -c '^FAILED  ' err)" 4
has 'the whole' err '^FAILED +parallelism .*\b[1-9]\.[0-9]+.* 10\.00$'
has 'the region' err "^FAILED +parallelism .*region 'solve'.*\b[1-9]\.[0-9]+.* 10\.00$"
has 'the site' err "^FAILED +parallelism .*'solve/change'.*\b1\.00.* 5\.00$"
has 'the guilty line' err "'change_of_rows'.* solve.c:$guilty .*'change'.* \([5-9][0-9]\.[0-9]%\)"

# By a baseline, whose meter it is.
status 'as in the baseline' 0 spanwise check --baseline=base.prof good/solve >out 2>err
same 'nothing is broken' "$(grep -c FAILED err)" 0
status 'worse than the baseline' 1 \
    spanwise check --baseline=base.prof --keep=bad.prof bad/solve >out 2>err
has 'the parallelism' err '^FAILED +parallelism .*\b[1-9]\.[0-9]+.* base.prof.* -[0-9.]+%'
has 'the guilty line is ruled on' err "^FAILED .*span .*'change_of_rows'.* solve.c:$guilty .*'change'"
has 'how to accept it' err "cp 'bad.prof' 'base.prof'$"
status 'the same of the profile' 1 spanwise check --baseline=base.prof bad.prof >out 2>err
has 'on stdout' out "^FAILED .*span .*'change_of_rows'"
same 'nothing on stderr' "$(cat err)" ''
spanwise diff base.prof bad.prof >out
has 'diff says it too' <(spanwise diff --format=json base.prof bad.prof | jq -r '.findings[] | select(.kind == "change").text') "^The critical path .*'change_of_rows'.* solve.c:$guilty .*'change'"

# Counts of instructions are the same each time: no tolerance, and the meter is the baseline's.
if [ "$(spanwise meters --format=json | jq '.meters[] | select(.name == "instructions") | .works')" = true ]; then
    spanwise run -q --meter=instructions -o exact.prof good/solve 100 5 >out
    status 'instructions: the same' 0 spanwise check --baseline=exact.prof --tolerance=0% --keep=again.prof good/solve 100 5 >out 2>err
    has 'instructions: to the last digit' err '^ok +work .*[0-9.]+ M .*exact.prof$'
    same 'instructions: no difference' "$(spanwise diff --format=json exact.prof again.prof | jq .equal)" true
    status 'instructions: worse' 1 spanwise check --baseline=exact.prof bad/solve 100 5 >out 2>err
    has 'instructions: the guilty line' err "^FAILED .*span .*'change_of_rows'.* solve.c:$guilty .*'change'"
else
    echo 'no emulator: instructions are not counted'
fi
finish
