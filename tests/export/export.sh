# Profiles for other programs' viewers: all formats tell the same paths and sums, whatever the names are; what reads
# callgrind's files reads ours. What others' readers and viewers make of them: readers.sh.
. "$SOURCE/tests/lib.sh"
here=$SOURCE/tests/export
for name in names deep many inlined cycle; do
    "$BUILD/tests/make-paths" $name $name.prof || exit 1
done
for name in qsort fib odd openmp sampled effort tree empty; do
    "$BUILD/tests/make-profile" $name $name.prof || exit 1
done

# export NAME FORMAT options...: into NAME.FORMAT
export_to() {
    spanwise report --format="$2" -o "$1.$2" "${@:3}" "$1.prof" || fail "$1 as $2"
}
total() { awk '{ n += $NF } END { printf "%.0f\n", n }' "$1"; }

# The sums are those of the profile.
for name in qsort fib names deep many inlined cycle openmp sampled tree; do
    for format in speedscope callgrind pprof folded; do
        export_to $name $format
    done
    spanwise report --format=json $name.prof >$name.json
    case $name in
    sampled) want="$(jq -c '[.work, .span]' $name.json)" ;;
    openmp) want="$(jq -c '[([.constructs[].work] | add), ([.constructs[].on_span] | add)]' $name.json)" ;;
    *) want="$(jq -c '[([.sites[].on_work.local.work] | add), ([.sites[].on_span.local.span] | add)]' $name.json)" ;;
    esac
    same "$name: totals of speedscope" "$(jq -c '[.profiles[].endValue][:2]' $name.speedscope)" "$want"
    same "$name: summary of callgrind" "[$(sed -n 's/^summary: //p' $name.callgrind | cut -d ' ' -f 1,2 | tr ' ' ,)]" "$want"
    [ $name = sampled ] || same "$name: folded adds up" "$(total $name.folded)" "$(echo "$want" | jq '.[0]')"
    [ $name != deep ] || continue # written out, its paths are 50 million frames
    check "$name: speedscope" python3 "$here/paths.py" speedscope $name.speedscope >$name.a
    check "$name: pprof" python3 "$here/paths.py" pprof $name.pprof >$name.b
    check "$name: speedscope and pprof say the same" cmp $name.a $name.b
done
same 'no deeper than its viewer can go' "$(jq -c '[.profiles[0].events[] | select(.type == "O").frame] as $open | [($open | length), .shared.frames[$open[-1]].name]' deep.speedscope)" \
    '[1001,"(smaller paths)"]'
same 'whole paths are shorter' "$(awk -F';' '{ if (NF > n) n = NF } END { print n, $NF }' deep.folded)" \
    '2001 (smaller paths) 8000'
# What is lost is on the paths of the function that the verdict names, and is N times the time less the work.
same 'what is lost' "$(jq -c '[.profiles[].name] | .[2:]' sampled.speedscope)" '["Lost"]'
spanwise report --format=folded --on=lost sampled.prof >sampled.lost
within 'as much as the verdict has' "$(awk '{ sum += $NF } END { print sum }' sampled.lost)" \
    $(jq '.verdict as $v | .work * $v.processors / $v.speedup * ([$v.losses[].lost] | add) * (0.4, 1.001)' sampled.json)
same 'of whom' "$(sort -t ' ' -k 2 -n sampled.lost | tail -1 | grep -c partition)" 1
same 'a path' "$(grep partition fib.a qsort.a | head -1)" \
    'qsort.a:["main", "pqsort", "partition"] 0:408150528 1:141891291'
same 'frames have places' "$(jq -c '.shared.frames[] | select(.name == "partition")' qsort.speedscope)" \
    '{"name":"partition","file":"/home/me/src/qsort.c","line":3}'
same 'paths' "$(wc -l <many.a)" 13

# Of names, those formats that cannot have a character have another one.
same 'names' "$(grep -c '^\["main", ' names.a)" 11
has 'quotes' names.a '"say \\"hi\\""\] 0:1$'
has 'line breaks' names.a '"two\\nlines"\] 0:2'
has 'emoji' names.a '"\\ud83d\\udd25 fire"\] 0:4'
has 'not UTF-8' names.a '"not \\ufffd\\ufffd UTF-8"\] 0:6'
has 'long ones' names.a '"x{10000}"\] 0:11'
same 'folded lines' "$(wc -l <names.folded)" 11
has 'folded: line breaks' names.folded '^main;two[?]lines 2$'
has 'folded: semicolons' names.folded '^main;a:b 3$'
has 'folded: emoji' names.folded '^main;.* fire 4$'
same 'callgrind names' "$(grep -c '^c*fn=([0-9]*) ' names.callgrind)" 13 # main and (all) too
has 'callgrind: line breaks' names.callgrind '^c?fn=\([0-9]+\) two[?]lines$'
has 'callgrind: command' names.callgrind '^cmd: /bin/a program an[?]argument$'

# callgrind_annotate reads what its program does not write, and adds up as we do.
annotate() { callgrind_annotate --auto=no --threshold=100 "$@" | tr -d , | sed 's/ ([ 0-9.]*%)//g'; }
of() { awk -v name="$1" 'index($0, ":" name) { print $1, $2; exit }' "$2"; }
annotate qsort.callgrind >flat
annotate --inclusive=yes qsort.callgrind >inclusive
same 'totals' "$(awk '/PROGRAM TOTALS/ { print $1, $2 }' flat)" '789492413 141903681'
same 'itself' "$(of pqsort flat)" '381340885 11390'
same 'inclusive: recursion once' "$(of pqsort inclusive)" '789491413 141902681'
same 'inclusive: all' "$(of main inclusive)" '789492413 141903681'
has 'calls' qsort.callgrind '^calls=431244 3$'
for name in names deep many; do
    annotate $name.callgrind >flat 2>errors
    same "$name: totals" "$(awk '/PROGRAM TOTALS/ { print $1 }' flat)" "$(jq .work $name.json)"
    same "$name: no complaint" "$(cat errors)" ''
done
# Samples are on their lines, and so are calls, in the file that they are written in.
own() { # what a file has of a function: its name is said where it is first met
    number=$(sed -n "s/^c*fn=(\([0-9]*\)) $1\$/\1/p" "$2")
    sed -n "/^fn=($number)/,/^\$/p" "$2" | tail -n +2
}
same 'lines of samples' "$(own pqsort sampled.callgrind | grep -Ev '=|^$' | tr '\n' ';')" \
    '20 12648305 1419037 54040;21 3162076 0 36027;20 158103812 56761472 473012270;21 553363342 70951841 597570008;'
same 'line of an inlined call' "$(own partition sampled.callgrind | tail -2 | head -1)" '12 237155718 56761472 473912937'
same 'inlined from another file' "$(own main inlined.callgrind | sed 's/=([0-9]*)/=/' | tr '\n' ';')" \
    '5 1 0;fi= /src/b.h;cfi=;cfn= f;calls=1 5;50 10 5;fe=;cfi=;cfn= g;calls=1 5;8 100 50;;'
same 'who calls within a cycle' "$(own pong cycle.callgrind | sed 's/=([0-9]*)/=/' | tr '\n' ';')" '5 50 25;cfi=;cfn=;calls=1 5;13 0 0;;'
annotate --inclusive=yes cycle.callgrind >inclusive
same 'a cycle once' "$(of ping inclusive)" '110 55'
annotate inlined.callgrind >flat 2>errors
same 'inlined: no complaint' "$(cat errors)" ''
python3 "$here/paths.py" pprof-lines inlined.pprof >lines
same 'pprof: lines of the function' "$(tr '\n' ';' <lines)" \
    '["main:5"] 0:1;["main:7", "f:5"] 0:10 1:5;["main:8", "g:5"] 0:100 1:50;'
python3 "$here/paths.py" pprof-lines sampled.pprof >lines
has 'pprof: a line of samples' lines '^\["main:31", "pqsort:21"\] 0:3162076 2:36027$'
has 'pprof: lines on the way' lines '^\["main:31", "pqsort:20", "partition:12", "swap:8"\] '
# A viewer lists a function from its first line on: of samples that is not known, and told so.
same 'pprof: first lines' "$(python3 "$here/paths.py" pprof-functions sampled.pprof | tr '\n' ' ')" \
    '(callers not known):0 [0xbbbb00000000]:0 [qsort]:0 main:0 partition:3 pqsort:0 qsort:0 swap:0 '
annotate --inclusive=yes many.callgrind >inclusive
same 'many: inclusive' "$(of f6 inclusive)" "$((4096 * 6)) $((2048 * 6))"

# Samples of a real run: every measure, and its timeline.
for format in speedscope callgrind pprof trace; do
    export_to effort $format
done
same 'lines of effort' "$(own main effort.callgrind | grep -Ev '=|^$' | head -2 | tr '\n' ';')" \
    '50 50000000 150000000 0 0 0;70 0 0 200000000 30000000 0;'
same 'measures' "$(jq -r '.profiles[].name' effort.speedscope | tr '\n' ' ')" 'Work Idle Overhead Wait Blame '
has 'what they count' effort.callgrind '^event: Idle : Idle \(ns\)$'
has 'events' effort.callgrind '^events: Work Idle Overhead Wait Blame$'
for on in work:0 idle:1 overhead:2 wait:3 blame:4; do
    spanwise report --format=folded --on=${on%:*} effort.prof >folded
    same "${on%:*}" "$(total folded)" "$(jq ".profiles[${on#*:}].endValue" effort.speedscope)"
done
check 'effort: paths' python3 "$here/paths.py" speedscope effort.speedscope >a
check 'effort: paths' python3 "$here/paths.py" pprof effort.pprof >b
check 'effort: the same' cmp a b
check 'physical paths' grep -q clone3 <(spanwise report --physical --format=speedscope effort.prof)
same 'trace: events' "$(jq -c '[.traceEvents[] | [.ph, (.pid | type), (.name | type), (.args | type)]] | unique' effort.trace)" \
    '[["C","number","string","object"],["M","number","string","object"],["X","number","string","object"]]'
same 'trace: time goes on' "$(jq '[.traceEvents[] | select(.ph == "C") | .ts] | . == sort and length > 2' effort.trace)" true
same 'trace: levels' "$(jq '[.traceEvents[] | select(.ph == "C") | .args | (.working >= 0 and .overhead >= 0 and .idle >= 0)] | all' effort.trace)" true
same 'trace: work' "$(jq '[.traceEvents[] | select(.ph == "C")] | [range(length - 1) as $i | (.[$i + 1].ts - .[$i].ts) * .[$i].args.working] | add * 1000 | round' effort.trace)" \
    "$(spanwise report --format=json effort.prof | jq '[.effort.timeline[].work] | add')"

# Nothing measured, figures at their limits, what there is not.
for name in empty odd; do
    for format in speedscope callgrind pprof folded; do
        export_to $name $format
    done
    check "$name: speedscope is JSON" jq -e .profiles $name.speedscope >/dev/null
    check "$name: pprof is gzip'd" gzip -t <$name.pprof
done
refused 'no timeline' 1 "'qsort.prof' 'spanwise sample" spanwise report --format=trace qsort.prof
refused 'idle' 1 "--on 'spanwise sample' 'qsort.prof'" spanwise report --format=folded --on=idle qsort.prof
spanwise report --format=pprof qsort.prof >/dev/full 2>errors
same 'a full output' $? 1
has 'its message' errors '^spanwise: .*No space left'
finish
