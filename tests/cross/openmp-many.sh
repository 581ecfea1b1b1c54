# As openmp.sh, with a thousand threads.
NS=1000 ONLY='^(sync|single|tasks|depend|exceptions|errno|locks) .* -O2 +(64|ok)' exec bash "$SOURCE/tests/cross/openmp.sh"
