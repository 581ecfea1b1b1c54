# Work in children after fork(): those that make threads are followed from then on; of the others it is said that they did it.
. "$SOURCE/tests/lib.sh"
gcc -O1 -g -pthread "$SOURCE/tests/idle/forked.c" -o forked || exit 1

for how in threads nested; do
    status "$how" 0 spanwise sample -q -o it.prof ./forked $how
    spanwise report --format=json it.prof >profile.json
    same "$how: its threads" "$(jq .effort.threads_at_once profile.json)" 4
    same "$how: they are all that works" "$(jq '[.effort.functions[] | select(.function == "work") | .total.work] | add > 0' profile.json)" true
    status "$how: why" 0 spanwise why --no-html ./forked $how 2>err
    check "$how: is not said to have one thread" test "$(grep -c 'single thread' err)" = 0
    has "$how: what it is about" err '^forked on [0-9]+ cores?: expect '
done

status 'one thread each' 0 spanwise why --no-html ./forked alone 2>err
check 'the program is not said to be serial' test "$(grep -c 'single thread' err)" = 0
names 'who did the work' err "'./forked' forks processes"
finish
