// What a compiler has inlined of a library's header is code of who called it.
#include <mutex>

struct Cache {
    static std::mutex m;
    void get();
};
std::mutex Cache::m;
extern "C" void work(unsigned long parts);

__attribute__((noinline)) void Cache::get()
{
    std::lock_guard<std::mutex> guard(m); // here
    work(40);
}

extern "C" void by_cxx(int)
{
    Cache cache;
    cache.get();
}
