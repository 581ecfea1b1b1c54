# The unwinder against the compiler's own, with code that was compiled in many ways, for both machines.
. "$SOURCE/tests/lib.sh"

walk() { # how to run it, how to compile it
    run=$1
    shift
    for program in walk ends; do
        "$@" -std=gnu11 -g -D_GNU_SOURCE -I"$SOURCE" "$SOURCE/tests/sampled/$program.c" "$SOURCE"/agent/sampler/unwind/*.c \
            -o it -pthread -lm || fail "$*"
        if timeout -s KILL 300 $run ./it >log 2>&1; then pass; else
            fail "$program: $*"
            tail -30 log >&2
        fi
    done
}

walk '' gcc -O2
walk '' clang -O2
if long; then
    walk '' gcc -O0
    walk '' gcc -O2 -fno-omit-frame-pointer -Wl,-z,lazy
    walk '' gcc -Os -static -Wl,--eh-frame-hdr
fi
case $(uname -m) in
x86_64)
    ! long || walk '' gcc -O2 -mavx2 -fno-plt -no-pie
    other=aarch64
    ;;
*) other=x86_64 ;;
esac
# An emulator of x86-64 does not know the trap flag.
if [ $other = aarch64 ] && command -v $other-linux-gnu-gcc qemu-$other >/dev/null; then
    for compiler in "$other-linux-gnu-gcc -O2" "$other-linux-gnu-gcc -O0" \
        "$other-linux-gnu-gcc -O2 -fomit-frame-pointer -mbranch-protection=standard" "clang --target=$other-linux-gnu -O2"; do
        walk "qemu-$other -L /usr/$other-linux-gnu" $compiler
        long || break
    done
fi
finish
