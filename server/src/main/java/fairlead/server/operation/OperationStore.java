package fairlead.server.operation;

import fairlead.server.database.RecordTable;
import fairlead.server.database.Row;
import fairlead.server.database.Transaction;
import fairlead.server.operation.Leases.Alive;
import fairlead.server.problem.Code;
import fairlead.server.telemetry.Origin;
import fairlead.server.telemetry.TraceContext;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/// The SQL of the table `operation`.
final class OperationStore {

    private static final String COLUMNS = """
         id, kind, subscription, location, subject, subject_id, type_name, status, created_at, deadline, fence, attempt,
         interruptions, used, cancel_requested, percent, message, input, progress, identifier, client_token, request_digest,
         request_id, correlation_id, client_request_id, traceparent, tracestate, requested_by, ended_at, error_code, error_message,
         error_details
        """;

    private static final String INSERT = """
        INSERT INTO operation (id, kind, subscription, location, subject, subject_id, type_name, status, created_at,
          deadline, due_at, owner, fence, attempt, used, pause, cancel_requested, message, input, progress, identifier, client_token,
          request_digest, request_id, correlation_id, client_request_id, traceparent, tracestate, requested_by, checksum)
        VALUES (?, ?, ?, ?, ?, ?, ?, 'Accepted', ?, ?, ?, ?, 1, 1, 0, 0, 0, '', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """;

    /// What of its rows never changes.
    static final RecordTable RECORDS = new RecordTable(
            "operation",
            "id",
            false,
            List.of(
                    "id",
                    "kind",
                    "subscription",
                    "location",
                    "subject",
                    "subject_id",
                    "type_name",
                    "created_at",
                    "deadline",
                    "request_id",
                    "correlation_id",
                    "client_request_id",
                    "requested_by"),
            _ -> false);

    private static final String FIND = "SELECT" + COLUMNS + "FROM operation WHERE id = ?";

    private static final String FIND_BY_CLIENT_TOKEN =
            "SELECT" + COLUMNS + "FROM operation WHERE subscription = ? AND location = ? AND client_token = ?";

    private static final String FORGET_CLIENT_TOKEN =
            "UPDATE operation SET client_token = NULL WHERE subscription = ? AND location = ? AND client_token = ?";

    private static final String LIST_NEWEST_FIRST = "SELECT" + COLUMNS + """
        FROM operation
        WHERE subscription = ? AND (created_at < ? OR (created_at = ? AND id < ?))
        ORDER BY created_at DESC, id DESC LIMIT ?
        """;

    private static final String LIST_MATCHING = "SELECT" + COLUMNS + """
        FROM operation
        WHERE subscription = ? AND location = ? AND (created_at < ? OR (created_at = ? AND id < ?))
          AND kind IN (?, ?, ?) AND status IN (?, ?, ?, ?, ?, ?)
        ORDER BY created_at DESC, id DESC LIMIT ?
        """;

    private static final String IS_PUT_OFF = "SELECT id FROM operation WHERE id = ? AND owner IS NULL AND due_at > ?";

    /// What the pause would have used up it has not used up then.
    private static final String HASTEN = """
        UPDATE operation SET used = used - CASE WHEN due_at - ? < coalesce(pause, 0) THEN due_at - ? ELSE coalesce(pause, 0) END,
          due_at = ?
        WHERE id = ? AND owner IS NULL AND due_at > ?
        """;

    /// The first comparison follows from the second one, and finds the few rows by their index.
    private static final String SHORTEN =
            "UPDATE operation SET due_at = ? + pause WHERE due_at > ? AND due_at > ? + pause";

    private static final String IS_ANY_DUE = """
        SELECT id FROM operation
        WHERE due_at <= ? AND (owner IS NULL OR (owner <> ? AND owner NOT IN
          (SELECT id FROM node WHERE alive_until > ? AND alive_until <= ?)))
        LIMIT 1
        """;

    private static final String FIRST_DUE = """
        SELECT due_at FROM operation
        WHERE due_at <= ? AND (owner IS NULL OR (owner <> ? AND owner NOT IN
          (SELECT id FROM node WHERE alive_until > ? AND alive_until <= ?)))
        ORDER BY due_at LIMIT 1
        """;

    /// How many processes will have ended in the operation's step, once it is claimed: an owner that is no longer
    /// alive had it under way.
    private static final String INTERRUPTIONS = "interruptions + CASE WHEN owner IS NULL THEN 0 ELSE 1 END";

    private static final String DUE = """
          due_at <= ? AND (owner IS NULL OR (owner <> ? AND owner NOT IN
            (SELECT id FROM node WHERE alive_until > ? AND alive_until <= ?)))
        """;

    private static final String CLAIM_DUE = "UPDATE operation SET interruptions = " + INTERRUPTIONS + """
        , owner = ?, fence = fence + 1
        WHERE id IN (SELECT id FROM operation WHERE
        """ + DUE;

    private static final String CLAIMED = """
          ORDER BY due_at LIMIT ? {skip locked})
        RETURNING
        """ + COLUMNS;

    private static final String CLAIM_CANCELED = CLAIM_DUE + " AND cancel_requested = 1" + CLAIMED;

    private static final String CLAIM_NEXT =
            CLAIM_DUE + " AND (cancel_requested = 1 OR " + INTERRUPTIONS + " < ?)" + CLAIMED;

    private static final String CLAIM_INTERRUPTED =
            CLAIM_DUE + " AND cancel_requested = 0 AND " + INTERRUPTIONS + " >= ?" + CLAIMED;

    private static final String END = """
        UPDATE operation SET status = ?, ended_at = ?, due_at = NULL, owner = NULL, error_code = ?, error_message = ?, error_details = ?,
          percent = ?, progress = ?, input = ?, identifier = coalesce(?, identifier)
        WHERE id = ? AND fence = ? AND owner = ?
        """;

    private static final String CONTINUE = """
        UPDATE operation SET status = CASE cancel_requested WHEN 1 THEN 'Canceling' ELSE 'Running' END,
          due_at = CASE cancel_requested WHEN 1 THEN ? ELSE ? END, owner = ?, attempt = ?, used = ?, pause = ?, interruptions = ?, percent = ?,
          message = ?, progress = ?, identifier = coalesce(?, identifier)
        WHERE id = ? AND fence = ? AND owner = ?
        RETURNING cancel_requested
        """;

    private static final String KEEP_OUTPUT = "UPDATE operation SET output = ? WHERE id = ?";

    private static final String OUTPUT = "SELECT output FROM operation WHERE id = ?";

    private static final String RELEASE = "UPDATE operation SET owner = NULL WHERE id = ? AND owner = ? AND fence = ?";

    private static final String OWNED = "SELECT id, fence FROM operation WHERE owner = ? AND due_at IS NOT NULL";

    private static final String RELEASE_ALL =
            "UPDATE operation SET owner = NULL WHERE owner = ? AND due_at IS NOT NULL";

    private static final String REQUEST_CANCEL = """
        UPDATE operation SET cancel_requested = 1, status = 'Canceling', due_at = CASE WHEN due_at > ? THEN ? ELSE due_at END
        WHERE id = ? AND due_at IS NOT NULL
        """;

    private static final String SUBSCRIPTIONS = "SELECT DISTINCT subscription FROM operation";

    private static final String PURGE = """
        DELETE FROM operation WHERE id IN (
          SELECT id FROM operation WHERE subscription = ? AND created_at < ? AND ended_at < ? LIMIT 1000)
        """;

    /// @param due by the clock that all nodes share
    void insert(Transaction transaction, NewOperation operation, String owner, Instant due) {
        OperationTarget target = operation.target();
        OperationRequest request = operation.request();
        Origin origin = request.origin();
        transaction.update(
                INSERT,
                operation.id().toString(),
                operation.kind().name(),
                target.subscription(),
                target.location(),
                target.subject(),
                target.subjectId(),
                target.typeName(),
                request.createdAt(),
                request.deadline(),
                due,
                owner,
                request.input(),
                new byte[0],
                operation.identifier(),
                request.clientToken().map(ClientToken::value),
                request.clientToken().map(ClientToken::digest),
                origin.requestId(),
                origin.correlationId(),
                origin.clientRequestId(),
                origin.trace().map(TraceContext::header),
                origin.trace().map(TraceContext::state).filter(state -> !state.isEmpty()),
                request.requestedBy(),
                RecordTable.checksum(
                        operation.id().toString(),
                        operation.kind().name(),
                        target.subscription(),
                        target.location(),
                        target.subject(),
                        target.subjectId(),
                        target.typeName(),
                        request.createdAt(),
                        request.deadline(),
                        origin.requestId(),
                        origin.correlationId(),
                        origin.clientRequestId(),
                        request.requestedBy()));
    }

    Optional<Operation> find(Transaction transaction, OperationId id) {
        return transaction.one(FIND, OperationStore::operation, id.toString());
    }

    Optional<Operation> findByClientToken(
            Transaction transaction, String subscription, String location, String clientToken) {
        return transaction.one(FIND_BY_CLIENT_TOKEN, OperationStore::operation, subscription, location, clientToken);
    }

    void forgetClientToken(Transaction transaction, String subscription, String location, String clientToken) {
        transaction.update(FORGET_CLIENT_TOKEN, subscription, location, clientToken);
    }

    List<Operation> listBefore(Transaction transaction, String subscription, Instant time, String id, int limit) {
        return transaction.query(LIST_NEWEST_FIRST, OperationStore::operation, subscription, time, time, id, limit);
    }

    List<Operation> listMatching(Transaction transaction, OperationFilter filter, Instant time, String id, int limit) {
        List<Object> parameters = new ArrayList<>(List.of(filter.subscription(), filter.location(), time, time, id));
        List<String> kinds = filter.kinds().stream().map(OperationKind::name).toList();
        parameters.addAll(padded(kinds, 3));
        parameters.addAll(padded(List.copyOf(filter.states()), 6));
        parameters.add(limit);
        return transaction.query(LIST_MATCHING, OperationStore::operation, parameters.toArray());
    }

    /// As many as the statement has places for: the last one again and again.
    private static List<String> padded(List<String> values, int places) {
        List<String> padded = new ArrayList<>(values);
        padded.addAll(Collections.nCopies(places - values.size(), values.getLast()));
        return padded;
    }

    /// Whether it waits, and for a later time.
    boolean isPutOff(Transaction transaction, OperationId id, Instant now) {
        return transaction.one(IS_PUT_OFF, Row::text, id.toString(), now).isPresent();
    }

    int hasten(Transaction transaction, OperationId id, Instant now) {
        return transaction.update(HASTEN, now, now, now, id.toString(), now);
    }

    /// Begins pauses anew that would last longer than they were to: the clock was set back since.
    void shorten(Transaction transaction, Instant now) {
        transaction.update(SHORTEN, now, now, now);
    }

    /// @param node who asks: its own claims are never taken for those of a dead node, even if the clock was set and its
    ///     lease seems to be over
    boolean isAnyDue(Transaction transaction, String node, Instant now, Alive alive) {
        return transaction
                .one(IS_ANY_DUE, Row::text, now, node, alive.after(), alive.until())
                .isPresent();
    }

    /// The time since which the oldest due operation that no node works on has been due.
    Optional<Instant> firstDue(Transaction transaction, String node, Instant now, Alive alive) {
        return transaction.one(FIRST_DUE, Row::time, now, node, alive.after(), alive.until());
    }

    /// Claims what is due but has been interrupted so often that it is to be tried alone; what is to be cancelled
    /// takes no step, and is claimed however often that was.
    List<Operation> claimNext(Transaction transaction, Claimant by, int triedAlone, int limit) {
        return transaction.change(CLAIM_NEXT, OperationStore::operation, by.arguments(triedAlone, limit));
    }

    /// Claims the first of what is due and has been interrupted as often as that.
    List<Operation> claimInterrupted(Transaction transaction, Claimant by, int triedAlone) {
        return transaction.change(CLAIM_INTERRUPTED, OperationStore::operation, by.arguments(triedAlone, 1));
    }

    /// Claims only what is to be cancelled.
    List<Operation> claimCanceled(Transaction transaction, Claimant by, int limit) {
        return transaction.change(CLAIM_CANCELED, OperationStore::operation, by.arguments(limit));
    }

    /// Ends an operation and deletes the values that it no longer needs; false if another node owns it.
    boolean end(Transaction transaction, Operation operation, OperationState state, String owner) {
        Optional<Instant> at = Optional.empty();
        Optional<Failure> failure = Optional.empty();
        switch (state) {
            case OperationState.Succeeded(var time) -> at = Optional.of(time);
            case OperationState.Canceled(var time) -> at = Optional.of(time);
            case OperationState.Failed(var time, var why) -> {
                at = Optional.of(time);
                failure = Optional.of(why);
            }
            case OperationState.Accepted(), OperationState.Running(), OperationState.Canceling() ->
                throw new IllegalArgumentException(state + " is not an end");
        }
        Optional<Double> percent = state instanceof OperationState.Succeeded ? Optional.of(100.0) : operation.percent();
        return transaction.update(
                        END,
                        state.word(),
                        at,
                        failure.map(why -> why.code().text()),
                        failure.map(Failure::message),
                        failure.map(Failure::details)
                                .filter(parts -> !parts.isEmpty())
                                .map(OperationStore::bytes),
                        percent,
                        new byte[0],
                        new byte[0],
                        operation.identifier(),
                        operation.id().toString(),
                        operation.fence(),
                        owner)
                == 1;
    }

    /// Stores what follows from a step. Empty if another node owns the operation; else whether it is to be
    /// cancelled.
    Optional<Boolean> continued(
            Transaction transaction, Operation operation, Continuation next, String owner, Instant now) {
        return transaction
                .change(
                        CONTINUE,
                        Row::flag,
                        now,
                        next.due(),
                        next.keepsOwner() ? owner : null,
                        next.attempt(),
                        next.used().toMillis(),
                        next.pause().toMillis(),
                        next.interruptions(),
                        next.percent(),
                        next.message(),
                        next.progress(),
                        next.identifier(),
                        operation.id().toString(),
                        operation.fence(),
                        owner)
                .stream()
                .findFirst();
    }

    void keepOutput(Transaction transaction, OperationId id, byte[] output) {
        transaction.update(KEEP_OUTPUT, output, id.toString());
    }

    Optional<byte[]> output(Transaction transaction, OperationId id) {
        return transaction.one(OUTPUT, Row::bytesIfAny, id.toString()).flatMap(output -> output);
    }

    /// Who claims what is due.
    ///
    /// @param now by the clock that all nodes share
    /// @param alive whose claims are left alone
    record Claimant(String node, Instant now, Alive alive) {

        private Object[] arguments(Object... more) {
            return Stream.concat(Stream.of(node, now, node, alive.after(), alive.until()), Arrays.stream(more))
                    .toArray();
        }
    }

    /// When and how an operation goes on.
    ///
    /// @param due by the clock that all nodes share
    /// @param pause until then
    /// @param used up of its time limit by then
    record Continuation(
            Instant due,
            Duration pause,
            Duration used,
            boolean keepsOwner,
            int attempt,
            int interruptions,
            Optional<Double> percent,
            String message,
            byte[] progress,
            Optional<String> identifier) {}

    /// What is that node's and has not ended.
    List<OperationReleases.Owned> owned(Transaction transaction, String owner) {
        return transaction.query(
                OWNED,
                row -> new OperationReleases.Owned(OperationId.parse(row.text()).orElseThrow(), row.number()),
                owner);
    }

    int release(Transaction transaction, OperationId id, String owner, long fence) {
        return transaction.update(RELEASE, id.toString(), owner, fence);
    }

    void releaseAll(Transaction transaction, String owner) {
        transaction.update(RELEASE_ALL, owner);
    }

    boolean requestCancel(Transaction transaction, OperationId id, Instant now) {
        return transaction.update(REQUEST_CANCEL, now, now, id.toString()) == 1;
    }

    List<String> subscriptions(Transaction transaction) {
        return transaction.query(SUBSCRIPTIONS, Row::text);
    }

    int purge(Transaction transaction, String subscription, Instant endedBefore) {
        return transaction.update(PURGE, subscription, endedBefore, endedBefore);
    }

    private static Operation operation(Row row) throws SQLException {
        var id = new OperationId(UUID.fromString(row.text()));
        var kind = OperationKind.valueOf(row.text());
        String subscription = row.text();
        String location = row.text();
        String subject = row.text();
        String subjectId = row.text();
        String typeName = row.text();
        String status = row.text();
        Instant createdAt = row.time();
        Instant deadline = row.time();
        long fence = row.number();
        int attempt = (int) row.number();
        int interruptions = (int) row.number();
        Optional<Duration> used = row.numberIfAny().map(Duration::ofMillis);
        boolean cancelRequested = row.flag();
        Optional<Double> percent = row.decimalIfAny();
        String message = row.text();
        byte[] input = row.bytes();
        byte[] progress = row.bytes();
        Optional<String> identifier = row.textIfAny();
        Optional<String> token = row.textIfAny();
        Optional<String> digest = row.textIfAny();
        Origin origin = origin(row);
        String requestedBy = row.text();
        OperationState state = state(status, row);
        Optional<ClientToken> clientToken = token.map(value -> new ClientToken(value, digest.orElse("")));
        return new Operation(
                id,
                kind,
                new OperationTarget(subscription, location, subject, subjectId, typeName),
                new OperationRequest(createdAt, deadline, input, clientToken, origin, requestedBy),
                state,
                new Operation.Execution(fence, attempt, interruptions, used, cancelRequested, progress),
                new Operation.Report(percent, message, identifier));
    }

    private static Origin origin(Row row) throws SQLException {
        String requestId = row.text();
        String correlationId = row.text();
        Optional<String> clientRequestId = row.textIfAny();
        Optional<String> parent = row.textIfAny();
        String state = row.textIfAny().orElse("");
        return new Origin(
                requestId, correlationId, clientRequestId, parent.flatMap(header -> TraceContext.parse(header, state)));
    }

    private static OperationState state(String status, Row row) throws SQLException {
        Optional<Instant> endedAt = row.timeIfAny();
        Optional<String> code = row.textIfAny();
        Optional<String> message = row.textIfAny();
        Optional<byte[]> details = row.bytesIfAny();
        return switch (status) {
            case "Accepted" -> new OperationState.Accepted();
            case "Running" -> new OperationState.Running();
            case "Canceling" -> new OperationState.Canceling();
            case "Succeeded" -> new OperationState.Succeeded(endedAt.orElseThrow());
            case "Canceled" -> new OperationState.Canceled(endedAt.orElseThrow());
            case "Failed" ->
                new OperationState.Failed(
                        endedAt.orElseThrow(),
                        new Failure(
                                code.map(Code::parse).orElseThrow(),
                                message.orElseThrow(),
                                details.map(OperationStore::parts).orElse(List.of())));
            default -> throw new IllegalStateException("no operation state is called " + status);
        };
    }

    private static List<Failure.Part> parts(byte[] json) {
        return Arrays.stream(JsonMapper.shared().readValue(json, StoredPart[].class))
                .map(part -> new Failure.Part(Code.parse(part.code()), part.message(), part.target()))
                .toList();
    }

    private static byte[] bytes(List<Failure.Part> parts) {
        return JsonMapper.shared()
                .writeValueAsBytes(parts.stream()
                        .map(part -> new StoredPart(part.code().text(), part.message(), part.target()))
                        .toList());
    }

    /// A part of a failure as its row has it.
    private record StoredPart(String code, String message, String target) {}
}
