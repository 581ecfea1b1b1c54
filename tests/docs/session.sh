# README's session: every command of the blocks marked 'session' runs, in order, among the examples.
. "$SOURCE/tests/lib.sh" || exit 1
cp -r "$SOURCE"/examples/. .
awk '/^<!-- session -->/ { marked = 1; next }
     marked && /^```sh/ { inside = 1; next }
     /^```/ { marked = inside = 0 }
     inside' "$SOURCE/README.md" >session
unset SPANWISE_OPENMP_COSTS SPANWISE_THREADS_COSTS # they are measured, as for a user
long || sed -i 's/ --steady\b//' session            # one run is enough
check 'there is a session' test "$(grep -c '^spanwise' session)" -ge 5
while read -r line; do
    check "README: $line" sh -c "exec >>all 2>&1 </dev/null; $line"
done <session
for said in '^  Work ' "'visit_block'.* bfs.h:[0-9]+ .*'visit_blocks'" '[0-9]\. Check: ' '[0-9]\. Parallelism '; do
    has 'the session prints' all "$said"
done
check 'JSON' jq -e '.parallelism > 3' before.json >/dev/null
check 'speedscope' jq -e '.profiles | length > 0' before.speedscope.json >/dev/null
has 'the page' before.html '<!doctype html>'

# What make demo shows, and the page that it leaves. Not opened: this is no terminal. (In `make test`, bench.examples runs it.)
if long; then
    mkdir demo-build
    ln -s "$BUILD"/* demo-build
    rm -f demo-build/demo.html
    check 'make demo' sh "$SOURCE/examples/demo" demo-build >demo 2>&1
    has 'make demo: the report' demo "'visit_block'.* bfs.h:[0-9]+ .*'visit_blocks'.*\b9[0-9]% "
    has 'make demo: where the page is' demo '/demo-build/demo.html$'
    has 'make demo: the page' demo-build/demo.html '<!doctype html>'
fi

# The paragraphs that README shows are those that are printed.
awk '/^<!-- output of/ { marked = 1; next } marked && /^```$/ { if (inside) marked = 0; inside = !inside; next }
     inside && /^[A-Z][a-z]/' "$SOURCE/README.md" >shown
while read -r heading; do
    check "README: '$heading' is printed" grep -qxF -- "$heading" all
done <shown
check 'README shows output' test "$(wc -l <shown)" -ge 4
finish
