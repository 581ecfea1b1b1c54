# The walk-through: its commands run as they stand, and say what the page says that they say. Figures differ from run to run; what is
# compared is headings, and sentences without their figures.
. "$SOURCE/tests/lib.sh" || exit 1
cp "$SOURCE"/examples/*.[ch] .
page=$SOURCE/doc/walkthrough.md
awk '/^```sh/ { inside = 1; next } /^```/ { inside = 0 } inside && !/^cd /' "$page" >commands
check 'there are commands' test "$(grep -c '^spanwise' commands)" -ge 8
while read -r line; do
    check "walk-through: $line" sh -c "exec >>all 2>&1 </dev/null; $line"
done <commands
# The check fails for the program as it was.
check 'build' spanwise cc -O2 -g bfs.c -o bfs
status 'the check of the slow program' 1 sh -c "$(grep '^spanwise check' commands) >>all 2>&1"

awk '/^<!-- output of/ { marked = 1; next } marked && /^```[a-z]*$/ { if (inside) marked = 0; inside = !inside; next }
     inside && /^[A-Z][a-z]/' "$page" | sort -u >shown
check 'output is shown' test "$(wc -l <shown)" -ge 6
while read -r heading; do
    check "'$heading' is printed" grep -qxF -- "$heading" all
done <shown
tr '\n' ' ' <all | tr -s ' ' >flat # sentences are broken over lines
tr '\n' ' ' <"$page" | tr -s ' ' >flat-page
for said in 'too little parallelism: no number of processors makes this run more than' \
    "'visit_block', called at bfs.h:115 in 'visit_blocks', holds 9.% of the span by itself" \
    'parallelism rose from' "at bfs.h:115 in 'visit_blocks', which is not seen any more" \
    'ok parallelism of the whole program: ' 'FAILED parallelism of the whole program: '; do
    check 'it is said' grep -q -- "$said" flat
    check 'the page says so' grep -q -- "$said" flat-page
done
# What the pictures show, the pages have: the line, in the verdict.
has 'the verdict names the line' before.html "What holds it back is too little parallelism: 9[0-9]% of the critical path is 'visit_block', called at bfs.h:115"
# The source that is quoted is the example's.
awk '/^```c$/ { inside = 1; next } /^```/ { inside = 0 } inside' "$page" | sed 's, *// .*,,' >quoted
while IFS= read -r line; do
    check "bfs.h has '$line'" grep -qxF -- "$line" bfs.h
done <quoted
finish
