# The examples, each with a known bottleneck: `what-if --rank` puts it first; and programs that are run by `predict`.
. "$SOURCE/tests/lib.sh"
examples=$SOURCE/examples

# first NAME REGEX ARGUMENTS...: built, run, ranked on 16 processors, by its instructions
first() {
    name=$1 want=$2
    shift 2
    spanwise cc -O2 -g -I"$examples" "$examples/$name.c" -o $name || fail "build $name"
    spanwise run --tree -q --meter=instructions -o $name.prof ./$name "$@" >out 2>errors || fail "run $name"
    spanwise what-if --rank --format=json $name.prof >rank.json || fail "rank $name"
    got=$(jq -r '.rank[0] | "\(.name) \(.file | split("/") | last // ""):\(.line)"' rank.json)
    if [[ $got =~ $want ]]; then pass; else fail "$name: '$got' is first, not '$want'"; fi
}
first pqsort '^partition ' 300000
within 'parallel, partition would do' "$(jq '.rank[0].parallel / .speedup' rank.json)" 1.3 4
first bfs '^visit_block ' 14
first histogram '^count_shared ' shared 200000
first stencil 'stencil.c:30$' fine 30000

# Annotated programs. The lock, by the program's own truth, is most of it.
for name in words triangular; do
    gcc -O2 -g -I"$SOURCE/include" "$examples/annotated/$name.c" -o $name -lm || fail "build $name"
    status "predict ./$name" 0 spanwise predict --keep=$name.prof ./$name >out 2>report
    check "$name: its own output" test "$(wc -l <out)" = 1
    names "$name: a prediction" report "./$name dynamic,1"
done
spanwise what-if --rank --format=json words.prof >rank.json
! timing || same 'words: the lock first' "$(jq -r '.rank[0].kind' rank.json)" lock
measured 'words: at most twice as fast' "$(spanwise predict --format=json -P 16 words.prof | jq '[.predictions[].speedup] | max')" 0 2.3
spanwise predict --machine=ideal --format=json -P 2 triangular.prof >got.json
measured 'triangular, static: three quarters on one' "$(jq '.predictions[] | select(.plan == "static") | .speedup' got.json)" 1.25 1.45
measured 'triangular, dynamic' "$(jq '.predictions[] | select(.plan == "dynamic,1") | .speedup' got.json)" 1.75 2.01

# The program's own status, and what is needed for other formats.
cat >ends.c <<'X'
#include <spanwise.h>
int main(int argc, char **argv)
{
    PAR_SEC_BEGIN("loop");
    for (volatile int i = 0; i < 1000; i++) {
        PAR_TASK_BEGIN("step");
        for (volatile int j = 0; j < 1000; j++)
            ;
        PAR_TASK_END();
    }
    if (argc == 1)
        PAR_SEC_END();
    return 3;
}
X
gcc -O1 -g -I"$SOURCE/include" ends.c -o ends || fail 'build ends'
status 'its exit status' 3 spanwise predict -P 2 ./ends 2>report
status 'JSON needs a file' 2 spanwise predict --format=json ./ends 2>errors
names 'and says so' errors 'spanwise: -o'
status 'JSON in a file' 3 spanwise predict -P 2 --format=json -o got.json ./ends
check 'that is JSON' jq -e '.predictions | length > 0' got.json >/dev/null
status 'a section that never ends is refused; its own status' 3 spanwise predict ./ends open 2>errors
has 'with the place' errors 'ends.c:4'
finish
