# Real programs under each compiler and the options that change the shape of the code: the same
# output with sleds as without, and a table that fits the disassembly.
. "$SOURCE/tests/lib.sh"
P=$SOURCE/tests/sleds/programs
WRAPPER=$BUILD/lib/spanwise/as/
TABLE=$BUILD/tests/sleds-table
OBJDUMP=objdump
RUN=
NO_IPA_RA=-fno-ipa-ra

# What each program prints, whatever its compiler and options.
for program in tail switch jumps nested; do
    gcc -w -Wl,--no-warn-execstack "$P/$program.c" -o plain && ./plain >"$program.want" 2>&1
done
g++ "$P/comdat.cc" "$P/comdat2.cc" -o plain && ./plain >comdat.want

# try PROGRAM compiler and arguments...
try() {
    program=$1
    shift
    if ! "$@" $NO_IPA_RA -B"$WRAPPER" -o sleds 2>errors; then
        fail "$program does not build: $*"
        cat errors >&2
        return
    fi
    same "messages of $*" "$(cat errors)" ""
    status "status of $*" 0 $RUN ./sleds >out 2>&1
    same "output of $*" "$(cat out)" "$(cat "$program.want")"
    check "table of $*" "$TABLE" sleds "$OBJDUMP" >counts
}

CLANG="clang -fno-integrated-as"
case $(uname -m) in
x86_64) protection=-fcf-protection=full ;;
*) protection=-mbranch-protection=standard ;;
esac
# each_program OPTIONS...: with those and others; in `make test-long` with all of them, else some.
each_program() {
    long || set --
    for program in tail switch jumps; do
        for options in -O0 -O2 '-O2 -fno-pie -no-pie' "$@"; do
            try $program $COMPILER $options "$P/$program.c"
        done
    done
}

COMPILER=gcc
each_program -O3 -Os '-O2 -fPIC' '-O2 -g' '-O2 -fstack-protector-strong' '-O2 -fno-asynchronous-unwind-tables -fno-ident' '-O2 -flto' '-O2 -flto -ffat-lto-objects' '-O2 -pipe' '-O2 -fsanitize=address' \
    "-O2 $protection" '-O2 -ffunction-sections -Wl,--gc-sections' \
    '-O2 -fpatchable-function-entry=2' '-O3 -march=native' '-Og -ggdb3'
try nested gcc -O0 -Wl,--no-warn-execstack "$P/nested.c"
try nested gcc -O2 -Wl,--no-warn-execstack "$P/nested.c"
# clang knows no such option and does not do what it forbids.
NO_IPA_RA=
COMPILER=$CLANG
each_program -O3 -Os '-O2 -fPIC' '-O2 -g' '-Oz' "-O2 $protection" '-O2 -ffunction-sections -Wl,--gc-sections'
for cxx in g++ "clang++ -fno-integrated-as"; do
    for options in -O2 $(long && echo -O0 -Os) '-O2 -ffunction-sections -Wl,--gc-sections'; do
        try comdat $cxx $options "$P/comdat.cc" "$P/comdat2.cc"
    done
done
try comdat g++ -O2 -flto "$P/comdat.cc" "$P/comdat2.cc"

if ! long; then
    :
elif command -v x86_64-linux-gnu-gcc >/dev/null && command -v qemu-x86_64 >/dev/null; then
    NO_IPA_RA=-fno-ipa-ra
    OBJDUMP=x86_64-linux-gnu-objdump
    RUN="qemu-x86_64 -L /usr/x86_64-linux-gnu"
    COMPILER=x86_64-linux-gnu-gcc
    each_program '-O2 -flto' '-O2 -fcf-protection' '-O2 -fno-plt' '-O2 -mcmodel=large' \
        '-O2 -fno-jump-tables' '-O2 -masm=intel' '-O2 -mindirect-branch=thunk'
    try nested x86_64-linux-gnu-gcc -O2 -Wl,--no-warn-execstack "$P/nested.c"
else
    echo "no x86-64 cross compiler or no qemu-x86_64: x86-64 skipped"
fi
finish
