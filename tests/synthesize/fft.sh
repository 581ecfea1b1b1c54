# A recursive FFT, recorded and synthesized: what a real run on two workers is like, and an estimate takes a few times as long as
# the program. (A shorter one gets a second.)
. "$SOURCE/tests/synthesize/lib.sh"
needs_two
spanwise cc -O2 -g -I"$SOURCE/bench" "$SOURCE/bench/fft.c" -o fft -lm
check 'recorded' spanwise run --tree -o fft.prof ./fft 22 2>log >out
work=$(spanwise report --format=json fft.prof | jq .work)
synthesize fft fft.prof cilk
speedup fft cilk 1.7 2.1
serial fft
# Rounds that others disturb take their time.
busy fft || measured 'how long' "$(awk -v t="$(figure fft took)" -v w="$work" 'BEGIN { print t * 1e9 / w }')" 0 6
finish
