package fairlead.contract.suite;

import java.time.Clock;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;

/// How the suite runs. Made from [#DEFAULT] by what is to be different.
public record Settings(Extent extent, Timing timing, Trouble trouble) {

    /// How much is tried.
    ///
    /// @param seed what everything that is generated follows from
    /// @param lives how many things live through everything, where inputs are generated
    /// @param unusual whether things are made with values that are easily lost, too
    /// @param listed how many things stand in the longest list
    /// @param shrink whether a failing input is made smaller
    /// @param patience how long each part may take in which much is tried: slight changes, the longest list,
    ///     smaller inputs. What is left out of a check by then is told
    public record Extent(long seed, int lives, boolean unusual, int listed, boolean shrink, Duration patience) {}

    /// What time calls have.
    ///
    /// @param change how long a call of create, update or delete may take
    /// @param look how long a call of read or list may take
    /// @param pauses whether pauses between calls are waited for, or skipped on the clock that handlers see
    /// @param clock the time at which the suite begins; handlers see it run
    public record Timing(Duration change, Duration look, Pauses pauses, Clock clock) {}

    /// What is to go wrong.
    ///
    /// @param kill kills the handler's process, for [Chaos#KILL]
    public record Trouble(Set<Chaos> chaos, Runnable kill) {

        public Trouble {
            chaos = Set.copyOf(chaos);
        }
    }

    /// What happens with the pauses that handlers ask for.
    public enum Pauses {
        SKIPPED,
        WAITED_FOR
    }

    public static final Settings DEFAULT = new Settings(
            new Extent(1, 3, true, 105, true, Duration.ofSeconds(2)),
            new Timing(Duration.ofSeconds(60), Duration.ofSeconds(30), Pauses.SKIPPED, Clock.systemUTC()),
            new Trouble(Set.of(), () -> {}));

    public Settings seeded(long other) {
        return trying(new Extent(other, lives(), unusual(), listed(), shrink(), patience()));
    }

    public Settings living(int other) {
        return trying(new Extent(seed(), other, unusual(), listed(), shrink(), patience()));
    }

    /// With other limits than the contract's minute for changes and half a minute for looks.
    public Settings within(Duration changes, Duration looks) {
        return timed(new Timing(changes, looks, pauses(), clock()));
    }

    public Settings pausing(Pauses other) {
        return timed(new Timing(change(), look(), other, clock()));
    }

    public Settings shrinking(boolean other) {
        return trying(new Extent(seed(), lives(), unusual(), listed(), other, patience()));
    }

    public Settings with(Chaos first, Chaos... rest) {
        return new Settings(extent, timing, new Trouble(EnumSet.of(first, rest), kill()));
    }

    Settings calm() {
        return new Settings(extent, timing, new Trouble(Set.of(), kill()));
    }

    public Settings killing(Runnable other) {
        return new Settings(extent, timing, new Trouble(chaos(), other));
    }

    /// With the inputs as they are alone, where each thing has its price.
    public Settings unusual(boolean other) {
        return trying(new Extent(seed(), lives(), other, listed(), shrink(), patience()));
    }

    /// With another number of things in the longest list; usual is a little more than the largest page.
    public Settings listing(int other) {
        return trying(new Extent(seed(), lives(), unusual(), other, shrink(), patience()));
    }

    /// With more or less time for the parts in which much is tried.
    public Settings patient(Duration other) {
        return trying(new Extent(seed(), lives(), unusual(), listed(), shrink(), other));
    }

    public Settings at(Clock other) {
        return timed(new Timing(change(), look(), pauses(), other));
    }

    private Settings trying(Extent other) {
        return new Settings(other, timing, trouble);
    }

    private Settings timed(Timing other) {
        return new Settings(extent, other, trouble);
    }

    long seed() {
        return extent.seed();
    }

    int lives() {
        return extent.lives();
    }

    boolean unusual() {
        return extent.unusual();
    }

    int listed() {
        return extent.listed();
    }

    boolean shrink() {
        return extent.shrink();
    }

    Duration patience() {
        return extent.patience();
    }

    Duration change() {
        return timing.change();
    }

    Duration look() {
        return timing.look();
    }

    Pauses pauses() {
        return timing.pauses();
    }

    Clock clock() {
        return timing.clock();
    }

    Set<Chaos> chaos() {
        return trouble.chaos();
    }

    Runnable kill() {
        return trouble.kill();
    }

    /// How often a read is repeated before its first answer counts.
    int looks() {
        return chaos().contains(Chaos.EVENTUAL) ? 8 : 1;
    }
}
