# The other machine's objects, linked by its plain drivers.
. "$SOURCE/tests/cross/lib.sh"
. "$SOURCE/tests/cc/link-lib.sh"
SPANWISE="spanwise cc --spanwise-cc=$OTHER-linux-gnu-gcc"
RUN="qemu-$OTHER -L /usr/$OTHER-linux-gnu -E LD_LIBRARY_PATH=$WORK"
each_linking "$OTHER-linux-gnu-gcc" "$OTHER-linux-gnu-g++"
parallel 'named' "$OTHER-linux-gnu-gcc" link.o main.o "$CROSS/spanwise-cilk.o"
finish
