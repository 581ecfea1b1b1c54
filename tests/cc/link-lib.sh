# Objects of `spanwise cc` that plain drivers link. SPANWISE is how those objects are made, RUN what programs run under.
here=$SOURCE/tests/cc

# serial 'what' DRIVER ARGUMENTS...: links without a word, runs serially, says so once.
serial() {
    what=$1
    shift
    check "$what links" "$@" -o linked 2>messages
    same "$what: nothing to say" "$(cat messages)" ''
    same "$what: output" "$($RUN ./linked 2>said)" 501176
    same "$what: it says so once" "$(grep -c 'runs serially' said) $(wc -l <said)" '1 1'
    same "$what: unless asked not to" "$(SPANWISE_QUIET=1 $RUN ./linked 2>&1)" 501176
}

# parallel 'what' DRIVER ARGUMENTS...: links, runs on two workers.
parallel() {
    what=$1
    shift
    check "$what links" "$@" -o linked 2>messages
    same "$what: nothing to say" "$(cat messages)" ''
    same "$what: two workers" "$($RUN ./linked meet 2>&1)" 501176
}

# each_linking GCC GXX: in all ways that do not need a compiler for another machine to be clever.
each_linking() {
    $SPANWISE -O2 -g -c "$here/link.c" -o link.o
    $SPANWISE -O2 -fPIC -fvisibility=hidden -c "$here/link.c" -o hidden.o
    $SPANWISE -O2 -fPIC -ffunction-sections -c "$here/link.c" -o pic.o
    $SPANWISE -O0 -fno-pie -c "$here/link.c" -o fixed.o
    $SPANWISE -O2 -flto -c "$here/link.c" -o lto.o
    $SPANWISE -O2 -S "$here/link.c" -o link.s
    $1 -O2 -c "$here/link_main.c" -o main.o
    for flags in '' -static -static-pie -no-pie -rdynamic -Wl,-z,now -Wl,--as-needed -Wl,--gc-sections -Wl,-z,defs \
        -fuse-ld=gold '-static -fuse-ld=gold'; do
        serial "$1 $flags" $1 $flags link.o main.o
    done
    serial 'compiled for one address' $1 -no-pie fixed.o main.o
    serial 'hidden by default' $1 hidden.o main.o
    serial 'a C++ driver' "$2" link.o -x c++ "$here/link_main.c"
    rm -f liblink.a && ar rc liblink.a link.o
    serial 'an archive' $1 main.o -L. -llink -Wl,--gc-sections
    serial 'LTO' $1 -O2 -flto lto.o main.o
    serial 'assembled by the plain compiler' $1 link.s main.o
    $1 -shared -Wl,-z,defs pic.o -o liblink.so
    serial 'a shared library' $1 main.o -L. -llink
    same 'no name is missing' "$(nm linked liblink.so link.o | grep ' U __spanwise')" ''
}
