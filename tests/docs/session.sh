# README's session: every command of the blocks marked 'session' runs, in order, among the examples.
. "$SOURCE/tests/lib.sh" || exit 1
cp "$SOURCE"/examples/*.[ch] .
awk '/^<!-- session -->/ { marked = 1; next }
     marked && /^```sh/ { inside = 1; next }
     /^```/ { marked = inside = 0 }
     inside' "$SOURCE/README.md" >session
check 'there is a session' test "$(grep -c '^spanwise' session)" -ge 5
while read -r line; do
    check "README: $line" sh -c "exec >>all 2>&1 </dev/null; $line"
done <session
for said in '^Whole program' '^Speedup to expect' '^What makes up the span' '^Findings' \
    "'partition', called at pqsort.c:[0-9]+ in 'pqsort'" '^Work by call site' '1\. check: '; do
    has 'the session prints' all "$said"
done
check 'JSON' jq -e '.parallelism > 3' pqsort.json >/dev/null
check 'gnuplot' sh -c 'gnuplot <pqsort.gnuplot >pqsort.png && test -s pqsort.png'
check 'the picture is small' test "$(wc -c <"$SOURCE/doc/pqsort-speedup.png")" -lt 60000

# The paragraphs that README shows are those that are printed.
sed -n '/^<!-- output of/,/^How to read/p' "$SOURCE/README.md" | grep -E '^[A-Z][a-z]+.*' |
    grep -v '^How' >shown
while read -r heading; do
    check "README: '$heading' is printed" grep -qxF -- "$heading" all
done <shown
check 'README shows output' test "$(wc -l <shown)" -ge 4
finish
