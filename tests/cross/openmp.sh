# Every construct of OpenMP on the other machine, under its emulator: what programs print with the
# substitute runtime is what they print with that machine's libgomp. Of many threads that wait for each
# other the emulator may need minutes for a second; logical threads are no more than one.
export MODE=preload LIB=$CROSS/libspanwise-openmp.so NS=${NS:-1 3 64} LIMIT=${LIMIT:-60} MOST=3
export PREFIX=$OTHER-linux-gnu- WITH="qemu-$OTHER -L /usr/$OTHER-linux-gnu -E"
bash "$SOURCE/tests/openmp/constructs.sh" || exit
[ -z "${ONLY-}" ] || exit 0
NS=1000 ONLY='^(sync|single|tasks|depend|exceptions|errno|locks) .* -O2 +(64|ok)' exec bash "$SOURCE/tests/openmp/constructs.sh"
