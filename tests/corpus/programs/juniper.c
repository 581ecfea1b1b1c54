/* A packed list of messages: where one ends is only known once it is unpacked; then each is scored. */
#include "shared.h"

enum { LETTERS = 400 };
struct message {
    uint32_t seed, score;
    unsigned char letters[LETTERS];
};

static uint32_t unpack(struct message *to, uint32_t state)
{
    for (int i = 0; i < LETTERS; i++) {
        state = (state ^ state >> 15) * 2246822519u + 13;
        state = (state ^ state >> 13) * 3266489917u;
        to->letters[i] = (unsigned char)(state >> 24);
    }
    return state;
}

static uint32_t score(const struct message *m, uint32_t seed)
{
    uint32_t s = seed;
    for (int round = 0; round < 12; round++)
        for (int i = 0; i < LETTERS; i++)
            s = (s ^ m->letters[i]) * 16777619u;
    return s;
}

static void handle(struct message *all, long n)
{
#pragma omp parallel
#pragma omp single
    for (long i = 0; i < n; i++) {
        struct message *m = &all[i];
        m->seed = (uint32_t)i + 1;
#ifndef REPAIRED
        unpack(m, m->seed);
#endif
#pragma omp task firstprivate(m)
        {
#ifdef REPAIRED
            unpack(m, m->seed);
#endif
            m->score = score(m, m->seed);
        }
    }
}

int main(int argc, char **argv)
{
    enum { BATCH = 500 };
    static struct message all[BATCH];
    long batches = scaled(argc, argv, 110);
    uint64_t sum = 0;
    for (long b = 0; b < batches; b++) {
        handle(all, BATCH);
        for (int i = 0; i < BATCH; i += 7)
            sum = sum * 31 + all[i].score;
    }
    return print_sum(sum);
}
