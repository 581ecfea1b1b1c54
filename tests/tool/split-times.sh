# The times of a function's parts, and that a parallel run loses none; see split.c.
. "$SOURCE/tests/tool/lib.sh"
check 'build' spanwise cc --spanwise-cc=gcc -O2 -g -w "$here/split.c" -o split
local_work() { value ".sites[] | select(.callee == \"$1\") | .on_work.local.work"; }
for workers in 1 2; do
    spanwise run -q -o it.prof --workers=$workers ./split 2000000
    unit=$(($(local_work child) / 12))
    within "$workers workers: none" "$(($(local_work work) * 100 / unit))" 480 720 # 3 x 2
    within "$workers workers: first" "$(($(local_work first) * 100 / unit))" 480 720
    within "$workers workers: second" "$(($(local_work second) * 100 / unit))" 1200 1800 # 3 x 5
    within "$workers workers: loop" "$(value "[.sites[] | select(.callee == \"loop b\").on_work.local.work][0] /
                                              [.sites[] | select(.callee == \"loop a\").on_work.local.work][0]")" 1.6 2.5
    # Of the part around the sync the first 3 lose against the child of 4, the 2 after it are on the span.
    within "$workers workers: on the span" "$(value "[.sites[] | select(.callee == \"second\").on_span.local.span][0] * 100 / $unit")" 480 720
done
finish
