/* Locks by number: in blocks that stay where they are, with a list of numbers that are free again. */
#include "agent/openmp/core/lock.h"

#include <pthread.h>
#include <stdlib.h>

#define BLOCK  1024
#define BLOCKS 65536

static struct sw_omp_lock *blocks[BLOCKS];
static uint32_t n_locks, *free_numbers, n_free, room;
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;

static uint32_t take_new(void)
{
    uint32_t number = n_locks + 1;
    if (number / BLOCK >= BLOCKS)
        return 0;
    if (!blocks[number / BLOCK] && !(blocks[number / BLOCK] = calloc(BLOCK, sizeof **blocks)))
        return 0;
    n_locks = number;
    return number;
}

uint32_t sw_omp_lock_new(void)
{
    pthread_mutex_lock(&guard);
    uint32_t number = n_free ? free_numbers[--n_free] : take_new();
    pthread_mutex_unlock(&guard);
    if (number)
        *sw_omp_lock_by_number(number) = (struct sw_omp_lock){0};
    return number;
}

struct sw_omp_lock *sw_omp_lock_by_number(uint32_t number)
{
    if (!number || number / BLOCK >= BLOCKS || !blocks[number / BLOCK])
        sw_omp_die("a lock is used that was not initialized, or is destroyed");
    return &blocks[number / BLOCK][number % BLOCK];
}

void sw_omp_lock_delete(uint32_t number)
{
    pthread_mutex_lock(&guard);
    if (n_free == room) {
        uint32_t more = 2 * room + 64, *list = realloc(free_numbers, more * sizeof *list);
        free_numbers = list ? list : free_numbers;
        room = list ? more : room;
    }
    if (n_free < room)
        free_numbers[n_free++] = number;
    pthread_mutex_unlock(&guard);
}
