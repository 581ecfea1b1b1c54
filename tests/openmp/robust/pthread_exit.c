/* The main thread ends by pthread_exit while another still runs regions. */
#include "../constructs/suite.h"
#include <pthread.h>
#include <unistd.h>

static void *later(void *main_thread)
{
    int sum = 0;
    pthread_join(*(pthread_t *)main_thread, NULL);
#pragma omp parallel num_threads(3) reduction(+ : sum)
    sum += omp_get_thread_num();
    same(sum, 3);
    finish();
    return NULL;
}

int main(void)
{
    static pthread_t self;
    pthread_t t;
    self = pthread_self();
#pragma omp parallel
    holds(omp_get_num_threads() > 0);
    pthread_create(&t, NULL, later, &self);
    pthread_exit(NULL);
}
