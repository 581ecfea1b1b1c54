# While others have the processor nothing is the profiler's own cost, in its replay either.
. "$SOURCE/tests/lib.sh" || exit 1
gcc -O2 -g -I "$SOURCE/include" "$SOURCE/tests/annotate/cost.c" -o cost || fail 'it compiles'
processor=$(taskset -pc $$ | sed 's/.*: *\([0-9]*\).*/\1/')
rivals=
for _ in 1 2; do
    taskset -c "$processor" timeout -s KILL 60 sh -c 'while :; do :; done' &
    rivals="$rivals $!"
done
# Tasks with nothing in them: the most of the time is the profiler's.
TIMEFORMAT='%R %U %S'
{ time taskset -c "$processor" spanwise run -q -o b.prof ./cost 20000 1 150 >/dev/null; } 2>times
kill $rivals
wait $rivals 2>/dev/null
read -r wall user system <times
spanwise report --format=json b.prof >b.json
sum=$(jq '(.work + .circumstances.overhead) / 1e9' b.json)
echo "$wall s, of which $user s and $system s running; told: $sum s of work and our own," \
    "$(jq '.circumstances.preempted / 1e9' b.json) s preempted"
check "it was a busy time: $wall s" awk "BEGIN { exit !($wall > 1.5 * ($user + $system)) }"
within 'work and overhead, of the time that it ran' "$(awk "BEGIN { print $sum / ($user + $system) }")" 0.5 1.1
finish
