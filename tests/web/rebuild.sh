# Built again of its sources, the page is the same byte for byte: nobody has changed it by hand.
. "$SOURCE/tests/lib.sh"
cp -r "$SOURCE/web/build.mjs" "$SOURCE/web/package.json" "$SOURCE/web/package-lock.json" "$SOURCE/web/src" "$WORK" || exit 1
if ! timeout 120 npm ci --silent --ignore-scripts --no-audit --no-fund >npm.log 2>&1; then
    echo 'skipped: npm cannot get the packages' >&2
    exit 77
fi
check 'build' node build.mjs page.html
check "web/page.html is what 'make page' makes" cmp page.html "$SOURCE/web/page.html"
finish
