/* Pictures go through three stages, each of which has a thread: decode, adjust, encode. */
#include "shared.h"

#include <pthread.h>

enum { SLOTS = 8, PIXELS = 32768, RING = 32 };
struct queue {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    long items[SLOTS], in, out;
};
static struct queue queues[2];
static uint32_t (*pictures)[PIXELS];
static uint64_t sum;
static long n_pictures;

static void put(struct queue *q, long item)
{
    pthread_mutex_lock(&q->lock);
    while (q->in - q->out == SLOTS)
        pthread_cond_wait(&q->changed, &q->lock);
    q->items[q->in++ % SLOTS] = item;
    pthread_cond_broadcast(&q->changed);
    pthread_mutex_unlock(&q->lock);
}

static long get(struct queue *q)
{
    pthread_mutex_lock(&q->lock);
    while (q->in == q->out)
        pthread_cond_wait(&q->changed, &q->lock);
    long item = q->items[q->out++ % SLOTS];
    pthread_cond_broadcast(&q->changed);
    pthread_mutex_unlock(&q->lock);
    return item;
}

static void scramble(uint32_t *pixels, int rounds)
{
    for (int i = 0; i < PIXELS; i++)
        for (int k = 0; k < rounds; k++)
            pixels[i] = (pixels[i] ^ pixels[i] >> 15) * 2246822519u;
}

static void *decode(void *unused)
{
    for (long p = 0; p < n_pictures; p++) {
        for (uint32_t i = 0; i < PIXELS; i++)
            pictures[p % RING][i] = (uint32_t)p * 7919 + i;
        scramble(pictures[p % RING], 3);
        put(&queues[0], p % RING);
    }
    return unused;
}

#ifdef REPAIRED
struct half {
    uint32_t *pixels;
    int n;
};

static void *adjust_part(void *part)
{
    struct half *mine = part;
    for (int i = 0; i < mine->n; i++)
        for (int k = 0; k < 30; k++)
            mine->pixels[i] = (mine->pixels[i] ^ mine->pixels[i] >> 13) * 3266489917u;
    return NULL;
}
#endif

static void adjust(uint32_t *pixels)
{
#ifdef REPAIRED
    enum { MOST = 64 };
    pthread_t helpers[MOST];
    struct half parts[MOST];
    int n = threads_wanted() < MOST ? threads_wanted() : MOST;
    for (int h = 0; h < n; h++) {
        parts[h] = (struct half){pixels + PIXELS * h / n, PIXELS * (h + 1) / n - PIXELS * h / n};
        pthread_create(&helpers[h], NULL, adjust_part, &parts[h]);
    }
    for (int h = 0; h < n; h++)
        pthread_join(helpers[h], NULL);
#else
    for (int i = 0; i < PIXELS; i++)
        for (int k = 0; k < 30; k++)
            pixels[i] = (pixels[i] ^ pixels[i] >> 13) * 3266489917u;
#endif
}

static void *adjust_all(void *unused)
{
    for (long p = 0; p < n_pictures; p++) {
        long picture = get(&queues[0]);
        adjust(pictures[picture]);
        put(&queues[1], picture);
    }
    return unused;
}

static void *encode(void *unused)
{
    for (long p = 0; p < n_pictures; p++) {
        long picture = get(&queues[1]);
        scramble(pictures[picture], 3);
        sum = sum * 31 + pictures[picture][p % PIXELS];
    }
    return unused;
}

int main(int argc, char **argv)
{
    n_pictures = scaled(argc, argv, 500);
    pictures = malloc(RING * sizeof(*pictures));
    for (int q = 0; q < 2; q++) {
        pthread_mutex_init(&queues[q].lock, NULL);
        pthread_cond_init(&queues[q].changed, NULL);
    }
    void *(*stages[])(void *) = {decode, adjust_all, encode};
    pthread_t threads[3];
    for (int s = 0; s < 3; s++)
        pthread_create(&threads[s], NULL, stages[s], NULL);
    for (int s = 0; s < 3; s++)
        pthread_join(threads[s], NULL);
    free(pictures);
    return print_sum(sum);
}
