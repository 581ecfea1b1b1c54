# examples/pages: what is between the fences is made anew, and nothing else is changed; what cannot be made is said.
. "$SOURCE/tests/lib.sh" || exit 1
cp "$SOURCE/doc/openmp.md" page.md
check 'a page with several programs' python3 "$SOURCE/examples/pages" "$BUILD" page.md
# text FILE: what is not output.
text() { awk '/^<!-- output of/ { marked = 1 } marked && /^```/ { inside = !inside; if (!inside) marked = 0 } !inside' "$1"; }
text "$SOURCE/doc/openmp.md" >want
text page.md >got
check 'the text is as it was' cmp want got
same 'both blocks are there' "$(grep -c '^ *N  .*\(speedup\|ratio\)' page.md)" 2
has 'the first is of this run' page.md '^Spanwise .* \./pairs 8000$'
check 'its figures are new' sh -c '! cmp -s page.md "$SOURCE/doc/openmp.md"'
check 'no path of this machine' sh -c '! grep -q "/tmp/" page.md'

printf '<!-- output of: echo One; only: Two -->\n```\n```\n' >none.md
status 'a paragraph that is not there' 1 python3 "$SOURCE/examples/pages" "$BUILD" none.md 2>err
has 'it is said which' err 'no paragraph begins with Two'
printf '<!-- output of: cat no-such-file -->\n```\nold\n```\n' >fails.md
status 'a command that fails' 1 python3 "$SOURCE/examples/pages" "$BUILD" fails.md 2>err
has 'it is said why' err 'no-such-file'
has 'the page stays' fails.md '^old$'
finish
