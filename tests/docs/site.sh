# The pages as a site: all are made, and links, anchors, nesting and the way from the index hold.
. "$SOURCE/tests/lib.sh" || exit 1
check 'the site is made' "$SOURCE/doc/site/build" site >log
same 'the site is sound' "$(python3 "$SOURCE/tests/docs/site.py" site)" ''
for page in "$SOURCE"/doc/*.md; do
    name=$(basename "$page" .md)
    [ "$name" != README ] || name=index
    check "$name has a page" test -s "site/$name.html"
    title=$(sed -n '1s/^# //p' "$page")
    has "$name: its title" "site/$name.html" "^<h1 [^>]*>${title%%[(\`]*}"
done
for command in $(spanwise --help | awk '/^  / { print $1 }'); do
    has "spanwise $command is in the index" site/index.html "href=\"$command\.html\""
done
has 'light and dark' site/site.css 'prefers-color-scheme: dark'
for picture in "$SOURCE"/doc/*.png; do
    check "$(basename "$picture") is shown" grep -q "src=\"$(basename "$picture")\"" site/*.html
    check "$(basename "$picture") is small" test "$(wc -c <"$picture")" -lt 300000
done

# A copy, to break.
mkdir -p copy/web/src
cp -r "$SOURCE/doc" "$SOURCE/README.md" "$SOURCE/CONTRIBUTING.md" "$SOURCE/CHANGELOG.md" "$SOURCE/LICENSE" "$SOURCE/cmake" "$SOURCE/examples" copy
cp "$SOURCE/web/src/base.css" copy/web/src
mkdir -p copy/bench && cp -r "$SOURCE/bench/openmp" copy/bench
check 'a copy is made' copy/doc/site/build broken >log
broken() { # WHAT TEXT MESSAGE
    cp "$SOURCE/doc/cc.md" copy/doc/cc.md
    echo "$2" >>copy/doc/cc.md
    status "$1" 1 copy/doc/site/build broken >log 2>err
    has "$1: said" err "^doc/site: doc/cc.md: $3"
}
broken 'a link to nowhere' 'see [there](nowhere.md)' "a link to 'nowhere.md', which is not there"
broken 'text that would be lost' 'a <cycle> of calls' 'it has HTML, which would be left out'
cp "$SOURCE/doc/cc.md" copy/doc
echo '[a](run.md#no-such-heading) and [b](run.md)' >>copy/doc/cc.md
printf '# Alone\n' >copy/doc/alone.md
check 'a copy is made again' copy/doc/site/build broken >log
python3 "$SOURCE/tests/docs/site.py" broken >found
has 'a dead anchor is found' found "cc.html:.*no anchor 'run.html#no-such-heading'"
has 'a page that nothing leads to is found' found '^alone.html: cannot be reached'
printf '<p><ul><li>a</p></ul>' >broken/cc.html
python3 "$SOURCE/tests/docs/site.py" broken >found
has 'a list in a paragraph' found '^cc.html:1: <ul> inside a line of text'
has 'wrong nesting' found '^cc.html:1: </p> where <li> is open'
finish
