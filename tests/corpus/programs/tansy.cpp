// Offers are rated by rules; the later ones have more of them.
#include "shared.h"

#include <vector>

struct Offer {
    uint32_t number;
    int rules;
    uint32_t rating;
};

static uint32_t rate(const Offer &offer)
{
    uint32_t x = offer.number;
    for (int i = 0; i < offer.rules * 200; i++)
        x = (x ^ x >> 15) * 2246822519u + 5;
    return x;
}

static void rate_all(std::vector<Offer> &offers)
{
#ifdef REPAIRED
#pragma omp parallel for schedule(dynamic, 4)
#else
#pragma omp parallel for schedule(dynamic, 128)
#endif
    for (size_t i = 0; i < offers.size(); i++)
        offers[i].rating = rate(offers[i]);
}

int main(int argc, char **argv)
{
    size_t n = static_cast<size_t>(scaled(argc, argv, 6000));
    std::vector<Offer> offers;
    for (size_t i = 0; i < n; i++)
        offers.push_back({static_cast<uint32_t>(i), static_cast<int>(i > n - 150 ? 2000 : 200), 0});
    rate_all(offers);
    uint64_t sum = 0;
    for (const Offer &offer : offers)
        sum = sum * 31 + offer.rating;
    return print_sum(sum);
}
