package fairlead.server.operation;

import fairlead.server.telemetry.Origin;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// One durable operation, as it is stored.
public record Operation(
        OperationId id,
        OperationKind kind,
        OperationTarget target,
        OperationRequest request,
        OperationState state,
        Execution execution,
        Report report) {

    /// What the message of one begins with that waits until its change is approved.
    public static final String PENDING_APPROVAL = "PendingApproval";

    /// How its steps are carried out.
    ///
    /// @param fence grows with every claim; an answer that comes with an old fence is dropped
    /// @param attempt how many times the present step has been tried, 1 for the first
    /// @param interruptions how many processes, of the server or of the handler, have ended in the present step,
    ///     or fallen silent for the lease
    /// @param used up of its time limit: in the table when its last step was stored, the pause after that included;
    ///     for its task when the step begins. Empty if an earlier version has stored it
    /// @param progress what the task wants to remember between its steps; opaque here
    public record Execution(
            long fence,
            int attempt,
            int interruptions,
            Optional<Duration> used,
            boolean cancelRequested,
            byte[] progress) {

        static final Execution FIRST = new Execution(1, 1, 0, Optional.of(Duration.ZERO), false, new byte[0]);

        Execution having(Duration usedUp) {
            return new Execution(fence, attempt, interruptions, Optional.of(usedUp), cancelRequested, progress);
        }

        Execution continued(int nextAttempt, int ends, boolean canceling, byte[] nextProgress) {
            return new Execution(fence, nextAttempt, ends, used, canceling, nextProgress);
        }
    }

    /// What its task has told of it.
    ///
    /// @param percent how far it is, 0 to 100, if known
    /// @param identifier by which the world calls what it works on; for a create, once the handler has told it
    public record Report(Optional<Double> percent, String message, Optional<String> identifier) {}

    public String subscription() {
        return target.subscription();
    }

    public String location() {
        return target.location();
    }

    public String subject() {
        return target.subject();
    }

    public String subjectId() {
        return target.subjectId();
    }

    public String typeName() {
        return target.typeName();
    }

    public Instant createdAt() {
        return request.createdAt();
    }

    public Instant deadline() {
        return request.deadline();
    }

    /// How long it may take.
    Duration limit() {
        return Duration.between(createdAt(), deadline());
    }

    public byte[] input() {
        return request.input();
    }

    public Optional<ClientToken> clientToken() {
        return request.clientToken();
    }

    public Origin origin() {
        return request.origin();
    }

    public String requestedBy() {
        return request.requestedBy();
    }

    public long fence() {
        return execution.fence();
    }

    public int attempt() {
        return execution.attempt();
    }

    public int interruptions() {
        return execution.interruptions();
    }

    /// Whether it waits until its change is approved.
    public boolean waitsForApproval() {
        return !state.terminal() && !cancelRequested() && report.message().startsWith(PENDING_APPROVAL);
    }

    public boolean cancelRequested() {
        return execution.cancelRequested();
    }

    public byte[] progress() {
        return execution.progress();
    }

    public Optional<Double> percent() {
        return report.percent();
    }

    public String message() {
        return report.message();
    }

    public Optional<String> identifier() {
        return report.identifier();
    }

    Operation withState(OperationState next) {
        return new Operation(id, kind, target, request, next, execution, report);
    }

    /// As it is when it has come that far.
    Operation reached(Optional<Double> nextPercent, String nextMessage) {
        return withReport(new Report(nextPercent, nextMessage, identifier()));
    }

    /// As it is once the world's name for what it works on is told.
    Operation told(Optional<String> name) {
        return name.isEmpty() ? this : withReport(new Report(percent(), message(), name));
    }

    private Operation withReport(Report next) {
        return new Operation(id, kind, target, request, state, execution, next);
    }

    /// The same for a task that had its input kept in another form.
    public Operation given(byte[] readable) {
        return withRequest(request.withInput(readable));
    }

    /// The same, for those who work on it: what they begin is a part of it.
    Operation within(Origin place) {
        return place.equals(origin()) ? this : withRequest(request.withOrigin(place));
    }

    private Operation withRequest(OperationRequest next) {
        return new Operation(id, kind, target, next, state, execution, report);
    }

    /// The same when so much of its time limit is used up.
    Operation having(Duration usedUp) {
        return new Operation(id, kind, target, request, state, execution.having(usedUp), report);
    }

    /// @param ends how many processes have ended in the step that follows
    Operation continued(int nextAttempt, int ends, boolean canceling, byte[] nextProgress) {
        Execution next = execution.continued(nextAttempt, ends, canceling, nextProgress);
        return new Operation(id, kind, target, request, new OperationState.Running(), next, report);
    }
}
