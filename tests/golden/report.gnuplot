# processors, lower bound (estimate), upper bound
$bounds << EOD
1 1 1
2 1.24134 2
3 1.56515 3
4 1.79991 4
5 1.97791 5
6 2.11752 5.57081
7 2.22995 5.57081
8 2.32243 5.57081
9 2.39984 5.57081
10 2.46558 5.57081
11 2.52211 5.57081
12 2.57124 5.57081
13 2.61433 5.57081
14 2.65243 5.57081
15 2.68636 5.57081
16 2.71677 5.57081
17 2.74418 5.57081
18 2.76901 5.57081
19 2.79161 5.57081
20 2.81227 5.57081
21 2.83123 5.57081
22 2.84869 5.57081
23 2.86482 5.57081
24 2.87976 5.57081
25 2.89365 5.57081
26 2.90659 5.57081
27 2.91868 5.57081
28 2.92999 5.57081
29 2.9406 5.57081
30 2.95057 5.57081
31 2.95996 5.57081
32 2.96882 5.57081
EOD
if (strstrt(GPVAL_TERMINALS, "pngcairo")) {
    set terminal pngcairo size 800,600 noenhanced
} else {
    set terminal png size 800,600 noenhanced
}
set title "Speedup bounds of qsort"
set xlabel "Processors"
set ylabel "Speedup"
set key below height 1
set grid
set xrange [0:32]
set yrange [0:7.24206]
plot $bounds using 1:2:3 with filledcurves fillstyle solid 0.1 noborder linecolor rgb "#2060b0" notitle, \
     x with lines linewidth 2 linecolor rgb "#888888" title "linear speedup", \
     5.57081 with lines linewidth 2 dashtype 2 linecolor rgb "#c03020" \
         title "parallelism (span bound): 5.57", \
     $bounds using 1:3 with linespoints pointtype 6 pointsize 0.6 linecolor rgb "#2060b0" \
         title "upper bound", \
     $bounds using 1:2 with linespoints pointtype 7 pointsize 0.6 linecolor rgb "#208040" \
         title "lower bound (estimate, burdened span)"
