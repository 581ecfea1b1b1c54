# What is between tasks, and how much of it is told as between them: not every task's end is read.
. "$SOURCE/tests/lib.sh" || exit 1
gcc -O2 -g -Wall -Wextra -Werror -I "$SOURCE/include" "$SOURCE/tests/annotate/gaps.c" -o gaps || fail 'it compiles'

# told STEPS GAP EVERY TASK% GAP: the tasks' mean is measured so many per cent, and that of the gaps, over all tasks, measured so many
# nanoseconds of what it is.
told() {
    spanwise run -q -o g.prof ./gaps 2000 "$1" "$2" "$3" 100 >out
    read -r task gap <out
    spanwise report --format=json g.prof >g.json
    inside=$(jq '.sites[] | select(.callee == "task t") | .on_work.work / 200000' g.json)
    between=$(jq '.sites[] | select(.callee == "section loop") | .on_work.local.work / 200000' g.json)
    each=$(awk "BEGIN { print $gap / $3 }")
    echo "tasks of $task ns, told as $inside; between them $each ns ($gap ns once in $3), told as $between"
    measured "tasks of $task ns ($*), told" "$(awk "BEGIN { print 100 * $inside / $task }")" $((100 - $4)) $((100 + $4))
    measured "gaps of $each ns ($*), told" "$(awk "BEGIN { print $between - $each }")" "-$5" "$5"
}
told 300 0 1 10 15    # nothing
told 300 20 1 10 15   # as much as a loop may have
told 300 200 1 10 20  # more: every end is read
told 300 200 50 10 10 # more, now and then
told 300 2000 500 10 10
finish
