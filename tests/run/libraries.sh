# Cilk code in shared libraries; and what the profiler's own library needs and shows.
. "$SOURCE/tests/run/subject.sh"
build_subject
source=$SOURCE/tests/run/library.c
check 'build a library' spanwise cc -O2 -g -shared -fPIC "$source" -o libcilk.so

profile library ./libcilk.so 1
same 'dlopen: status' "$got" 0
same 'dlopen: spawns' "$(value .spawns)" $((3 * SPAWNS))
same 'dlopen: its functions are known' \
    "$(value '[.sites[] | select(.caller == "below" and .callee == "below") | .file | split("/") | last] | unique | .[0]')" \
    library.c

profile library ./libcilk.so 20
same 'dlopen and dlclose twenty times: status' "$got" 0
same 'dlopen and dlclose twenty times: spawns' "$(value .spawns)" $((22 * SPAWNS))

# Two libraries, one after the other, mostly come to the same place: that is not hidden.
cat >two.c <<'END'
#include <dlfcn.h>
#include <stdio.h>
static void *use(const char *path)
{
    void *library = dlopen(path, RTLD_NOW);
    long (*fib)(long);
    *(void **)&fib = dlsym(library, "library_fib");
    if (fib(15) != 610)
        return NULL;
    dlclose(library);
    return *(void **)&fib;
}
int main(void)
{
    void *first = use("./libcilk.so"), *second = use("./libother.so");
    puts(!first || !second ? "wrong" : first == second ? "same" : "different");
    return 0;
}
END
check 'build another library' spanwise cc -O2 -g -shared -fPIC -Dbelow=other_below "$source" -o libother.so
check 'build what opens two' spanwise cc -O2 -g two.c -o two
spanwise run -q -o it.prof ./two >out 2>err
spanwise report --format=json it.prof >it.json
same 'two libraries: spawns' "$(value .spawns)" $((2 * SPAWNS))
case $(cat out) in
same) has 'two libraries: at the same place' <(value '.warnings[]') 'libcilk.so.*libother.so|libother.so.*libcilk.so' ;;
different) same 'two libraries: each has its lines' "$(value '[.sites[].callee] | index("other_below") != null')" true ;;
*) fail "two libraries: $(cat out)" ;;
esac
same 'one library twice is the same one' "$(grep -c 'libcilk.so.* and .*libcilk.so' it.json)" 0

# A main that knows nothing of us.
cat >main.c <<'END'
long library_fib(long n);
int main(void)
{
    return library_fib(15) == 610 ? 8 : 1;
}
END
mkdir sub
cp libcilk.so sub/
check 'build a plain main' gcc -O2 -g main.c -o plain-main -Lsub -lcilk
# shellcheck disable=SC2016
check 'build a plain main with a run path' gcc -O2 -g main.c -o plain-origin -Lsub -lcilk '-Wl,-rpath,$ORIGIN/sub'

library_profile() { # WHAT command...
    what=$1
    shift
    status "$what: status" 8 "$@" 2>err
    spanwise report --format=json it.prof >it.json
    same "$what: spawns" "$(value .spawns)" $SPAWNS
    check "$what: the front end is found" test "$(grep -c "'spanwise cc'" err)" = 0
    has "$what: the front end is told" err '\bcilk\b.*\blevel\b'
    rm -f it.prof
}
library_profile 'a library by its run path' spanwise run -o it.prof ./plain-origin
export LD_LIBRARY_PATH=$PWD/sub
library_profile 'a library by LD_LIBRARY_PATH' spanwise run -o it.prof ./plain-main
unset LD_LIBRARY_PATH

# Both are ours, and share a scheduler: the library is prepared before the program is.
cat >both.c <<'END'
#include <cilk/cilk.h>
long library_fib(long n);
int main(void)
{
    long a = cilk_spawn library_fib(15), b = library_fib(15);
    cilk_sync;
    return a == 610 && b == 610 ? 8 : 1;
}
END
# shellcheck disable=SC2016
check 'build both' spanwise cc -O2 -g both.c -o both -Lsub -lcilk '-Wl,-rpath,$ORIGIN/sub'
for workers in 1 2; do
    status "both, $workers: status" 8 spanwise run -q --workers=$workers -o it.prof ./both
    spanwise report --format=json it.prof >it.json
    same "both, $workers: spawns" "$(value .spawns)" $((2 * SPAWNS + 1))
done

# The library's constructor comes before the sampler's.
for program in both plain-origin; do
    status "sampled, $program: status" 8 spanwise sample -q -o it.prof "./$program" 2>err
    same "sampled, $program: nothing is refused" "$(cat err)" ''
    same "sampled, $program: its scheduler is known" "$(spanwise report --format=json it.prof | jq -r .front_end)" Cilk
done
rm -f it.prof

# Boundaries: libc only, and only our own names.
library=$BUILD/lib/spanwise/libspanwise.so
needed=$(readelf -dW "$library" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | grep -v '^ld-linux' | sort)
same 'libspanwise.so needs libc only' "$needed" libc.so.6
exported=$(nm -D --defined-only "$library" | awk '{ print $NF }' | but_hooks | sort)
same 'libspanwise.so exports' "$(echo "$exported" | grep -v -e '^__csi_' -e wsp_ -e '^__cilkrts_' | tr '\n' ' ')" \
    'spanwise_apart_begin spanwise_apart_end spanwise_forked spanwise_register spanwise_sandbox spanwise_unregister '
# ... and those of Cilkscale that it stands in for, but not what stays OpenCilk's.
same 'libspanwise.so exports hooks' "$(echo "$exported" | grep '^__csi_' | tr '\n' ' ')" \
    '__csi_after_sync __csi_before_sync __csi_detach __csi_detach_continue __csi_func_entry __csi_func_exit __csi_init __csi_task __csi_task_exit __csi_unit_init '
same "libspanwise.so exports Cilkscale's functions" "$(echo "$exported" | grep '^wsp_' | tr '\n' ' ')" \
    'wsp_add wsp_dump wsp_getworkspan wsp_sub '
same "libspanwise.so exports Cilkscale's operators" "$(echo "$exported" | grep -c '^_Zls.*RK5wsp_t$')" 4
same 'libspanwise.so exports what tells of reducers' "$(echo "$exported" | grep '^__cilkrts_' | tr '\n' ' ')" \
    '__cilkrts_insert_new_view __cilkrts_reducer_register __cilkrts_reducer_register_32 __cilkrts_reducer_register_64 '
finish
