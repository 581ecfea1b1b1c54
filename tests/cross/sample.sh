# Samples of the other machine's programs, under its emulator: work that follows a jump out of a wait is found, and all
# paths begin in main.
. "$SOURCE/tests/lib.sh"
"$OTHER-linux-gnu-gcc" -O2 -g -pthread "$SOURCE/tests/idle/acts.c" -o acts || exit 1
cat >there <<END
#!/bin/sh
exec env -u LD_PRELOAD qemu-$OTHER -L /usr/$OTHER-linux-gnu -E LD_PRELOAD=$CROSS/libspanwise-sample.so ./acts "\$@"
END
chmod +x there
for act in jumps jumps_deep jumps_waiting; do
    timeout -s KILL 300 "$BUILD/spanwise" sample -q -o p.prof ./there $act
    same "$act: status" $? 0
    spanwise report --format=json p.prof >p.json
    within "$act: work, in ms" "$(jq '.effort.work / 1e6' p.json)" 150 600
    spanwise report --format=folded p.prof >folded
    within "$act: paths from main" "$(awk '{ n += $NF; m += $1 ~ /^main;/ ? $NF : 0 } END { print n ? m / n : 0 }' folded)" 0.9 1
done
finish
