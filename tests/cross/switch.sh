# The switch between logical threads of OpenMP, on the other machine.
export PREFIX=$OTHER-linux-gnu- WITH="qemu-$OTHER -L /usr/$OTHER-linux-gnu -E"
exec bash "$SOURCE/tests/openmp/switch.sh"
