# Addresses to functions and lines, for the ways in which a program may be built.
. "$SOURCE/tests/lib.sh"
subject=$SOURCE/tests/profile/subject.c

# The line of the n-th comment "WANT what" in the subject.
line() { grep -n "WANT $1 " "$subject" | sed -n "${2:-1}s/:.*//p"; }
declared() { grep -n "$1(.*)\$" "$subject" | head -1 | sed 's/:.*//'; }
machine=$(uname -m)
spawn_line=$(line spawner "$([ "$machine" = aarch64 ] && echo 1 || echo 2)")

# The search for leaks at the end takes seconds on some machines: once is enough, at the end.
resolve() { ASAN_OPTIONS=detect_leaks=${leaks-0} "$BUILD/tests/test-resolve" "$@" >out; }

# build_and_resolve 'what' compiler options...
full() {
    what=$1
    shift
    check "$what builds" "$@" -w -o subject
    ./subject | resolve
    has "$what: a call" out "^plain caller plain subject.c:$(line plain) callee plain subject.c:$(declared plain)\$"
    has "$what: an inlined call" out "^inlined caller inlined subject.c:$(line inlined) < outer subject.c:$(line outer) callee plain "
    has "$what: an inlined spawn" out "^spawner caller spawner subject.c:$spawn_line callee spawned subject.c:$(declared spawned)\$"
    same "$what: warnings" "$(grep -c warning out)" 0
}

full 'gcc, PIE' gcc -O2 -g -fPIE -pie "$subject"
full 'gcc, no PIE' gcc -O2 -g -fno-pie -no-pie "$subject"
full 'gcc, DWARF 4' gcc -O2 -gdwarf-4 "$subject"
full 'gcc, static' gcc -O2 -g -static "$subject"
full 'gcc, sections' gcc -O2 -g -ffunction-sections -Wl,--gc-sections "$subject"
full 'gcc, LTO' gcc -O2 -g -flto=1 "$subject"
full 'clang' clang -O2 -g "$subject"
if command -v x86_64-linux-gnu-gcc >/dev/null && command -v qemu-x86_64 >/dev/null; then
    x86_64-linux-gnu-gcc -w -O2 -g -static "$subject" -o foreign
    qemu-x86_64 ./foreign | resolve
    has 'x86-64: an inlined call' out "^inlined caller inlined subject.c:$(line inlined) < outer subject.c:$(line outer) "
fi

# The linker's stubs, which have no symbols.
gcc -w -O2 -g -fno-pie -no-pie "$subject" -o subject
stub=$(readelf -SW subject | awk '{ sub(/^ *\[ *[0-9]+\] */, "") } $1 == ".plt" { print $3 }')
{ ./subject | grep ^module; echo "site stub $stub $stub"; } | resolve
has 'a stub' out '^stub caller \(calls into libraries\) '

# A shared library, with its own debug information.
printf '%s\n' 'void note(const char *, void *);' \
    'void in_library(void) { note("library", (void *)in_library); __asm__ volatile(""); }' >lib.c
gcc -O2 -g -fPIC -shared lib.c -o liblib.so
full 'with a library' gcc -O2 -g -rdynamic -DWITH_LIBRARY "$subject" -L. -llib -Wl,-rpath,"$WORK"
has 'in a library' out '^library caller in_library lib.c:2 callee in_library lib.c:2$'

# Debug information has the short name, of which there may be many in a file, and the symbol.
printf '%s\n' 'extern "C" void note(const char *, void *);' 'namespace app {' \
    'struct a { __attribute__((noinline)) static void run(); };' 'struct b { void run(); };' \
    'void a::run() { note("of-a", (void *)a::run); __asm__ volatile(""); }' \
    '__attribute__((always_inline)) inline void b::run() { note("of-b", (void *)a::run); __asm__ volatile(""); }' \
    '}' 'extern "C" void in_library(void) { app::a::run(); app::b().run(); void of_few(); of_few(); }' \
    'namespace { namespace own { template <class F> void call(F f) { f(0); }' \
    '__attribute__((noinline)) void few() { note("of-few", (void *)few); __asm__ volatile(""); } } }' \
    'void of_few() { own::few(); own::call([](int) { note("of-lambda", (void *)own::few); __asm__ volatile(""); }); }' >lib.cc
g++ -O2 -g -fPIC -shared lib.cc -o liblib.so
gcc -w -O2 -g -rdynamic -DWITH_LIBRARY "$subject" -L. -llib -Wl,-rpath,"$WORK" -o subject
./subject | resolve
has 'C++: a function and its class' out '^of-a caller app::a::run lib.cc:5 '
has 'C++: of a namespace without a name' out '^of-few caller \(anonymous namespace\)::own::few lib.cc:10 '
has 'C++: a lambda' out '^of-lambda caller of_few::<lambda:11> lib.cc:11 '
has 'C++: another of that name, inlined' out '^of-b caller app::b::run lib.cc:6 < in_library lib.cc:8 '

# A function whose last call is a jump is not on the stack: it is put back. And parts of variables, as locks are, by class and field.
cat >lib.cc <<'END'
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
namespace app {
struct Base { long a; pthread_mutex_t base_m; };
class Cache : public Base { public: struct Part { int n; pthread_mutex_t m; } parts[3]; static Cache one; };
Cache Cache::one;
}
static struct { int n; struct { pthread_mutex_t mutex; } inner; } records;
static pthread_mutex_t log_m;
struct { int n; struct { struct { pthread_mutex_t mutex; } gil; pthread_mutex_t other; } ceval; } _PyRuntime;
static void lock(const char *what, void *at) { printf("lock %s %jx\n", what, (uintmax_t)(uintptr_t)at); }
__attribute__((noinline)) void target(const char *what)
{
    printf("call %s %jx %jx\n", what, (uintmax_t)(uintptr_t)__builtin_return_address(0) - 1, (uintmax_t)(uintptr_t)target + 4);
    __asm__ volatile("");
}
__attribute__((noinline)) static void jumper(const char *what)
{
    target(what);
}
extern "C" void in_library(void)
{
    jumper("jumped");
    target("called");
    lock("field", &app::Cache::one.parts[1].m);
    lock("base", &app::Cache::one.base_m);
    lock("nameless", &records.inner.mutex);
    lock("plain", &log_m);
    lock("python", &_PyRuntime.ceval.gil.mutex);
    lock("pythons", &_PyRuntime.ceval.other);
}
END
for cc in g++ clang++; do
    $cc -O2 -g -fPIC -shared lib.cc -o liblib.so
    ./subject | resolve
    has "$cc: a jump is put back" out '^jumped path jumper lib.cc:20 < in_library lib.cc:24$'
    has "$cc: where there is none, nothing is" out '^called path in_library lib.cc:25$'
    has "$cc: a field" out '^field lock app::Cache::Part::m$'
    has "$cc: of a base" out '^base lock app::Base::base_m$'
    has "$cc: of what has no name" out '^nameless lock records.inner.mutex$'
    has "$cc: no field" out '^plain lock log_m$'
    has "$cc: Python's" out "^python lock Python's GIL\$"
    has "$cc: another one of Python's" out '^pythons lock _PyRuntime.ceval.other$'
done

# What compilers make of the body of a parallel region has the name of the function that it is in.
printf '%s\n' 'extern "C" void note(const char *, void *);' 'struct grid { void before(); void spread(); };' \
    'void grid::before() { __asm__ volatile(""); }' 'void grid::spread()' '{' '#pragma omp parallel num_threads(1)' \
    '    { note("region", 0); __asm__ volatile(""); }' '}' \
    'extern "C" void in_library(void) { grid().spread(); }' >lib.cc
for cc in g++ clang++; do
    $cc -O2 -g -fPIC -shared -fopenmp lib.cc -o liblib.so
    ./subject | resolve
    has "$cc: a region" out '^region caller grid::spread lib.cc:7 '
done

# Debug information in a file of its own.
gcc -w -O2 -g "$subject" -o subject
objcopy --only-keep-debug subject subject.debug
strip subject
objcopy --add-gnu-debuglink=subject.debug subject
./subject | resolve
has 'by debuglink' out "^plain caller plain subject.c:$(line plain) "

# Without debug information: names without the compiler's suffixes, no lines, one hint.
gcc -w -O2 "$subject" -o subject
./subject | resolve
has 'names' out '^plain caller plain :0 callee plain :0$'
same 'one hint' "$(grep -c '^warning: .*-g$' out)" 1
# C++: with classes and namespaces, without parameters and, of templates, what they return.
cxx() {
    objcopy --redefine-sym plain="$1" subject renamed && chmod +x renamed
    ./renamed | resolve
    has "a name: $1" out "^plain caller $2 :0 callee $2 :0\$"
}
cxx _ZNSt6thread4joinEv std::thread::join
cxx _ZN3app3sumIdEEdRKSt6vectorIT_SaIS2_EE 'app::sum<double>'
cxx _ZZ4mainENKUlvE_clEv 'main::\{lambda\(\)#1\}::operator\(\)'
cxx _ZN3app3sumIdEEdRKSt6vectorIT_SaIS2_EE.constprop.0 'app::sum<double>'
cxx _ZN3app3run17h0123456789abcdefE app::run # of Rust
cxx '_ZN3app4main28_$u7b$$u7b$closure$u7d$$u7d$17h0123456789abcdefE' 'app::main::\{\{closure\}\}'
cxx '_ZN3app12run$LT$T$GT$5outer17h0123456789abcdefE' 'app::run<T>::outer'
cxx _ZN3app1_17h0123456789abcdefE 'app::_'
cxx '_ZN45_$LT$app..Grid$u20$as$u20$core..ops..Drop$GT$4drop17h0123456789abcdefE' '<app::Grid as core::ops::Drop>::drop'
cxx _Znonsense _Znonsense
# gfortran: a procedure of a module.
cxx __linear_MOD_solve solve
cxx __linear_MOD_solve._omp_fn.0 solve
cxx __linear_MOD_ __linear_MOD_

objcopy --redefine-sym plain=plain.constprop.0 subject renamed && chmod +x renamed
./renamed | resolve
has 'a clone' out '^plain caller plain :0'
strip subject
./subject | resolve
has 'stripped' out '^plain caller \? :0 callee \? :0$'

# The file has changed since, or is gone, or is no program at all.
gcc -w -O2 -g "$subject" -o subject
id=$(readelf -n subject | sed -n 's/.*Build ID: //p')
./subject >addresses
leaks=1 resolve "$id" <addresses
same 'no leak' $? 0
has 'the same build-id' out "^plain caller plain subject.c:$(line plain) "
resolve "00$id" <addresses
has 'another build-id' out "^warning: './subject' "
has 'no wrong names' out '^plain caller \? :0'
rm subject
resolve <addresses
has 'gone' out "^warning: .*'./subject'"
echo nonsense >subject
resolve <addresses
has 'no program' out "^warning: .*'./subject'"
finish
