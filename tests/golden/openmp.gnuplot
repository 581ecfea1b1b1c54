# processors, predicted speedup, parallelism, efficiency
$runs << EOD
1 1 1.58805 0.997783
8 3.37406 4.65357 0.420823
EOD
if (strstrt(GPVAL_TERMINALS, "pngcairo")) {
    set terminal pngcairo size 800,600 noenhanced
} else {
    set terminal png size 800,600 noenhanced
}
set title "Predicted speedup of tri"
set xlabel "Processors"
set ylabel "Speedup"
set key below height 1
set grid
set xrange [0:8]
set yrange [0:4.38628]
plot x with lines linewidth 2 linecolor rgb "#888888" title "linear speedup", \
     $runs using 1:3 with linespoints pointtype 6 dashtype 2 linecolor rgb "#c03020" \
         title "parallelism (span bound)", \
     $runs using 1:2 with linespoints linewidth 2 pointtype 7 linecolor rgb "#2060b0" \
         title "predicted speedup (simulated)"
