# Thousands of threads, alive at once or one after the other: all of them are simulated, and sampled or counted, with signals of the kernel's
# clock and, where that is not allowed, of timers.
. "$SOURCE/tests/lib.sh" || exit 1
gcc -O1 -g -pthread "$SOURCE/tests/threads/many.c" -o many || exit 1
gcc -O1 "$SOURCE/tests/meters/refuse.c" -o refuse || exit 1
n=3000
emulated 'thousands of threads' && n=300

# simulated WHAT BEFORE...
simulated() {
    what=$1
    shift
    same "$what: output" "$(timeout -s KILL 600 "$@" spanwise run -q -N 3 -o p.prof ./many $what $n 2>err)" $n
    same "$what: what is said" "$(cat err)" ''
    spanwise report --format=json p.prof >json
    same "$what: threads" "$(jq ".runs[0].regions" json)" $n
}

for what in $(some 2 barrier condition lock read after); do
    simulated $what
done
simulated barrier ./refuse 1
finish
