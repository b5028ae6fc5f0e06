package fairlead.server.resource.step;

import fairlead.contract.Guard;
import fairlead.handler.Create;
import fairlead.handler.ErrorCode;
import fairlead.handler.Progress;
import fairlead.schema.ResourceSchema;
import fairlead.server.database.Database;
import fairlead.server.operation.Change;
import fairlead.server.operation.Failure;
import fairlead.server.operation.OperationId;
import fairlead.server.resource.call.ActionTokens;
import fairlead.server.resource.call.HandlerInvocation;
import fairlead.server.resource.call.HandlerInvoker;
import fairlead.server.resource.call.HandlerRedaction;
import fairlead.server.resource.call.HandlerResult;
import fairlead.server.resource.call.StepContext;
import fairlead.server.resource.document.Documents;
import fairlead.server.resource.record.Orphan;
import fairlead.server.resource.record.OrphanStore;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.ResourceStore;
import fairlead.server.resource.step.UnrecordedSearch.Seeker;
import fairlead.server.secret.Vault;
import fairlead.server.time.Backoff;
import fairlead.server.type.TypeVersion;
import fairlead.server.type.Types;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/// Physical resources that replacements, or deletes of records in doubt, could not delete. No resource has them any
/// more, so they are kept here, and their deletion is tried again, less and less often.
/// [fairlead.server.resource.Orphans] has what callers can do about them.
///
/// One whose create never told an identifier is created again with its token, which tells it. One that was
/// imported since belongs to that resource.
public final class OrphanCleanup {

    private static final Logger LOG = LoggerFactory.getLogger(OrphanCleanup.class);
    private static final Backoff BACKOFF = new Backoff(Duration.ofMinutes(1), Duration.ofHours(6));
    private static final int AT_ONCE = 20;

    private final OrphanStore store = new OrphanStore();
    private final ResourceStore resources;
    private final UnrecordedSearch search;
    private final HandlerInvoker handlers;
    private final Database database;
    private final Types types;
    private final Vault vault;
    private final Clock clock;

    public OrphanCleanup(Database database, Types types, Vault vault, HandlerInvoker handlers, Clock clock) {
        this.handlers = handlers;
        resources = new ResourceStore(types.sealing());
        search = new UnrecordedSearch(database, resources, handlers);
        this.database = database;
        this.types = types;
        this.vault = vault;
        this.clock = clock;
    }

    // -- leaving --------------------------------------------------------------------------------------------

    /// @param why it could not be deleted
    Change left(StepContext work, String identifier, Failure why) {
        String reason = why.code().text() + ": "
                + HandlerRedaction.about(work, vault).told(why).message();
        Orphan orphan = orphan(work, work.operation().id(), Optional.of(identifier), new byte[0], reason);
        return transaction -> {
            store.add(transaction, orphan);
            LOG.warn("{} '{}' of {} is left behind: {}", orphan.type(), identifier, orphan.id(), reason);
        };
    }

    /// What a create with the operation's token may have made.
    Change doubtful(StepContext work, ObjectNode desired) {
        return doubtful(work, work.operation().id(), desired);
    }

    /// What the create of an earlier operation may have made.
    ///
    /// @param token of that create, which is the id of its operation
    Change doubtful(StepContext work, String token, ObjectNode desired) {
        return doubtful(work, new OperationId(UUID.fromString(token)), desired);
    }

    private Change doubtful(StepContext work, OperationId create, ObjectNode desired) {
        byte[] sealed = vault.seal(Documents.bytes(desired), name(work));
        String reason = "The create that may have made it has told no identifier.";
        Orphan orphan = orphan(work, create, Optional.empty(), sealed, reason);
        return transaction -> store.add(transaction, orphan);
    }

    private static String name(StepContext work) {
        // The name is a key in the store, and what its document is sealed for: it follows the stored word.
        String phase = work.memory().phase().word().toLowerCase(Locale.ROOT).replace('_', '-');
        return work.operation().id() + "." + phase;
    }

    private Orphan orphan(
            StepContext work, OperationId create, Optional<String> identifier, byte[] desired, String reason) {
        Resource resource = work.resource();
        return new Orphan(
                name(work),
                create,
                new Orphan.PhysicalResource(
                        resource.id(),
                        resource.location(),
                        resource.typeName(),
                        resource.typeVersion(),
                        identifier,
                        desired),
                new Orphan.Removal(clock.instant(), reason, 0, due(0), Optional.empty()));
    }

    private Instant due(int attempts) {
        return clock.instant().plus(BACKOFF.pause(attempts));
    }

    // -- deleting -------------------------------------------------------------------------------------------

    /// How an attempt to delete one ended.
    public sealed interface Attempt {

        record Gone() implements Attempt {}

        record Still(String why) implements Attempt {}

        /// The handler has begun to delete it, and asks to be called again.
        record UnderWay(Progress.Again again) implements Attempt {}
    }

    /// Tries to delete what is due: how many are gone.
    public int deleteDue() {
        List<Orphan> due = database.read(transaction -> store.due(transaction, clock.instant(), AT_ONCE));
        int gone = 0;
        for (Orphan orphan : due) {
            if (attempt(orphan) instanceof Attempt.Gone) {
                gone++;
            }
        }
        return gone;
    }

    /// Tries to delete it, unless another thread or node is doing that.
    public Attempt attempt(Orphan orphan) {
        if (!database.write(transaction -> store.claim(transaction, orphan, due(orphan.attempts() + 1)))) {
            return new Attempt.Still("Its deletion is being tried already.");
        }
        Attempt attempt = tried(orphan);
        switch (attempt) {
            case Attempt.Gone() -> {
                database.write(transaction -> store.forget(transaction, orphan));
                LOG.info("{} of {} that was left behind is gone", orphan.type(), orphan.id());
            }
            case Attempt.UnderWay(var again) -> {
                byte[] context = vault.seal(Documents.bytes(again.memo()), orphan.name());
                Instant due = clock.instant().plus(again.after());
                database.write(transaction -> store.goOn(transaction, orphan, context, due));
            }
            case Attempt.Still(var why) -> database.write(transaction -> store.note(transaction, orphan, why));
        }
        return attempt;
    }

    private Attempt tried(Orphan orphan) {
        Optional<TypeVersion> type = types.find(orphan.type()).flatMap(known -> known.version(orphan.typeVersion()));
        return type.map(known -> tried(orphan, known))
                .orElseGet(() -> new Attempt.Still("Its type is no longer registered in this version."));
    }

    private Attempt tried(Orphan orphan, TypeVersion type) {
        return switch (whatItIs(orphan, type)) {
            case Found.Nothing() -> new Attempt.Gone();
            case Found.Unknown(var why) -> new Attempt.Still(why);
            case Found.Present(var identifier) ->
                isOwned(orphan, identifier) ? new Attempt.Gone() : deleted(orphan, type, identifier);
        };
    }

    private boolean isOwned(Orphan orphan, String identifier) {
        return database.read(transaction -> resources.findByIdentifier(
                        transaction, orphan.id().subscription(), orphan.location(), orphan.type(), identifier))
                .isPresent();
    }

    /// What there is to delete.
    private sealed interface Found {

        record Present(String identifier) implements Found {}

        record Nothing() implements Found {}

        record Unknown(String why) implements Found {}
    }

    private Found whatItIs(Orphan orphan, TypeVersion type) {
        return orphan.identifier().<Found>map(Found.Present::new).orElseGet(() -> asked(orphan, type));
    }

    /// What the create has made, which is asked for at least once more; a create that is refused has made nothing.
    /// What exists already may be what it has made, or the physical resource of another owner: a program can't
    /// decide that.
    private Found asked(Orphan orphan, TypeVersion type) {
        ObjectNode desired = Documents.object(vault.open(orphan.desired(), orphan.name()));
        HandlerInvocation invocation = about(orphan, type, orphan.operation().toString(), orphan.attempts() + 2);
        return switch (handlers.create(invocation, Create.of(desired), Optional.empty())) {
            case HandlerResult.Done(var model) -> told(orphan, type.schema().identifier(model));
            case HandlerResult.InProgress(var again) ->
                told(orphan, type.schema().identifier(again.properties()));
            case HandlerResult.Breached(var _, var identifier, var _)
            when identifier.isPresent() -> told(orphan, identifier);
            case HandlerResult.Breached breached
            when breached.saysDone() -> unnamed(type, breached, search.find(invocation, Seeker.of(orphan), desired));
            case HandlerResult.Failed failed when isRefused(failed) -> new Found.Nothing();
            case HandlerResult.NotDone failed -> new Found.Unknown(said(type, failed));
        };
    }

    private static Found unnamed(TypeVersion type, HandlerResult.Breached breached, Optional<String> found) {
        return found.<Found>map(Found.Present::new).orElseGet(() -> new Found.Unknown(said(type, breached)));
    }

    private static boolean isRefused(HandlerResult.Failed failed) {
        return !failed.isDoubtful() && failed.code() != ErrorCode.ALREADY_EXISTS;
    }

    private Found told(Orphan orphan, Optional<String> identifier) {
        identifier.ifPresent(name -> database.write(transaction -> store.identify(transaction, orphan, name)));
        return identifier
                .<Found>map(Found.Present::new)
                .orElseGet(() -> new Found.Unknown("Its create is under way and has told no identifier yet."));
    }

    private Attempt deleted(Orphan orphan, TypeVersion type, String identifier) {
        ResourceSchema schema = type.schema();
        ObjectNode known = Documents.object(vault.open(orphan.desired(), orphan.name()));
        ObjectNode model = schema.profile().request(schema.parseIdentifier(identifier), known);
        Optional<ObjectNode> context =
                orphan.context().map(bytes -> Documents.object(vault.open(bytes, orphan.name())));
        var request = new fairlead.handler.Delete(model, context);
        return switch (handlers.delete(
                about(orphan, type, ActionTokens.DELETE_LEFT.of(orphan.name()), orphan.attempts() + 1), request)) {
            case HandlerResult.Gone(), HandlerResult.Absent _ -> new Attempt.Gone();
            case HandlerResult.InProgress(var again) -> new Attempt.UnderWay(again);
            case HandlerResult.NotDone failed -> new Attempt.Still(said(type, failed));
        };
    }

    /// What the handler says may have values in it that are for callers alone, and that the record no longer has.
    private static String said(TypeVersion type, HandlerResult.NotDone failed) {
        boolean holdsBack = type.registration().data().isSensitive()
                || !type.schema().writeOnly().isEmpty();
        Failure failure = failed.failure();
        return holdsBack ? failure.code().text() : failure.code().text() + ": " + failure.message();
    }

    private HandlerInvocation about(Orphan orphan, TypeVersion type, String token, int attempt) {
        return new HandlerInvocation(
                type,
                new Guard(type.schema()),
                orphan.operation(),
                token,
                context -> context.in(orphan.id().subscription(), orphan.location())
                        .name(orphan.id().name())
                        .attempt(attempt));
    }
}
