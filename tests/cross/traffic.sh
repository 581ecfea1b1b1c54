# Traffic with memory on the other machine: as tests/translate/traffic.sh; in `make test` of some programs.
[ -n "${LONG-}" ] || PROGRAMS='increment stencil hot'
. "$SOURCE/tests/translate/traffic-lib.sh" || exit 1
case $OTHER in
x86_64) cpu=max ;;
*) cpu=neoverse-n1 ;; # 'max' clears 512 bytes by one 'dc zva', where servers have 64
esac
follow() {
    timeout 300 "qemu-$OTHER" -cpu $cpu -L "/usr/$OTHER-linux-gnu" -E LD_PRELOAD="$CROSS/preload.so" -E TRAFFIC="$1" "${@:2}"
}
share() { follow "$WORK/traffic.shared" -E SHARED="$1" "${@:2}"; }
build_traffic "$OTHER-linux-gnu-gcc"
if follow traffic.first ./traffic 2>&1 >names | grep '^spanwise: '; then # an emulator that does not tell which memory is code
    finish
fi
every_traffic
one_window stencil 60 20000000
every_shared "$OTHER-linux-gnu-gcc"
if [ "$OTHER" = x86_64 ] && long; then
    build_traffic "$OTHER-linux-gnu-gcc" -O3 -mavx2 -mfma
    every_traffic
fi
finish
