# The unwinder against the compiler's own, with code that was compiled in many ways, for both machines.
. "$SOURCE/tests/lib.sh"

walk() { # how to run it, how to compile it
    run=$1
    shift
    "$@" -std=gnu11 -g -D_GNU_SOURCE -I"$SOURCE" "$SOURCE/tests/sampled/walk.c" "$SOURCE"/runtime/unwind/*.c \
        -o walk -lm || fail "$*"
    if timeout -s KILL 60 $run >log 2>&1; then pass; else
        fail "$*"
        tail -30 log >&2
    fi
}

walk ./walk gcc -O2
walk ./walk gcc -O0
walk ./walk gcc -O2 -fno-omit-frame-pointer -Wl,-z,lazy
walk ./walk gcc -Os -static -Wl,--eh-frame-hdr
walk ./walk clang -O2
case $(uname -m) in
x86_64)
    walk ./walk gcc -O2 -mavx2 -fno-plt -no-pie
    other=aarch64
    ;;
*) other=x86_64 ;;
esac
# An emulator does not know the trap flag, and has no tables for the frames of handlers.
if [ $other = aarch64 ] && command -v $other-linux-gnu-gcc qemu-$other >/dev/null; then
    for options in -O2 -O0 '-O2 -fomit-frame-pointer -mbranch-protection=standard'; do
        walk "qemu-$other -L /usr/$other-linux-gnu ./walk no" $other-linux-gnu-gcc $options
    done
fi
finish
