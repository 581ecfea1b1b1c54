# Objects of `spanwise cc`, linked by plain drivers: serial programs; parallel ones where the runtime is named.
. "$SOURCE/tests/lib.sh"
. "$SOURCE/tests/cc/link-lib.sh"
export LD_LIBRARY_PATH=$WORK
SPANWISE='spanwise cc' RUN=
each_linking gcc g++
serial clang clang link.o main.o
serial clang++ clang++ link.o -x c++ "$here/link_main.c"
serial 'gcc and lld' gcc -fuse-ld=lld link.o main.o
serial 'static, by lld' gcc -static -fuse-ld=lld link.o main.o
spanwise cc --spanwise-cc=clang -O2 -c "$here/link.c" -o clang.o
check 'what clang has compiled' clang clang.o main.o -o linked
same 'it is serial in any case' "$(./linked 2>&1)" 501176
printf '#include <cilk/cilk.h>\nint f(int x) { int y; y = cilk_spawn f(x - 1); cilk_sync; return y; }\n' >old.c
check 'what is generated is C90 where the program is' spanwise cc -std=gnu90 -Werror -c old.c

# The runtime named: in the program, in a library of it.
for flags in '' -static -static-pie -no-pie -Wl,--gc-sections -fuse-ld=gold -fuse-ld=lld; do
    parallel "named $flags" gcc $flags link.o main.o $(spanwise cc --print-link-flags $flags)
done
parallel 'a library without it' spanwise cc main.o -L. -llink
spanwise cc -shared pic.o -o liblink.so
parallel 'a library with it' gcc main.o -L. -llink
rm liblink.a liblink.so

# What no filter has seen is serial, and lets others be parallel.
check 'LTO with the runtime links' gcc -O2 -flto lto.o main.o $(spanwise cc --print-link-flags) -o linked
for i in 1 2 3 4 5 6 7 8; do
    same 'LTO with the runtime' "$(SPANWISE_QUIET= ./linked 2>&1)" 501176
done

# A profile is that of the same program, linked by us.
figures() { spanwise report --format=json "$1" | jq -c '[.spawns, .syncs, ([.sites[] | [.kind, .callee, .line, .on_work.count]] | sort)]'; }
gcc link.o main.o -o linked
spanwise cc link.o main.o -o ours
export SPANWISE_QUIET=1
for program in linked ours; do
    spanwise run -o $program.prof ./$program >out 2>report
    same "profile of $program: status" $? 0
    same "profile of $program: output" "$(cat out)" 501176
done
same 'the same profile' "$(figures linked.prof)" "$(figures ours.prof)"
check 'there is something in it' test "$(spanwise report --format=json linked.prof | jq .spawns)" -gt 1000
spanwise run --workers=2 ./linked 2>messages
same 'no workers to profile: status' $? 2
has 'no workers to profile' messages "^spanwise: .*'spanwise cc --print-link-flags'"
gcc -static link.o main.o -o linked
spanwise run ./linked 2>messages
same 'static: status' $? 2
has 'static' messages '^spanwise: .*\bstatic'
finish
