# For the tests of the other machine; CROSS is where its runtime is, OTHER its name.
. "$SOURCE/tests/lib.sh"
here=$SOURCE/tests/cross
machines="native clang $OTHER" # this one with gcc, with clang; the other one

# build MACHINE ARGUMENTS...: spanwise cc for that machine.
build() {
    machine=$1
    shift
    case $machine in
    native) spanwise cc --spanwise-cc=gcc "$@" ;;
    clang) spanwise cc --spanwise-cc=clang "$@" ;;
    *) SPANWISE_MODULE=$CROSS/spanwise-cilk.o spanwise cc --spanwise-cc="$OTHER-linux-gnu-gcc" "$@" ;;
    esac
}

# profile MACHINE [OPTIONS OF RUN] -- PROGRAM ARGUMENTS...: spanwise run there; its
# report is in the file 'report'. The emulator translates code before it runs and does not see what
# is written through /proc/self/mem later.
profile() {
    machine=$1
    shift
    options=
    while [ "$1" != -- ]; do
        options="$options $1"
        shift
    done
    shift
    if [ "$machine" != "$OTHER" ]; then
        spanwise run $options ${wrapper-} "$@" 2>report
    else
        SPANWISE_LIB=$CROSS/libspanwise.so
        export SPANWISE_LIB
        spanwise run $options ${wrapper-} "qemu-$OTHER" -L "/usr/$OTHER-linux-gnu" "$@" 2>report
        emulated=$?
        unset SPANWISE_LIB
        return $emulated
    fi
}

# figure JQ-PATH: of the last profile.
figure() {
    spanwise report --format=json | jq -r "$1"
}

# sites FILE: invocations of every site in that source, a line each; a compiler may have unrolled a
# loop around one.
sites() {
    spanwise report --format=json |
        jq -r --arg file "$1" '.sites[] | select(.file | endswith($file)) |
               "\(.on_work.local.count) \(.line) \(.kind) \(.callee) in \(.caller)"' |
        awk '{ n = $1; sub(/^[0-9]+ /, ""); sum[$0] += n } END { for (s in sum) print s ": " sum[s] }' |
        sort -n
}
