package fairlead.server.registry.registration;

import fairlead.schema.TypeName;
import fairlead.server.access.Caller;
import fairlead.server.access.Requester;
import fairlead.server.database.Database;
import fairlead.server.database.DatabaseException;
import fairlead.server.database.Transaction;
import fairlead.server.operation.NewOperation;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationId;
import fairlead.server.operation.OperationKind;
import fairlead.server.operation.OperationRequest;
import fairlead.server.operation.OperationTarget;
import fairlead.server.operation.Operations;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.type.TypeVersion;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/// The verbs on registrations and tests of types that are carried out as operations.
public final class TypeJobs {

    /// The subscription of operations on types, which are of none.
    static final String NO_SUBSCRIPTION = "";

    private static final Duration LIMIT = Duration.ofHours(1);

    private final TypeJobStore store = new TypeJobStore();
    private final Database database;
    private final Operations operations;
    private final Clock clock;
    private final Supplier<UUID> ids;
    private final Duration patience;

    /// @param patience how long a request waits for the end of what it has begun
    public TypeJobs(Database database, Operations operations, Clock clock, Supplier<UUID> ids, Duration patience) {
        this.database = database;
        this.operations = operations;
        this.clock = clock;
        this.ids = ids;
        this.patience = patience;
    }

    /// A type that is to be registered.
    ///
    /// @param kind `RESOURCE` or `HOOK`
    /// @param source the address of its package
    /// @param clientToken the same for the same request, however often it is sent
    /// @param account that the type is to belong to; empty for the operator
    public record RegistrationRequest(
            String kind,
            TypeName typeName,
            String source,
            VersionSettings settings,
            Optional<String> clientToken,
            String account) {

        /// Tokens of one account are apart from those of another.
        Optional<String> ownToken() {
            return clientToken.map(token -> account.isEmpty() ? token : account + "/" + token);
        }
    }

    /// Begins a registration; its token. The same request again is the same registration.
    public UUID register(Caller caller, RegistrationRequest request) {
        OperationId id = new OperationId(ids.get());
        TypeRegistration fresh = new TypeRegistration(
                request.kind(),
                id.value(),
                request.typeName(),
                request.source(),
                request.settings(),
                new TypeRegistration.Progress(
                        JobState.IN_PROGRESS, "The package is being looked at.", Optional.empty()),
                clock.instant());
        Optional<TypeRegistration> earlier = database.read(transaction -> earlier(transaction, request));
        if (earlier.isPresent()) {
            return earlier.get().token();
        }
        Operation begun;
        try {
            begun = accept(
                    id,
                    () -> database.write(transaction -> {
                        store.insert(transaction, fresh, request.ownToken());
                        return operations.accept(
                                transaction,
                                operation(
                                        caller,
                                        id,
                                        OperationKind.REGISTER_TYPE,
                                        request.typeName(),
                                        "- " + request.account()));
                    }));
        } catch (DatabaseException failure) {
            // Of two that come at once with the same token, one is the first, and durable in a moment.
            return database.write(transaction -> earlier(transaction, request))
                    .orElseThrow(() -> failure)
                    .token();
        }
        operations.start(begun, patience);
        return fresh.token();
    }

    private Optional<TypeRegistration> earlier(Transaction transaction, RegistrationRequest request) {
        Optional<TypeRegistration> earlier =
                request.ownToken().flatMap(token -> store.findByClientToken(transaction, token));
        earlier.ifPresent(registration -> requireSame(registration, request));
        return earlier;
    }

    private static void requireSame(TypeRegistration earlier, RegistrationRequest request) {
        boolean same = earlier.typeName().equals(request.typeName())
                && earlier.kind().equals(request.kind())
                && earlier.source().equals(request.source());
        if (!same) {
            throw new ProblemException(new Problem.Conflict(
                    ProblemCode.CLIENT_TOKEN_CONFLICT,
                    "The token of the request was used for another registration: " + earlier.token() + "."));
        }
    }

    /// A registration once it has ended, or as it is when that takes too long.
    ///
    /// @param abandoned whether the caller no longer waits
    public Optional<TypeRegistration> await(UUID token, BooleanSupplier abandoned) {
        Optional<TypeRegistration> now = find(token);
        if (now.isEmpty() || now.get().state() != JobState.IN_PROGRESS) {
            return now;
        }
        operations.await(new OperationId(token), abandoned);
        return find(token);
    }

    public Optional<TypeRegistration> find(UUID token) {
        return database.read(transaction -> store.find(transaction, token));
    }

    /// Which registrations are listed.
    ///
    /// @param kind `RESOURCE` or `HOOK`
    /// @param type empty for those of all types
    /// @param account whose types they are of; empty for any
    public record Listed(String kind, JobState state, Optional<TypeName> type, String account) {}

    /// Registrations, oldest first.
    ///
    /// @param after a token, or no characters to begin with the first
    public List<TypeRegistration> list(Listed which, String after, int limit) {
        return database.read(transaction -> store.list(transaction, which, after, limit));
    }

    /// What was said when the version was last registered.
    public VersionSettings settings(TypeName name, int version) {
        return database.read(transaction -> store.settings(transaction, name, version));
    }

    /// Begins to run a version's contract tests, unless they are running.
    ///
    /// @param account whose configuration the handlers get; empty for the operator's
    public void test(Caller caller, TypeVersion version, String account) {
        OperationId id = new OperationId(ids.get());
        String input = version.versionId() + " " + account;
        accept(
                        id,
                        () -> database.write(transaction -> {
                            boolean first = store.beginTest(
                                    transaction,
                                    version.name(),
                                    version.version(),
                                    id,
                                    "The contract tests are running.",
                                    clock.instant());
                            return first
                                    ? Optional.of(operations.accept(
                                            transaction,
                                            operation(caller, id, OperationKind.TEST_TYPE, version.name(), input)))
                                    : Optional.<Operation>empty();
                        }))
                .ifPresent(operation -> operations.start(operation, Duration.ZERO));
    }

    /// The last run of a version's contract tests; empty if there was none.
    public Optional<TypeTest> findTest(TypeName name, int version) {
        return database.read(transaction -> store.findTest(transaction, name, version));
    }

    private <T> T accept(OperationId id, Supplier<T> transaction) {
        try {
            return transaction.get();
        } catch (DatabaseException failure) {
            operations.doubt(id);
            throw failure;
        }
    }

    private NewOperation operation(Caller caller, OperationId id, OperationKind kind, TypeName name, String input) {
        Instant now = clock.instant();
        return new NewOperation(
                id,
                kind,
                new OperationTarget(NO_SUBSCRIPTION, "", name.toString(), "/fairlead/types/" + name, name.toString()),
                new OperationRequest(
                        now,
                        now.plus(LIMIT),
                        input.getBytes(StandardCharsets.UTF_8),
                        Optional.empty(),
                        caller.origin(),
                        Requester.text(caller)),
                Optional.empty());
    }
}
