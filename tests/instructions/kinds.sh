# All kinds of programs: the same sites and nearly the same counts, however they are linked.
. "$SOURCE/tests/instructions/lib.sh"
work= spawns=
kinds=('own -fPIE -pie' 'own -fno-pie -no-pie' 'own -static' 'own -static-pie' 'qemu -fPIE -pie')
! long || kinds+=('qemu -fno-pie -no-pie' 'qemu -static' 'qemu -static-pie')
for kind in "${kinds[@]}"; do
    engine=${kind%% *} flags=${kind#* }
    check "$kind builds" spanwise cc -O2 -g $flags "$here/subject.c" -o subject
    check "$kind is counted" count it.prof ./subject 5000
    same "$kind: its output" "$(cat out)" "$(./subject 5000)"
    same "$kind: spawns" "$(figure it.prof .spawns)" "${spawns:=$(figure it.prof .spawns)}"
    got=$(figure it.prof '.sites[] | select(.callee == "fill" and .kind == "call") | .on_work.work')
    within "$kind: the work of code of its own" "$got" "$((${work:-$got} - 200))" "$((${work:-$got} + 200))"
    work=$got
done

# Shared libraries count, or not.
cat >library.c <<'C'
unsigned long long library(int n)
{
    volatile unsigned long long sum = 0;
    for (int i = 0; i < n; i++)
        sum += (unsigned)i;
    return sum;
}
C
cat >main.c <<'C'
#include <cilk/cilk.h>
#include <stdio.h>
unsigned long long library(int n);
int main(void)
{
    unsigned long long a = cilk_spawn library(100000);
    unsigned long long b = library(100000);
    cilk_sync;
    printf("%llu\n", a + b);
}
C
gcc -O2 -fPIC -shared library.c -o libplain.so
engine=own
spanwise cc -O2 -g main.c -o plain -L. -lplain -Wl,-rpath,"$PWD"
check 'a library is counted' count all.prof ./plain
check 'it is left out' count none.prof --libraries=none ./plain
within 'with it' "$(figure all.prof .work)" 600000 6000000
within 'without it' "$(figure none.prof .work)" 20 2000
same 'the profile says so' "$(figure none.prof .meter)" 'instructions without libraries'
spanwise cc -O2 -fPIC -shared library.c -o libplain.so
check 'one of ours is counted' count ours.prof --libraries=none ./plain
within 'ours' "$(figure ours.prof .work)" 600000 6000000
# What a tool does is not the program's, at the end either.
gcc -O2 -shared -fPIC -I"$SOURCE/include" "$SOURCE/examples/tool/calls.c" -o calls.so
spanwise cc -O2 -g "$here/subject.c" -o subject
count without.prof ./subject 1000
check 'a tool' count with.prof --tool=./calls.so ./subject 1000
has 'it has run' errors 'the deepest path'
more=$(($(figure with.prof .work) - $(figure without.prof .work)))
within 'it is not counted' "$more" 0 20000
finish
