# Every construct of OpenMP on the other machine, under its emulator: what programs print with the
# substitute runtime is what they print with that machine's libgomp.
export MODE=preload LIB=$CROSS/libspanwise-openmp.so NS=${NS:-1 3 64} LIMIT=${LIMIT:-60}
export PREFIX=$OTHER-linux-gnu- WITH="qemu-$OTHER -L /usr/$OTHER-linux-gnu -E"
exec bash "$SOURCE/tests/openmp/constructs.sh"
