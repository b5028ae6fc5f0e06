package fairlead.bench.robust;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// What a run is to do.
///
/// @param program what starts a server, to which its options are given
/// @param folder for the data of the servers
/// @param most how long the faults go on at most
/// @param kills with how many kills they end before that
/// @param seed of the schedule, and of what the clients choose
/// @param patience in which everything comes to an end that was begun
/// @param onlyFirst whether it ends at the first violation
/// @param weights of faults that are to be more or less frequent than they usually are; 0 for never
public record Settings(
        List<String> program,
        Path folder,
        Duration most,
        int kills,
        long seed,
        Duration patience,
        boolean onlyFirst,
        Map<String, Integer> weights) {}
