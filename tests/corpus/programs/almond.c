/* Payments between accounts: each is checked, then posted to the account that it is for. */
#include "shared.h"

#include <cilk/cilk.h>
#include <pthread.h>

enum { ACCOUNTS = 4096, STRIPES = 256 };
static struct {
    uint64_t balance, history;
} accounts[ACCOUNTS];
static struct {
    pthread_mutex_t mutex;
    char apart[256 - sizeof(pthread_mutex_t)];
} locks[STRIPES];

static uint32_t checked(uint32_t payment)
{
    for (int i = 0; i < 700; i++)
        payment = (payment ^ payment >> 15) * 2246822519u;
    return payment;
}

static void post(uint32_t to, uint32_t amount)
{
#ifdef REPAIRED
    pthread_mutex_t *lock = &locks[to % STRIPES].mutex;
#else
    pthread_mutex_t *lock = &locks[0].mutex;
#endif
    pthread_mutex_lock(lock);
    uint64_t mark = amount;
    for (int i = 0; i < 280; i++)
        mark = (mark ^ mark >> 13) * 0x9E3779B97F4A7C15u;
    accounts[to].balance += amount;
    accounts[to].history += mark;
    pthread_mutex_unlock(lock);
}

int main(int argc, char **argv)
{
    for (int i = 0; i < STRIPES; i++)
        pthread_mutex_init(&locks[i].mutex, NULL);
    long payments = scaled(argc, argv, 300000);
    cilk_for (long i = 0; i < payments; i++) {
        uint32_t payment = checked((uint32_t)i + 1);
        post(payment % ACCOUNTS, payment >> 12);
    }
    uint64_t sum = 0;
    for (int i = 0; i < ACCOUNTS; i++)
        sum += accounts[i].balance * 31 ^ accounts[i].history;
    return print_sum(sum);
}
