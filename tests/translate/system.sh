# What a translator must do itself: signals, threads and processes, code that changes, exceptions.
. "$SOURCE/tests/translate/lib.sh" || exit 1
build() { check "$1 builds" gcc -O2 -Wall -Wextra -Werror -D_GNU_SOURCE -I"$SOURCE" "$@" -pthread -ldl; }
for name in signals processes aside code coroutine forms racing; do build "$here/$name.c" -o $name; done
build -DNUMBER=1 -shared -fPIC "$here/library.c" -o one.so
build -DNUMBER=2 -shared -fPIC "$here/library.c" -o two.so
check 'throw.cc builds' g++ -O2 -Wall -Wextra -Werror "$here/throw.cc" -o throw -pthread

both() { # COMMAND...: as it is, and with its memory followed
    "$@"
    TRAFFIC=$WORK/traffic "$@"
}
does() {
    translated "$@" >out 2>err
    got=$?
    same "$*: $(cat out err)" $got 0
    check "$* was translated" grep -qx '[1-9][0-9]*' "$WORK/count"
}
for command in ./signals ./processes ./racing ./aside './code ./one.so ./two.so'; do both does $command; done
does ./coroutine
near=$preload
for preload in "$near" "$BUILD/tests/translate/libtranslate-far.so"; do
    both alike ./throw
    both alike ./forms
    alike ls -la /usr/bin
    alike "$BUILD/spanwise" report "$SOURCE/tests/profile/corpus/regions-1.0.prof"
done

# Where it cannot translate, the program runs as it is, and it says why.
preload=$near
build "$here/no_code.c" -o no-code
if ! emulated seccomp; then
    translated ./no-code /bin/echo here >out 2>err
    same 'where no code can be written: status' $? 0
    same 'where no code can be written: output' "$(cat out)" here
    has 'where no code can be written: it says so' err '\bmemory\b.*--engine=qemu'
fi
# An emulator may not know of memory below 2 GB, and may not tell which memory is code (qemu 7.2 does neither); a later one may.
if command -v "qemu-$(uname -m)" >/dev/null; then
    timeout 300 "qemu-$(uname -m)" -E LD_PRELOAD="$preload" -E COUNT="$WORK/count" /bin/echo here >out 2>err
    same 'in an emulator: status' $? 0
    same 'in an emulator: output' "$(cat out)" here
    [ -s err ] || check 'in an emulator: it is counted, or it is said that it is not' grep -qx '[1-9][0-9]*' "$WORK/count"
    [ ! -s err ] || has 'in an emulator: what it says' err '^spanwise: .*\bcode\b'
fi

# Libc's functions must not be called by what runs in the middle of them. (heap.c has the addresses of some, to know them.)
for object in $(find "$BUILD" -path '*sw_translate.dir*' -name '*.o'); do
    nm -u "$object"
done | grep -v -e ' sw_' -e _GLOBAL_OFFSET_TABLE_ -e ' w __rseq_' -e ' U __clear_cache' -e ' U __aarch64_' \
    -e ' [Uw] \(malloc\|calloc\|realloc\|memalign\|aligned_alloc\|_Zn[wa]m\(St11align_val_t\)\?\)$' >needed
same 'the translator needs nothing' "$(cat needed)" ''
finish
