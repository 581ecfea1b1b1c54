# What the linker, the debugger and the runtime see of the sleds.
. "$SOURCE/tests/lib.sh"
P=$SOURCE/tests/sleds/programs
GCC="gcc -fno-ipa-ra -B$BUILD/lib/spanwise/as/"
GXX="g++ -fno-ipa-ra -B$BUILD/lib/spanwise/as/"
CLANG="clang -fno-integrated-as -B$BUILD/lib/spanwise/as/"

list() { "$BUILD/tests/sleds-table" --list "$1" "${2:-objdump}"; }
count() { list "$1" | grep -c -- "^$2\$"; }

# Line tables and CFI: the same rows at other addresses.
rows() { objdump --dwarf=decodedline "$1" | awk '$2 ~ /^[0-9]+$/ { print $1, $2 } $2 == "-" { print "end" }'; }
cfi() { objdump --dwarf=frames "$1" | grep -Eo 'DW_CFA_(def|off|rest|rem)[a-z_]*:?.*' ; }
for program in tail switch jumps; do
    for cc in "gcc -O2" "gcc -O0" "clang -fno-integrated-as -O2" "clang -fno-integrated-as -O0"; do
        $cc -g -c "$P/$program.c" -o plain.o
        $cc -B"$BUILD/lib/spanwise/as/" -g -c "$P/$program.c" -o sleds.o
        same "$cc $program: line table" "$(rows sleds.o | md5sum)" "$(rows plain.o | md5sum)"
        same "$cc $program: CFI" "$(cfi sleds.o | md5sum)" "$(cfi plain.o | md5sum)"
        check "$cc $program: has rows" test "$(rows plain.o | wc -l)" -gt 50
    done
done

# The tails of each function, by hand. Not: the conditional ones, jump tables, computed gotos.
$GCC -O2 -fno-ipa-icf "$P/tail.c" -o tail
for function in add twice indirect maybe ninth pick main; do
    same "one ENTRY in $function" "$(count tail "ENTRY $function")" 1
done
same "direct tail call" "$(count tail 'TAIL twice')" 1
same "indirect tail call" "$(count tail 'TAIL indirect')" 1
same "tail call through a table of functions" "$(count tail 'TAIL pick')" 1
for cc in "$GCC" "$CLANG"; do
    $cc -O2 "$P/switch.c" -o switch
    same "${cc%% *}: no tail call in a computed goto" "$(count switch 'TAIL interpret')" 0
    same "${cc%% *}: no tail call in a jump table" "$(count switch 'TAIL leaf')" 0
    check "${cc%% *}: tail calls beside a jump table" test "$(count switch 'TAIL calls')" -gt 1
done

# COMDAT: what both objects define has one ENTRY in the program.
$GXX -O2 "$P/comdat.cc" "$P/comdat2.cc" -o comdat
same "a template's function, from two objects" "$(count comdat 'ENTRY _Z7clampedIiET_S0_S0_S0_')" 1
check "a virtual function" test "$(count comdat 'ENTRY _ZNK6square4areaEv')" = 1

# Sections that the linker drops take their sleds along, and the table is not lost with them.
cat >gc.c <<'EOF'
extern const char __start___spanwise_sleds[], __stop___spanwise_sleds[];
__attribute__((noinline)) int used(int x) { return x * 3 + 1; }
__attribute__((noinline)) int unused(int x) { return x * 7 + 2; }
int main(void) { return (__stop___spanwise_sleds - __start___spanwise_sleds) / 16 + used(0) - 1; }
EOF
GC="-O2 -ffunction-sections -Wl,--gc-sections"
$GCC $GC -Wl,-z,start-stop-gc gc.c -o gc
status "dropped functions have no sleds" 4 ./gc
$GCC $GC gc.c -o gc
status "without start-stop-gc the linker keeps all" 6 ./gc

# A shared library: no relocation that needs a symbol, nothing new exported.
$GCC -O2 -fPIC -shared "$P/tail.c" -o libsleds.so
gcc -O2 -fPIC -shared "$P/tail.c" -o libplain.so
same "exported symbols" "$(nm -D libsleds.so | cut -c18-)" "$(nm -D libplain.so | cut -c18-)"
same "all symbols" "$(nm libsleds.so | cut -c18- | sort)" "$(nm libplain.so | cut -c18- | sort)"
same "run-time relocations" "$(readelf -rW libsleds.so | grep -c R_)" "$(readelf -rW libplain.so | grep -c R_)"
check "library's table" "$BUILD/tests/sleds-table" libsleds.so objdump

# Cold parts: their returns are exits of the function that they belong to.
cat >cold.c <<'EOF'
int puts(const char *);
__attribute__((noinline, cold)) int rare(int x) { return x + puts("rare"); }
__attribute__((noinline)) int parent(int x)
{
    if (__builtin_expect(x < 0, 0)) {
        rare(x);
        rare(x + 1);
        return -1;
    }
    return x * 2;
}
int main(int argc, char **argv) { return parent(argc) - 2 + (argv == 0); }
EOF
$GCC -O2 -freorder-blocks-and-partition cold.c -o cold
status "runs" 0 ./cold
check "gcc made a cold part" sh -c 'nm cold | grep -q "parent.cold"'
same "no ENTRY in the cold part" "$(list cold | grep -c 'ENTRY parent')" 1
check "table with a cold part" "$BUILD/tests/sleds-table" cold objdump

# Inline assembly is left alone; body sleds flag their function.
cat >app.c <<'EOF'
__attribute__((noinline)) int spawns(int x)
{
    __asm__ volatile(".pushsection __spanwise_sleds,\"a\",@progbits\n.popsection" ::: "memory");
    return x;
}
__attribute__((noinline)) int asks(int x)
{
    __asm__ volatile("b 1f\n\tret\n1:" ::: "memory");
    return x;
}
__asm__(".type raw, %function\nraw: ret\n.size raw, .-raw");
static int fast(void) { return 3; }
static void *resolve(void) { return fast; }
int picked(void) __attribute__((ifunc("resolve")));
__attribute__((noinline)) int __spanwise_own(int x) { return x; }
int main(void) { return spawns(0) + asks(1) + picked() + __spanwise_own(-4); }
EOF
case $(uname -m) in x86_64) sed -i 's/"b 1f/"jmp 1f/' app.c ;; esac
for cc in "$GCC" "$CLANG"; do
    $cc -O2 app.c -o app
    status "${cc%% *}: runs" 0 ./app
    list app >app.list 2>/dev/null
    has "${cc%% *}: body sleds" app.list '^ENTRY spawns spawns$'
    has "${cc%% *}: no body sleds" app.list '^ENTRY asks$'
    same "${cc%% *}: return in inline assembly" "$(grep -c 'EXIT asks' app.list)" 1
    same "${cc%% *}: not ours to touch" "$(grep -Ec 'raw|resolve|__spanwise' app.list)" 0
done
finish
