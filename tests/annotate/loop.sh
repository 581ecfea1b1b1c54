# SW_FOR: a loop whose iterations are tasks of a section, in one line; however it is left.
. "$SOURCE/tests/lib.sh" || exit 1
cat >loop.c <<'C'
#define SPANWISE_NO_PAPER_NAMES
#include <spanwise.h>
#include <stdio.h>
#ifdef LOCK_BEGIN
#error "the paper's names are there"
#endif
static volatile int sum;
static void work(int n)
{
    for (int i = 0; i < n; i++)
        sum += i;
}
static int leaves(int n)
{
    SW_FOR("return", int i = 0; i < 10; i++) {
        work(10000);
        if (i == n)
            return i;
    }
    return -1;
}
int main(void)
{
    int seen = 0, n = 8;
    SW_FOR("all", int i = 0; i < n; i++)
        work(10000);
    if (n)
        SW_FOR("some", int i = 0, j = 9; i < j; i++, j--) {
            if (i == 1)
                continue;
            if (i == 3)
                break;
            seen++;
            work(10000);
        }
    else
        seen = 100;
    SW_FOR("outer", int i = 0; i < 2; i++) {
        SW_FOR("inner", int k = 0; k < 3; k++)
            work(10000);
    }
    SW_SECTION_BEGIN("section");
    SW_TASK_BEGIN("task");
    SW_LOCK_BEGIN(1);
    work(10000);
    SW_LOCK_END(1);
    SW_TASK_END();
    SW_SECTION_END();
    SW_SECTION_BEGIN("loose");
    SW_SECTION_END_NOWAIT();
    return printf("%d %d\n", seen, leaves(4)) < 0;
}
C
cat >range.cc <<'C'
#include <spanwise.h>
#include <stdexcept>
#include <vector>
static volatile int sum;
static void fails(const std::vector<int> &v)
{
    SW_FOR("thrown", auto x : v) {
        sum += x;
        if (x == 2)
            throw std::runtime_error("2");
    }
}
int main()
{
    std::vector<int> v{1, 2, 3};
    SW_FOR("range", auto &x : v)
        for (int i = 0; i < 10000; i++)
            sum += x;
    try {
        fails(v);
    } catch (const std::runtime_error &) {
    }
    return 0;
}
C
# tasks SECTION: of the profile.
tasks() { jq -r "[.sites[] | select(.callee == \"task $1\" and .kind == \"spawn\") | .on_work.count] | add" it.json; }
for compiler in gcc clang; do
    case $compiler in gcc) cxx=g++ ;; clang) cxx=clang++ ;; esac
    for flags in '-std=c99 -O2' '-std=gnu11 -O0'; do
        check "$compiler $flags" $compiler $flags -g -Wall -Wextra -Wshadow -Werror -I"$SOURCE/include" loop.c -o loop
        same "$compiler $flags: as without" "$(./loop)" '2 4'
        spanwise run -q --meter=instructions -o it.prof ./loop >out 2>err || fail "$compiler $flags: $(cat err)"
        same "$compiler $flags: nothing to complain of" "$(cat err)" ''
        same "$compiler $flags: as without, profiled" "$(cat out)" '2 4'
        spanwise report --format=json it.prof >it.json
        same "$compiler $flags: iterations" "$(tasks all) $(tasks some) $(tasks outer) $(tasks inner) $(tasks return) $(tasks task)" '8 4 2 6 5 1'
        same "$compiler $flags: tasks in all" "$(jq .spawns it.json)" 26
        same "$compiler $flags: its line" "$(jq -r '[.sites[] | select(.callee == "section all") | .line] | unique[0]' it.json)" "$(grep -n 'SW_FOR("all"' loop.c | cut -d: -f1)"
        $compiler $flags -DSPANWISE_NO_ANNOTATIONS -Wall -Wextra -Werror -I"$SOURCE/include" loop.c -o plain
        same "$compiler $flags: a for, without annotations" "$(./plain)" '2 4'
        check "$compiler $flags: nothing is left of them" sh -c '! readelf -S plain | grep -q note.spanwise'
    done
    check "$cxx" $cxx -O2 -g -Wall -Wextra -Wshadow -Werror -I"$SOURCE/include" range.cc -o range
    spanwise run -q --meter=instructions -o it.prof ./range >out 2>err || fail "$cxx: $(cat err)"
    same "$cxx: nothing to complain of" "$(cat err)" ''
    spanwise report --format=json it.prof >it.json
    same "$cxx: iterations of a range, and up to an exception" "$(tasks range) $(tasks thrown)" '3 2'
done
finish
