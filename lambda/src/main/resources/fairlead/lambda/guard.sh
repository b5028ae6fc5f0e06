# Runs a provider in a process group of its own: guard.sh KILOBYTES COMMAND...
# The group is killed when standard input ends, which is when the server closes it or is no longer there.
set -m
ulimit -c 0
ulimit -d "$1" 2>/dev/null
shift
trap : HUP INT QUIT TERM
exec 3<&0 </dev/null
"$@" 3<&- &
provider=$!
# What bash has to say about jobs is nobody's output.
exec >/dev/null 2>&1
(
    trap '' HUP INT QUIT TERM
    while read -r _ <&3; do :; done
    kill -KILL -- "-$provider"
) &
watchdog=$!
exec 3<&-
while :; do
    wait "$provider"
    status=$?
    kill -0 "$provider" || break
    # It was stopped, and may go on: while it is, waiting ends at once.
    sleep 1
done
kill -KILL -- "-$provider" "$watchdog"
exit "$status"
