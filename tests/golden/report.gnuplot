# processors, lower bound (estimate), upper bound
$bounds << EOD
1 1 1
2 1.69527 2
3 2.20668 3
4 2.59864 4
5 2.90863 5
6 3.15993 5.57081
7 3.36776 5.57081
8 3.54251 5.57081
9 3.69149 5.57081
10 3.82 5.57081
11 3.93201 5.57081
12 4.03049 5.57081
13 4.11775 5.57081
14 4.19561 5.57081
15 4.26551 5.57081
16 4.32862 5.57081
17 4.38587 5.57081
18 4.43804 5.57081
19 4.48579 5.57081
20 4.52965 5.57081
21 4.57008 5.57081
22 4.60746 5.57081
23 4.64213 5.57081
24 4.67438 5.57081
25 4.70444 5.57081
26 4.73254 5.57081
27 4.75885 5.57081
28 4.78355 5.57081
29 4.80678 5.57081
30 4.82866 5.57081
31 4.84931 5.57081
32 4.86883 5.57081
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
