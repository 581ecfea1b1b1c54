. "$SOURCE/tests/lib.sh"; finish
