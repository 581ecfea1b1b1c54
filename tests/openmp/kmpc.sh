# What only programs that clang has built show: loops divided by the runtime, and libomp beside ours.
. "$SOURCE/tests/openmp/lib.sh" || exit 1
HERE=$SOURCE/tests/openmp/kmpc
command -v clang >/dev/null || exit 0

# Which iterations a thread is told to run, natively and under us.
check 'bounds builds' clang -O1 -fopenmp "$HERE/bounds.c" -o bounds
for n in 1 2 3 5 8 64; do
    OMP_WAIT_POLICY=passive OMP_NUM_THREADS=$n ./bounds >native
    spanwise run -q -N $n -o p.prof ./bounds >ours
    check "iterations of $n threads" cmp native ours
done
check 'there are some' test "$(wc -l <ours)" -gt 400

# A static loop is a place with figures, by instructions the same in every run.
check 'loops builds' clang -g -O1 -fopenmp "$HERE/loops.c" -o loops
check 'loops runs' spanwise run -q -N 4 --meter=instructions -o p.prof ./loops >out
spanwise report --format=json -o p.json p.prof
loops() { jq -r ".constructs[] | select(.kind == \"$1\") | $2" p.json | paste -sd' '; }
same 'lines' "$(loops for .line)" '20 23 26'
same 'iterations' "$(loops for .iterations)" '1000 1000 1000'
same 'schedules' "$(loops for .schedule)" 'schedule(static) schedule(static,10) schedule(static,300)'
same 'chunks' "$(loops for .chunks)" '4 100 4'
same 'threads' "$(loops for .threads)" '4 4 4'
same 'sections' "$(loops sections '.chunks, .iterations')" '2 2'
# The mean of the threads over the longest: 16 / (4 * 7), 1, 1000 / (4 * 300), 4 / (4 * 3).
same 'imbalance in hundredths' "$(loops for '.imbalance * 100 | round')" '43 0 17'
same 'imbalance of sections' "$(loops sections '.imbalance * 100 | round')" '67'
same 'the span is that of the longest' "$(loops for '.total_work / .span * 10 | round')" '23 40 33'
# What is waited for at the end of a loop is that loop's: a quarter of 7/16 for the first.
same 'nothing waits behind nowait' "$(loops for '.wait > 0')" 'true false true'

# Nothing of the program is bound to libomp, which is there too, and starts no thread.
LD_DEBUG=bindings LD_DEBUG_OUTPUT=$WORK/bindings spanwise run -q -N 3 -o p.prof ./bounds >out
cat bindings.* | grep -c 'binding file ./bounds .*libspanwise-openmp.so.*kmpc_fork_call' >ours
check 'ours is used' test "$(cat ours)" -gt 0
same 'libomp is not' "$(cat bindings.* | grep 'binding file [^ ]*bounds .* to [^ ]*libomp')" ''

# What there is not is named.
check 'refused builds' clang -fopenmp "$HERE/refused.c" -o refused
calls() {
    spanwise run -q -N 2 -o p.prof ./refused "$1" 2>err >out
    grep -c "^spanwise: .*$1" err
}
spanwise run -q -N 2 -o p.prof ./refused none
same 'nothing is called' $? 3
same 'a missing function' "$(calls __kmpc_get_taskid)" 1
same 'an atomic operation' "$(calls __kmpc_atomic_fixed4_add)" 1
same 'offloading' "$(calls __tgt_target_kernel)" 1
names 'and how to build it without' err -fopenmp-targets
finish
