/* Also C++. Any argument: it takes two workers to come to an end. */
#include <stdio.h>
#include <unistd.h>

#ifdef __cplusplus
extern "C" {
#endif
long everything(void);
void meet(void);
#ifdef __cplusplus
}
#endif

int main(int argc, char **argv)
{
    (void)argv;
    printf("%ld\n", everything());
    fflush(stdout);
    alarm(100);
    if (argc > 1)
        meet();
    return 0;
}
