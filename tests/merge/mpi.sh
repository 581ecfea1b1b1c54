# Open MPI, 4 ranks, with instructions as the meter: figures that are the same in every run. The
# planted rank is found, waiting in MPI is not work, and a rank that dies takes no profile with it.
. "$SOURCE/tests/merge/mpi-lib.sh" || exit 1
check 'build' spanwise cc -O2 -g $flags -o program

status 'run' 0 ranks "$BUILD/spanwise" run --meter=instructions -o run.prof ./program 50000 >out 2>err
same 'its output is its own' "$(cat out)" '4 of 4 are fine'
same 'one report' "$(grep -c '^  Work  ' err)" 1
has 'of rank 0' err '^rank 0 of 4,.* [0-9.]+ .*\bMPI\b'
same 'a profile a rank' "$(ls ./*.prof | tr '\n' ' ')" './run.0.prof ./run.1.prof ./run.2.prof ./run.3.prof '

spanwise merge -o all.prof --format=json run.*.prof >it.json
value() { jq -r "$1" it.json; }
same 'ranks' "$(value '[.ranks[].rank] | @csv')" 0,1,2,3
same 'the planted rank' "$(value .balance.slowest_rank)" 3
within 'the balance' "$(value .balance.work)" 0.495 0.51
within 'the planted ratio' "$(value '.ranks[3].work / .ranks[0].work')" 2.95 3.02
within 'an even rank' "$(value '.ranks[1].work / .ranks[0].work')" 0.99 1.01
within 'parallelism: 64 chunks' "$(value '[.ranks[].parallelism] | min')" 50 64
same 'in MPI: every rank has been' "$(value '[.ranks[].in_mpi > 1000000] | all')" true
# solve() is 64 chunks of 50,000 iterations of some instructions; what else there is is little.
within 'the work of the loop' "$(value '.ranks[0].work / 64 / 50000')" 3 12
site='.sites[] | select(.callee == "harmonic")'
same 'the planted site' "$(value "$site | .by_rank.local_work.rank_of_max")" 3
within 'the planted site: its spread' "$(value "$site | .by_rank.local_work | .max / .min")" 2.99 3.01
same 'the planted site: invocations' "$(value "$site | .on_work.local.count")" 256
within 'the planted site: the work is there' "$(value "$site | .on_work.local.work")" \
    "$(value '.work * 0.98')" "$(value .work)"
value '.findings[] | select(.kind == "rank").text' >words
has 'in words' words "^Rank 3 .*\b(2\.0[0-9]|1\.9[0-9]) .*'harmonic'.* ranks\.c:[0-9]+ .*'solve'"
spanwise report --format=json all.prof >all.json
same 'as one profile' "$(jq .work all.json)" "$(value .work)"

# A rank that dies. The launcher ends the others, and does not wait until they are done with their
# profiles: those are there all the same, if a little later.
all_there() {
    for _ in $(seq 1200); do
        [ "$(ls ./*.prof 2>/dev/null | wc -l)" = 4 ] && return
        sleep 0.1
    done
    return 1
}
for how in $(some 3 abort kill exit); do
    rm -f ./*.prof
    ranks "$BUILD/spanwise" run -q --meter=instructions ./program 20000 $how >out 2>err
    check "$how: told" test $? != 0
    check "$how: all profiles" all_there
    spanwise merge --format=json program.*.prof >it.json
    same "$how: the one that died is not complete" "$(value '.ranks[1].complete')" false
    within "$how: the planted ratio" "$(value '.ranks[3].work / .ranks[0].work')" 1.5 6
done

# Boundaries of what stands in front of MPI: libc only, and no names but MPI's.
library=$BUILD/lib/spanwise/libspanwise-mpi.so
same 'libspanwise-mpi.so needs libc only' \
    "$(readelf -dW "$library" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | grep -v '^ld-linux')" libc.so.6
same 'libspanwise-mpi.so exports names of MPI' \
    "$(nm -D --defined-only "$library" | awk '{ print $NF }' | grep -vE '^(MPI|mpi)_' | tr '\n' ' ')" ''
# Each name that is there is one of the real library's, in C.
nm -D --defined-only "$library" | awk '$NF ~ /^MPI_/ && $NF !~ /_c$/ { print $NF }' | sort >ours
nm -D --defined-only "$(ldd program | awk '/libmpi\.so/ { print $3 }')" | awk '{ print $NF }' | sort >theirs
same 'names that MPI does not have' "$(comm -23 ours theirs | tr '\n' ' ')" ''

# OpenMP in every rank, where `spanwise run` knows such programs.
if [ -e "$BUILD/lib/spanwise/libspanwise-openmp.so" ]; then
    check 'OpenMP: build' gcc -O2 -g -fopenmp $flags -o threads
    rm -f ./*.prof
    status 'OpenMP: run' 0 ranks "$BUILD/spanwise" run -q --meter=instructions ./threads 1000000 >out 2>err
    same 'OpenMP: its output' "$(cat out)" '4 of 4 are fine'
    spanwise merge --format=json threads.*.prof >it.json
    same 'OpenMP: ranks' "$(value '.ranks | length')" 4
    same 'OpenMP: the planted rank' "$(value .balance.slowest_rank)" 3
    within 'OpenMP: the planted ratio' "$(value '.ranks[3].work / .ranks[0].work')" 2 4
else
    echo 'skipped: OpenMP with MPI, until there is a libspanwise-openmp.so'
fi
finish
