# Runs agree, on a machine that keeps its speed: the middle half of them.
. "$SOURCE/tests/lib.sh"
check 'build pqsort' spanwise cc -O2 -g "$SOURCE/examples/pqsort.c" -o pqsort
for _ in 1 2 3 4 5 6 7 8 9 10 11; do
    check 'it runs' spanwise run -q -o it.prof ./pqsort 3000000 >out 2>err
    spanwise report --format=json it.prof | jq .parallelism >>all
done
measured "parallelism of pqsort: the third quartile of 11 runs over the first" \
    "$(sort -g all | awk '{ p[NR] = $1 } END { print p[9] / p[3] }')" 1 1.05
finish
