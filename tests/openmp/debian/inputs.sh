# The inputs of debian.sh: the same in every run, made of a small generator and the tools themselves.
awk 'function r() { s = (s * 1103515245 + 12345) % 2147483648; return int(s / 65536) }
BEGIN {
    s = 12345; letters = "ACDEFGHIKLMNPQRSTVWY"
    for (k = 0; k < 90; k++) base = base substr(letters, r() % 20 + 1, 1)
    for (i = 1; i <= 24; i++) {
        printf ">s%d\n", i
        for (k = 1; k <= 90; k++) {
            x = r() % 100
            printf "%s", x < 15 ? substr(letters, r() % 20 + 1, 1) : x < 97 ? substr(base, k, 1) : ""
        }
        print ""
    }
}' >protein.fa
awk 'function r() { s = (s * 1103515245 + 12345) % 2147483648; return int(s / 65536) }
BEGIN {
    s = 777
    for (k = 0; k < 200; k++) base = base substr("ACGT", r() % 4 + 1, 1)
    for (i = 1; i <= 60; i++) {
        printf ">d%d count=1;\n", i
        for (k = 1; k <= 200; k++)
            printf "%s", r() % 100 < i % 5 * 2 ? substr("ACGT", r() % 4 + 1, 1) : substr(base, k, 1)
        print ""
    }
}' >dna.fa
for kind in old new; do
    awk -v kind=$kind 'BEGIN {
        print "msgid \"\"\nmsgstr \"\"\n\"Content-Type: text/plain; charset=UTF-8\\n\"\n"
        for (i = 0; i < 200; i++)
            printf "msgid \"the %s message number %d of file %d\"\nmsgstr \"%s\"\n\n", kind, i, i * 7 % 31,
                kind == "old" ? "translated " i : ""
    }' >$kind.po
done
awk 'BEGIN {
    print 18; print ""
    for (i = 0; i < 6; i++)
        printf "O %f 0 0\nH %f 0.76 0.59\nH %f -0.76 0.59\n", i * 2.9, i * 2.9 + 0.1, i * 2.9 - 0.1
}' >water.xyz
# A picture: P3 is plain text.
awk 'BEGIN {
    print "P3 240 160 255"
    for (y = 0; y < 160; y++)
        for (x = 0; x < 240; x++)
            print x % 256, (x * y) % 256, (int(x / 16) + int(y / 16)) % 2 * 200
}' >picture.ppm
! command -v clustalo >/dev/null || clustalo -i protein.fa -o aligned.fa --force --threads=1
! command -v sox >/dev/null || sox -D -n -r 44100 -c 2 sound.wav synth 1 sine 440 sine 660
! command -v convert-im6.q16 >/dev/null || convert-im6.q16 picture.ppm -quality 50 picture.jpg
