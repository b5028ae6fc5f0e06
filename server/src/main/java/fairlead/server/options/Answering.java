package fairlead.server.options;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/// How requests are answered.
///
/// @param syncWait how long a request waits for the end of its operation before it is answered as accepted
/// @param minRetryAfter what callers are asked to wait, in whole seconds
/// @param strictPreconditions whether an empty `If-Match` or `If-None-Match` of a resource is refused
/// @param drain for how long a server that is to stop is not ready, before it stops listening
/// @param paused whether no operation is carried on or begun
/// @param languages the folder of the languages besides those that ship with the program
public record Answering(
        Duration syncWait,
        Duration minRetryAfter,
        boolean strictPreconditions,
        Duration drain,
        boolean paused,
        Optional<Path> languages) {

    private enum Choice {
        YES,
        NO
    }

    static Supplier<Answering> declare(Flags flags) {
        flags.section("Answers");
        var syncWait = flags.value(
                "--sync-wait=TIME",
                Values::time,
                "1s",
                "how long a request waits for its result before it is answered as accepted");
        var minRetryAfter = flags.value(
                "--min-retry-after=SECONDS",
                Values.number(1, 600),
                "10",
                "the Retry-After of answers with a Location, and the longest of an operation, 1 to 600");
        var strict = flags.value(
                "--strict-preconditions=yes|no",
                Values.word(Choice.class),
                "no",
                "whether an empty If-Match or If-None-Match of a resource is refused");
        var drain = flags.value(
                "--drain=TIME",
                Values::time,
                "0s",
                "how long /readyz fails before a server that is to stop stops listening");
        var paused =
                flags.given("--paused", "carry on no operation and begin none: read, list, cancel, and remove types");
        var languages = languages(flags);
        return () -> new Answering(
                syncWait.get(),
                Duration.ofSeconds(minRetryAfter.get()),
                strict.get() == Choice.YES,
                drain.get(),
                paused.get(),
                languages.get());
    }

    static Supplier<Optional<Path>> languages(Flags flags) {
        return flags.optional(
                "--languages=DIR", Values::path, "more languages of error messages: files named TAG.properties");
    }
}
