#include "tests/attack/attack.h"

/* splitmix64: the same on every machine. */
uint64_t chance_next(struct chance *chance)
{
    uint64_t z = chance->state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

uint64_t chance_below(struct chance *chance, uint64_t n)
{
    return chance_next(chance) % n;
}

uint64_t chance_odd(struct chance *chance, uint64_t near)
{
    switch (chance_below(chance, 8)) {
    case 0:
        return 0;
    case 1:
        return near + 1;
    case 2:
        return near - 1;
    case 3:
        return (uint64_t)1 << chance_below(chance, 64);
    case 4:
        return ((uint64_t)1 << chance_below(chance, 64)) - 1;
    case 5:
        return chance_below(chance, 300);
    case 6:
        return near * (1 + chance_below(chance, 1000));
    default:
        return chance_next(chance) >> chance_below(chance, 64);
    }
}
