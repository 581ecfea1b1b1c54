# Every form in C++ gives what the serial elision gives, at every level and of every standard, on 1 to 8 workers; and with clang++,
# which builds it serially.
. "$SOURCE/tests/lib.sh"
here=$SOURCE/tests/cc
export SPANWISE_EAGER=1 ASAN_OPTIONS=detect_leaks=0 # leaks are counted by tests/sched/exceptions.cc
ulimit -S -s 65536 2>/dev/null # frames are larger under a sanitizer

g++ -std=c++17 -w -I"$SOURCE/include" "$here/forms.cc" -o forms.serial
./forms.serial >forms.want
check 'forms prints something' test -s forms.want
g++ -std=c++11 -w -I"$SOURCE/include" "$here/old.cc" -o old.serial
./old.serial >old.want
check 'old prints something' test -s old.want

# agrees PROGRAM WHAT...: built so, it prints the same on every number of workers.
agrees() {
    local program=$1 n
    shift
    rm -f a.out
    check "$program builds: $*" spanwise c++ "$@" -w -g "$here/$program.cc" -o a.out
    for n in $(some 2 1 2 4 8); do
        CILK_NWORKERS=$n timeout 120 ./a.out >got
        same "$program on $n workers: $*" $? 0
        check "$program agrees on $n workers: $*" cmp got "$program.want"
    done
}

levels=(-O1)
! long || levels=(-O0 -O1 -O2 -O3 '-O2 -flto' '-Os -ffunction-sections -Wl,--gc-sections' '-O2 -fPIC' '-O2 -std=c++20' '-O2 -fno-exceptions'
    '-O1 -fsanitize=undefined -fno-sanitize-recover' '-O1 -fsanitize=address' '-O1 -fsanitize=address -std=c++20')
for level in "${levels[@]}"; do
    # shellcheck disable=SC2086
    agrees forms -std=c++17 $level
done
if long; then
    g++ -std=c++20 -w -I"$SOURCE/include" "$here/forms20.cc" -o forms20.serial
    ./forms20.serial >forms20.want
    check 'forms20 prints something' test -s forms20.want
    agrees forms20 -std=c++20 -O1
    agrees forms20 -std=c++20 -O2 -fsanitize=undefined -fno-sanitize-recover
    agrees forms20 -std=c++20 -O1 -fsanitize=address
fi
agrees old -std=c++11 -O1
check 'forms20 is accepted' spanwise c++ -std=c++20 -w -fsyntax-only "$here/forms20.cc"
if long; then
    agrees old -std=gnu++14 -O0
    agrees old -std=c++20 -O0
    agrees old -std=c++11 -O1 -fsanitize=address,undefined -fno-sanitize-recover
fi
if command -v clang++ >/dev/null; then
    agrees old --spanwise-cc=clang++ -std=c++17 -O1
    ! long || agrees forms --spanwise-cc=clang++ -std=c++17 -O2
fi

# What a program has made macros of, by its options, is nothing to the header that stands first: all its names that are not reserved are one,
# and more.
header=$SOURCE/include/cilk/spanwise_tasks.h
keywords=' this do auto bool catch class const constexpr decltype delete explicit extern false for if inline int long namespace new noexcept nullptr operator private return
    sizeof static static_assert static_cast reinterpret_cast struct template throw true try typename union unsigned using void volatile while default define undef '
# shellcheck disable=SC2046
set -- $(sed 's/"[^"]*"//g; /^ *#/!b; s/#define//; t; d' "$header" | sed ':a; s|/\*.*\*/||; /\/\*/{N; ba}' | grep -oE '\b[A-Za-z][A-Za-z0-9_]*' | sort -u)
defined=()
for name in "$@" A C F N T args at call check count first frame hooks last next site take test to wait; do
    case $name in SPANWISE_* | UL) continue ;; esac
    case $keywords in *" $name "* | *" $name"$'\n'*) ;; *) defined+=("-D$name=1") ;; esac
done
printf '%s\n' '#undef N' 'static int spawned(int x, const int &y) { return x + y; }' \
    'int main() { int s[9]; int u = cilk_spawn spawned(1, 2); cilk_sync; cilk_for (int v = 0; v < 9; v++) s[v] = T; return u - 3 + s[4] - 1 + A - value; }' >macros.cc
check "${#defined[@]} names as macros" spanwise c++ "${defined[@]}" macros.cc -o macros && check 'they are the program'"'"'s' ./macros

# Attributes stay.
cat >attributes.cc <<'END'
static int f(int x) { return x; }
static int &g(int &x) { return x; }
int main()
{
    int y = 1;
    [[maybe_unused]] int a = cilk_spawn f(3);
    [[maybe_unused]] [[gnu::unused]] int b = 1, c = cilk_spawn f(y), *d = &y, e = cilk_spawn f(y);
    [[maybe_unused]] auto h = cilk_spawn f(y);
    [[maybe_unused]] int &i = cilk_spawn g(y);
    cilk_sync;
}
END
check 'unused variables' spanwise c++ -std=c++17 -Wall -Wextra -Werror -c attributes.cc

# Templates and functions in line that two files have are one, and so are their sleds.
printf '%s\n' '#include "forms.hh"' 'int second(int n) { int x = cilk_spawn from_header(n); cilk_sync; return x; }' >second.cc
printf '%s\n' '#include "forms.hh"' '#include <cstdio>' 'int second(int); extern "C" int third(int);' \
    'int main() { std::printf("%d\n", from_header(15) + second(15) + third(15)); }' >first.cc
printf '%s\n' '#include <cilk/cilk.h>' 'int third(int n) { if (n < 2) return n; int x = cilk_spawn third(n - 1); int y = third(n - 2); cilk_sync; return x + y; }' >third.c
check 'two files in C++ and one in C' sh -c 'spanwise-c++ -O2 -g -I"$0" -c first.cc second.cc && spanwise-cc -O2 -g -c third.c' "$here"
check 'linked by us' spanwise-c++ first.o second.o third.o -o both
same 'what they print' "$(CILK_NWORKERS=4 ./both)" 1830
check 'linked by g++' sh -c 'g++ first.o second.o third.o $(spanwise c++ --print-link-flags) -o both'
same 'what they print' "$(CILK_NWORKERS=4 ./both)" 1830
check 'linked by g++ without the runtime' g++ first.o second.o third.o -o both
same 'serially' "$(SPANWISE_QUIET=1 ./both)" 1830

# Names in a profile are those of the source.
printf '%s\n' '#include <cilk/cilk.h>' 'namespace n { template <class T> T fib(T n) {' 'if (n < 2) return n;' 'T x = cilk_spawn fib(n - 1);' \
    'T y = fib(n - 2);' 'cilk_sync; return x + y; } }' 'int main() { int a[50];' 'cilk_for (int i = 0; i < 50; i++) a[i] = n::fib(9);' \
    'auto l = [&](int k) __attribute__((noinline)) {' 'return n::fib<long>(k); };' 'long b = cilk_spawn l(5); cilk_sync;' 'return a[7] + b == 39 ? 0 : 1; }' >names.cc
check 'names.cc' spanwise c++ -O1 -g names.cc -o names
check 'it is profiled' sh -c 'spanwise run -q --meter=instructions -o names.prof ./names && spanwise report --format=json names.prof >names.json'
has 'a template' names.json '"n::fib<'
has 'a lambda' names.json '<lambda:9>'
# Also lambdas that templates take: two of them make two functions.
cat >taken.cc <<'END'
#include <cilk/cilk.h>
static volatile int zero;
template <class F> __attribute__((noinline)) int twice(F f, int n)
{
    int a = cilk_spawn f(n);
    cilk_sync;
    return a + f(n) + zero;
}
template <class... F> __attribute__((noinline)) int all(F &...f)
{
    int each[] = {f(zero)...};
    return each[0];
}
namespace n {
template <class T, class F> struct Runner {
    F f;
    __attribute__((noinline)) T run(T k) { return f(k) + zero; }
};
template <class F> Runner<int, F> runner(F f) { return {f}; }
}
inline int in_header(int k)
{
    auto generic = [](auto g) __attribute__((noinline)) { return g(1) + zero; };
    return twice([](int x) { return x; }, k) + generic([](int x) { return x; });
}
int main()
{
    auto plain = [](int x) { return x; };
    int s = twice(plain, 1) + twice([](int x) { return -x; }, 1) + n::runner(plain).run(0) + all(plain, plain);
    return s + in_header(0) - 1;
}
END
check 'taken.cc' spanwise c++ -O1 -g taken.cc -o taken
check 'it is profiled' sh -c 'spanwise run -q --meter=instructions -o taken.prof ./taken && spanwise report --format=json taken.prof >taken.json'
for name in 'twice<main::<lambda:28>>' 'twice<main::<lambda:29>>' 'n::Runner<int, main::<lambda:28>>::run' 'all<main::<lambda:28>, main::<lambda:28>>' \
    'twice<in_header::<lambda:24>>' 'in_header::<lambda:23>::operator()<in_header::<lambda:24>>'; do
    check "$name" grep -qF "\"$name\"" taken.json
done

same 'nothing of ours' "$(grep -o '"[^"]*__s[pw][^"]*"' names.json | head -3)" ''
finish
