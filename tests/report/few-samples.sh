# Where samples are too few to tell shares by, what is measured is shown instead, and the report says so.
. "$SOURCE/tests/lib.sh"
here=$SOURCE/tests/report
section() { jq -c ".sections[] | select(.key == \"$2\") | $3" $1.data; }

for name in sampled few fewer; do
    "$BUILD/tests/make-profile" $name $name.prof || exit 1
    check "$name: a page" spanwise report --format=html -o $name.html $name.prof
    check "$name: as agreed" python3 "$here/page.py" $name.html $name.data
    spanwise report --format=json $name.prof >$name.json
    spanwise report $name.prof >$name.text
done
same 'enough of them' "$(jq -c '[.samples.on_work, .samples.on_span]' sampled.json)" '[500,100]'
same 'on work only' "$(jq -c '[.samples.on_work, .samples.on_span]' few.json)" '[49,4]'

# Frames: of samples, or of call sites, which add up to what was measured.
has 'by samples' <(section sampled paths .note) '\b500\b'
for name in few fewer; do
    status "$name: by call sites" 1 grep -q '[0-9]' <(section $name paths .note)
    same "$name: all of them" "$(section $name paths '[.nodes.self[] | add | round]')" \
        "$(jq -c '[([.sites[].on_work.local.work] | add), ([.sites[].on_span.local.span] | add)]' $name.json)"
done

# The table of functions.
groups() { section $1 functions '[.groups[].key]'; }
same 'on span and on work' "$(groups sampled)" '["on_span","on_work"]'
same 'on work' "$(groups few)" '["on_work"]'
same 'sorted by that' "$(section few functions .sort)" '"on_work.self"'
has 'and how sure that is' <(section few functions .lead) '\b14 points'
same 'none' "$(groups fewer)" ''

# Lines: those that ran, or those that call.
same 'of both' "$(section sampled source '[.measures[].key]')" '["work","span","lost"]'
same 'of the work' "$(section few source '[.measures[].key]')" '["work","lost"]'
same 'which samples found' "$(section few source '.files[0].values["13"][0] > 0')" true
same 'what call sites say' "$(section fewer source '.files[0].values')" \
    "$("$BUILD/tests/make-profile" qsort qsort.prof; spanwise report --format=html -o qsort.html qsort.prof; python3 "$here/page.py" qsort.html qsort.data; section qsort source '.files[0].values')"

# Text.
has 'text: of both' sampled.text '^  of span: *of work:'
status 'of work' 1 grep -q 'of span:' few.text
has 'which it says' few.text '\b14\.3 points'
has 'most first' <(sed -n '/^Functions/,/estimates/p' few.text | sed -n 4p) ' partition '
functions() { spanwise report --sort=$1 few.prof | sed -n '/^Functions/,/estimates/p'; }
same 'by the span is by the work then' "$(functions span)" "$(functions work)"
has 'too few' fewer.text '\b4 samples.*\b25\b'
status 'no table' 1 grep -q '  of work:' fewer.text
same 'nothing is lost' "$(spanwise report --format=csv-functions fewer.prof | grep -c partition)" 1
finish
