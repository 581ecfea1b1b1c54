# Many tiny loops on two workers: not slower than the profile predicts, nor than a few times one worker.
. "$SOURCE/tests/sched/lib.sh" || exit 1
spanwise cc --spanwise-cc=gcc -O2 "$SOURCE/bench/loops.c" -o loops || fail 'loops.c does not build'
if [ "$cores" -lt 2 ] || ! parallel loops; then
    echo 'it takes two processors and the scheduler'
    finish
fi

# Seconds of the loops on one worker and on two, by turns. The least would be one in which nobody had the time to steal.
for ((i = 0; i < 15; i++)); do
    for workers in 1 2; do CILK_NWORKERS=$workers ./loops 20 | sed -n 's/.*: right, \(.*\) s$/\1/p' >>seconds.$workers; done
done

# What is predicted for two processors is a lower bound of the speedup over the work; noise: a fifth.
spanwise run -q ./loops 20 >out
spanwise report --format=json >profile.json
predicted=$(jq '.work / 1e9 / (.speedup[] | select(.processors == 2).lower)' profile.json)
two=$(median <seconds.2)
measured "seconds of 20000 loops on two workers; predicted: at most $predicted" "$two" 0 \
    "$(awk -v p="$predicted" 'BEGIN { print 1.2 * p }')"

# The prediction has five microseconds for each steal, ten times what a loop takes. Workers that learn that
# steals are not worth it lose less: 1.1 times as long was seen on a quiet machine; those that do not learn,
# 5 to 8 times.
one=$(median <seconds.1)
echo "seconds: on one worker $one, on two $two; predicted: at most $predicted"
measured 'two workers over one' "$(awk -v a="$two" -v b="$one" 'BEGIN { print a / b }')" 0 2
finish
