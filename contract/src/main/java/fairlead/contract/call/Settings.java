package fairlead.contract.call;

import java.time.Clock;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;

/// How the suite runs. Made from [#DEFAULT] by what is to be different.
///
/// @param seed what everything that is generated follows from
/// @param extent how much is tried
/// @param timing how long it may take
/// @param disturbance what is to go wrong
public record Settings(long seed, Extent extent, Timing timing, Disturbance disturbance) {

    /// What happens with the pauses that handlers ask for.
    public enum Pauses {
        SKIPPED,
        WAITED_FOR
    }

    /// How much is tried.
    ///
    /// @param resources how many resources go through a whole lifecycle, where inputs are generated
    /// @param unusual whether resources are created with values that are easily lost, too
    /// @param listed how many resources stand in the longest list
    /// @param shrink whether a failing input is made smaller
    public record Extent(int resources, boolean unusual, int listed, boolean shrink) {}

    /// How long it may take.
    ///
    /// @param change how long a call of create, update or delete may take
    /// @param look how long a call of read or list may take
    /// @param pauses whether pauses between calls are waited for, or skipped on the clock that handlers see
    /// @param budget how long each part may take in which much is tried: slight changes, the longest list, smaller
    ///     inputs. What is left out of a check by then is reported
    /// @param clock the time at which the suite begins; handlers see it run
    public record Timing(Duration change, Duration look, Pauses pauses, Duration budget, Clock clock) {}

    /// What goes wrong on purpose.
    ///
    /// @param kill kills the handler's process, for [FaultInjection#KILL]
    public record Disturbance(Set<FaultInjection> chaos, Runnable kill) {
        public Disturbance {
            chaos = Set.copyOf(chaos);
        }
    }

    public static final Settings DEFAULT = new Settings(
            1,
            new Extent(3, true, 105, true),
            new Timing(
                    Duration.ofSeconds(60),
                    Duration.ofSeconds(30),
                    Pauses.SKIPPED,
                    Duration.ofSeconds(2),
                    Clock.systemUTC()),
            new Disturbance(Set.of(), () -> {}));

    public Settings seeded(long other) {
        return new Settings(other, extent, timing, disturbance);
    }

    // -- extent ---------------------------------------------------------------------------------------------------

    public int resources() {
        return extent.resources;
    }

    public boolean unusual() {
        return extent.unusual;
    }

    public int listed() {
        return extent.listed;
    }

    public boolean shrink() {
        return extent.shrink;
    }

    private Settings with(Extent other) {
        return new Settings(seed, other, timing, disturbance);
    }

    public Settings creating(int other) {
        return with(new Extent(other, unusual(), listed(), shrink()));
    }

    /// With the inputs as they are alone, where each resource has its price.
    public Settings unusual(boolean other) {
        return with(new Extent(resources(), other, listed(), shrink()));
    }

    /// With another number of resources in the longest list; usual is a little more than the largest page.
    public Settings listing(int other) {
        return with(new Extent(resources(), unusual(), other, shrink()));
    }

    public Settings shrinking(boolean other) {
        return with(new Extent(resources(), unusual(), listed(), other));
    }

    // -- timing ---------------------------------------------------------------------------------------------------

    public Duration change() {
        return timing.change;
    }

    public Duration look() {
        return timing.look;
    }

    public Pauses pauses() {
        return timing.pauses;
    }

    public Duration budget() {
        return timing.budget;
    }

    public Clock clock() {
        return timing.clock;
    }

    private Settings with(Timing other) {
        return new Settings(seed, extent, other, disturbance);
    }

    /// With other limits than the contract's minute for changes and half a minute for looks.
    public Settings within(Duration changes, Duration looks) {
        return with(new Timing(changes, looks, pauses(), budget(), clock()));
    }

    public Settings pausing(Pauses other) {
        return with(new Timing(change(), look(), other, budget(), clock()));
    }

    /// With more or less time for the parts in which much is tried.
    public Settings budget(Duration other) {
        return with(new Timing(change(), look(), pauses(), other, clock()));
    }

    public Settings at(Clock other) {
        return with(new Timing(change(), look(), pauses(), budget(), other));
    }

    // -- disturbance ----------------------------------------------------------------------------------------------

    public Set<FaultInjection> chaos() {
        return disturbance.chaos;
    }

    public Runnable kill() {
        return disturbance.kill;
    }

    private Settings with(Disturbance other) {
        return new Settings(seed, extent, timing, other);
    }

    public Settings with(FaultInjection first, FaultInjection... rest) {
        return with(new Disturbance(EnumSet.of(first, rest), kill()));
    }

    Settings withoutChaos() {
        return with(new Disturbance(Set.of(), kill()));
    }

    public Settings killing(Runnable other) {
        return with(new Disturbance(chaos(), other));
    }

    /// How often a read is repeated before its first answer counts.
    int reads() {
        return chaos().contains(FaultInjection.EVENTUAL) ? 8 : 1;
    }
}
