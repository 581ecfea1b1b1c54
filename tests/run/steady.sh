# Three runs in a row agree, on a machine that keeps its speed for as long as they take: some do not,
# so of a dozen runs.
. "$SOURCE/tests/lib.sh"
check 'build pqsort' spanwise cc -O2 -g "$SOURCE/examples/pqsort.c" -o pqsort
agree=
for _ in 1 2 3 4 5 6 7 8 9 10 11 12; do
    spanwise run -q -o it.prof ./pqsort 3000000 >out 2>err
    spanwise report --format=json it.prof | jq .parallelism >>all
    tail -3 all | sort -n >last
    agree=$(awk 'NR == 1 { least = $1 } END { print NR == 3 && $1 <= 1.05 * least ? "yes" : "no" }' last)
    [ "$agree" = no ] || break
done
same "three runs of pqsort, within 5% of one another ($(tr '\n' ' ' <all))" "$agree" yes
finish
