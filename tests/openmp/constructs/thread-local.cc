// thread_local and threadprivate objects: constructed by each thread when it first uses them, kept
// from region to region.
#include "suite.h"
#include <atomic>
#include <string>

static std::atomic<int> made, copied;

struct object {
    std::string text;
    int value;
    object(int v) : text(50, 'y'), value(v) { made++; }
    object(const object &o) : text(o.text), value(o.value) { copied++; }
    object &operator=(const object &) = default;
};

static thread_local object own(3);
extern object shared_by_name;
#pragma omp threadprivate(shared_by_name)
object shared_by_name(4);

static object &inside()
{
    static thread_local object o(9);
    return o;
}

int main()
{
    int n = omp_get_max_threads();
    printf("%d threads\n", n);
#pragma omp parallel
    {
        same(own.value, 3);
        same(shared_by_name.value, 4);
        same(inside().value, 9);
        own.value = omp_get_thread_num();
        shared_by_name.value = 100 + omp_get_thread_num();
        inside().value = 200 + omp_get_thread_num();
    }
    same(made, 3 * n);
#pragma omp parallel
    {
        int t = omp_get_thread_num();
        same(own.value, t);
        same(shared_by_name.value, 100 + t);
        same(inside().value, 200 + t);
#pragma omp barrier
        same(own.text.size(), 50);
        same(own.value, t);
    }
    same(made, 3 * n);
    shared_by_name.value = 77;
#pragma omp parallel copyin(shared_by_name)
    same(shared_by_name.value, 77);
    same(made, 3 * n);
    return finish();
}
