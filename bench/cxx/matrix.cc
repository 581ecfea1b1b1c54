// A class of matrices, whose product divides itself: spawned methods, and temporaries that the sync waits for.
#include "bench.hh"

#include <memory>

class Block
{
    double *at;
    long stride;

  public:
    long n;
    Block(double *at, long stride, long n) : at(at), stride(stride), n(n)
    {
    }
    double &operator()(long i, long j) const
    {
        return at[i * stride + j];
    }
    Block part(long i, long j) const
    {
        return Block(&(*this)(i * n / 2, j * n / 2), stride, n / 2);
    }
    void add_product(const Block &a, const Block &b) const
    {
        for (long i = 0; i < n; i++)
            for (long k = 0; k < n; k++)
                for (long j = 0; j < n; j++)
                    (*this)(i, j) += a(i, k) * b(k, j);
    }
    void multiply(const Block &a, const Block &b) const
    {
        if (n <= 32) {
            add_product(a, b);
            return;
        }
        for (long k = 0; k < 2; k++) {
            for (long ij = 0; ij < 3; ij++)
                cilk_spawn part(ij / 2, ij % 2).multiply(a.part(ij / 2, k), b.part(k, ij % 2));
            part(1, 1).multiply(a.part(1, k), b.part(k, 1));
            cilk_sync;
        }
    }
};

int main(int argc, char **argv)
{
    long n = bench_size(argc, argv, 1024), size = n * n;
    std::unique_ptr<double[]> data(new double[static_cast<std::size_t>(3 * size)]());
    Block a(data.get(), n, n), b(data.get() + size, n, n), c(data.get() + 2 * size, n, n);
    cilk_for (long i = 0; i < size; i++)
        data[static_cast<std::size_t>(i)] = data[static_cast<std::size_t>(size + i)] =
            static_cast<double>(i % 7);
    c.multiply(a, b);
    bench_say(static_cast<long>(c(n / 3, n / 5) + c(n - 1, n - 1)));
}
