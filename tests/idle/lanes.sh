# Threads over time: who ran where, and who waited for whom. What is asked for is by the program's own processor time, so that it holds on a busy
# machine too.
. "$SOURCE/tests/lib.sh"
here=$SOURCE/tests/idle
gcc -O2 -g -pthread "$here/lanes.c" -o lanes || exit 1
check 'a run' spanwise sample -q --format=json -o lanes.prof ./lanes
spanwise report --format=json lanes.prof >json
lanes() { jq -c "[.effort.lanes[] | [.segments[] | $1]] | $2" json; }
length='((.to - .from) * .share / 1e6)'
same 'a lane each' "$(jq '.effort.lanes | length' json)" 3
same 'of one thread each' "$(jq -c '[.effort.lanes[].threads]' json)" '[1,1,1]'
# The second waits for the lock as long as the first has it, and knows for whom.
same 'who waits for the lock' "$(lanes 'select(.doing == "lock")' 'map(length > 0)')" '[false,false,true]'
same 'which' "$(lanes 'select(.doing == "lock").lock' '.[2] | unique')" '["queue"]'
same 'for whom' "$(lanes 'select(.doing == "lock").whom' '.[2] | unique')" '[1]'
within 'how long' "$(lanes "select(.doing == \"lock\") | $length" '.[2] | add | floor')" 250 1000000
# Main waits for the ends of both, one after the other.
same 'whom main waits for' "$(lanes 'select(.doing == "threads").whom' '.[0] | unique')" '[1,2]'
within 'how long that is' "$(lanes "select(.doing == \"threads\") | $length" '.[0] | add | floor')" 350 1000000
# Who works, by samples.
has 'where the first works' <(lanes 'select(.doing == "work").function' '.[1] | unique') '"(hold|work)"'
check 'and not before it has come' jq -e '[.effort.lanes[1].segments[] | select(.doing == "work")] | length > 0' json >out
same 'what the others began with' "$(jq -c '[.effort.lanes[1:][].function]' json)" '["first","second"]'
# On a page, and for viewers of traces.
spanwise report --format=html -o lanes.html lanes.prof
check 'the page is as agreed' python3 "$SOURCE/tests/report/page.py" lanes.html lanes.data
same 'lanes on the page' "$(jq -c '.sections[] | select(.kind == "lanes") | [.runs[].lanes[].label]' lanes.data)" '["main thread","thread 2","thread 3"]'
spanwise report --format=trace lanes.prof >trace
same 'rows of a trace' "$(jq -c '[.traceEvents[] | select(.name == "thread_name").args.name]' trace)" '["main thread","thread 2","thread 3"]'
same 'whose events do not overlap' "$(jq '[.traceEvents[] | select(.ph == "X")] | group_by(.tid) | map(sort_by(.ts) | [.[1:], .[:-1]] | transpose | map(select(.[0].ts < .[1].ts + .[1].dur - 1)) | length) | add' trace)" 0
finish
