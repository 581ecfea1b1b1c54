// thread_local objects of the region's threads: what is destroyed when a program ends, and when a
// thread of its own that ran regions ends.
#include "../constructs/suite.h"
#include <pthread.h>

struct object {
    int used = 0;
    ~object()
    {
        if (used)
            printf("destroyed %d\n", used);
    }
};
static thread_local object own;

static void *runner(void *)
{
    own.used = 100;
#pragma omp parallel num_threads(1)
    own.used++;
    return nullptr;
}

int main()
{
    pthread_t t;
    pthread_create(&t, nullptr, runner, nullptr);
    pthread_join(t, nullptr);
#pragma omp parallel
    {
        if (omp_get_thread_num() == 0)
            own.used = 1;
        else
            own.used = 0; // theirs end when the runtime likes
    }
    return finish();
}
