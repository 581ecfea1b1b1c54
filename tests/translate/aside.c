/* What runs aside (translate.h) is not translated: nothing of it is counted, and what called it goes on as it would. */
#include <stdint.h>
#include <stdio.h>

#define TURNS 1000000

/* preload.c's; NULL: nothing is translated. */
extern uint64_t translated_aside(void (*function)(void *), void *argument) __attribute__((weak));

static void turn(void *turns)
{
    volatile uint64_t *done = turns;
    for (int i = 0; i < TURNS; i++)
        ++*done;
}

int main(void)
{
    uint64_t done = 0, counted = 0;
    for (int i = 1; i <= 3; i++) {
        counted += translated_aside ? translated_aside(turn, &done) : 0;
        if (done != (uint64_t)i * TURNS)
            return printf("%d: done %llu times\n", i, (unsigned long long)done), 1;
    }
    if (counted > 3 * 1000)
        return printf("%llu instructions are counted\n", (unsigned long long)counted), 1;
    return 0;
}
