# OpenMP programs do under `spanwise sample` what they do without: every construct, with gcc's runtime and clang's, and
# runtimes that are one plug-in's only.
. "$SOURCE/tests/lib.sh"
OURS=$BUILD/lib/spanwise/libspanwise-sample.so

# What stands in for a runtime's function has its version as well, or else other code than that runtime's would get it.
exports() { nm -D --defined-only --with-symbol-versions "$@" | awk 'NF == 3 && $2 ~ /[TWi]/ { print $3 }'; }
exports "$OURS" | grep -E '^(GOMP_|omp_|__kmpc_)' | sed 's/@@/@/' | sort >ours
same 'without a version' "$(grep -v @ ours)" ''
gomp=$(gcc -print-file-name=libgomp.so.1)
exports "$gomp" | sed 's/@@/@/' | sort >real
same 'not in libgomp' "$(grep -v '@VERSION$' ours | comm -23 - real)" ''
check 'much of libgomp' test "$(comm -12 ours real | wc -l)" -ge 130
omp=$(find /usr/lib -name libomp.so.5 2>/dev/null | head -n 1)
if [ -n "$omp" ]; then
    exports "$omp" | sed 's/@@/@/' | sort >real
    same 'not in libomp' "$(grep '@VERSION$' ours | comm -23 - real)" ''
fi

# Plug-ins: with libgomp, with libomp, with a copy of libgomp under another name, in any order.
gcc -O1 "$SOURCE/tests/idle/openmp_plugin.c" -o host -ldl || exit 1
gcc -O2 -g -DPLUGIN -fopenmp -shared -fPIC "$SOURCE/tests/idle/openmp_plugin.c" -o one.so || exit 1
mkdir copy && sed 's/libgomp\.so\.1/libgimp.so.1/g' <"$(readlink -f "$gomp")" >copy/libgimp.so.1 || exit 1
sed 's/libgomp\.so\.1/libgimp.so.1/g' <one.so >two.so || exit 1
plugins="./one.so ./two.so"
if command -v clang >/dev/null; then
    clang -O2 -g -DPLUGIN -fopenmp -shared -fPIC "$SOURCE/tests/idle/openmp_plugin.c" -o three.so || exit 1
    plugins="$plugins ./three.so"
fi
export LD_LIBRARY_PATH="$WORK/copy"
try() {
    timeout -s KILL 300 "$@" >natively 2>&1
    same "natively: $*" $? 0
    timeout -s KILL 300 spanwise sample -q -o plugins.prof "$@" >sampled 2>&1
    same "sampled: $*" $? 0
    same "output: $*" "$(cat sampled)" "$(cat natively)"
}
for p in $plugins; do
    try ./host "$p"
    spanwise report plugins.prof >report
    has "$p: what it is parallel by" report 'parallel by .*OpenMP'
done
# shellcheck disable=SC2086
try ./host $plugins
! long || try ./host ./two.so ./one.so
unset LD_LIBRARY_PATH

# More tasks than there are thunks for: they run all the same, and are counted.
{
    echo '#include <stdio.h>'
    echo 'static int done[1500]; int main(void) { int sum = 0;'
    echo '_Pragma("omp parallel num_threads(2)") _Pragma("omp single") {'
    seq 0 1499 | sed 's/.*/_Pragma("omp task") done[&] += & + 1;/'
    echo '} for (int i = 0; i < 1500; i++) sum += done[i]; printf("%d\n", sum); return 0; }'
} >many.c
gcc -O0 -fopenmp many.c -o many || exit 1
try ./many
same 'sum' "$(cat sampled)" $((1500 * 1501 / 2))
spanwise report --format=json plugins.prof >many.json
within 'tasks without room' "$(jq -r .samples.paths_refused many.json)" 1 1000

# Waits of libomp 14 for a dependence fail natively as well, once in some hundred times.
long || export COMPILER=gcc STEP=2
# (libgomp sets errno itself, by its futexes, where threads wait for each other.)
MODE=sample NS=$(long && echo 2 4 || echo 3) MOST=4 NOT='^(depend_5 clang|errno gcc)' ONLY='[-]O2 +[a-z0-9]+ *$' bash "$SOURCE/tests/openmp/constructs.sh" >suite 2>&1 || fail "the suite: $(cat suite)"
check 'the suite' grep -Eq '^[0-9]{2,} passed, 0 failed' suite
finish
