# Programs that were written without us do the same when they run translated.
. "$SOURCE/tests/translate/lib.sh" || exit 1
# In `make test-other` the compiler's passes are not emulated.
machine_of() { od -A n -j 18 -N 2 -t x1 "$1"; }
have() {
    found=$(command -v "$1") && [ "$(machine_of "$found")" = "$(machine_of "$BUILD/spanwise")" ]
}

alike ls -la /usr/lib
alike sort -n "$SOURCE/doc/how-it-works.md"
alike awk 'BEGIN { for (i = 0; i < 100000; i++) s += sin(i) * exp(-i % 7); print s }'
alike bash -c 'for i in $(seq 100); do x=$(echo "$i" | tr 1-9 a-i); done; echo "$x"; exit 3'
alike "$BUILD/spanwise" report "$SOURCE/tests/profile/corpus/regions-1.0.prof"
cc1=$(gcc -print-prog-name=cc1)
have "$cc1" && alike "$cc1" -quiet -O2 -I"$SOURCE" "$SOURCE/agent/translate/decode_x86.c" -o -
have objdump && alike objdump -d "$BUILD/lib/spanwise/libspanwise.so"
have xz && alike xz -6 -c "$BUILD/spanwise"
have perl && alike perl -e 'my %h; $h{$_ % 997} .= "x" x ($_ % 7) for 1 .. 50000;
    print join ",", map { length $h{$_} } sort keys %h; die "of old age\n"'
for python in /usr/bin/python3; do
    [ -x $python ] && alike $python -c 'import json, re, hashlib, threading
out = []
def run(n): out.append((n, hashlib.sha256(json.dumps(list(range(n))).encode()).hexdigest()))
threads = [threading.Thread(target=run, args=(n,)) for n in range(1000, 9000, 1000)]
[t.start() for t in threads]; [t.join() for t in threads]
print(sorted(out)); print(re.findall(r"\b\w{9}\b", open("'"$SOURCE"'/README.md").read())); 1 / 0'
done
finish
