# Predictions, trials, comparisons and merges as pages: their data are there and say what the other formats say.
. "$SOURCE/tests/lib.sh"
examples=$SOURCE/examples

# data PAGE: the JSON in it.
data() {
    sed -n '/id="data">/,/<\/script>/p' "$1" | sed '1s/.*id="data">//; $s/<\/script>.*//'
}

# page NAME 'KINDS ...' COMMAND...: makes NAME.html; its sections, in order. What is in brackets may be missing: it depends on time.
page() {
    name=$1 kinds=$2
    shift 2
    check "$name" "$@" >"$name.html"
    data "$name.html" >"$name.json"
    has "$name: sections" <(jq -r '[.sections[].kind] | join(" ")' "$name.json") "^$(sed 's/\[/(/; s/\]/)?/' <<<"$kinds")\$"
    same "$name: keys are unique" "$(jq '[.sections[].key | values] | length - (unique | length)' "$name.json")" 0
    check "$name: strings" jq -e '.strings as $s | [.. | objects | select(has("type")) | select(.type == "text") | .values[]] | all(. < ($s | length))' "$name.json" >all
}

# section NAME KEY FILTER
section() { jq -r --arg key "$2" ".sections[] | select(.key == \$key) | $3" "$1.json"; }

check 'build' spanwise cc -O2 -g "$examples/mm.c" -o mm
check 'run' spanwise run -q --meter=instructions -o a.prof ./mm 128 >out
check 'run again' spanwise run -q --meter=instructions -o b.prof ./mm 256 >out
page diff 'verdict cards chart findings flames table facts' spanwise diff --format=html a.prof b.prof
same 'diff: what is compared' "$(section diff paths '.measures[0:2] | map(.key) | join(", ")')" 'span before, span after'
for side in 0 1; do
    when=$([ $side = 0 ] && echo before || echo after)
    within "diff: the critical path $when adds up to the span" \
        "$(section diff paths ".nodes.self[$side] | add / $(spanwise diff --format=json a.prof b.prof | jq ".span.$when")")" 0.999 1.001
done
# Both have names, the time comes first, and more work is worse.
same 'diff: title' "$(jq -r .title diff.json)" 'a.prof → b.prof'
same 'diff: mood' "$(jq -r '.sections[0].mood' diff.json)" worse
same 'diff: cards' "$(section diff whole '[.cards[] | [.label, .mood // ""] | join(" ")] | join(", ")')" 'Time on 16 cores worse, Work worse, Span worse, Parallelism better'
page diff-back 'verdict cards chart findings flames table facts' spanwise diff --format=html b.prof a.prof
same 'diff: the other way' "$(jq -r '.sections[0].mood' diff-back.json)" better
same 'diff: rows' "$(section diff changes .rows)" "$(spanwise diff --format=json a.prof b.prof | jq '.sites | length')"

check 'build words' gcc -O2 -g -I"$BUILD/include" "$examples/annotated/words.c" -o words
check 'run words' spanwise run -q -o words.prof ./words >out
page predict 'verdict chart source findings bars table flames table facts' spanwise predict --format=html --sources="$examples" -P 2,16 --machine=ideal words.prof
# Plans that are alike are one curve: of a triangle on 2 processors, all but static.
echo 'section triangle { task {100} task {200} task {300} task {400} task {500} task {600} task {700} task {800} }' >triangle.tree
page triangle 'verdict chart findings bars table table facts' spanwise predict --format=html -P 2 --machine=ideal triangle.tree
same 'predict: curves' "$(section triangle speedup '[.series[].name] | join("; ")')" 'static; static,1, dynamic,1; guided, Cilk'
echo 'section equal { 64 x task { 1000 } }' >equal.tree
page equal 'verdict chart findings bars table table facts' spanwise predict --format=html -P 2,4 --machine=ideal equal.tree
same 'predict: one curve' "$(section equal speedup '[.at, .series[].name] | join(" ")')" '4 any plan'
same 'predict: bars are all of the time' "$(section predict losses '[.rows[].values | add | . * 100 | round] | unique | join(" ")')" 100

lines='.sections[] | select(.kind == "source") | .files[0].lines | length'
same 'predict: source' "$(jq "$lines > 20" predict.json)" true
page predict-bare 'verdict chart source findings bars table flames table facts' \
    spanwise predict --format=html --sources=no -P 2,16 --machine=ideal words.prof
same 'predict --sources=no' "$(jq "$lines" predict-bare.json)" 0

# All that the profile's page has, and the runs.
page bench 'verdict [ledger table ]chart table table source findings cards flames table cards facts' spanwise bench -P 1,2 --trials=2 --warm-up=0 --format=html --sources="$examples" --profile=a.prof ./mm 128
same 'bench: trials' "$(section bench trials .rows)" 4
same 'bench: measured points' "$(section bench speedup '.series[] | select(.role == "measured") | .x | join(" ")')" '1 2'
same 'bench: the bounds too' "$(section bench speedup '[.series[].role] | join(" ")')" 'bound estimate measured'
same 'bench: times are times' "$(section bench trials '.unit // "ns"')" ns
same 'bench: source' "$(jq "$lines > 50" bench.json)" true
page bench-alone 'verdict chart findings table table facts' spanwise bench -P 1,2 --trials=2 --warm-up=0 --format=html --no-profile ./mm 128
page bench-bare 'verdict ledger table chart table table source findings cards flames table cards facts' \
    spanwise bench -P 1 --trials=1 --warm-up=0 --format=html --sources=no --profile=a.prof ./mm 128
same 'bench --sources=no' "$(jq "$lines" bench-bare.json)" 0

page merge 'verdict cards findings bars table table table flames facts' spanwise merge --force --format=html a.prof b.prof
same 'merge: ranks' "$(section merge ranks .rows)" 2
finish
