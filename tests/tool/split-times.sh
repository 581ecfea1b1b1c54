# The times of a function's parts, and that a parallel run loses none; see split.c.
. "$SOURCE/tests/tool/lib.sh" || exit 1
check 'build' spanwise cc --spanwise-cc=gcc -O2 -g -w "$here/split.c" -o split
# figure CALLEE WHICH: of all its sites; a compiler may make several of the one in a loop.
figure() { value "[.sites[] | select(.callee == \"$1\") | .$2] | add // empty"; }
# in_units FIGURE: in hundredths of a unit, which is a twelfth of the child's work; nothing where there is none.
in_units() { awk -v f="$1" -v u="$unit" 'BEGIN { if (f != "" && u > 0) print f * 100 / u }'; }

measure() {
    spanwise run -q -o it.prof --workers=$workers ./split 2000000 || return
    unit=$(figure child on_work.local.work | awk '{ print $1 / 12 }')
    none=$(in_units "$(figure work on_work.local.work)")
    first=$(in_units "$(figure first on_work.local.work)")
    second=$(in_units "$(figure second on_work.local.work)")
    on_span=$(in_units "$(figure second on_span.local.span)")
    loop=$(value "[.sites[] | select(.callee == \"loop b\").on_work.local.work][0] /
                  [.sites[] | select(.callee == \"loop a\").on_work.local.work][0]")
}

# judge HOW: by `within`, or what takes the same: what it is, the figure, its limits. Of the part around the sync the
# first 3 lose against the child of 4, the 2 after it are on the span.
judge() {
    $1 "$workers workers: none" "$none" 480 720 && # 3 x 2
        $1 "$workers workers: first" "$first" 480 720 &&
        $1 "$workers workers: second" "$second" 1200 1800 && # 3 x 5
        $1 "$workers workers: loop" "$loop" 1.6 2.5 &&
        $1 "$workers workers: on the span" "$on_span" 480 720
}

# A unit is a millisecond, and a processor that is slower than the other by a third for that long is no fault of the
# profile: what is wrong in it is wrong in every run.
for workers in 1 2; do
    for _ in $(seq 20); do
        measure && judge is_within && break
    done
    judge within
done
finish
