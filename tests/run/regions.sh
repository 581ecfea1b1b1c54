# spanwise.h and cilk/cilkscale.h in a profiled program, and in one that is not.
. "$SOURCE/tests/run/subject.sh"
check 'build' spanwise cc -O2 -g "$SOURCE/tests/run/regions.c" -o regions
export CILKSCALE_OUT=$PWD/scale.csv
check 'run' spanwise run --meter=$METER -o it.prof ./regions >out 2>err
same 'CILKSCALE_OUT: nothing on stdout' "$(wc -c <out)" 0
spanwise report --format=json it.prof >it.json

region() { # LABEL JQ-EXPRESSION
    value ".regions[] | select(.label == \"$1\") | $2"
}
while read -r label rounds; do
    same "$label: spawns" "$(region "$label" .spawns)" $((rounds * SPAWNS))
    same "$label: span within work" "$(region "$label" '.span > 0 and .span <= .work')" true
    has "$label is in the report" err "$label"
done <<'END'
nested 2
inner 1
repeated 3
recursive 1
left 2
right 2
END
same 'a region that was never begun' "$(value '[.regions[] | select(.label == "never begun" and .work > 0)] | length')" 0
measured 'late: what came before is not in it' "$(region late .work)" 0 200000
same 'spawned: spawns' "$(region spawned .spawns)" 1
judge 'spawned: parallelism' "$(region spawned .parallelism)" 1.7 2.01
same 'the whole has all spawns' "$(value .spawns)" $((9 * SPAWNS + 2))
judge 'inner is less than nested' "$(value '(.regions | map({(.label): .work}) | add) as $w | $w.inner / $w.nested')" 0.05 0.95

# Cilkscale's file: a header and a line a dump.
same 'CILKSCALE_OUT: lines' "$(wc -l <scale.csv)" 4
same 'CILKSCALE_OUT: tags' "$(cut -d, -f1 scale.csv | tr '\n' ' ')" 'tag once twice zero '
has 'CILKSCALE_OUT: header' scale.csv \
    '^tag,work \(seconds\),span \(seconds\),parallelism,burdened_span \(seconds\),burdened_parallelism$'
measured 'once: seconds of work' "$(awk -F, '$1 == "once" { print $2 }' scale.csv)" 0.0005 1
judge 'once: parallelism' "$(awk -F, '$1 == "once" { print $4 }' scale.csv)" 1.7 2.01
within 'twice has twice the work' \
    "$(awk -F, '$1 == "once" { a = $2 } $1 == "twice" { print $2 / a }' scale.csv)" 1.99 2.01
same 'zero' "$(sed -n 4p scale.csv)" 'zero,0,0,0,0,0'

# Run again, the file starts anew; without the variable the lines go to stdout.
check 'run again' spanwise run -q -o it.prof ./regions >out 2>err
same 'CILKSCALE_OUT starts anew' "$(wc -l <scale.csv)" 4
unset CILKSCALE_OUT
check 'run without CILKSCALE_OUT' spanwise run -q -o it.prof ./regions >out 2>err
same 'stdout has the lines' "$(cut -d, -f1 out | tr '\n' ' ')" 'tag once twice zero '

# No-ops when nobody measures, with any compiler.
export CILKSCALE_OUT=$PWD/none.csv
check 'unprofiled' ./regions >out 2>err
same 'unprofiled: silent' "$(cat out err | wc -c)" 0
check 'unprofiled: no file' test ! -e none.csv

spanwise report --format=csv it.prof >it.csv
same 'csv has the whole and every region' "$(wc -l <it.csv)" \
    $((2 + $(spanwise report --format=json it.prof | jq '.regions | length')))
finish
