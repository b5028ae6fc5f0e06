package fairlead.contract.suite;

import java.time.Clock;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;

/// How the suite runs. Made from [#DEFAULT] by what is to be different.
///
/// @param seed what everything that is generated follows from
/// @param lives how many things live through everything, where inputs are generated
/// @param change how long a call of create, update or delete may take
/// @param look how long a call of read or list may take
/// @param pauses whether pauses between calls are waited for, or skipped on the clock that handlers see
/// @param shrink whether a failing input is made smaller
/// @param chaos what is to go wrong
/// @param kill kills the handler's process, for [Chaos#KILL]
/// @param unusual whether things are made with values that are easily lost, too
/// @param listed how many things stand in the longest list
/// @param patience how long each part may take in which much is tried: slight changes, the longest list, smaller
///     inputs. What is left out of a check by then is told
/// @param clock the time at which the suite begins; handlers see it run
public record Settings(
        long seed,
        int lives,
        Duration change,
        Duration look,
        Pauses pauses,
        boolean shrink,
        Set<Chaos> chaos,
        Runnable kill,
        boolean unusual,
        int listed,
        Duration patience,
        Clock clock) {

    /// What happens with the pauses that handlers ask for.
    public enum Pauses {
        SKIPPED,
        WAITED_FOR
    }

    public static final Settings DEFAULT = new Settings(
            1,
            3,
            Duration.ofSeconds(60),
            Duration.ofSeconds(30),
            Pauses.SKIPPED,
            true,
            Set.of(),
            () -> {},
            true,
            105,
            Duration.ofSeconds(2),
            Clock.systemUTC());

    public Settings {
        chaos = Set.copyOf(chaos);
    }

    public Settings seeded(long other) {
        return new Settings(other, lives, change, look, pauses, shrink, chaos, kill, unusual, listed, patience, clock);
    }

    public Settings living(int other) {
        return new Settings(seed, other, change, look, pauses, shrink, chaos, kill, unusual, listed, patience, clock);
    }

    /// With other limits than the contract's minute for changes and half a minute for looks.
    public Settings within(Duration changes, Duration looks) {
        return new Settings(seed, lives, changes, looks, pauses, shrink, chaos, kill, unusual, listed, patience, clock);
    }

    public Settings pausing(Pauses other) {
        return new Settings(seed, lives, change, look, other, shrink, chaos, kill, unusual, listed, patience, clock);
    }

    public Settings shrinking(boolean other) {
        return new Settings(seed, lives, change, look, pauses, other, chaos, kill, unusual, listed, patience, clock);
    }

    public Settings with(Chaos first, Chaos... rest) {
        return new Settings(
                seed,
                lives,
                change,
                look,
                pauses,
                shrink,
                EnumSet.of(first, rest),
                kill,
                unusual,
                listed,
                patience,
                clock);
    }

    Settings calm() {
        return new Settings(
                seed, lives, change, look, pauses, shrink, Set.of(), kill, unusual, listed, patience, clock);
    }

    public Settings killing(Runnable other) {
        return new Settings(seed, lives, change, look, pauses, shrink, chaos, other, unusual, listed, patience, clock);
    }

    /// With the inputs as they are alone, where each thing has its price.
    public Settings unusual(boolean other) {
        return new Settings(seed, lives, change, look, pauses, shrink, chaos, kill, other, listed, patience, clock);
    }

    /// With another number of things in the longest list; usual is a little more than the largest page.
    public Settings listing(int other) {
        return new Settings(seed, lives, change, look, pauses, shrink, chaos, kill, unusual, other, patience, clock);
    }

    /// With more or less time for the parts in which much is tried.
    public Settings patient(Duration other) {
        return new Settings(seed, lives, change, look, pauses, shrink, chaos, kill, unusual, listed, other, clock);
    }

    public Settings at(Clock other) {
        return new Settings(seed, lives, change, look, pauses, shrink, chaos, kill, unusual, listed, patience, other);
    }

    /// How often a read is repeated before its first answer counts.
    int looks() {
        return chaos.contains(Chaos.EVENTUAL) ? 8 : 1;
    }
}
