# The page that is built into the tool is that of the sources beside it. Needs neither node nor npm.
. "$SOURCE/tests/lib.sh"
cd "$SOURCE/web" || exit 1
want=$(sha256sum build.mjs package-lock.json src/* | sha256sum | cut -d' ' -f1)
got=$(sed -n 's/.*<meta name="sources" content="\([0-9a-f]*\)">.*/\1/p' page.html)
same "web/page.html is of the current sources ('make page' makes it anew)" "$got" "$want"
same 'places for data' "$(grep -c '^<!--DATA-->$' page.html)" 1
within 'size of the page' "$(wc -c <page.html)" 10000 145000
finish
