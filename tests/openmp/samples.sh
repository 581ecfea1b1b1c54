# Functions by samples: what is planted in shares.c is found within 3 points, on work and on span, in and
# outside regions, by coroutines and by real threads; and in programs that nobody has prepared.
. "$SOURCE/tests/lib.sh"
here=$SOURCE/tests/openmp/samples
gcc -O2 -g -fopenmp "$here/shares.c" -o shares || exit 1
timing && n=20000000 || n=2000000

# Each is NAME PERCENT, within 3 points.
shares() { # SIDE, then pairs
    side=$1 whole=$(jq ".samples.on_$1" profile.json)
    shift
    while [ $# -gt 0 ]; do
        got=$(jq "[.samples.functions[] | select(.function == \"$1\") | .on_$side.self] | add // 0 | . * 100 / $whole" profile.json)
        measured "$how: $1 on $side" "$got" $(awk -v w="$2" 'BEGIN { print w - 3, w + 3 }')
        shift 2
    done
}

serial() { # NAME PERCENT
    got=$(jq "([.samples.serial_functions[] | select(.function == \"$1\") | .samples] | add // 0) * 100 / .samples.serial" profile.json)
    measured "$how: serial code in $1" "$got" $(awk -v w="$2" 'BEGIN { print w - 3, w + 3 }')
}

run() { # how, options...
    how=$1
    shift
    timeout -s KILL 300 "$BUILD/spanwise" run --rate=2000 --level=sampled "$@" ./shares $n 2>report
    same "$how: status" $? 0
    spanwise report --format=json >profile.json
    shares work read_input 12.5 write_output 4.17 many 66.67 alone 16.67
    serial read_input 75
    serial write_output 25
    timing || return 0 # which of them is found worth a word is up to the figures
    same "$how: the finding" "$(jq '[.findings[] | select(.kind == "serial_code")] | length' profile.json)" 1
    tr -s '\n ' '  ' <report >line
    has "$how: functions of serial code" line "[0-9]%.*'read_input' \(shares.c:[0-9]+\).*[0-9]+%.*'write_output'"
}

run 'on 8' -N 8
shares span read_input 30 write_output 10 many 20 alone 40
run 'on 2' -N 2
shares span read_input 18.75 write_output 6.25 many 50 alone 25
run 'real threads' -N 8 --baton
shares span read_input 30 write_output 10 many 20 alone 40
same 'the last of several' "$(spanwise run -q -N 1,2 -o p.prof ./shares 1000000 2>&1; spanwise report --format=json p.prof | jq '[.runs[].processors, .level]' -c)" '[1,2,"sampled"]'

# Levels: sampled is what there is, unless asked not to.
spanwise run -q -N 2 -o p.prof ./shares 3000000
same 'by default' "$(spanwise report --format=json p.prof | jq -r '.level, (.samples.taken > 10)' | xargs)" 'sampled true'
spanwise run -q -N 2 --rate=500 -o p.prof ./shares 3000000
same 'a rate alone' "$(spanwise report --format=json p.prof | jq -r '.level, .samples.rate' | xargs)" 'sampled 500'
spanwise run -q -N 2 --level=spawns -o p.prof ./shares 3000000
same 'none' "$(spanwise report --format=json p.prof | jq -r '.level, .samples' | xargs)" 'spawns null'
check 'paths' spanwise run -N 2 --format=folded -o p.prof ./shares 3000000 2>folded
has 'paths' folded '^main;read_input [0-9]+$'
same 'logical threads are where their region is called' "$(grep ';many ' folded | grep -v '^main;region;')" ''
same 'nothing of the runtime is on them' "$(grep -E 'GOMP_|sw_omp|live' folded)" ''
status 'no region' 0 spanwise run -N 2 -o none.prof ./shares 3000000 none 2>err
has 'no region' err '\bOpenMP\b'
same 'all of it is serial' "$(spanwise report --format=json none.prof | jq -r '.samples.serial == .samples.on_work, .samples.serial_functions[0].function' | xargs)" 'true read_input'

# What the program has the C library do is its own, also where the library's lines are known.
cat >library.c <<'X'
double in_library(long n)
{
    double x = 1;
    for (long i = 0; i < n; i++)
        x = x * 1.0000001 + 1e-9;
    return x;
}
X
cat >caller.c <<'X'
double in_library(long n);
__attribute__((noipa)) static double calls_library(void)
{
    return in_library(50000000) + 1;
}
int main(void)
{
    double x = calls_library();
#pragma omp parallel
    __asm__ volatile("" ::"x"(x));
    return 0;
}
X
gcc -O2 -g -shared -fPIC library.c -o libm.so.99 -Wl,-soname,libm.so.99 &&
    gcc -O2 -g -fopenmp caller.c -o caller -L. -l:libm.so.99 -Wl,-rpath,"$PWD" || fail 'gcc'
spanwise run -q -N 2 -o caller.prof ./caller
same 'serial code of the C library is its caller'\''s' "$(spanwise report --format=json caller.prof |
    jq -r '.samples.serial_functions[0].function')" calls_library

# What the system's headers bring along is the reader's function that uses it, and that is the line to begin at.
cat >headers.cc <<'X'
#include <algorithm>
static unsigned v[2000000];
__attribute__((noipa)) static void sorts()
{
    for (unsigned i = 0, x = 1; i < 2000000; i++)
        v[i] = x = x * 1664525 + 1013904223;
    std::sort(v, v + 2000000);
}
int main()
{
    sorts();
#pragma omp parallel
    __asm__ volatile("");
    return v[0] > v[1];
}
X
g++ -O2 -g -fopenmp headers.cc -o headers || fail 'g++'
spanwise run -q -N 2 -o headers.prof ./headers
spanwise report --format=json headers.prof >headers.json
same "serial code of the system's headers is its caller's" "$(jq -r '.samples.serial_functions[0].function' headers.json)" sorts
same 'the line to begin at' "$(jq -r '.verdict | "\(.file | split("/") | last):\(.line)"' headers.json)" headers.cc:7

# A phase whose steps all do the same by one function: the call of the phase is where to begin, and not that function.
cat >steps.c <<'X'
#define APART __attribute__((noipa)) static void
static long sum[5];
APART work(int k)
{
    for (volatile int i = 0; i < 25000000; i++)
        sum[k] += i;
}
APART first(void) { work(0); sum[0]++; }
APART second(void) { work(1); sum[1]++; }
APART third(void) { work(2); sum[2]++; }
APART fourth(void) { work(3); sum[3]++; }
APART load(void)
{
    first();
    second();
    third();
    fourth();
    sum[4]++;
}
int main(void)
{
    load();
#pragma omp parallel
    __asm__ volatile("");
    return 0;
}
X
gcc -O2 -g -fopenmp steps.c -o steps || fail 'gcc'
spanwise run -q -N 2 -o steps.prof ./steps
spanwise report --format=json steps.prof >steps.json
! timing || same 'a phase: its line' "$(jq -r '.verdict | "\(.function):\(.line)"' steps.json)" main:22
jq -r '.findings[] | select(.kind == "serial_code") | "\(.function):\(.line) \(.text)"' steps.json >phase
! timing || names 'a phase: whose work it is' phase "main:22 'work' 'load' steps.c:22 'main'"

# So is a loop whose bound they compute: the compiler gives the runtime's call their line.
cat >bound.cc <<'X'
#include <vector>
template <class T> void each(std::vector<T> &v)
{
#pragma omp parallel
#pragma omp for schedule(dynamic, 64)
    for (unsigned i = 0; i < v.size(); i++)
        v[i] += i;
}
int main()
{
    std::vector<unsigned> v(100000);
    each(v);
    return v[7] != 7;
}
X
g++ -O2 -g -fopenmp bound.cc -o bound || fail 'g++'
spanwise run -q -N 2 -o bound.prof ./bound
same "a loop is in the reader's file" "$(spanwise report --format=json bound.prof | jq -r '.constructs[] | select(.kind == "for") |
    "\(.file | split("/") | last) \(.line >= 4 and .line <= 6) \(.function | test("^each<"))"')" 'bound.cc true true'

# Nobody has prepared it, and it has no symbols but those that it exports.
if command -v convert-im6.q16 >/dev/null; then
    check 'ImageMagick' spanwise run -q -N 8 -o p.prof convert-im6.q16 -size 600x600 gradient: -rotate 7 ppm:/dev/null
    has 'its functions' <(spanwise report --format=csv-functions p.prof) 'ResamplePixelColor.*libMagickCore'
fi

# What samples take, some microseconds each, is not the program's.
overhead() { spanwise report --format=json "$1" | jq .circumstances.overhead; }
spanwise run -q -N 2 --level=sampled --rate=20000 -o p.prof ./shares 5000000
spanwise run -q -N 2 --level=spawns -o none.prof ./shares 5000000
taken=$(spanwise report --format=json p.prof | jq .samples.taken)
measured 'subtracted' "$((($(overhead p.prof) - $(overhead none.prof)) / taken))" 1500 100000

# On pieces of stack.
spanwise run -q -N 2 -o p.prof ./shares 50000000 deep
measured 'at the end of many tasks' "$(spanwise report --format=json p.prof |
    jq '([.samples.functions[] | select(.function == "bottom") | .on_work.self] | add // 0) * 100 / .samples.on_work')" 80 100
finish
