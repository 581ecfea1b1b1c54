/* Counts words, their beginnings and their endings. */
#include "shared.h"

#include <cilk/cilk.h>
#include <pthread.h>
#include <string.h>

enum { BUCKETS = 4096, STRIPES = 128, WORD = 16 };
struct entry {
    struct entry *next;
    uint64_t count;
    char word[WORD];
};
static struct entry *buckets[BUCKETS];
static pthread_mutex_t locks[STRIPES];

static uint32_t hash(const char *word)
{
    uint32_t h = 2166136261u;
    for (; *word; word++)
        h = (h ^ (unsigned char)*word) * 16777619u;
    return h ^ h >> 15;
}

static void count(const char *word)
{
    uint32_t h = hash(word) % BUCKETS;
#ifdef REPAIRED
    pthread_mutex_t *lock = &locks[h % STRIPES];
#else
    pthread_mutex_t *lock = &locks[0];
#endif
    pthread_mutex_lock(lock);
    struct entry *e = buckets[h];
    while (e && strcmp(e->word, word) != 0)
        e = e->next;
    if (!e) {
        e = calloc(1, sizeof(*e));
        strcpy(e->word, word);
        e->next = buckets[h];
        buckets[h] = e;
    }
    e->count++;
    pthread_mutex_unlock(lock);
}

static void make_word(char *word, uint32_t x)
{
    for (int i = 0; i < 40; i++)
        x = (x ^ x >> 15) * 2246822519u;
    int length = 8 + (int)(x % 7);
    for (int i = 0; i < length; i++) {
        word[i] = (char)('a' + x % 5);
        x = x * 1664525 + 1013904223;
        x ^= x >> 16;
    }
    word[length] = 0;
}

static void beginning(const char *word)
{
    char start[WORD];
    memcpy(start, word, 6);
    start[6] = 0;
    count(start);
}

static void ending(const char *word)
{
    count(word + strlen(word) - 5);
}

int main(int argc, char **argv)
{
    for (int i = 0; i < STRIPES; i++)
        pthread_mutex_init(&locks[i], NULL);
    long words = scaled(argc, argv, 700000);
    cilk_for (long i = 0; i < words; i++) {
        char word[WORD];
        make_word(word, (uint32_t)i % 20000);
        count(word);
        beginning(word);
        ending(word);
    }
    uint64_t sum = 0;
    for (int b = 0; b < BUCKETS; b++)
        for (struct entry *e = buckets[b]; e; e = e->next)
            sum += hash(e->word) * e->count;
    return print_sum(sum);
}
