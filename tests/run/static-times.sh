# A static program measures the work that the dynamic one does: medians of runs, by turns.
. "$SOURCE/tests/lib.sh"
build() { check "$1 builds" spanwise cc -O2 -g "$SOURCE/examples/pqsort.c" $2 -o "$1"; }
build dynamic ''
build static -static
build static-pie -static-pie
for _ in 1 2 3 4 5 6 7; do
    for link in dynamic static static-pie; do
        spanwise run -q -o it.prof ./$link 1500000 >/dev/null
        spanwise report --format=json it.prof | jq .work >>$link.work
    done
done
for link in static static-pie; do
    ratio=$(awk -v a="$(median <$link.work)" -v b="$(median <dynamic.work)" 'BEGIN { print a / b }')
    measured "$link: work, of the dynamic one's" "$ratio" 0.85 1.18
done
finish
