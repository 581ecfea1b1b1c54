# What a function's parts take, in time or in instructions, and that a parallel run loses none; see split.c.
. "$SOURCE/tests/tool/lib.sh" || exit 1
check 'build' spanwise cc --spanwise-cc=gcc -O2 -g -w "$here/split.c" -o split
# figure CALLEE WHICH: of all its sites; a compiler may make several of the one in a loop.
figure() { value "[.sites[] | select(.callee == \"$1\") | .$2] | add // empty"; }
# in_units FIGURE: in hundredths of a unit, which is a twelfth of the child's work; nothing where there is none.
in_units() { awk -v f="$1" -v u="$unit" 'BEGIN { if (f != "" && u > 0) print f * 100 / u }'; }

measure() {
    spanwise run -q --meter=$METER -o it.prof --workers=$workers ./split 2000000 || return
    unit=$(figure child on_work.local.work | awk '{ print $1 / 12 }')
    none=$(in_units "$(figure work on_work.local.work)")
    first=$(in_units "$(figure first on_work.local.work)")
    second=$(in_units "$(figure second on_work.local.work)")
    on_span=$(in_units "$(figure second on_span.local.span)")
    loop=$(value "[.sites[] | select(.callee == \"loop b\").on_work.local.work][0] /
                  [.sites[] | select(.callee == \"loop a\").on_work.local.work][0]")
}

# part COLUMN LOW HIGH: the median of the rounds. A unit is a millisecond, and a processor that is slower than the other by a third
# for that long is no fault of the profile.
part() {
    column=$((column + 1))
    judge "$workers workers: $1" "$(awk -v c=$column '{ print $c }' rounds.$workers | median)" "$2" "$3"
}

timing && rounds='1 2 3 4 5 6 7 8 9' || rounds=1
for round in $rounds; do
    for workers in 1 2; do
        check "round $round, $workers workers" measure
        echo "$none $first $second $loop $on_span" >>rounds.$workers
    done
done
# Of the part around the sync the first 3 lose against the child of 4, the 2 after it are on the span.
for workers in 1 2; do
    column=0
    part none 480 720 # 3 x 2
    part first 480 720
    part second 1200 1800 # 3 x 5
    part loop 1.6 2.5
    part 'on the span' 480 720
done
finish
