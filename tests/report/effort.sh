# `spanwise report` of what `spanwise sample` found: exact output for synthetic profiles in every format (UPDATE=1
# rewrites what is expected: read the diff), sums that agree, options, and what other commands say of it.
. "$SOURCE/tests/lib.sh"
. "$SOURCE/tests/report/lib.sh"
unset COLUMNS

for name in effort effort-odd qsort sampled; do
    "$BUILD/tests/make-profile" $name $name.prof || exit 1
done

expect effort.text effort.prof
expect effort.odd effort-odd.prof
expect effort.json --format=json effort.prof
expect effort.csv --format=csv effort.prof
for view in tree callers flat lines; do
    expect effort.$view --view=$view effort.prof
done
expect effort.physical --view=tree --physical effort.prof
expect effort.waits --view=flat --sort=wait effort.prof
expect effort.wide --view=flat --width=160 effort.prof

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
same 'the largest' "$(grep -c '"idle": 4611686018427387909' odd.json)" 2

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
has 'digits' <(spanwise report effort.prof) '^  working     3333333888888'
has 'blocks' <(LC_ALL=C.UTF-8 spanwise report effort.prof) '^  working     ▂▂▂▂▂▂▂▇▇▇▇▇▇'
for sort in wait:2 blame:1 overhead:2 idle:4 work:5; do
    same "--sort=${sort%:*}" "$(spanwise report --format=csv --view=lines --sort=${sort%:*} effort.prof | tail -n +2 | wc -l)" ${sort#*:}
done
same '--top' "$(spanwise report --format=csv --top=2 effort.prof | wc -l)" 3
has 'what is left' <(spanwise report --view=tree --top=2 effort.prof) "and 5 more paths: 'spanwise report --view=tree --top=all'"
status 'all of it' 1 grep -Eq 'and [0-9]+ more' <(spanwise report --top=all effort.prof)

# Errors.
wrong() { # what, status, message, command
    what=$1 want=$2 message=$3
    shift 3
    "$@" >got 2>errors
    same "$what: status" $? "$want"
    same "$what: message" "$(cat errors)" "spanwise: $message"
    same "$what: no output" "$(cat got)" ''
}
no="'effort.prof' is of 'spanwise sample', which measures neither work nor span; 'spanwise report' prints it, 'spanwise run' measures them"
wrong 'diff' 1 "$no" spanwise diff effort.prof effort.prof
wrong 'diff, after' 1 "$no" spanwise diff qsort.prof effort.prof
wrong 'merge' 1 "$no" spanwise merge effort.prof effort.prof
wrong 'check' 2 "$no" spanwise check --min-parallelism=2 effort.prof
wrong 'serial' 1 "$no" spanwise report --serial=effort.prof qsort.prof
wrong 'serial of it' 1 "--serial is not for profiles of 'spanwise sample', which 'effort.prof' is" spanwise report --serial=qsort.prof effort.prof
wrong 'span' 1 "--on=span is not for profiles of 'spanwise sample', which 'effort.prof' is" spanwise report --on=span --format=folded effort.prof
wrong 'format' 1 "this --format is not for profiles of 'spanwise sample', which 'effort.prof' is" spanwise report --format=csv-sites effort.prof
wrong 'sort' 1 "this --sort is not for profiles of 'spanwise sample', which 'effort.prof' is" spanwise report --sort=span effort.prof
for option in --view --physical --on --sort; do
    case $option in --view) value==flat ;; --on | --sort) value==idle ;; *) value= ;; esac
    case $option in --on | --sort) name="this $option" ;; *) name=$option ;; esac
    wrong "$option of others" 1 "$name is for profiles of 'spanwise sample', and not for others, as 'sampled.prof' is" \
        spanwise report --format=folded $option$value sampled.prof
done
wrong 'view' 2 "'--view=x' is not one of tree, callers, flat, lines" spanwise report --view=x effort.prof
finish
