# What others have written reads our files: speedscope's schema, pprof's format as a package of it decodes it, and
# speedscope itself, in a browser, which reads them all: its own format, callgrind's, pprof's and folded stacks. It says
# the same of each function, whichever file it is given. Traces are read by Chrome's own viewer, of which a package is to
# be had: Debian's Chromium has none in its chrome://tracing.
. "$SOURCE/tests/lib.sh"
here=$SOURCE/tests/export
cp "$here"/package*.json "$here/readers.mjs" . || exit 1
if ! timeout 120 npm ci --silent --ignore-scripts --no-audit --no-fund >npm.log 2>&1; then
    echo 'skipped: npm cannot get the packages' >&2
    exit 77
fi
for name in names deep; do
    "$BUILD/tests/make-paths" $name $name.prof || exit 1
done
for name in qsort sampled effort odd empty; do
    "$BUILD/tests/make-profile" $name $name.prof || exit 1
done
for name in names qsort sampled effort odd empty; do
    spanwise report --format=speedscope -o $name.json $name.prof
    spanwise report --format=pprof -o $name.pb.gz $name.prof
    check "$name: speedscope's schema" node readers.mjs schema $name.json
    check "$name: pprof" node readers.mjs pprof $name.pb.gz >$name.pprof
done
same 'measures' "$(head -1 qsort.pprof)" 'work/nanoseconds span/nanoseconds'
same 'a path' "$(grep partition qsort.pprof)" '["main","pqsort","partition"] 408150528 141891291'
same 'measures of effort' "$(head -1 effort.pprof | tr ' ' '\n' | grep -c /nanoseconds)" 5
has 'a line break' names.pprof '^\["main","two\\nlines"\] 2 1$'
has 'emoji' names.pprof '^\["main",".* fire"\] 4 2$'
has 'a long name' names.pprof '^\["main","x{10000}"\] 11 5$'
cp "$here/package.json" wrong.json
status 'the schema can refuse' 1 node readers.mjs schema wrong.json 2>errors

# A browser's page, printed when its scripts have run: browse NAME URL
browse() {
    timeout -s KILL 90 chromium --headless --no-sandbox --disable-gpu --virtual-time-budget=10000 \
        --user-data-dir="$WORK/$1.browser" --window-size=1200,900 --dump-dom "$2" 2>"$1.log"
}

# speedscope NAME: its table of functions, a line each: total, self, name.
if ! command -v chromium >/dev/null; then
    finish
    exit
fi
speedscope() {
    echo "speedscope.loadFileFromBase64('$1', '$(base64 -w0 "$1")')" >"$1.js"
    browse "$1" "file://$WORK/node_modules/speedscope/dist/release/index.html#localProfilePath=$WORK/$1.js&view=sandwich" |
        sed 's/<style[^>]*>[^<]*<\/style>//g; s/<[^>]*>/|/g' | tr -s '|' '\n' |
        sed -n '/^Symbol Name$/,$p' | tail -n +2 | paste -d'\t' - - - | grep -v '^[[:space:]]*$' >"$1.table"
}
spanwise report --format=callgrind -o callgrind.out.1 qsort.prof
spanwise report --format=folded -o qsort.txt qsort.prof
spanwise report --format=speedscope -o deep.json deep.prof
files='qsort.json qsort.pb.gz callgrind.out.1 qsort.txt'
for file in $files deep.json; do
    speedscope $file &
done
wait
# In nanoseconds it writes "789.49ms (100%)"; elsewhere whole numbers. Shares are the same.
shares() { sed 's/^[^(]*(\([^)]*\))[^(]*(\([^)]*\))/\1\t\2/' "$1.table" | grep -v '(all)' | sort; }
for file in $files; do
    same "speedscope reads $file" "$(shares $file | cut -f3 | sort | tr '\n' ' ')" 'main partition pqsort '
    same "$file: it says the same" "$(shares $file)" "$(shares qsort.json)"
done
same 'what it says of whole numbers' "$(head -1 qsort.txt.table)" \
    "$(printf '408,150,528 (52%%)\t408,150,528 (52%%)\tpartition')"
same 'a path of 10,000 frames' "$(head -1 deep.json.table)" "$(printf '9.00µs (90%%)\t9.00µs (90%%)\t(smaller paths)')"

# view_trace NAME: what the viewer has read, as JSON.
view_trace() {
    viewer=node_modules/traceviewer/tracing
    {
        echo "<script src='$viewer/third_party/components/webcomponentsjs/webcomponents.js'></script>"
        cat $viewer/bin/trace_viewer_full.html
        echo "<script>const trace = $(jq -Rs . "$1.trace" | sed 's/</\\u003c/g');"
        cat "$here/trace-viewer.js"
        echo '</script>'
    } >"$1.html"
    browse "$1" "file://$WORK/$1.html" | sed 's/<[^>]*>//g' | base64 -d >"$1.shown" 2>errors
}
# Levels of a stretch are its times divided by its length, of which the last may be shorter. They have six digits.
rounded='def rounded: (. * 100000 | round) / 100000;'
levels="$rounded"'.effort | .time as $time | .stretch as $stretch | [.timeline | to_entries[] |
    ([$stretch, $time - .key * $stretch] | min) as $length |
    [(.value.work, .value.overhead, .value.idle) / $length | rounded]] + [[0, 0, 0]]'
seen_levels="$rounded"'.processes[0].counters[0].levels | [.working, .overhead, .idle] | transpose | map(map(rounded))'
nanoseconds='map(. * 1000000 | round)' # of what the viewer has in milliseconds
times='.effort | [range(.timeline | length) as $i | $i * .stretch] + [.time]'
check 'pairs: build' gcc -O2 -g -fopenmp "$SOURCE/examples/openmp/pairs.c" -o 'pairs <!--' -lm
# Times of a real run have more digits than those of an invented one.
check 'pairs: sample' spanwise sample -q -o real.prof './pairs <!--' 4000 >pairs.out
for name in effort real; do
    spanwise report --format=trace -o $name.trace $name.prof
    spanwise report --format=json -o $name.report $name.prof
    view_trace $name
    same "$name: no complaint" "$(jq -c .warnings $name.shown)" '[]'
    same "$name: the whole run" "$(jq -c ".range | $nanoseconds" $name.shown)" "$(jq -c '[0, .effort.time]' $name.report)"
    same "$name: one process, and its processors" "$(jq -c '[.processes[].name]' $name.shown)" \
        "$(jq -c '["\(.program | split("./")[1]) (pid 1): \(.effort.processors) processor\(if .effort.processors == 1 then "" else "s" end)"]' $name.report)"
    same "$name: one row of counters" "$(jq -c '[.processes[0].counters[] | [.name, .category, (.levels | keys)]]' $name.shown)" \
        '[["processors","effort",["idle","overhead","working"]]]'
    same "$name: when" "$(jq -c ".processes[0].counters[0].times | $nanoseconds" $name.shown)" "$(jq -c "$times" $name.report)"
    same "$name: levels" "$(jq -c "$seen_levels" $name.shown)" "$(jq -c "$levels" $name.report)"
done
echo '{"traceEvents": [{"ph": "C"' >cut.trace
view_trace cut
same 'the viewer can refuse' "$(jq .processes cut.shown 2>errors)" ''
finish
