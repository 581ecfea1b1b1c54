# processors, then speedup and speedup with memory of each plan
$plans << EOD
1 1 NaN 1 NaN 1 NaN 1 NaN 1 NaN
2 1.20393 NaN 1.34628 NaN 1.44384 NaN 1.20393 NaN 1.41815 NaN
4 1.49812 NaN 1.57199 NaN 1.63655 NaN 1.49812 NaN 1.58765 NaN
EOD
if (strstrt(GPVAL_TERMINALS, "pngcairo")) {
    set terminal pngcairo size 800,600 noenhanced
} else {
    set terminal png size 800,600 noenhanced
}
set title "Predicted speedup of mixed.tree"
set xlabel "Processors"
set ylabel "Speedup"
set key below height 1
set grid
set xrange [0:4]
set yrange [0:2.2]
plot x with lines linewidth 2 linecolor rgb "#888888" title "linear speedup", \
     1.81136 with lines linewidth 2 dashtype 2 linecolor rgb "#888888" title "bound (span): 1.81", \
     $plans using 1:2 with linespoints linewidth 2 pointtype 4 linecolor rgb "#2060b0" title "static", \
     $plans using 1:4 with linespoints linewidth 2 pointtype 5 linecolor rgb "#c03020" title "static,1", \
     $plans using 1:6 with linespoints linewidth 2 pointtype 6 linecolor rgb "#208040" title "dynamic,1", \
     $plans using 1:8 with linespoints linewidth 2 pointtype 7 linecolor rgb "#b07010" title "guided", \
     $plans using 1:10 with linespoints linewidth 2 pointtype 8 linecolor rgb "#703090" title "Cilk"
