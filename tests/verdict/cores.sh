# What spanwise why runs a program on: by affinity, by variables and by {} in its arguments, as the program itself says.
. "$SOURCE/tests/lib.sh" || exit 1
export LOG="$WORK/log"
gcc -O2 -g -fopenmp "$SOURCE/tests/verdict/told.c" -o told || exit 1

# Real runs are made if there is time for them: a tiny program has plenty, unless the machine has none.
answers() {
    for try in 1 2 3 4 5 6 7 8; do
        rm -f log
        timeout -s KILL 300 spanwise why -q --no-html -N 3 -o p.prof "$@" >out 2>err || fail "$*: status $?: $(cat err)"
        grep -q '^real' log && break
    done
}

# Who makes threads of its own has so many cores and no more.
answers ./told
if [ "$(nproc)" -ge 2 ]; then
    check "there are real runs, $try" grep -q '^real' log
    same 'a real run on N cores has N' "$(awk '$1 == "real" && $2 != $3' log)" ''
    check 'one of them is on one core' grep -q '^real 1 ' log
fi
finish
