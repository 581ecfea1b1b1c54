. "$SOURCE/tests/sharing/lib.sh"
gcc -O2 -g -fopenmp "$SOURCE/tests/sharing/openmp.c" -o openmp || fail build

planted openmp.c openmp array false counts -N 4
planted openmp.c openmp fields false 'stats.made and stats.used' -N 4
planted openmp.c openmp counter true total -N 4
planted openmp.c openmp atomic atomic sum -N 4
planted openmp.c openmp dealt false a -N 4
for case in array-repaired reduction loop barriers pipeline tasks critical; do
    healthy openmp "$case" -N 4
done

# What a thread has written another one reads behind the barrier: communication, by both lines.
if followed; then
    same 'communication' "$(jq -r '[.sharing.communication[] | select(.name == "a" or .name == "b") | .transfers > 10000] | all' \
        barriers.json)" true
    check 'its places' jq -e '.sharing.communication[0].places | length == 2 and all(.line > 0)' barriers.json >/dev/null
fi
finish
