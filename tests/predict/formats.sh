# `spanwise predict` in every format: CSV and JSON say the same, gnuplot takes its script. tests/golden has what it prints.
. "$SOURCE/tests/lib.sh"
unset COLUMNS
cat >mixed.tree <<'X'
call "read input" { 2000 }
section loop1 { 4 x task { 500 lock queue { 100 } } 3 x task { 250 } 20 }
2 x section tail { task { 900 } 5 x task { 100 } }
X
for format in text csv json gnuplot; do
    status "$format: status" 0 spanwise predict --machine=ideal -P 1,2,4 --format=$format mixed.tree >got 2>errors
    same "$format: nothing on stderr" "$(cat errors)" ''
    cp got "got.$format"
done
check 'JSON is JSON' jq -e . got.json >/dev/null
jq -r '.predictions[] | [.plan, .processors, .time, .speedup, .lost.locks] | map(tostring) | join(" ")' got.json >by-json
python3 - got.csv >by-csv <<'X'
import csv, sys
for r in csv.DictReader(open(sys.argv[1])):
    print(r["plan"], r["processors"], r["time"], r["speedup"], r["lost to locks"])
X
same 'JSON and CSV have the same rows' "$(wc -l <by-json)" "$(wc -l <by-csv)"
check 'and the same figures' python3 - by-json by-csv <<'X'
import sys
for a, b in zip(open(sys.argv[1]), open(sys.argv[2])):
    a, b = a.rsplit(None, 4), b.rsplit(None, 4)
    assert a[0] == b[0], (a, b)
    for x, y in zip(a[1:], b[1:]):
        assert abs(float(x) - float(y)) <= 1e-5 * abs(float(x)) + 1e-9, (a, b)
X
check 'gnuplot takes it' sh -c 'gnuplot <got.gnuplot >p.png 2>errors && test ! -s errors && test -s p.png'
spanwise predict --machine=ideal -P 1,2,4 --format=html -o alone.html mixed.tree
spanwise predict --machine=ideal -P 1,2,4 --format=csv --html=too.html mixed.tree >out.csv
check '--html: the page' cmp alone.html too.html
check '--html: and what was asked for' cmp out.csv got.csv
status '-o: a file' 0 spanwise predict --machine=ideal -P 1,2,4 --format=csv -o out.csv mixed.tree
check 'and that is the same' cmp out.csv got.csv
finish
