# The page in a real browser. The driver comes by npm, into the build tree, once.
. "$SOURCE/tests/lib.sh"
place=$BUILD/web-test
mkdir -p "$place"
cp "$SOURCE"/tests/web/*.mjs "$SOURCE"/tests/web/package*.json "$place" || exit 1
if ! cmp -s "$place/package-lock.json" "$place/node_modules/of.json"; then
    if ! (cd "$place" && timeout 120 npm ci --silent --ignore-scripts --no-audit --no-fund) >npm.log 2>&1; then
        echo 'skipped: npm cannot get the packages' >&2
        exit 77
    fi
    cp "$place/package-lock.json" "$place/node_modules/of.json"
fi
"$BUILD/tests/make-profile" 100000 many.profile || exit 1
check 'a page of 100,000 call sites' spanwise report --format=html -o "$WORK/many.html" many.profile
# Real ones, and invented ones with nothing in them, odd names, deep recursion.
for name in empty odd deep; do "$BUILD/tests/make-profile" $name $name.prof || exit 1; done
for profile in "$SOURCE"/tests/profile/corpus/*.prof ./*.prof; do
    page=$WORK/$(basename "$profile" .prof).html
    check 'a page of a profile' spanwise report --format=html -o "$page" "$profile"
    set -- "$@" "$page"
done
check 'the page in a browser' timeout -s KILL 240 node "$place/browser.mjs" "$SOURCE" "$WORK" "$CHROMIUM" "$WORK/many.html" "$@"
finish
