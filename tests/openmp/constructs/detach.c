/* detach: a task ends when its event is fulfilled, by itself or by another. */
#include "suite.h"

/* With an argument that is "one", it leaves one thread as it is: libomp 14 fails with one. */
int main(int argc, char **argv)
{
    int done = 0, after = 0, x = 0;
    omp_event_handle_t event;
    printf("%d threads\n", omp_get_max_threads());
    if (omp_get_max_threads() < 2 && (argc < 2 || strcmp(argv[1], "one")))
        omp_set_num_threads(2);
#pragma omp parallel
#pragma omp single
    {
#pragma omp task detach(event) shared(done)
        {
            done++;
            omp_fulfill_event(event); /* before its own end */
        }
#pragma omp taskwait
        same(done, 1);
        omp_event_handle_t late;
#pragma omp task detach(late) depend(out : x) shared(done)
        {
#pragma omp atomic
            done++;
        }
#pragma omp task shared(done) firstprivate(late) /* when both are done is not known */
        {
#pragma omp atomic
            done++;
            omp_fulfill_event(late);
        }
#pragma omp task depend(in : x) shared(after, done)
        {
            int now;
#pragma omp atomic read
            now = done;
            same(now, 3);
            after++;
        }
#pragma omp taskwait
        same(after, 1);
#pragma omp taskgroup
        {
            for (int i = 0; i < 10; i++) {
                omp_event_handle_t e;
#pragma omp task detach(e) shared(done)
                {
#pragma omp atomic
                    done++;
                }
#pragma omp task firstprivate(e)
                omp_fulfill_event(e);
            }
        }
        same(done, 13);
    }
    return finish();
}
