# Real times (number, serial, static,1, static, dynamic,1) against predicted speedups (number and three):
# by schedule and in all, how many, the mean error of the predicted speedup and the largest one, in percent.
# With scatter=FILE also all pairs: schedule, number, predicted, real.
BEGIN {
    FS = ","
    split("static,1;static;dynamic,1;all", name, ";")
}
FNR == NR {
    for (i = 1; i <= 3; i++)
        real[$1, i] = $2 / $(i + 2)
    next
}
{
    for (i = 1; i <= 3; i++) {
        if (!(($1, i) in real))
            continue
        error = 100 * ($(i + 1) / real[$1, i] - 1)
        bias[i] += error
        bias[4] += error
        if (error < 0)
            error = -error
        n[i]++
        n[4]++
        sum[i] += error
        sum[4] += error
        if (error > most[i]) { most[i] = error; which[i] = $1 }
        if (error > most[4]) { most[4] = error; which[4] = $1 }
        if (scatter)
            printf "%s;%s;%.4f;%.4f\n", name[i], $1, $(i + 1), real[$1, i] >scatter
    }
}
END {
    for (i = 1; i <= 4; i++)
        if (n[i])
            printf "%-10s %5d samples  mean error %5.2f %%  largest %5.2f %% (sample %s)  mean deviation %+.2f %%\n",
                name[i], n[i], sum[i] / n[i], most[i], which[i], bias[i] / n[i]
}
