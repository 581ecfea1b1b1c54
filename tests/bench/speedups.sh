# Measured speedups against what is known: 100 ms, of which a part is shared by the workers.
. "$SOURCE/tests/bench/subject.sh" || exit 1

# bench ARGUMENTS...: its results in it.json, out and err, its status in `got`.
bench() {
    spanwise bench -o it.json "$@" >out 2>err
    got=$?
}

check 'processors' test "$processors" -ge 1 -a "$processors" -le "$(nproc --all)"

# Beyond the processors there are times, not speedups.
more=$((processors + 2))
bench -P "1,$more" --trials=3 --profile=qsort.prof -o text.txt ./subject 20 $((40 * more))
same 'crowded: status' $got 0
same 'crowded: verdict' "$(value '.points[1].verdict')" crowded
same 'crowded: no speedup' "$(value '.points[1] | [.speedup, .efficiency] | tojson')" '[null,null]'
measured 'crowded: its time' "$(value '.points[1].median / 1e6')" 59 90
has 'crowded: told' <(value '.findings[] | select(.kind == "crowded").text') "\b$more\b.*\b$processors core"
has 'crowded: in the table' text.txt "^ +$more +3 .* - +- .* -\$"

# One processor by affinity: then two workers are one too many.
first=$(taskset -cp $$ | sed 's/.*: //; s/[,-].*//')
taskset -c "$first" spanwise bench -P 2 --trials=1 --no-profile --format=json ./subject 10 10 >it.json
same 'affinity' "$(value '[.processors, .points[1].verdict] | tojson')" '[1,"crowded"]'
taskset -c "$first" spanwise bench --trials=1 --no-profile --format=json ./subject 10 10 >it.json
same 'the default list' "$(value '[.points[].processors] | tojson')" '[1]'

# Interleaved: each number once a round, every second one backwards, after the profile and warm-up.
spanwise bench -P 3,1,2,2-3 --trials=2 --warm-up=2 --profile=qsort.prof ./subject 0 0 log log >out 2>err
same 'the order of runs' "$(tr '\n' ' ' <log)" '3 3 1 2 3 3 2 1 '
rm log
spanwise bench -P 1..2 --trials=1 ./subject 0 0 log log >out 2>err
same 'no run of the profiler' "$(tr '\n' ' ' <log)" '2 1 2 '
has 'a program with threads is not profiled' err "^spanwise: .*'./subject'.*\{\}"
has 'so there is no prediction' out '^ +prediction +none'

# A Cilk program is profiled here, and its prediction is that of spanwise run.
check 'build' spanwise cc -O2 -g "$SOURCE/examples/pqsort.c" -o pqsort
bench -P 1,2 --trials=1 ./pqsort 300000
same 'Cilk: status' $got 0
same 'Cilk: nothing else is said' "$(grep -v 'is going to run' err)" ''
check 'Cilk: no profile is left' test ! -e pqsort.prof
same 'Cilk: the range' "$(value '.profile as $p | .points[1] |
    ((.lower - $p.work / ($p.work / 2 + $p.burdened_span / 2)) | fabs) < 0.001')" true
measured 'Cilk: parallelism' "$(value .profile.parallelism)" 2 20
measured 'Cilk: one worker takes the work' "$(value '.points[0].median / .profile.work')" 0.7 1.6

# An OpenMP program runs on so many threads, and is simulated on so many: a third is serial, so two are 1.5 times as fast.
cat >third.c <<'END'
static double work(int n) { double s = 0; for (int i = 1; i < n; i++) s += 1.0 / (s + i); return s; }
int main(void) {
    double all = work(10000000), part[2];
#pragma omp parallel for
    for (int i = 0; i < 2; i++) part[i] = work(10000000);
    return all + part[0] + part[1] < 1;
}
END
gcc -O2 -g -fopenmp third.c -o third || exit 1
bench -P 1,2 --trials=$(timing && echo 7 || echo 1) -o it.html ./third
same 'OpenMP: status' $got 0
same 'OpenMP: nothing else is said' "$(grep -v 'is going to run' err)" ''
has 'OpenMP: how' out '\bsimulated\b'
check 'OpenMP: the page' python3 "$SOURCE/tests/report/page.py" it.html it.data
same 'OpenMP: its curves' "$(jq -c '[.sections[] | select(.key == "speedup").series[].role]' it.data)" '["bound","estimate","measured"]'
measured 'OpenMP: predicted' "$(value '.points[1] | (.lower + .upper) / 2')" 1.45 1.53

# What is measured from here on is about time, and needs two processors.
timing && [ "$processors" -ge 2 ] || finish
measured 'OpenMP: speedup' "$(value '.points[1].speedup')" 1.4 1.55
same 'OpenMP: verdict' "$(value '[.points[].verdict] | tojson')" '["base","within"]'
has 'OpenMP: the table' out '^ +2 +7 .* 1\.3[0-9]\.\.1\.6[0-9] +yes$'
same 'OpenMP: the cause' "$(value .verdict.cause)" parallelism
has 'OpenMP: in words' it.json '\bserially\b'

judge() { # WHAT VERDICT LOW HIGH ARGUMENTS...: with two workers
    what=$1 verdict=$2 low=$3 high=$4
    shift 4
    bench -P 1-2 --trials=7 --profile=qsort.prof ./subject "$@"
    same "$what: status" $got 0
    measured "$what: speedup" "$(value '.points[1].speedup')" "$low" "$high"
    same "$what: verdict" "$(value '.points[1].verdict')" "$verdict"
    same "$what: efficiency" "$(value '.points[1] | ((.efficiency * 2 - .speedup) | fabs) < 0.001')" true
    same "$what: in the spread" \
        "$(value '.points[1] | .speedup_min <= .speedup and .speedup <= .speedup_max')" true
}
# 120 ms with one worker, 65 with two: 1.85 but for the process' start and end, well in the range.
judge 'within' within 1.6 1.9 10 110
measured 'one worker' "$(value '.points[0].median / 1e6')" 119 150
measured 'two workers' "$(value '.points[1].median / 1e6')" 64 85
same 'one worker is the base' "$(value '.points[0] | [.verdict, .speedup] | tojson')" '["base",1]'
same 'the range' "$(value '.profile as $p | .points[1] |
    ((.lower - $p.work / ($p.work / 2 + $p.burdened_span / 2)) | fabs) < 0.001 and .upper == 2')" true
same 'least and most' "$(value '.points[1] | (.times | min) == .min and (.times | max) == .max')" true
has 'within: the table' out '^ +2 +7 .* 1\.70\.\.2\.00 +yes$'
same 'within: a finding' "$(value '[.findings[] | select(.kind == "measured")] | length')" 1
measured 'asleep: no processor time' "$(value '.points[0].cpu / 1e6')" 0 20

judge 'below' below 0.9 1.15 100 10 spin
has 'below: the table' out '^ +2 +7 .* 1\.70\.\.2\.00 +below$'
has 'below: in words' <(value '.findings[] | select(.kind == "measured").text') '\b2: below\b'
# Which cause is named depends on whether the second processor was free: scaling.c has them all.
same 'below: causes' "$(value '[.findings[] | select(.kind == "causes")] | length')" 1

judge 'asleep' below 0.9 1.15 100 10
has 'asleep: why' <(value '.findings[] | select(.kind == "causes").text') '\bCILK_NWORKERS\b'

# A third of the time of one worker.
cat >superlinear <<'END'
#!/bin/sh
if [ "$CILK_NWORKERS" = 2 ]; then exec ./subject 50 0; fi
exec ./subject 150 0
END
chmod +x superlinear
bench -P 1,2 --trials=3 --profile=qsort.prof ./superlinear
same 'above' "$(value '.points[1].verdict')" above
has 'above: in words' <(value '.findings[] | select(.kind == "measured").text') '\b2: above\b'

# Copies that share nothing, and copies that run one after the other: 60 and 120 ms, 1.5 times 60.
# Where a second processor was not free, that is the cause.
bench -P 1,2 --trials=7 --copies --profile=qsort.prof ./subject 150 0
measured 'copies that share nothing' "$(value .copies.slowdown)" 0.9 1.09
same 'copies: how many' "$(value '[.copies.copies, .copies.trials] | tojson')" '[2,7]'
same 'copies: not bandwidth' "$(value '[.findings[] | select(.kind == "contention")] | length')" 1
bench -P 1,2 --trials=7 --copies=2 --profile=qsort.prof \
    ./subject 60 0 in-turn turn
measured 'copies in turn' "$(value .copies.slowdown)" 1.4 1.6
has 'copies: bandwidth' <(value '.findings[] | select(.kind == "copies").text') '\bbandwidth\b'
same 'copies: not contention' "$(value '[.findings[] | select(.kind == "contention")] | length')" 0
finish
