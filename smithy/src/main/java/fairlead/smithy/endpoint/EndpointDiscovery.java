package fairlead.smithy.endpoint;

import fairlead.smithy.endpoint.DiscoveryTraits.Discovered;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.function.Function;
import java.util.function.Predicate;
import software.amazon.smithy.model.shapes.ShapeId;

/// Finds the endpoint for each call of a client.
///
/// An operation that needs an endpoint of its own waits until it is known; one that does not goes to the standard
/// endpoint meanwhile. What is known is asked for again before it expires, and used on if the service does not answer
/// then. For all threads of a client.
public final class EndpointDiscovery {

    private final DiscoveryTraits traits;
    private final DiscoverySettings settings;
    private final EndpointCache cache;
    private final Directory directory;
    private final Clock clock;
    private final Executor background;

    /// A call of an operation.
    ///
    /// @param accessKey who calls
    /// @param input the values of the input's members that are texts, by the members' names
    public record Call(ShapeId operation, String accessKey, Function<String, Optional<String>> input) {}

    /// Where a call goes.
    ///
    /// @param discovered whether it is an endpoint that was discovered
    public record Chosen(URI endpoint, boolean discovered) {}

    private enum Way {
        NEVER,
        BEFORE,
        MEANWHILE
    }

    /// @param background runs requests that no caller waits for
    public EndpointDiscovery(
            DiscoveryTraits traits,
            DiscoverySettings settings,
            EndpointCache cache,
            Directory directory,
            Clock clock,
            Executor background) {
        this.traits = traits;
        this.settings = settings;
        this.cache = cache;
        this.directory = directory;
        this.clock = clock;
        this.background = background;
    }

    /// Makes a call where it belongs. If the endpoint turns out to be one no longer, it is given up, and the call made
    /// once more at another.
    ///
    /// @param attempt the call at an endpoint
    /// @param invalid whether an answer says so, as [DiscoveryTraits#saysInvalid] knows
    public <T> T call(Call call, Function<URI, T> attempt, Predicate<T> invalid) {
        Chosen chosen = choose(call);
        T answer = attempt.apply(chosen.endpoint());
        if (!chosen.discovered() || !invalid.test(answer)) {
            return answer;
        }
        reject(call, chosen);
        return attempt.apply(choose(call).endpoint());
    }

    /// Where a call goes.
    ///
    /// @throws DiscoveryException if it needs an endpoint, and none can be found
    public Chosen choose(Call call) {
        if (settings.custom().isPresent()) {
            return new Chosen(settings.custom().get(), false);
        }
        Optional<URI> found = switch (way(call)) {
            case NEVER -> Optional.empty();
            case BEFORE -> before(call);
            case MEANWHILE -> meanwhile(call);
        };
        return found.map(endpoint -> new Chosen(endpoint, true))
                .orElseGet(() -> new Chosen(settings.standard(), false));
    }

    private Way way(Call call) {
        Optional<Discovered> operation = operation(call);
        if (operation.isEmpty()) {
            return Way.NEVER;
        }
        boolean required = operation.get().required();
        return switch (settings.mode()) {
            case ENABLED -> Way.BEFORE;
            case DISABLED -> {
                if (required) {
                    throw new DiscoveryException("the operation "
                            + call.operation().getName() + " needs an endpoint of its own, and discovery is disabled");
                }
                yield Way.NEVER;
            }
            case AUTO -> required ? Way.BEFORE : settings.background() ? Way.MEANWHILE : Way.NEVER;
        };
    }

    private Optional<Discovered> operation(Call call) {
        return Optional.ofNullable(traits.discovered().get(call.operation()));
    }

    private Optional<URI> before(Call call) {
        KnownEndpoints known = known(call);
        Instant now = clock.instant();
        Optional<URI> current = current(known, call, now);
        if (current.isPresent()) {
            return current;
        }
        boolean required = operation(call).map(Discovered::required).orElse(false);
        Optional<URI> previous = known.previous();
        if (!known.mayAsk(now) && (previous.isPresent() || !required)) {
            return previous;
        }
        try {
            return Optional.of(answer(question(known, call)));
        } catch (RuntimeException failure) {
            return without(failure, previous, required, call);
        }
    }

    /// What a call does whose question was not answered. An operation that does not need it goes to the standard
    /// endpoint if no endpoint could be reached; but what the service refuses the caller for, the caller is told.
    private static Optional<URI> without(
            RuntimeException failure, Optional<URI> previous, boolean required, Call call) {
        if (previous.isPresent()) {
            return previous;
        }
        if (required) {
            throw new DiscoveryException(
                    "no endpoint was found for the operation "
                            + call.operation().getName() + ", which needs one: " + failure.getMessage(),
                    failure);
        }
        if (failure instanceof UncheckedIOException || failure instanceof DiscoveryException) {
            return Optional.empty();
        }
        throw failure;
    }

    private Optional<URI> meanwhile(Call call) {
        KnownEndpoints known = known(call);
        Instant now = clock.instant();
        Optional<URI> current = current(known, call, now);
        if (current.isEmpty() && known.mayAsk(now)) {
            background.execute(question(known, call));
        }
        return current.or(() -> known.hasFailed() ? known.previous() : Optional.empty());
    }

    /// The best endpoint that has not expired; others are asked for if it soon will have.
    private Optional<URI> current(KnownEndpoints known, Call call, Instant now) {
        Optional<URI> current = known.current(now);
        if (current.isPresent() && known.isDue(now) && known.mayAsk(now)) {
            background.execute(question(known, call));
        }
        return current;
    }

    private FutureTask<URI> question(KnownEndpoints known, Call call) {
        Lookup lookup = traits.lookup(call.operation(), call.input());
        return known.question(() -> directory.describe(lookup, call.accessKey()), clock);
    }

    /// Runs the question, unless another does; then waits for it.
    private static URI answer(FutureTask<URI> question) {
        question.run();
        try {
            return question.get();
        } catch (ExecutionException failure) {
            if (failure.getCause() instanceof RuntimeException reason) {
                throw reason;
            }
            throw new IllegalStateException("the question for endpoints broke off", failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new DiscoveryException("interrupted while endpoints were asked for", interrupted);
        }
    }

    private KnownEndpoints known(Call call) {
        Lookup lookup = traits.lookup(call.operation(), call.input());
        return cache.of(new EndpointCache.Key(call.accessKey(), lookup, traits.service(), settings.standard()));
    }

    /// Gives up an endpoint that is one no longer: others that came with it are used first, then it is asked anew.
    public void reject(Call call, Chosen chosen) {
        if (chosen.discovered()) {
            known(call).reject(chosen.endpoint());
        }
    }
}
