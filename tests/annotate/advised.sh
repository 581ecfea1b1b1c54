# Intel Advisor's annotations: by our header, and of a binary that was built with Advisor's own.
. "$SOURCE/tests/lib.sh" || exit 1

# sites FILE: "kind label: count", one a line.
sites() {
    spanwise report --format=json "$1" | jq -r '.sites[] | select(.kind != "root") |
        (.callee | sub("lock .*"; "lock")) + ": \(.on_work.count)"' | sort
}

gcc -O2 -g -Wall -Wextra -Werror "$SOURCE/tests/annotate/advised.c" -o advised || fail 'it compiles'
same 'unprofiled, it runs' "$(./advised)" done
for how in '' table; do
    status "advised $how" 5 spanwise run -q -o a.prof ./advised $how >out 2>err
    same "advised $how: output" "$(cat out err)" done
    same "advised $how: sites" "$(sites a.prof | tr '\n' ',')" \
        'lock: 4,section second: 1,section site: 1,task a: 1,task b: 3,task iteration: 4,'
    spanwise report --format=json a.prof >a.json
    check "advised $how: lines" jq -e '[.sites[] | select(.callee == "task iteration") |
        .line > 90 and (.file | endswith("advised.c")) and .caller == "main"] == [true]' a.json
    # By spins: 100 before, 4 x (100 + 50), 100 and 300; the 5000 that are not collected are not there. The task of
    # 300 stands for three: so the span is 100 + 150 + 100.
    status "advised $how, counted" 5 spanwise run -q --meter=instructions -o c.prof ./advised $how >out 2>err
    spanwise report --format=json c.prof >c.json
    check "advised $how: parallelism $(jq .parallelism c.json)" \
        jq -e '.parallelism > 2 and .parallelism < 4' c.json
done

# The same by our header, in C and C++.
cat >ours.c <<'EOF'
#include <advisor-annotate.h>
static volatile long sink;
static int lock;
static void spin(int turns)
{
    for (int i = 0; i < turns * 1000; i++)
        sink += i;
}
int main(void)
{
    ANNOTATE_DISABLE_OBSERVATION_PUSH;
    ANNOTATE_DISABLE_OBSERVATION_POP;
    ANNOTATE_RECORD_ALLOCATION(&lock, sizeof lock);
    ANNOTATE_SITE_BEGIN(site);
    for (int i = 0; i < 4; i++) {
        ANNOTATE_ITERATION_TASK("iteration");
        ANNOTATE_INDUCTION_USES(&i, sizeof i);
        ANNOTATE_REDUCTION_USES(&sink, sizeof sink);
        ANNOTATE_OBSERVE_USES(&i, sizeof i);
        ANNOTATE_CLEAR_USES(&i);
        spin(100);
        ANNOTATE_LOCK_ACQUIRE(&lock);
        spin(50);
        ANNOTATE_LOCK_RELEASE(&lock);
    }
    ANNOTATE_SITE_END(site);
    ANNOTATE_DISABLE_COLLECTION_PUSH;
    spin(5000);
    ANNOTATE_DISABLE_COLLECTION_POP;
    ANNOTATE_SITE_BEGIN(second);
    ANNOTATE_TASK_BEGIN(a);
    spin(100);
    ANNOTATE_TASK_END(a);
    ANNOTATE_TASK_BEGIN(b);
    ANNOTATE_AGGREGATE_TASK(3);
    spin(300);
    ANNOTATE_TASK_END();
    ANNOTATE_SITE_END();
    ANNOTATE_RECORD_DEALLOCATION(&lock);
    return 5;
}
EOF
for compiler in 'gcc -std=c99' 'clang -std=c11' 'g++ -x c++' 'clang++ -x c++ -std=c++17'; do
    $compiler -O2 -g -pedantic -Wall -Wextra -Werror -I "$SOURCE/include" ours.c -o ours ||
        fail "$compiler compiles it"
    status "$compiler" 5 spanwise run -q -o o.prof ./ours
    same "$compiler: sites" "$(sites o.prof | tr '\n' ',')" \
        'lock: 4,section second: 1,section site: 1,task a: 1,task b: 3,task iteration: 4,'
    $compiler -O2 -pedantic -Wall -Wextra -Werror -DANNOTATE_EXPAND_NULL -I "$SOURCE/include" ours.c -o null ||
        fail "$compiler: nothing of it compiles"
    check "$compiler: nothing of it is there" sh -c '! readelf -S null | grep -q spanwise'
done

# Instructions are the same in every run.
spanwise run -q --meter=instructions -o 1.prof ./ours
spanwise run -q --meter=instructions -o 2.prof ./ours
for i in 1 2; do spanwise report --format=json $i.prof | jq '[.work, .span]' >$i.json; done
check 'instructions are counted' jq -e '.[0] > 1000000 and .[0] / .[1] > 2' 1.json
check 'the same in every run' cmp 1.json 2.json
finish
