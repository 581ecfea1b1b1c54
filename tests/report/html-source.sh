# The source in a page: found where it is now, as text whatever is in it, with what its lines did.
. "$SOURCE/tests/lib.sh"
here=$SOURCE/tests/report
page() { python3 "$here/page.py" page.html data; }
file() { jq -c ".strings as \$s | .sections[] | select(.kind == \"source\") | .files[] | select(\$s[.file] | endswith(\"$1\")) | $2" data; }

# Line 8 does nearly all; other lines try to be something else than text.
mkdir src && cat >src/busy.c <<'C'
/* </script><script>alert(1)</script> <!-- "quotes" \u0041 & a tab:	. */
#include <stdlib.h>
static __attribute__((noinline)) unsigned spin(unsigned n) {
    unsigned x = n; for (volatile unsigned i = 0; i < 20000000; i++) x = x * 5 + i; return x; }
static __attribute__((noinline)) unsigned little(unsigned n) { return n * 7; }
int main(void) {
    unsigned x = little(1);
    x += spin(2);
    return x == 1;
}
C
printf '/* not UTF-8: \377\376 */\r\n/* %s */\n' "$(printf '%10000s' | tr ' ' x)" >>src/busy.c
spanwise cc -O1 -g src/busy.c -o busy || exit 1
touch -d '2 hours ago' src/busy.c && touch -d '1 hour ago' busy # as after a build
spanwise run -q --html=page.html ./busy
check 'as agreed' page
same 'all lines' "$(file busy.c '[.first, (.lines | length)]')" '[1,12]'
same 'as they are' "$(file busy.c '.lines[0]' | jq -r .)" "$(head -1 src/busy.c)"
same 'not UTF-8' "$(file busy.c '.lines[10]' | jq -r .)" "$(printf '/* not UTF-8: \357\277\275\357\277\275 */')"
within 'a long line is cut' "$(file busy.c '.lines[11] | length')" 1000 2000
same 'nothing to doubt' "$(file busy.c 'has("note")')" false
same 'the line that does it' "$(file busy.c '.values | to_entries | max_by(.value[1]) | .key')" '"8"'
within 'its part of the span' "$(file busy.c '.values["8"][1] / .totals[1]')" 0.9 1
same 'lines are those of call sites' "$(file busy.c '[.values["7"][0] // 0, .values["8"][0]]')" \
    "$(spanwise report --format=json | jq -c '[.sites[] | select(.caller == "main") | [.line, .on_work.local.work]] | sort | map(.[1])')"

# Samples: the line that ran, not the one that called.
spanwise run -q --level=sampled --rate=5000 --html=page.html ./busy
check 'of samples' page
same 'the line that ran' "$(file busy.c '.values | to_entries | max_by(.value[0]) | .key')" '"4"'
spanwise sample -q -o sample.prof --html=page.html ./busy
check 'of a real run' page
same 'the same' "$(file busy.c '.values | to_entries | max_by(.value[0]) | .key')" '"4"'

# The program was moved, and the source with it, or is below here.
again() { spanwise report --format=html "$@" -o page.html busy.prof && page; }
spanwise run -q ./busy
mv src elsewhere
check 'without it' again
same 'is said' "$(file busy.c '[.lines, (.why | test("found"))]')" '[null,true]'
same 'and the values stay' "$(file busy.c '.values | has("8")')" true
cp -p elsewhere/busy.c .
check 'below here, by its name' again
same 'is shown' "$(file busy.c '.lines | length')" 12
same 'and said' "$(file busy.c '.note | test("busy.c")')" true
mkdir src && cp -p busy.c src/ && rm busy.c && mkdir away && cd away || exit 1
cp ../busy.prof . && sed 's/x/y/' ../src/busy.c >busy.c && touch -d '2 hours ago' busy.c
check 'where it was, before anything else' again --sources=yes
same 'is shown' "$(file busy.c '.lines[3]' | jq -r .)" "$(sed -n 4p ../src/busy.c)"
cd .. || exit 1
check 'left out' again --sources=no
same 'is said too' "$(file busy.c '[.lines, (.why | test("--sources=no"))]')" '[null,true]'
status 'and nothing of it is there' 1 grep -q 'UTF-8: ' page.html

# What is not what was built is told.
touch src/busy.c
check 'newer' again
same 'than the program' "$(file busy.c '.note | test("newer")')" true
head -5 src/busy.c >cut && cp cut src/busy.c
check 'shorter' again
check 'than it was' jq -e . data >/dev/null
same 'than what has run' "$(file busy.c '.note | test("\\b5 lines.*\\bline 8\\b")')" true
: >src/busy.c
check 'empty' again
same 'has no lines' "$(file busy.c .lines)" '[]'
printf 'a\0b\n' >src/busy.c
check 'not text' again
same 'is not shown' "$(file busy.c '[.lines, (.why | test("text"))]')" '[null,true]'
rm src/busy.c && mkfifo src/busy.c
check 'a pipe' timeout -s KILL 300 spanwise report --format=html -o page.html busy.prof
check 'is not waited for' page
rm src/busy.c && mkdir src/busy.c
check 'a directory' again
same 'is none' "$(file busy.c '[.lines, (.why | test("regular"))]')" '[null,true]'
rmdir src/busy.c
yes '/* text */' | head -c 9M >src/busy.c
check 'too large a file' again
same 'is left out' "$(file busy.c '[.lines, (.why | test("large"))]')" '[null,true]'

# A long file comes in parts, around what did something.
rm src/busy.c
{ cat elsewhere/busy.c; seq 1 5000 | sed 's/.*/\/* & *\//'; printf 'unsigned far(unsigned x) { return x; }\n'; } >src/busy.c
check 'a long file' again
same 'comes in parts' "$(file busy.c '[has("lines"), (.parts | length), .parts[0].first, (.parts[0].lines | length)]')" '[false,1,1,33]'

# A function in a file of its own, where little happens: it is in the page, as the verdict names it. What has no text comes last.
cat >hot.c <<'C'
#include <cilk/cilk.h>
unsigned far(unsigned n);
int main(void) {
    unsigned a = cilk_spawn far(2), b =
        far(20000000);
    cilk_sync;
    return a + b == 1; }
C
cat >apart.c <<'C'

unsigned far(unsigned n) { unsigned x = n; for (volatile unsigned i = 0; i < n; i++) x = x * 5 + i; return x; }
C
spanwise cc -O1 -g hot.c apart.c -o apart || exit 1
spanwise run -q --html=page.html ./apart
check 'two files' page
same 'what is named' "$(jq -c '.strings as $s | .sections[0].place | [($s[.file] | sub(".*/"; "")), .line, $s[.function]]' data)" '["apart.c",2,"far"]'
same 'is there' "$(file apart.c '.lines | length')" 2
mv hot.c gone.c
spanwise report --format=html -o page.html apart.prof
check 'the hotter one is gone' page
same 'and comes last' "$(jq -c '.strings as $s | .sections[] | select(.kind == "source") | [.files[] | $s[.file] | sub(".*/"; "")]' data)" '["apart.c","hot.c"]'
mv apart.c away/
spanwise report --format=html -o page.html apart.prof
check 'both are gone' page
same 'most of the program stays' "$(file hot.c '.why | test("found")')" true

# What main does itself is no call: nothing is said to call main.
cat >own.c <<'C'
#include <cilk/cilk.h>
static unsigned small(unsigned n) { return n + 1; }
int main(void) {
    unsigned a = cilk_spawn small(2);
    for (volatile unsigned i = 0; i < 20000000; i++)
        ;
    cilk_sync;
    return a == 1; }
C
spanwise cc -O1 -g own.c -o own || exit 1
spanwise run -q --html=page.html ./own
check 'code of main' page
same 'its line' "$(jq -c '.strings as $s | .sections[0].place | [($s[.file] | sub(".*/"; "")), $s[.function]]' data)" '["own.c","main"]'
same 'nobody calls it' "$(jq -c '.sections[0].callee' data)" null
said() { spanwise report --format=json "$1" | jq -r '.findings[] | select(.kind == "outside") | .text'; }
has 'how to know more' <(said own.prof) '--level=sampled'
spanwise run -q --rate=20000 -o sampled.prof ./own
has 'the functions' <(said sampled.prof) "[0-9]+%.*'main' \(own.c:[0-9]+\)"
finish
