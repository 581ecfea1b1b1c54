# The times of a function's parts, and that a parallel run loses none; see split.c.
. "$SOURCE/tests/tool/lib.sh"
check 'build' spanwise cc --spanwise-cc=gcc -O2 -g -w "$here/split.c" -o split
# figure CALLEE WHICH: of all its sites; a compiler may make several of the one in a loop.
figure() { value "[.sites[] | select(.callee == \"$1\") | .$2] | add // empty"; }
# in_units 'what it is' FIGURE LOW HIGH: in hundredths of a unit; none, or no unit to measure it by, is a failure.
in_units() {
    within "$workers workers: $1" "$(awk -v f="$2" -v u="$unit" 'BEGIN { if (f != "" && u > 0) print f * 100 / u }')" "$3" "$4"
}
for workers in 1 2; do
    check "$workers workers: a profile" spanwise run -q -o it.prof --workers=$workers ./split 2000000
    unit=$(figure child on_work.local.work | awk '{ print $1 / 12 }')
    in_units none "$(figure work on_work.local.work)" 480 720 # 3 x 2
    in_units first "$(figure first on_work.local.work)" 480 720
    in_units second "$(figure second on_work.local.work)" 1200 1800 # 3 x 5
    within "$workers workers: loop" "$(value "[.sites[] | select(.callee == \"loop b\").on_work.local.work][0] /
                                              [.sites[] | select(.callee == \"loop a\").on_work.local.work][0]")" 1.6 2.5
    # Of the part around the sync the first 3 lose against the child of 4, the 2 after it are on the span.
    in_units 'on the span' "$(figure second on_span.local.span)" 480 720
done
finish
