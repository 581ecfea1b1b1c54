# What annotations cost, unprofiled and profiled, and how true the lengths are that are told.
. "$SOURCE/tests/lib.sh" || exit 1
for compiler in gcc clang; do
    $compiler -O2 -g -Wall -Wextra -Werror -I "$SOURCE/include" "$SOURCE/tests/annotate/cost.c" -o cost || fail "$compiler"
    # Unprofiled: iterations of 20 ns, and two annotations in each.
    read -r bare marked mean clock <<<"$(./cost 20000 18 100)"
    measured "$compiler, unprofiled: annotated to plain ($marked / $bare ns)" \
        "$(awk "BEGIN { print $marked / $bare }")" 0.5 1.1
done

# adds WHAT STEPS KIND: prints what the annotations of a task add to it, the least of many short rounds, and leaves it in
# `more`. On a machine that is busy tasks are of all lengths, which takes the program tree longer.
adds() {
    spanwise run -q ./cost 1000 "$2" 600 $3 >out
    read -r bare marked mean clock <out
    more=$(awk "BEGIN { print $marked - $bare }")
    echo "$1: $more ns are added to $bare ns; the clock takes $clock ns"
}
# A pair: a reading of the clock, and what becomes of it, which is not faster where the clock is. On aarch64 30 ns, where the clock takes 16;
# on x86-64 37, where it takes 9, and 48 around nothing. Half as much again was seen on busy machines.
adds 'tasks of one length' 300 ''
measured 'profiled: what a pair adds' "$more" 0 "$(awk "BEGIN { print $clock + 42 }")"
adds 'empty tasks' 0 ''
measured 'profiled, empty tasks: what a pair adds' "$more" 0 "$(awk "BEGIN { print $clock + 54 }")"
adds 'lengths from half to one and a half' 300 noisy
measured 'profiled, all lengths: what a pair adds' "$more" 0 400
# On x86-64 365 on a quiet machine.
adds 'a lock in each: two pairs' 300 lock
measured 'profiled, a lock in each: what two pairs add' "$more" 0 480

# true STEPS PERCENT: the section's length is that of the loop as it is.
true_to() {
    spanwise run -q -o c.prof ./cost 2000 "$1" 200 >out
    read -r bare marked mean clock <out
    told=$(spanwise report --format=json c.prof | jq '.sites[] | select(.callee == "section loop") | .on_work.work / 400000')
    echo "tasks of $mean ns: told as $told"
    measured "tasks of $mean ns, told" "$(awk "BEGIN { print 100 * $told / $mean }")" $((100 - $2)) $((100 + $2))
}
true_to 900 3
true_to 180 10
finish
