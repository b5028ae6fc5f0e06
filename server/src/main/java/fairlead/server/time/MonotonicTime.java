package fairlead.server.time;

/// A source of time that never goes back and is never set. Its values mean nothing but by their differences within this
/// process.
///
/// Called by many threads at once.
@FunctionalInterface
public interface MonotonicTime {

    /// Nanoseconds since a moment that stays the same.
    long nanos();

    /// That of the machine.
    static MonotonicTime system() {
        return System::nanoTime;
    }
}
