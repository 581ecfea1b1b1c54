// A mesh of elements that moves: one step after the other, each in many short loops.
#include "shared.h"

#include <vector>

using Field = std::vector<uint32_t>;
struct Mesh {
    explicit Mesh(size_t n) : e(n), p(n), q(n), v(n), x(n)
    {
    }
    Field e, p, q, v, x;
};

static void press(Mesh &m)
{
    uint32_t *e = m.e.data(), *p = m.p.data(), *q = m.q.data(), *v = m.v.data(), *x = m.x.data();
    const size_t n = m.e.size();
#ifdef REPAIRED
#pragma omp parallel for
    for (size_t i = 0; i < n; i++) {
        e[i] += (p[i] ^ q[i]) >> 3;
        p[i] = (p[i] ^ e[i] >> 7) * 2246822519u;
        q[i] += p[i] % 1009 * 3;
        v[i] = (v[i] ^ q[i] >> 5) * 3266489917u;
        x[i] += v[i] / 77;
        e[i] ^= x[i] % 4093;
    }
#else
#pragma omp parallel for
    for (size_t i = 0; i < n; i++)
        e[i] += (p[i] ^ q[i]) >> 3;
#pragma omp parallel for
    for (size_t i = 0; i < n; i++)
        p[i] = (p[i] ^ e[i] >> 7) * 2246822519u;
#pragma omp parallel for
    for (size_t i = 0; i < n; i++)
        q[i] += p[i] % 1009 * 3;
#pragma omp parallel for
    for (size_t i = 0; i < n; i++)
        v[i] = (v[i] ^ q[i] >> 5) * 3266489917u;
#pragma omp parallel for
    for (size_t i = 0; i < n; i++)
        x[i] += v[i] / 77;
#pragma omp parallel for
    for (size_t i = 0; i < n; i++)
        e[i] ^= x[i] % 4093;
#endif
}

static void drive(Mesh &m)
{
    uint32_t *e = m.e.data(), *p = m.p.data(), *q = m.q.data(), *v = m.v.data(), *x = m.x.data();
    const size_t n = m.e.size();
#ifdef REPAIRED
#pragma omp parallel for
    for (size_t i = 0; i < n; i++) {
        p[i] = (p[i] ^ e[i] >> 7) * 2246822519u;
        q[i] += p[i] % 1009 * 3;
        v[i] = (v[i] ^ q[i] >> 5) * 3266489917u;
        x[i] += v[i] / 77;
        e[i] ^= x[i] % 4093;
        e[i] += (p[i] ^ q[i]) >> 3;
    }
#else
#pragma omp parallel for
    for (size_t i = 0; i < n; i++)
        p[i] = (p[i] ^ e[i] >> 7) * 2246822519u;
#pragma omp parallel for
    for (size_t i = 0; i < n; i++)
        q[i] += p[i] % 1009 * 3;
#pragma omp parallel for
    for (size_t i = 0; i < n; i++)
        v[i] = (v[i] ^ q[i] >> 5) * 3266489917u;
#pragma omp parallel for
    for (size_t i = 0; i < n; i++)
        x[i] += v[i] / 77;
#pragma omp parallel for
    for (size_t i = 0; i < n; i++)
        e[i] ^= x[i] % 4093;
#pragma omp parallel for
    for (size_t i = 0; i < n; i++)
        e[i] += (p[i] ^ q[i]) >> 3;
#endif
}

static void shift(Mesh &m)
{
    uint32_t *e = m.e.data(), *p = m.p.data(), *q = m.q.data(), *v = m.v.data(), *x = m.x.data();
    const size_t n = m.e.size();
#ifdef REPAIRED
#pragma omp parallel for
    for (size_t i = 0; i < n; i++) {
        q[i] += p[i] % 1009 * 3;
        v[i] = (v[i] ^ q[i] >> 5) * 3266489917u;
        x[i] += v[i] / 77;
        e[i] ^= x[i] % 4093;
        e[i] += (p[i] ^ q[i]) >> 3;
        p[i] = (p[i] ^ e[i] >> 7) * 2246822519u;
    }
#else
#pragma omp parallel for
    for (size_t i = 0; i < n; i++)
        q[i] += p[i] % 1009 * 3;
#pragma omp parallel for
    for (size_t i = 0; i < n; i++)
        v[i] = (v[i] ^ q[i] >> 5) * 3266489917u;
#pragma omp parallel for
    for (size_t i = 0; i < n; i++)
        x[i] += v[i] / 77;
#pragma omp parallel for
    for (size_t i = 0; i < n; i++)
        e[i] ^= x[i] % 4093;
#pragma omp parallel for
    for (size_t i = 0; i < n; i++)
        e[i] += (p[i] ^ q[i]) >> 3;
#pragma omp parallel for
    for (size_t i = 0; i < n; i++)
        p[i] = (p[i] ^ e[i] >> 7) * 2246822519u;
#endif
}

static void settle(Mesh &m)
{
    uint32_t *e = m.e.data(), *p = m.p.data(), *q = m.q.data(), *v = m.v.data(), *x = m.x.data();
    const size_t n = m.e.size();
#ifdef REPAIRED
#pragma omp parallel for
    for (size_t i = 0; i < n; i++) {
        v[i] = (v[i] ^ q[i] >> 5) * 3266489917u;
        x[i] += v[i] / 77;
        e[i] ^= x[i] % 4093;
        e[i] += (p[i] ^ q[i]) >> 3;
        p[i] = (p[i] ^ e[i] >> 7) * 2246822519u;
        q[i] += p[i] % 1009 * 3;
    }
#else
#pragma omp parallel for
    for (size_t i = 0; i < n; i++)
        v[i] = (v[i] ^ q[i] >> 5) * 3266489917u;
#pragma omp parallel for
    for (size_t i = 0; i < n; i++)
        x[i] += v[i] / 77;
#pragma omp parallel for
    for (size_t i = 0; i < n; i++)
        e[i] ^= x[i] % 4093;
#pragma omp parallel for
    for (size_t i = 0; i < n; i++)
        e[i] += (p[i] ^ q[i]) >> 3;
#pragma omp parallel for
    for (size_t i = 0; i < n; i++)
        p[i] = (p[i] ^ e[i] >> 7) * 2246822519u;
#pragma omp parallel for
    for (size_t i = 0; i < n; i++)
        q[i] += p[i] % 1009 * 3;
#endif
}

int main(int argc, char **argv)
{
    Mesh mesh(18000);
    for (size_t i = 0; i < mesh.e.size(); i++)
        mesh.e[i] = mesh.p[i] = static_cast<uint32_t>(i * 2654435761u);
    long steps = scaled(argc, argv, 1230);
    for (long s = 0; s < steps; s++) {
        press(mesh);
        drive(mesh);
        shift(mesh);
        settle(mesh);
    }
    uint64_t sum = 0;
    for (size_t i = 0; i < mesh.e.size(); i++)
        sum = sum * 31 + mesh.e[i] + mesh.x[i];
    return print_sum(sum);
}
