# A profile names source files, and the page has their text: whoever made the profile must not get other files into it.
. "$SOURCE/tests/lib.sh"
host="$(uname -n), x86_64, 4 processors"

# page FILE [options]: of a profile that names it, which says that it was made here.
page() {
    "$BUILD/tests/make-hostile" ${name:-qsort} "file=$1,host=${claim-$host}" made.prof || fail "no profile of $1"
    rm -f page.html
    timeout -s KILL 300 spanwise report --format=html -o page.html "${@:2}" made.prof || fail "no page of $1"
}
shows() { page "${@:2}" && check "shown: $1" grep -q SECRET page.html; }
hides() { page "${@:2}" && status "not shown: $1" 1 grep -q SECRET page.html; }

mkdir -p here/src here/.hidden here/src/.ssh outside home/.ssh
for file in here/src/a.c here/src/noname here/src/a.txt here/.hidden/a.c here/src/.ssh/a.c here/src/.a.c here/src/id_rsa.pem \
    here/a.c.key outside/a.c home/.ssh/id_rsa outside/a.cpp; do
    echo '/* SECRET */' >$file
done
ln -s "$WORK/outside/a.c" here/src/link.c
ln -s "$WORK/outside" here/src/linked
ln -s "$WORK/home/.ssh/id_rsa" here/src/key.c
ln -s a.c here/src/inside.c
ln -s noname here/src/disguised.c
ln -s /proc/self/environ here/src/environ.c
mkfifo here/src/fifo.c outside/fifo.c
cd here || exit 1
export SECRET=SECRET # so that /proc/self/environ has it

for name in qsort sampled effort; do
    shows 'a source file below here' src/a.c
    shows 'by its whole path' "$PWD/src/a.c"
    shows 'from where it was built' /nowhere/build/src/a.c
    shows 'a link that stays here' src/inside.c
    hides 'no name of a source' src/noname
    hides 'another name' src/a.txt
    hides 'a key' src/id_rsa.pem
    hides 'a name that only begins so' a.c.key
    hides 'a hidden folder' .hidden/a.c
    hides 'a hidden folder further down' src/.ssh/a.c
    hides 'a hidden file' src/.a.c
    hides 'outside' "$WORK/outside/a.c"
    hides 'outside, upwards' ../outside/a.c
    hides 'upwards from below' src/../../outside/a.c
    hides 'a link out' src/link.c
    hides 'a folder that is a link out' src/linked/a.cpp
    hides 'a link to a key' src/key.c
    hides 'a link to what is not named so' src/disguised.c
    hides 'a link into /proc' src/environ.c
    hides '/proc' /proc/self/environ
    hides 'a key at home' "$WORK/home/.ssh/id_rsa"
    hides 'a pipe' src/fifo.c
    hides 'a pipe outside' "$WORK/outside/fifo.c"
    hides 'a device' /dev/zero
    hides 'a folder' src
done
page /etc/passwd
status 'the list of users' 1 grep -q root:x: page.html
page /dev/stdin <<<SECRET
status 'its input' 1 grep -q SECRET page.html
page ../outside/a.c
has 'why not' page.html '\bcurrent directory\b.*--sources=yes'

# Asked for; and then pipes and devices are not opened either.
shows 'all' ../outside/a.c --sources=yes
shows 'all, whatever they are called' "$WORK/home/.ssh/id_rsa" --sources=yes
hides 'a pipe' src/fifo.c --sources=yes
hides 'a device' /dev/zero --sources=yes
shows 'what is below a folder' ../outside/a.c --sources="$WORK/outside"
shows 'what is below a folder, by a relative name' ../outside/a.c --sources=../outside
hides 'what is not' src/a.c --sources=../outside
hides 'a name that the folder only begins' "$WORK/outside/a.c" --sources="$WORK/home"
hides 'nothing' src/a.c --sources=no
status 'no folder' 2 spanwise report --format=html --sources=nowhere -o page.html made.prof 2>got
names 'is said' got 'spanwise: --sources=nowhere yes directory'

# Of another machine, or another user's.
claim='elsewhere, x86_64, 4 processors'
hides 'of another machine' src/a.c
has 'why not' page.html '\banother machine\b.*--sources=yes'
shows 'of another machine, asked for' src/a.c --sources=.
claim="$(uname -n)x, x86_64, 4 processors"
hides 'of a machine that begins so' src/a.c
claim=
hides 'of a machine without a name' src/a.c
claim=$host
if [ "$(id -u)" = 0 ]; then
    page src/a.c
    chown 12345 made.prof
    spanwise report --format=html -o page.html made.prof
    status 'of another user' 1 grep -q SECRET page.html
fi
finish
