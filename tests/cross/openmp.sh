# Every construct of OpenMP on the other machine, under its emulator: what programs print with the
# substitute runtime is what they print with that machine's libgomp. Of many threads that wait for each
# other the emulator may need minutes for a second; logical threads are no more than one.
export MODE=preload LIB=$CROSS/libspanwise-openmp.so NS=${NS:-$([ -n "${LONG-}" ] && echo 1 64 || echo 3)} LIMIT=${LIMIT:-300} MOST=3
export PREFIX=$OTHER-linux-gnu- WITH="qemu-$OTHER -L /usr/$OTHER-linux-gnu -E" SUITE=${SUITE-$CROSS/suite}
[ -n "${LONG-}" ] || export ONLY=${ONLY:-[-]O2 +[a-z0-9]+ *\$} STEP=3
exec bash "$SOURCE/tests/openmp/constructs.sh"
