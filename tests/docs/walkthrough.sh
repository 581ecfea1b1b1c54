# The walk-through: its commands run as they stand, and say what the page says that they say. Figures differ from run to run; what is
# compared is headings, and what findings on the page say between their figures.
. "$SOURCE/tests/lib.sh" || exit 1
cp "$SOURCE"/examples/*.[ch] .
page=$SOURCE/doc/walkthrough.md
awk '/^```sh/ { inside = 1; next } /^```/ { inside = 0 } inside && !/^cd /' "$page" >commands
long || sed -i 's/ --steady\b//' commands # one run is enough
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
# What is said in a row between figures, in the page's output; but not what holds the fixed program back: times decide that.
awk '/^<!-- output of/ { marked = 1; next } marked && /^```[a-z]*$/ { if (inside) marked = 0; inside = !inside; next } inside' "$page" |
    awk '/^Findings$/ { on = 1; next } /^$/ { on = 0 } on' | tr '\n' ' ' | tr -s ' ' | grep -oE "[a-z][a-z ,']{24,}[a-z]" |
    grep -v ' now holds it back$' | sort -u >said
check 'findings are shown' test "$(wc -l <said)" -ge 4
while IFS= read -r words; do
    check "'$words' is said" grep -qF -- "$words" flat
done <said
for verdict in ok FAILED; do check "a check that says $verdict" grep -q "\b$verdict parallelism " flat; done
# What the pictures show, the pages have: the line, in the verdict.
has 'the verdict names the line' before.html 'bfs\.c:[0-9]+  visit_block, called at bfs\.h:[0-9]+, is on the critical path'
has 'the findings name the call' before.html "visit_block'[^\"]* bfs.h:115"
# The source that is quoted is the example's.
awk '/^```c$/ { inside = 1; next } /^```/ { inside = 0 } inside' "$page" | sed 's, *// .*,,' >quoted
while IFS= read -r line; do
    check "bfs.h has '$line'" grep -qxF -- "$line" bfs.h
done <quoted
finish
