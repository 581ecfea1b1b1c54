# `spanwise report` of what `spanwise sample` found: sums that agree, options, and what other commands say of it.
. "$SOURCE/tests/lib.sh"
unset COLUMNS

for name in effort effort-odd qsort sampled; do
    "$BUILD/tests/make-profile" $name $name.prof || exit 1
done

# Folded stacks add up to what the JSON says, in both views.
spanwise report --format=json effort.prof >effort.json
for physical in '' --physical; do
    for on in work:work idle:idle wait:waited blame:blamed; do
        same "folded ${on%:*} $physical" \
            "$(spanwise report $physical --format=folded --on=${on%:*} effort.prof | awk '{ n += $NF } END { printf "%.0f", n }')" \
            "$(jq ".effort.${on#*:}" effort.json)"
    done
    same "folded overhead $physical" \
        "$(spanwise report $physical --format=folded --on=overhead effort.prof | awk '{ n += $NF } END { printf "%.0f", n }')" \
        "$(jq '.effort.overhead | add' effort.json)"
done
same 'a folded path' "$(spanwise report --format=folded effort.prof | grep square)" 'main;main;compute;square 400000000'
same 'and on the stack' "$(spanwise report --physical --format=folded effort.prof | grep square)" \
    'clone3;gomp_thread_start;main;compute;square 400000000'

# Sums: what functions and lines have themselves, and what the outermost paths have, is all there is.
sums='def all: .work + .idle + (.overhead | add);'
whole=$(jq "$sums .effort | all" effort.json)
same 'all of it' "$(jq '.effort.effort' effort.json)" "$whole"
same 'and nobody' "$(jq '.effort | .effort + .nobody' effort.json)" "$(jq '.effort | .processors * .time' effort.json)"
for what in '.functions[].self' '.lines[].self' '.tree[].self' '.tree[] | select(.parent == null).total'; do
    same "$what" "$(jq "$sums [.effort | ${what%%|*} $(case $what in *\|*) echo "|${what#*|}" ;; esac) | all] | add" effort.json)" "$whole"
done
same 'verdicts' "$(jq -c '[.effort.verdict] + [.effort.regions[] | .verdict]' effort.json)" '["refine","serial","contention","serial"]'
same 'who is idle' "$(jq -c '.effort.regions[0] | [.function, .line, .time_share, .idle_processors, .cause]' effort.json)" \
    '["read_input",10,0.314136,3,"parallelism"]'
spanwise report --format=json effort-odd.prof >odd.json
check 'odd names are JSON' jq -e . odd.json >/dev/null
same 'the largest' "$(grep -c '"idle": 4611686018427387909' odd.json)" 3

# CSV parses back to the JSON.
cat >parse.py <<'P'
import csv, json, re, sys
def shown(text): # no control characters in CSV, and a byte that is no UTF-8 is one, too
    return re.sub("[\x00-\x1f\x7f-\x9f\ufffd]", "?", text)
effort = json.load(open(sys.argv[1]))["effort"]
for path, key in (sys.argv[2], "tree"), (sys.argv[3], "functions"), (sys.argv[4], "lines"):
    rows, want = list(csv.DictReader(open(path, newline="", errors="replace"))), effort[key]
    assert len(rows) == len(want) and rows, (path, len(rows), len(want))
    for row, w in zip(rows, want):
        assert (row["function"], row["file"], int(row["line"])) == (shown(w["function"]), shown(w["file"]), w["line"])
        assert int(row["started"]) == w["started"]
        for side in ("self", "total")[:len(w) > 6 and 2 or 1]:
            for k in "work", "idle", "waited", "blamed":
                assert int(row[f"{side} {k}"]) == w[side][k]
            for k, value in w[side]["overhead"].items():
                assert int(row[f"{side} {k}"]) == value
            share = sum(w[side]["overhead"].values()) / effort["effort"]
            assert abs(float(row[f"{side} overhead share"]) - share) < 1e-5
P
for name in effort effort-odd; do
    spanwise report --format=json $name.prof >j
    spanwise report --format=csv $name.prof >t
    spanwise report --format=csv --view=flat $name.prof >f
    spanwise report --format=csv --view=lines $name.prof >l
    check "$name parses back" python3 parse.py j t f l
    spanwise report --format=csv-functions $name.prof >g
    check 'csv-functions is the flat one' cmp f g
done

# For people: it fits, names cannot drive the terminal, blocks only where they can be shown.
for width in 72 80 100 200; do
    for view in '' --view=tree --view=callers --view=flat --view=lines --sort=blame; do
        spanwise report --width=$width $view effort.prof >got
        same "$view within $width columns" "$(awk -v w=$width 'length($0) > w' got)" ''
    done
done
for options in '' --view=tree --format=folded --view=callers; do
    spanwise report $options effort-odd.prof >got
    status "no escapes: $options" 1 grep -q "$(printf '\033')" got
done
has 'digits' <(spanwise report effort.prof) ' 3333333888888'
has 'blocks' <(LC_ALL=C.UTF-8 spanwise report effort.prof) ' ▂▂▂▂▂▂▂▇▇▇▇▇▇'
for sort in wait:2 blame:1 overhead:2 idle:4 work:5; do
    same "--sort=${sort%:*}" "$(spanwise report --format=csv --view=lines --sort=${sort%:*} effort.prof | tail -n +2 | wc -l)" ${sort#*:}
done
same '--top' "$(spanwise report --format=csv --top=2 effort.prof | wc -l)" 3
has 'what is left' <(spanwise report --view=tree --top=2 effort.prof) ' 5 .*--view=tree --top=all'
status 'all of it' 1 grep -q -e '--top=all' <(spanwise report --top=all effort.prof)
same 'the largest in text' "$(spanwise report effort-odd.prof | sed -n 's/^  Idleness *//p')" '4611686018 s    28.6%'
same 'on the stack, by depth' "$(spanwise report --view=tree --physical effort.prof | awk '/gomp_thread_start/ { print (match($0, /gomp/) > at) } /clone3/ { at = match($0, /clone3/) }')" 1
same 'by waiting, the first' "$(spanwise report --format=csv --view=flat --sort=wait effort.prof | sed -n 2p | cut -d, -f2-4)" 'update,/home/me/src/app.c,30'

# Errors.
sampled="effort.prof 'spanwise sample'"
same 'diff' "$(spanwise diff effort.prof effort.prof)" "no difference: all figures of 'effort.prof' and 'effort.prof' are the same"
refused 'diff, after' 1 "$sampled" spanwise diff qsort.prof effort.prof
refused 'merge' 1 "$sampled" spanwise merge effort.prof effort.prof
refused 'check' 2 "$sampled" spanwise check --min-parallelism=2 effort.prof
refused 'serial' 1 "$sampled" spanwise report --serial=effort.prof qsort.prof
refused 'serial of it' 1 "--serial $sampled" spanwise report --serial=qsort.prof effort.prof
refused 'span' 1 "--on=span $sampled" spanwise report --on=span --format=folded effort.prof
refused 'format' 1 "--format $sampled" spanwise report --format=csv-sites effort.prof
refused 'sort' 1 "--sort $sampled" spanwise report --sort=span effort.prof
for option in --view=flat --physical --on=idle --sort=idle; do
    refused "$option of others" 1 "${option%=*} sampled.prof 'spanwise sample'" spanwise report --format=folded $option sampled.prof
done
refused 'view' 2 '--view=x tree callers flat lines' spanwise report --view=x effort.prof
finish
