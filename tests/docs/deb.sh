# make deb: the package has what 'make install' puts there and what a Debian expects, works from where it is unpacked, and can be removed.
. "$SOURCE/tests/lib.sh" || exit 1
command -v dpkg-deb >/dev/null || { echo 'no dpkg-deb here'; exit 0; }
unset MAKEFLAGS MFLAGS MAKELEVEL
package=$(make -s -C "$SOURCE" deb BUILD="$BUILD" | tail -1)
same 'its name' "$(basename "$package")" "spanwise_$(spanwise -V | cut -d' ' -f2)_$(dpkg --print-architecture).deb"
field() { dpkg-deb -f "$package" "$1"; }
same 'Package' "$(field Package)" spanwise
same 'Architecture' "$(field Architecture)" "$(dpkg --print-architecture)"
has 'Depends: the C library' <(field Depends) '(^|, )libc6 \(>= [0-9.]+\)'
has 'Depends: what reads debug information' <(field Depends) '(^|, )libdw1[a-z0-9]* \(>= [0-9.]+\)'

dpkg-deb -c "$package" >list
sed 's/ -> .*//' list | awk '{ print $6 }' | sed 's,^\./,/,' >names
for file in /usr/bin/spanwise /usr/bin/spanwise-cc /usr/include/spanwise.h /usr/include/cilk/cilk.h /usr/share/bash-completion/completions/spanwise \
    /usr/share/zsh/site-functions/_spanwise /usr/share/fish/vendor_completions.d/spanwise.fish /usr/share/man/man1/spanwise.1.gz \
    /usr/share/doc/spanwise/copyright /usr/share/doc/spanwise/changelog.gz; do
    check "$file is in it" grep -qx -- "$file" names
done
for command in $(spanwise completion tsv | cut -f1 | uniq); do
    check "the manual page of $command" grep -qx "/usr/share/man/man1/spanwise-$command.1.gz" names
done
check 'the library that is loaded into programs' grep -q '/spanwise/libspanwise\.so$' names
same 'nothing outside /usr' "$(grep -v '^/usr\(/\|$\)' names | grep -v '^/$')" ''
same 'all of it is root'\''s' "$(awk '$2 != "root/root"' list)" ''
same 'nobody else may write' "$(awk '$1 !~ /^l/ && $1 ~ /^.....w|^........w/' list)" ''

# The same as make install has, but that manual pages are compressed and there is a Debian's documentation.
status 'make install' 0 make -s -C "$SOURCE" install BUILD="$BUILD" PREFIX=/usr DESTDIR="$WORK/root" >log
(cd root && find . ! -type d | sed 's,^\.,,; s,\(/man1/.*\.1\)$,\1.gz,' | sort) >installed
grep -v '/$' names | grep -v -e /doc/spanwise/README.md -e /doc/spanwise/copyright -e /doc/spanwise/changelog.gz | sort >packed
same 'what make install has' "$(diff installed packed)" ''

# It works from where it is.
dpkg-deb -x "$package" unpacked
cp "$SOURCE/examples/fib.c" .
PATH=$WORK/unpacked/usr/bin:/usr/bin:/bin
check 'it builds' spanwise cc -O2 -g fib.c -o fib
status 'it profiles' 0 spanwise run -q -o fib.prof ./fib 20 >out 2>err
same 'spawns' "$(spanwise report --format=json fib.prof | jq .spawns)" 10945
check 'a manual page' sh -c 'zcat unpacked/usr/share/man/man1/spanwise-run.1.gz | mandoc -T lint -W error'

# Installed and removed again, where that is allowed: in a root of its own, without the packages that it depends on.
if [ "$(id -u)" = 0 ]; then
    PATH=$PATH:/usr/sbin:/sbin
    mkdir -p own/var/lib/dpkg/info own/var/lib/dpkg/updates own/var/lib/dpkg/triggers
    : >own/var/lib/dpkg/status
    status 'dpkg -i' 0 dpkg --root="$WORK/own" --force-depends -i "$package" >log 2>&1
    check 'it is installed' test -x own/usr/bin/spanwise
    same 'as it is in the package' "$(cd own && md5sum --quiet -c "$WORK/own/var/lib/dpkg/info/spanwise.md5sums" 2>&1)" ''
    status 'dpkg -P' 0 dpkg --root="$WORK/own" -P spanwise >log 2>&1
    same 'nothing is left' "$(find own/usr ! -type d 2>/dev/null)" ''
fi
finish
