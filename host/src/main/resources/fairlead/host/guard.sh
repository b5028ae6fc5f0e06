# Runs a handler's program in a process group of its own: guard.sh KILOBYTES FILES TASKS FOLDER COMMAND...
# It begins when it has read a line, which is when the server counts it. The group is killed when standard input ends,
# which is when the server closes it or is no longer there.
set -m
ulimit -c 0
ulimit -d "$1" 2>/dev/null
ulimit -n "$2" 2>/dev/null
ulimit -u "$3" 2>/dev/null
cd -- "$4" || exit 126
unset OLDPWD
shift 4
trap : HUP INT QUIT TERM
for file in /proc/self/fd/*; do
    # Bash reads this script from 255.
    file=${file##*/}
    if [ "$file" -gt 4 ] && [ "$file" -ne 255 ]; then eval "exec $file>&-" 2>/dev/null; fi
done
read -r _ || exit 125
exec 9<&0 </dev/null
"$@" 9<&- &
program=$!
exec 3<&- 4>&-
# What bash has to say about jobs is nobody's output.
exec >/dev/null 2>&1
(
    trap '' HUP INT QUIT TERM
    while read -r _ <&9; do :; done
    kill -KILL -- "-$program"
) &
watchdog=$!
exec 9<&-
while :; do
    wait "$program"
    status=$?
    kill -0 "$program" || break
    # It was stopped, and may go on: while it is, waiting ends at once.
    sleep 1
done
kill -KILL -- "-$program" "$watchdog"
exit "$status"
