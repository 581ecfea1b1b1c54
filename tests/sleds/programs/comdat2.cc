#include "comdat.h"

int elsewhere(int x)
{
    square s(x);
    other &o = s;
    return clamped(o.edges(), 0, 11) + (int)clamped(2.5, 0.5, 1.5);
}
