# The same in time: waiting in MPI, which spins, is not work, so that the balance is the planted one.
. "$SOURCE/tests/merge/mpi-lib.sh" || exit 1
check 'build' spanwise cc -O2 -g $flags -o program
status 'run' 0 ranks "$BUILD/spanwise" run -q ./program 200000 >out 2>err
same 'its output is its own' "$(cat out)" '4 of 4 are fine'
spanwise merge --format=json program.*.prof >it.json
value() { jq -r "$1" it.json; }
measured 'the balance' "$(value .balance.work)" 0.45 0.55
measured 'the planted ratio' "$(value '.ranks[3].work / .ranks[0].work')" 2.7 3.3
measured 'an even rank' "$(value '.ranks[1].work / .ranks[0].work')" 0.9 1.1
same 'the planted rank' "$(value .balance.slowest_rank)" 3
same 'all have waited in MPI' "$(value '[.ranks[].in_mpi > 10000000] | all')" true
# What a rank took is its work, MPI, what was subtracted, and little else.
for rank in 0 3; do
    spanwise report --format=json program.$rank.prof >one.json
    measured "rank $rank: its time adds up" \
        "$(jq '(.work + .rank.in_mpi + .circumstances.overhead + .circumstances.preempted) / .rank.time_ns' one.json)" 0.7 1.02
done
value '.findings[] | select(.kind == "rank").text' >words
has 'in words' words "^Rank 3 .*\b(2\.[01]|1\.[89])[0-9] .*'harmonic'.* ranks\.c:[0-9]+ .*'solve'"
has 'MPI in words' <(value '.findings[] | select(.kind == "balance").text') '[0-9]% .*\bMPI\b'
finish
