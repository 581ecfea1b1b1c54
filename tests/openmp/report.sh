# The report of real OpenMP programs: what was planted is found first, on its line; what is work and what is
# lost is all there is; the critical path is made up of its constructs; diff and check go by the runs.
. "$SOURCE/tests/openmp/lib.sh"
source=$SOURCE/tests/openmp/planted.c

line() { grep -n "$1" "$source" | head -1 | cut -d: -f1; }

# Of the first finding that says what to do.
first() { jq -r "[.findings[] | select(.severity == \"advice\")][0] | $1" "$2"; }

# planted COMPILER NAME KIND LINE: the first finding is of that kind, and on that line ('' for none). In instructions: what a busy
# machine does to the time of some milliseconds is not planted.
planted() {
    spanwise run -q --meter=instructions -N 1,8 -o "$2.prof" "./planted-$1" "$2" >out 2>errors
    same "$1 $2: its output" "$(cat out)" done
    spanwise report --format=json "$2.prof" >"$2.json"
    same "$1 $2: what is found" "$(first .kind "$2.json")" "$3"
    [ -z "$4" ] || same "$1 $2: where" "$(first '"\(.file | split("/") | last):\(.line)"' "$2.json")" "planted.c:$4"
    same "$1 $2: shares" "$(jq '[.runs[] | .efficiency + (.lost | add)] | all(. > 0.9999 and . < 1.0001)' "$2.json")" true
    same "$1 $2: nothing without a name" "$(jq '[.runs[].lost.other] | all(. < 0.01)' "$2.json")" true
    same "$1 $2: the critical path" "$(jq '([.constructs[].on_span] | add) / .span | . > 0.999 and . < 1.001' "$2.json")" true
    same "$1 $2: sites make up the span" "$(jq '([.sites[].on_span.local.span] | add) / .span | . > 0.999 and . < 1.001' "$2.json")" true
    same "$1 $2: work" "$(jq '([.constructs[].work] | add) / .work | . > 0.999 and . < 1.001' "$2.json")" true
}

# single COMPILER: what one thread does while the others wait is the single's, and its barrier is none of its own. In
# instructions: 10 times 800,000 rounds beside 40,000 in each thread.
single() {
    spanwise run -q --meter=instructions -N 8 -o single.prof "./planted-$1" single >out 2>errors
    spanwise report --format=json single.prof >single.json
    same "$1 single: said to be one" \
        "$(first '.text | test("\\bomp single\\b")' single.json)" true
    same "$1 single: its time is its own code's, 20 of 21 parts" "$(jq -c '.constructs[] | select(.kind == "single") |
        [.count, (.on_span / .time * 100 | round), (.busy / .time * 100 | round)]' single.json)" '[10,100,100]'
    same "$1 single: of the span" "$(jq '[.constructs[] | select(.kind == "single")][0].on_span / .span * 100 | round' \
        single.json)" 95
    same "$1 single: no barrier beside it" "$(jq '[.constructs[] | select(.kind == "barrier")] | length' single.json)" 0
}

for compiler in gcc clang; do
    $compiler -O2 -g -fopenmp "$source" -o "planted-$compiler" || { fail "$compiler"; continue; }
    planted $compiler serial serial_code ''
    planted $compiler chunks imbalance "$([ $compiler = gcc ] && line '/\* chunks')"
    planted $compiler critical lock "$([ $compiler = gcc ] && line 'pragma omp critical')"
    # gcc divides that loop in the program. Who waits for a lock in a loop is in the loop.
    [ $compiler = gcc ] || same "$compiler critical: the loop is as long as its region" "$(jq '[.constructs[] |
        select(.kind == "for" or .kind == "parallel") | .time] | min / max > 0.95' critical.json)" true
    planted $compiler single imbalance ''
    single $compiler
    planted $compiler threads threads "$(line '/\* threads')"
    planted $compiler triangle imbalance "$([ $compiler = gcc ] && line '/\* triangle')"
done

# Without any names: what addr2line takes.
strip -o bare planted-gcc
spanwise run -q -N 8 -o bare.prof ./bare critical >out 2>errors
spanwise report bare.prof >text
has 'an address' text "'omp critical' at bare\\+0x[0-9a-f]+"

# On the page: every section, 80 columns, in time.
for name in triangle chunks; do
    spanwise run -q -N 1,8 -o $name-time.prof ./planted-gcc $name >out 2>errors
done
spanwise report triangle-time.prof >text
for row in '^  8 .* ms .*%' '%  +omp paral.* triangle|triangle$' 'omp paral.* triangle'; do
    has 'the text' text "$row"
done
same 'what is not simulated is a finding' "$(spanwise report --format=json triangle-time.prof | jq '[.findings[] | select(.kind == "memory")] | length')" 1
same '80 columns' "$(awk 'length($0) > 80' text)" ''
same 'picture' "$(spanwise report --format=gnuplot triangle-time.prof | gnuplot 2>errors | head -c 4 | tail -c 3)" PNG

# Static shares of a triangle: on 8 processors 64 / 15 = 4.27. The limit of the simulated run holds, not
# that of the bound, which is for any scheduler.
status 'a limit that holds' 0 spanwise check --min-speedup=8:3 triangle.prof >out 2>&1
status 'one that does not' 1 spanwise check --min-speedup=8:6 triangle.prof >out 2>&1
status 'no such run' 2 spanwise check --min-speedup=4:1 triangle.prof >out 2>errors
names 'its message' errors 'spanwise: --min-speedup=4:1 -N 4'
status 'a program on as many as the limit says' 0 spanwise check --meter=instructions --min-speedup=4:1.5 ./planted-gcc triangle >out 2>errors
has 'which' errors '^ok +speedup on 4 cores'
spanwise diff triangle-time.prof chunks-time.prof >text
has 'diff: by N' text '^ +8 .* ms'
same 'diff: the same' "$(spanwise diff --format=json triangle.prof triangle.prof | jq .equal)" true
finish
